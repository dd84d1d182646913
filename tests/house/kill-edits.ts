/** The host is killed at random moments while a game is edited: every confirmed edit is there at the next start. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { connect4 } from '../../app/games/connect4/index.ts';
import { promoted } from '../../app/records/edits.ts';
import { changed, opened, redoneShown, undoneShown, type OpenTree } from '../../app/records/open-tree.ts';
import { Positions } from '../../app/records/positions.ts';
import { childByMove, newTree, nodeOf, savedNode } from '../../app/records/tree.ts';
import type { Change } from '../../app/shapes/tree.ts';
import { randomFrom } from './kills.ts';
import { SharedHome, type RunningHost } from './shared-home.ts';

/** Milliseconds of edits before a kill, at most. */
const longest = 300;

/** One request, and the game after it. */
interface Step {
  readonly ask: ({ client }: RunningHost, game: string) => Promise<unknown>;
  readonly after: OpenTree;
}

const doing = (open: OpenTree, change: Change): Step => ({
  ask: ({ client }, game) => client.game.edit({ game, change: [...change] }),
  after: changed(open, change),
});

/** An edit that the game takes, of any kind. */
function randomStep(open: OpenTree, random: () => number): Step {
  const { tree } = open;
  const upTo = (count: number): number => Math.floor(random() * count);
  for (;;) {
    const node = upTo(tree.nodes.length);
    if (nodeOf(tree, node) === null) continue;
    const kind = random();
    if (kind < 0.5) {
      const position = new Positions(tree).at(tree, node);
      const moves = connect4
        .moves(position as never)
        .map((move) => connect4.moveText(position as never, move));
      const move = moves[upTo(moves.length)];
      if (move === undefined || childByMove(tree, node, move) !== null) continue;
      return doing(open, [{ kind: 'play', at: node, moves: [move] }]);
    }
    if (kind < 0.7) return doing(open, [{ kind: 'annotate', node, to: { comment: `note ${upTo(1e6)}` } }]);
    if (kind < 0.75 && node !== 0) return doing(open, [{ kind: 'delete', node }]);
    const order = kind < 0.85 ? promoted(tree, node) : [];
    if (order.length > 0) return doing(open, [...order]);
    const [undone, redone] = [undoneShown(open), redoneShown(open)];
    if (kind < 0.93 && undone !== null)
      return { ask: ({ client }, game) => client.game.undo({ game }), after: undone };
    if (redone !== null) return { ask: ({ client }, game) => client.game.redo({ game }), after: redone };
  }
}

const nodesOf = ({ tree: { nodes } }: OpenTree): unknown[] =>
  Array.from({ length: nodes.length }, (_, id) => savedNode(nodes.get(id)!));

/** @returns what was done, in a sentence */
export async function loseNoEditIn(kills: number): Promise<string> {
  const seed = Math.floor(Math.random() * 1e6);
  const random = randomFrom(seed);
  const house = new SharedHome();
  let game: string | null = null;
  let confirmed = opened(newTree(connect4 as never, 'g-model'));
  let asked: OpenTree | null = null;
  let count = 0;
  let left: readonly string[];

  /** The stored game is the confirmed one, or the one requested when the end came. */
  const settle = async ({ client, state }: RunningHost, where: string): Promise<void> => {
    if (game === null) return;
    await client.games.show({ game });
    const found = (await state()).game.nodes;
    const isAsked = asked !== null && JSON.stringify(found) === JSON.stringify(nodesOf(asked));
    if (isAsked) confirmed = asked!;
    expect(found, where).toEqual(nodesOf(confirmed));
    asked = null;
  };
  const edit = async (running: RunningHost): Promise<void> => {
    for (;;) {
      const { ask, after } = randomStep(confirmed, random);
      asked = after;
      await ask(running, game!);
      [confirmed, asked] = [after, null];
      count++;
    }
  };

  try {
    for (let kill = 1; kill <= kills; kill++) {
      const running = await house.start();
      await settle(running, `seed ${seed}, kill ${kill}`);
      game ??= (await running.client.games.create({ game: 'connect4' })).game;
      const over = edit(running).catch(() => undefined);
      await pause(random() * longest);
      await running.host.end('SIGKILL');
      running.close();
      await over;
    }
    await settle(await house.start(), `seed ${seed}, after the last kill`);
  } finally {
    left = await house.close();
  }
  expect(left).toEqual([]);
  expect(count).toBeGreaterThan(kills);
  return `${kills} kills (seed ${seed}): ${count} edits confirmed, none lost`;
}

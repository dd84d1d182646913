/**
 * The host is killed at random moments while a game is edited. At the next start each game is what was confirmed last,
 * or what was requested when the end came, and so is what can be undone and redone in it.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { GameState } from '../../app/api/contract.ts';
import { gameById } from '../../app/games/registry.ts';
import { madeMain, promoted } from '../../app/records/edits.ts';
import { changed, opened, playedAt, redoneShown, undoneShown } from '../../app/records/open-tree.ts';
import type { OpenTree } from '../../app/records/open-tree.ts';
import { Positions } from '../../app/records/positions.ts';
import { newTree, nodeOf, rootId, savedNode } from '../../app/records/tree.ts';
import type { Edit, NodeId } from '../../app/shapes/tree.ts';
import type { Client } from '../support/contract-client.ts';
import { eventually } from '../support/eventually.ts';
import { randomFrom } from './kills.ts';
import { SharedHome } from './shared-home.ts';

/** Milliseconds of edits before a kill, at most; the first kills come while the file of a game is made. */
const longest = 300;

/** A game as the editing client has it. */
interface Edited {
  confirmed: OpenTree;
  asked: OpenTree | null;
}

interface Wish {
  readonly kind: string;
  readonly after: OpenTree;
  readonly ask: (client: Client) => Promise<unknown>;
}

const kind = gameById('connect4');

type Plain = Pick<GameState, 'nodes' | 'headers' | 'canUndo' | 'canRedo'>;

/** What of a game is stored, as plain data. */
const plain = ({ tree, undo, redo }: OpenTree): Plain => ({
  nodes: Array.from({ length: tree.nodes.length }, (_, id) => savedNode(tree.nodes.get(id)!)),
  headers: tree.headers,
  canUndo: undo !== null,
  canRedo: redo !== null,
});

const found = ({ nodes, headers, canUndo, canRedo }: GameState): Plain => ({
  ...{ nodes, headers, canUndo, canRedo },
});

/** The parts in which what was kept differs from what was confirmed, and the same parts of what was requested. */
function differing(kept: Plain, wanted: Plain, asked: Plain | null): string {
  const parts = ({ nodes, ...rest }: Plain): Record<string, unknown> => ({ ...rest, ...nodes });
  const [is, should, other] = [parts(kept), parts(wanted), asked && parts(asked)];
  const names = Object.keys({ ...is, ...should }).filter(
    (name) => !isDeepStrictEqual(is[name], should[name]),
  );
  return JSON.stringify(names.slice(0, 5).map((name) => [name, is[name], should[name], other?.[name]]));
}

/** An edit that the game takes; null where the numbers make none. */
function wishFor(open: OpenTree, random: () => number): Wish | null {
  const { tree } = open;
  const game = tree.key;
  const upTo = (most: number): number => Math.floor(random() * most);
  const all = Array.from({ length: tree.nodes.length }, (_, id) => id).filter((id) => nodeOf(tree, id));
  const node: NodeId = all[upTo(all.length)]!;
  const edit = (name: string, ...change: readonly Edit[]): Wish | null =>
    change.length === 0
      ? null
      : {
          kind: name,
          after: changed(open, change as Edit[]),
          ask: (client) => client.game.edit({ game, change: change as Edit[] }),
        };
  switch (upTo(10)) {
    case 0:
    case 1:
    case 2: {
      // At the end of the game as often as anywhere.
      const at = random() < 0.5 ? all.at(-1)! : node;
      const position = new Positions(tree).at(tree, at);
      const legal = kind.result(position) === null ? kind.moves(position) : [];
      const move = legal[upTo(legal.length)];
      if (move === undefined) return null;
      const text = kind.moveText(position, move);
      const { open: after, change } = playedAt(open, at, text);
      return change.length > 0
        ? { kind: 'play', after, ask: (client) => client.game.play({ at: { game, node: at }, move: text }) }
        : null;
    }
    case 3:
      return edit('comment', {
        kind: 'annotate',
        node,
        to: { comment: `${'ü⚫\n'.repeat(upTo(200))}${upTo(1e6)}`, glyphs: [1 + upTo(6)] },
      });
    case 4: {
      const name = `h${upTo(3)}`;
      // Whether an edit that changes nothing was kept shows only when it is undone.
      const text = upTo(2) || tree.headers[name] === undefined ? `${upTo(1e6)}` : null;
      return edit('header', { kind: 'header', name, text });
    }
    case 5:
      return edit('promote', ...promoted(tree, node));
    case 6:
      return edit('make main', ...madeMain(tree, node));
    case 7:
      // Seldom what much depends on, or the game would not grow.
      return node === rootId || (tree.nodes.get(node)!.children.length > 0 && upTo(4) > 0)
        ? null
        : edit('delete', { kind: 'delete', node });
    case 8: {
      const after = undoneShown(open);
      return after && { kind: 'undo', after, ask: (client) => client.game.undo({ game }) };
    }
    default: {
      const after = redoneShown(open);
      return after && { kind: 'redo', after, ask: (client) => client.game.redo({ game }) };
    }
  }
}

/** @returns what was done and lost, in a sentence */
export async function loseNoEditIn(kills: number): Promise<string> {
  const seed = Math.floor(Math.random() * 1e6);
  const random = randomFrom(seed);
  const house = new SharedHome();
  const games = new Map<string, Edited>();
  const counts = new Map<string, number>();
  let cutShort = 0;
  try {
    for (let kill = 1; ; kill++) {
      const where = `seed ${seed}, kill ${kill}`;
      const running = await house.start();
      const { client } = running;
      const state = await running.state();
      expect([state.trouble, state.notices], where).toEqual([null, []]);
      for (const [key, edited] of games) {
        const { confirmed, asked } = edited;
        if (!state.games.some(({ id }) => id === key)) {
          // A game is stored with its first edit.
          expect(plain(confirmed), where).toEqual(plain(opened(newTree(kind, key))));
          games.delete(key);
          continue;
        }
        await client.games.show({ game: key });
        const kept = found((await running.state()).game);
        const isAsked = asked !== null && isDeepStrictEqual(kept, plain(asked));
        const wanted = plain(isAsked ? asked : confirmed);
        expect(kept, `${where}: ${differing(kept, wanted, asked && plain(asked))}`).toEqual(wanted);
        if (isAsked) cutShort++;
        games.set(key, { confirmed: isAsked ? asked : confirmed, asked: null });
      }
      if (kill > kills) break;

      if (games.size === 0 || random() < 0.3) {
        const { game: key } = await client.games.create({ game: kind.id });
        games.set(key, { confirmed: opened(newTree(kind, key)), asked: null });
      }
      const edited = [...games.values()][Math.floor(random() * games.size)]!;
      let done = 0;
      const work = (async (): Promise<void> => {
        for (;;) {
          const wish = wishFor(edited.confirmed, random);
          if (wish === null) continue;
          edited.asked = wish.after;
          await wish.ask(client);
          edited.confirmed = wish.after;
          edited.asked = null;
          done++;
          counts.set(wish.kind, (counts.get(wish.kind) ?? 0) + 1);
        }
      })();
      const over = Promise.allSettled([work]);
      // However slow the machine is, the first game is really edited.
      if (kill === 1) await eventually(() => done).toBeGreaterThan(10);
      await pause(random() * longest);
      await running.host.end('SIGKILL');
      running.close();
      const [{ reason }] = (await over) as [PromiseRejectedResult];
      // Ended by the kill: a host that refuses an edit says why.
      expect(String(reason), where).not.toMatch(/no longer|illegal|at most/i);
    }
    await eventually(() =>
      readdirSync(join(house.kept, 'games')).filter((name) => !name.endsWith('.game')),
    ).toEqual([]);
  } finally {
    expect(await house.close()).toEqual([]);
  }
  const done = [...counts].map(([name, count]) => `${count} x ${name}`).join(', ');
  return `${kills} kills (seed ${seed}) of ${games.size} games: ${done} confirmed, none lost; ${cutShort} kept though not confirmed`;
}

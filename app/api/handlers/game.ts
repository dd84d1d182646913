import { gamePage } from '../../page/game-page.ts';
import { Refused } from '../../shapes/refused.ts';
import type { Player } from '../../library/shapes.ts';
import type { OpenGame } from '../../play/open-game.ts';
import type { Reached } from '../schemas/game.ts';
import type { Core } from '../core.ts';
import { spokenBy } from '../engine-launcher.ts';
import { knownGame } from '../known.ts';
import { os } from './base.ts';

const { game, games } = os;

/** @throws Refused if the player is an engine that is unknown or does not speak the protocol */
function requireSpoken(core: Core, player: Player): void {
  if (player.kind === 'engine') spokenBy(core.engines.get(player.engine), player.protocol);
}

/** Told once the change would survive a crash: by then an engine may have gone on from its node. */
const reached = (open: OpenGame, node = open.shown): Reached => ({ node, revision: open.revision });

/** Changes an open game, and tells what is shown then. */
async function changedBy(
  core: Core,
  key: string,
  change: (open: OpenGame) => Promise<void>,
): Promise<Reached> {
  const open = core.games.get(key);
  const kept = change(open);
  const told = reached(open);
  await kept;
  return told;
}

export const gamesHandlers = {
  create: games.create.handler(async ({ input, context: { core } }) => {
    const { setup, text, players, timeControl } = input;
    for (const player of players ?? []) requireSpoken(core, player);
    return { game: await core.games.create(knownGame(input.game).id, { setup, text, players, timeControl }) };
  }),
  show: games.show.handler(({ input, context: { core } }) => core.games.show(input.game)),
  showKind: games.showKind.handler(({ input, context: { core } }) =>
    core.games.showKind(knownGame(input.kind).id),
  ),
  others: games.others.handler(({ context: { core } }) => core.games.others()),
  close: games.close.handler(({ input, context: { core } }) => core.games.close(input.game)),
  copy: games.copy.handler(({ input, context: { core } }) => core.games.copy(input.game)),
  reopen: games.reopen.handler(({ input, context: { core } }) => core.games.reopen(input.game)),
};

export const gameHandlers = {
  play: game.play.handler(async ({ input: { at, move }, context: { core } }) => {
    const open = core.games.get(at.game);
    return reached(open, await open.play(at.node, move));
  }),
  goTo: game.goTo.handler(({ input, context: { core } }) =>
    changedBy(core, input.game, (open) => {
      const kept = open.show(input.node);
      core.games.show(input.game);
      return kept;
    }),
  ),
  edit: game.edit.handler(({ input, context: { core } }) =>
    changedBy(core, input.game, (open) => open.edit(input.change)),
  ),
  takeBack: game.takeBack.handler(({ input, context: { core } }) =>
    changedBy(core, input.game, (open) => open.takeBack()),
  ),
  undo: game.undo.handler(({ input, context: { core } }) =>
    changedBy(core, input.game, (open) => open.undo()),
  ),
  redo: game.redo.handler(({ input, context: { core } }) =>
    changedBy(core, input.game, (open) => open.redo()),
  ),
  setPlayer: game.setPlayer.handler(async ({ input, context: { core } }) => {
    const { seat, player } = input;
    requireSpoken(core, player);
    await core.games.get(input.game).setPlayer(seat, player);
  }),
  start: game.start.handler(({ input, context: { core } }) => core.games.get(input.game).start()),
  stop: game.stop.handler(({ input, context: { core } }) => core.games.get(input.game).stop()),
  page: game.page.handler(({ input, context: { core } }) => {
    const { tree } = core.games.get(input.game);
    const madeAt = new Date();
    const name = `${tree.gameId}-${madeAt.toISOString().slice(0, 10)}.html`;
    return { name, text: gamePage({ tree, version: core.version, madeAt }) };
  }),
  moveNow: game.moveNow.handler(({ input, context: { core } }) => {
    const { thinking } = core.games.get(input.game);
    if (thinking === null) throw new Refused('No engine is thinking about a move.');
    core.games.seating(input.game).at(thinking.seat)?.request({ kind: 'stop' });
  }),
};

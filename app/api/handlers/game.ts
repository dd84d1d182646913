import { Refused } from '../../shapes/refused.ts';
import { spokenBy } from '../engine-launcher.ts';
import { knownGame } from '../known.ts';
import { os } from './base.ts';

const { game } = os;

export const gameHandlers = {
  create: game.create.handler(({ input, context: { core } }) =>
    core.table.create(knownGame(input.game).id, input.setup, input.text),
  ),
  play: game.play.handler(({ input, context: { core } }) => core.table.play(input.at, input.move)),
  goTo: game.goTo.handler(({ input, context: { core } }) => core.table.goTo(input)),
  takeBack: game.takeBack.handler(({ context: { core } }) => core.table.takeBack()),
  undo: game.undo.handler(({ context: { core } }) => core.table.undo()),
  restore: game.restore.handler(({ input, context: { core } }) => core.table.restore(input)),
  redo: game.redo.handler(({ context: { core } }) => core.table.redo()),
  setPlayer: game.setPlayer.handler(async ({ input, context: { core } }) => {
    const { seat, player } = input;
    if (player.kind === 'engine') spokenBy(core.engines.get(player.engine), player.protocol);
    await core.table.setPlayer(seat, player);
  }),
  start: game.start.handler(({ context: { core } }) => core.table.start()),
  stop: game.stop.handler(({ context: { core } }) => core.table.stop()),
  moveNow: game.moveNow.handler(({ context: { core } }) => {
    const seat = core.table.thinking;
    if (seat === null) throw new Refused('No engine is thinking about a move.');
    core.seating.at(seat)?.request({ kind: 'stop' });
  }),
};

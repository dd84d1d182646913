/** Calls about the library: its folders, the lists of its games, and what was played at a position. */
import type { Game } from '../../games/game.ts';
import { Refused } from '../../shapes/refused.ts';
import { knownGame } from '../known.ts';
import { os } from './base.ts';

const { library } = os;

const positionOf = (game: Game, text: string | undefined): unknown =>
  text === undefined ? game.initial() : game.parsePosition(text);

export const libraryHandlers = {
  watch: library.watch.handler(({ context: { core }, signal }) => core.library.watch(signal)),
  add: library.add.handler(async ({ input, context: { core } }) => ({
    folder: await core.library.add(await core.picker.path(input.folder)),
  })),
  addMatches: library.addMatches.handler(async ({ context: { core } }) => ({
    folder: await core.library.addMatches(),
  })),
  remove: library.remove.handler(({ input, context: { core } }) => core.library.remove(input.folder)),
  restore: library.restore.handler(async ({ input, context: { core } }) => ({
    folder: await core.library.restore(input.folder),
  })),
  refresh: library.refresh.handler(({ context: { core } }) => core.library.refresh()),
  stop: library.stop.handler(({ context: { core } }) => core.library.stop()),
  faulty: library.faulty.handler(async ({ input, context: { core } }) => ({
    files: await core.library.faulty(input.folder),
  })),
  list: library.list.handler(({ input, context: { core } }) => {
    const { filter, game, position, sort, isDescending, from, count } = input;
    const rules = game === undefined ? null : knownGame(game);
    if (position !== undefined && rules === null) {
      throw new Refused('A position is of a game.', 'Name the game too.');
    }
    const through =
      rules === null || position === undefined
        ? null
        : { game: rules, position: rules.parsePosition(position) };
    return core.library.list({ filter, game: rules?.id ?? null, through, sort, isDescending }, from, count);
  }),
  explore: library.explore.handler(({ input, context: { core } }) => {
    const game = knownGame(input.game);
    return core.library.explore(game, positionOf(game, input.position));
  }),
  open: library.open.handler(async ({ input, context: { core } }) => ({
    game: await core.files.openAt(await core.library.find(input.entry), input.ply),
  })),
};

import type { Game } from '../../games/game.ts';
import { treeOf } from '../../records/forms/played.ts';
import { mainLineFrom, rootId } from '../../records/tree.ts';
import { Refused } from '../../shapes/refused.ts';
import type { Core } from '../core.ts';
import { freshKey } from '../games.ts';
import { knownGame } from '../known.ts';
import { keepSaidOf } from '../said-in-files.ts';
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
    game: await openGame(core, input.entry, input.ply),
  })),
};

/** The games that were opened from the library, by core and their ids in it. */
const opened = new WeakMap<Core, Map<string, string>>();

/** @throws Refused, or the file system's own errors */
async function openGame(core: Core, entry: string, ply: number): Promise<string> {
  const games = opened.get(core) ?? new Map<string, string>();
  opened.set(core, games);
  const known = core.games.list().find(({ game }) => game.key === games.get(entry))?.game;
  if (known !== undefined) {
    const line = mainLineFrom(known.tree, rootId);
    await known.show((line[ply] ?? line.at(-1)!).id);
    core.games.show(known.key);
    return known.key;
  }
  const { unit, candidate, file } = await core.library.read(entry);
  const { whole, faults } = candidate.form.read(candidate.game, unit);
  if (whole === null) throw new Refused(`The game cannot be read: ${faults[0]?.why ?? 'it is empty'}.`);
  keepSaidOf(core.evaluations, whole, file.path, file.mtime);
  const tree = treeOf(whole, freshKey());
  const line = mainLineFrom(tree, rootId);
  const key = await core.games.open(tree, (line[ply] ?? line.at(-1)!).id);
  games.set(entry, key);
  return key;
}

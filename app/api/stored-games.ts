/** The games that a host starts with: those of the home, and those of older versions, which had one game per host. */
import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { parseJson } from '../games/plain-json.ts';
import { gameById } from '../games/registry.ts';
import { putAside } from '../library/files.ts';
import type { GameFolder, HeldGame } from '../library/game-folder.ts';
import type { StoredGame } from '../library/game-log.ts';
import type { Home } from '../library/home.ts';
import { Player } from '../library/shapes.ts';
import { decodeRecord } from '../records/legacy-record.ts';
import { changed, opened, showing } from '../records/open-tree.ts';
import { newTree } from '../records/tree.ts';
import { pair } from '../shapes/base.ts';

/** The game of an older version; `record` is validated by `records`. */
const OlderFile = v.strictObject({ version: v.literal(1), record: v.unknown(), players: pair(Player) });

const isOlderGame = (name: string): boolean => /^game(-\d+)?\.json$/.test(name);

/**
 * Opens all games of the home that no other host holds.
 * @param written called with an error of the disk; the host then starts without stored games
 */
export async function storedGames(
  home: Home,
  folder: GameFolder | null,
  written: (error: Error | null) => void,
): Promise<{
  readonly held: readonly HeldGame[];
  /** How many games other hosts hold. */
  readonly elsewhere: number;
  /** The home has no game, open or closed, and no file that could not be read. */
  readonly isNew: boolean;
  readonly faults: readonly string[];
}> {
  if (folder === null) return { held: [], elsewhere: 0, isNew: false, faults: [] };
  try {
    const older = await olderGames(home, folder);
    const { held, elsewhere, faults } = await folder.openAll();
    const isNew = held.length === 0 && faults.length + older.length === 0 && (await folder.isEmpty());
    return { held, elsewhere: elsewhere.length, isNew, faults: [...older, ...faults] };
  } catch (error) {
    written(error as Error);
    return { held: [], elsewhere: 0, isNew: false, faults: [] };
  }
}

/** Makes logs of the games of an older version, once; their files are renamed and stay. @returns sentences about files that could not be read */
async function olderGames(home: Home, folder: GameFolder): Promise<readonly string[]> {
  const faults: string[] = [];
  const names = await readdir(home.folder).catch(() => []);
  for (const name of names.filter(isOlderGame).toSorted()) {
    const path = join(home.folder, name);
    try {
      const game = olderGame(await readFile(path, 'utf8'));
      if (game !== null) await folder.adopt(game, await stat(path));
      await rename(path, `${path}.converted`);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== undefined) throw error;
      faults.push(await putAside(path, (error as Error).message, 'this game is not opened'));
    }
  }
  return faults;
}

/** Null for a game without moves. @throws BadNotation, or the error of validation */
function olderGame(text: string): StoredGame | null {
  const { record, players } = v.parse(OlderFile, parseJson(text, { depth: 32 }));
  const { key, gameId, moves, cursor, ...opening } = decodeRecord(record);
  if (moves.length === 0) return null;
  const tree = newTree(gameById(gameId), key === '' ? `g-${randomUUID()}` : key, opening);
  const game = changed(opened(tree), [{ kind: 'play', at: 0, moves }]);
  return { ...showing(game, cursor), players };
}

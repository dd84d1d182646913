/** The files of a folder that may hold games. Links are not followed, so that a folder never contains itself. */
import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileFacts } from './indexed-file.ts';

/** Endings of the names of files with games; others are not looked at. */
const ending = /\.(?:sgf|pgn|txt|log|moves|games|pos|fen|epd|qdr|tzaar)$/i;

/** In the folder of a match: its journal, and the openings that it was given, which are no games. */
const journalName = 'match.jsonl';
const openingsName = 'openings.txt';

/** Levels of folders below the one that was chosen. */
const mostDepth = 16;

/** The most files of a folder; further ones are not in the library. */
export const mostFiles = 200_000;

/** Files looked at together: enough to keep the disk busy. */
const batch = 64;

/**
 * @param most files, a parameter for tests
 * @returns the files by path; `isCut` if there are more than `most`
 * @throws Error of the file system if the folder itself cannot be read
 */
export async function scanFolder(
  folder: string,
  signal?: AbortSignal,
  most = mostFiles,
): Promise<{ readonly files: readonly FileFacts[]; readonly isCut: boolean }> {
  let files: FileFacts[] = [];
  let isCut = false;
  const folders: { readonly path: string; readonly depth: number }[] = [{ path: '', depth: 0 }];
  for (let next = folders.pop(); next !== undefined && !isCut; next = folders.pop()) {
    const { path, depth } = next;
    const entries = await opendir(join(folder, path)).catch((error: Error) => {
      // One below that may not be entered is left out.
      if (path === '') throw error;
      return null;
    });
    if (entries === null) continue;
    let names: string[] = [];
    // Held back until the whole folder was seen: its entries come in any order.
    let openings: string | null = null;
    let isMatch = false;
    const look = async (): Promise<void> => {
      const found = await Promise.all(names.map((name) => factsOf(folder, name)));
      for (const facts of found) if (facts !== null) files.push(facts);
      names = [];
    };
    for await (const entry of entries) {
      signal?.throwIfAborted();
      const name = path === '' ? entry.name : `${path}/${entry.name}`;
      if (entry.name.startsWith('.')) continue;
      if (entry.isDirectory()) {
        if (depth < mostDepth) folders.push({ path: name, depth: depth + 1 });
      } else if (entry.isFile()) {
        if (entry.name === journalName) isMatch = true;
        else if (entry.name === openingsName) openings = name;
        else if (ending.test(name)) names.push(name);
      }
      if (names.length >= batch) await look();
      if (files.length > most) break;
    }
    if (openings !== null && !isMatch) names.push(openings);
    await look();
    isCut = files.length > most;
  }
  if (isCut) files = files.slice(0, most);
  return { files: files.toSorted((one, other) => (one.path < other.path ? -1 : 1)), isCut };
}

/** Null if it is no plain file any more. */
async function factsOf(folder: string, path: string): Promise<FileFacts | null> {
  const stats = await lstat(join(folder, path)).catch(() => null);
  return stats?.isFile() ? { path, size: stats.size, mtime: stats.mtimeMs } : null;
}

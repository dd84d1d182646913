/** The files of a match for other programs: its games as PGN and CSV, and its summary as JSON. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Game } from '../games/game.ts';
import { writeDurably } from '../library/files.ts';
import { journalName, readEntries } from '../matches/match-log.ts';
import { MatchRecord } from '../matches/match-record.ts';
import { csvHead, csvOf, pgnOf } from '../matches/report/files.ts';
import { harmlessJson } from '../sessions/harmless.ts';
import { shellWord } from '../sessions/launch/command-line.ts';
import type { Exit } from './exit.ts';
import { unwritten } from './result-file.ts';

const pgnName = 'games.pgn';
const csvName = 'games.csv';
const summaryName = 'summary.json';

export const fileNames: readonly string[] = [pgnName, csvName, summaryName];

/**
 * Writes them from the journal, in the order in which the games ended.
 * @throws Exit if one cannot be written; those that were there are then as they were
 */
export async function writeMatchFiles(folder: string, game: Game, summary: unknown): Promise<void> {
  const parts = new Parts(folder);
  try {
    parts.write(csvName, csvHead);
    const record = new MatchRecord((line, _, { round, opening, at }) => {
      const facts = { line, round, opening, at };
      parts.write(pgnName, pgnOf(game, facts));
      parts.write(csvName, csvOf(facts));
    });
    await readEntries(join(folder, journalName), (entry) => record.apply(entry));
    parts.replace();
  } finally {
    parts.close();
  }
  await writeMatchFile(folder, summaryName, `${harmlessJson(JSON.stringify(summary, null, 2))}\n`);
}

/** Writes a file of a match whole, or leaves the older one. @throws Exit if it cannot be written */
export async function writeMatchFile(folder: string, name: string, content: string): Promise<void> {
  try {
    await writeDurably(join(folder, name), content);
  } catch (error) {
    throw notWritten(folder, name, error as Error);
  }
}

const notWritten = (folder: string, name: string, error: Error): Exit =>
  unwritten(
    join(folder, name),
    error,
    `The games are in the journal. Check the free disk space; then \`plywire match --resume ${shellWord(folder)}\` writes the files.`,
  );

/** Opens a file for writing, instead of one that a killed run left, and never another one through a link. */
function openFresh(path: string): number {
  rmSync(path, { force: true });
  return openSync(path, 'wx', 0o600);
}

/** Two files that are written beside the ones that they replace, since all games may be too much to hold. */
class Parts {
  readonly #folder: string;
  readonly #files = new Map<string, number>();

  constructor(folder: string) {
    this.#folder = folder;
    for (const name of [pgnName, csvName])
      this.#attempt(name, () => this.#files.set(name, openFresh(this.#pathOf(name))));
  }

  write(name: string, text: string): void {
    // Unlike one `writeSync`, it fails where the disk takes only a part.
    this.#attempt(name, () => writeFileSync(this.#files.get(name)!, text));
  }

  /** Nothing is replaced unless everything is on the disk. */
  replace(): void {
    for (const [name, file] of this.#files) this.#attempt(name, () => fsyncSync(file));
    for (const name of this.#files.keys())
      this.#attempt(name, () => renameSync(this.#pathOf(name), join(this.#folder, name)));
  }

  /** Removes what was not put in place. */
  close(): void {
    for (const [name, file] of this.#files) {
      closeSync(file);
      rmSync(this.#pathOf(name), { force: true });
    }
  }

  #pathOf(name: string): string {
    return join(this.#folder, `${name}.part`);
  }

  #attempt(name: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      throw notWritten(this.#folder, name, error as Error);
    }
  }
}

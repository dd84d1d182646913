/** The files of a match for other programs: its games as PGN and CSV, and its summary as JSON. */
import { closeSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Game } from '../games/game.ts';
import { writeDurably } from '../library/files.ts';
import { journalName, readEntries } from '../matches/match-log.ts';
import { MatchRecord } from '../matches/match-record.ts';
import { csvHead, csvOf, pgnOf } from '../matches/report/files.ts';

const names = ['games.pgn', 'games.csv'] as const;
const summaryName = 'summary.json';

export const fileNames: readonly string[] = [...names, summaryName];

/** Writes them from the journal, in the order in which the games ended. */
export async function writeMatchFiles(folder: string, game: Game, summary: unknown): Promise<void> {
  const files = names.map((name) => openSync(join(folder, `${name}.part`), 'w', 0o600));
  try {
    writeSync(files[1]!, csvHead);
    const record = new MatchRecord((line, _, { round, opening, at }) => {
      const facts = { line, round, opening, at };
      writeSync(files[0]!, pgnOf(game, facts));
      writeSync(files[1]!, csvOf(facts));
    });
    await readEntries(join(folder, journalName), (entry) => record.apply(entry));
  } finally {
    for (const file of files) closeSync(file);
  }
  for (const name of names) renameSync(join(folder, `${name}.part`), join(folder, name));
  await writeDurably(join(folder, summaryName), `${JSON.stringify(summary, null, 2)}\n`);
}

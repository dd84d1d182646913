/** Recorded conversations with real programs, for tests and the fuzzer. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Protocol, Driver, DriverEvent } from '../protocol.ts';
import { readEntry, type TranscriptEntry } from '../text.ts';

/** As `readEntry` reads it. */
export interface Recording {
  readonly name: string;
  readonly text: string;
}

/** Tests and the fuzzer start in the root. */
const folder = join(process.cwd(), 'tests', 'transcripts');

/** The recordings `<protocol>_*.txt`. */
export const recordingsOf = ({ id }: Protocol): readonly Recording[] =>
  readdirSync(folder)
    .filter((name) => name.startsWith(`${id}_`))
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));

export type Entry = TranscriptEntry;

/** @throws RangeError with the first line that is not an entry */
export function parseTranscript(transcript: string): Entry[] {
  const lines = transcript.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line, index) => {
    const entry = readEntry(line);
    if (!entry) throw new RangeError(`line ${index + 1} of the transcript is not an entry: ${line}`);
    return entry;
  });
}

export const formatTranscript = (entries: readonly Entry[]): string =>
  entries
    .map(({ seconds, mark, text }) => `${seconds.toFixed(3).padStart(7)} ${mark} ${text}`.trimEnd() + '\n')
    .join('');

/** A driver's events for one entry. */
export interface Observed {
  readonly entry: Entry;
  readonly events: readonly DriverEvent[];
}

/** Shows a driver all lines of a recording. Its proposals are not sent. */
export function replay(driver: Driver, entries: readonly Entry[]): Observed[] {
  return entries.map((entry) => {
    const now = entry.seconds * 1000;
    if (entry.mark === '-->') return { entry, events: driver.sent(entry.text, now) };
    if (entry.mark === '<--') return { entry, events: driver.receive(entry.text, now) };
    if (entry.mark === '<!!') return { entry, events: driver.complained?.(entry.text, now) ?? [] };
    return { entry, events: [] };
  });
}

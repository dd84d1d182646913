/** Whole recordings, as tests and the fuzzer take them. */
import type { Driver, DriverEvent } from '../protocol.ts';
import { readEntry, type TranscriptEntry } from '../transcript.ts';

export type Entry = TranscriptEntry;

/** @throws RangeError naming the first line that is no entry. */
export function parseTranscript(transcript: string): Entry[] {
  const lines = transcript.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line, index) => {
    const entry = readEntry(line);
    if (!entry) throw new RangeError(`line ${index + 1} of the transcript is no entry: ${line}`);
    return entry;
  });
}

export const formatTranscript = (entries: readonly Entry[]): string =>
  entries
    .map(({ seconds, mark, text }) => `${seconds.toFixed(3).padStart(7)} ${mark} ${text}`.trimEnd() + '\n')
    .join('');

/** What a driver made of one entry. */
export interface Observed {
  readonly entry: Entry;
  readonly events: readonly DriverEvent[];
}

/** Shows a driver both directions of a recording, and stderr. It asks for nothing; what it proposes is not sent. */
export function replay(driver: Driver, entries: readonly Entry[]): Observed[] {
  return entries.map((entry) => {
    const now = entry.seconds * 1000;
    if (entry.mark === '-->') return { entry, events: driver.sent(entry.text, now) };
    if (entry.mark === '<--') return { entry, events: driver.receive(entry.text, now) };
    if (entry.mark === '<!!') return { entry, events: driver.complained?.(entry.text, now) ?? [] };
    return { entry, events: [] };
  });
}

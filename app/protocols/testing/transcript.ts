/**
 * Recorded sessions as text: one entry a line, seconds, a mark and the text. `-->` went to the engine,
 * `<--` came from its stdout, `<!!` from its stderr, `###` is a note of whoever recorded it.
 */
import type { Driver, DriverEvent } from '../protocol.ts';

export type Mark = '-->' | '<--' | '<!!' | '###';

export interface Entry {
  /** Since the recording began. */
  readonly seconds: number;
  readonly mark: Mark;
  readonly text: string;
}

/** @throws RangeError naming the first line that is no entry. */
export function parseTranscript(transcript: string): Entry[] {
  const lines = transcript.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line, index) => {
    const match = /^ *(\d+(?:\.\d+)?) (-->|<--|<!!|###)(?: (.*))?$/s.exec(line);
    if (!match) throw new RangeError(`line ${index + 1} of the transcript is no entry: ${line}`);
    return { seconds: Number(match[1]), mark: match[2] as Mark, text: match[3] ?? '' };
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

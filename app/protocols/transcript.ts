/**
 * Recorded sessions as text: one entry a line, seconds, a mark and the text. `-->` went to the engine,
 * `<--` came from its stdout, `<!!` from its stderr, `###` is a note of whoever recorded it.
 */
export type TranscriptMark = '-->' | '<--' | '<!!' | '###';

export interface TranscriptEntry {
  /** Since the recording began. */
  readonly seconds: number;
  readonly mark: TranscriptMark;
  readonly text: string;
}

const pattern = /^ *(\d{1,12}(?:\.\d{1,9})?) (-->|<--|<!!|###)(?: |$)/;

/** One line of such a text; null where it is no entry. */
export function readEntry(line: string): TranscriptEntry | null {
  const match = pattern.exec(line);
  if (!match) return null;
  return { seconds: Number(match[1]), mark: match[2] as TranscriptMark, text: line.slice(match[0].length) };
}

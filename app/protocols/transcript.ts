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

/** What a recorder writes for an empty line that it sent, so that it can be seen. */
const emptyLine = /^[(<[](?:an? )?(?:empty|blank)(?: line)?[)>\]]$/i;

/** One line of such a text; null where it is no entry. */
export function readEntry(line: string): TranscriptEntry | null {
  const match = pattern.exec(line);
  if (!match) return null;
  const mark = match[2] as TranscriptMark;
  const text = line.slice(match[0].length);
  const isEmpty = mark === '-->' && emptyLine.test(text);
  return { seconds: Number(match[1]), mark, text: isEmpty ? '' : text };
}

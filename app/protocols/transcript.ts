/**
 * Recorded sessions as text, an entry a line: seconds, a mark, the text. `-->` went to the engine, `<--` came from its
 * stdout, `<!!` from its stderr; `###` is the recorder's note.
 */
export type TranscriptMark = '-->' | '<--' | '<!!' | '###';

export interface TranscriptEntry {
  /** Since the recording began. */
  readonly seconds: number;
  readonly mark: TranscriptMark;
  readonly text: string;
}

const pattern = /^ *(\d{1,12}(?:\.\d{1,9})?) (-->|<--|<!!|###)(?: |$)/;

/** What recorders write for an empty line that was sent. */
const emptyLine = /^[(<[](?:an? )?(?:empty|blank)(?: line)?[)>\]]$/i;

/** Null where the line is no entry. */
export function readEntry(line: string): TranscriptEntry | null {
  const match = pattern.exec(line);
  if (!match) return null;
  const mark = match[2] as TranscriptMark;
  const text = line.slice(match[0].length);
  const isEmpty = mark === '-->' && emptyLine.test(text);
  return { seconds: Number(match[1]), mark, text: isEmpty ? '' : text };
}

/** Makes foreign text fit for our lines and sentences, and reads recorded sessions in text form. */

/** Control characters and Unicode line ends, except the tab, which separates words like a blank. */
const UNFIT = /[\0-\x08\n-\x1f\x7f-\x9f\u2028\u2029]+/g;

export const isFit = (text: string): boolean => text.search(UNFIT) < 0;

/** Replaces what could break a line or control a terminal by blanks. */
export const fitLine = (text: string): string => text.replace(UNFIT, ' ').trimEnd();

/** V8 makes a slice of fewer characters a string of its own. */
const sharedFrom = 13;

/** The beginning of a text as a new string, since a long slice keeps the whole text in memory. */
export function copyOf(text: string, most: number): string {
  const length = Math.min(text.length, most);
  if (length < sharedFrom) return text.slice(0, length);
  // Text that is read is a string of its own, whatever it holds; taking it apart costs ten times as much.
  return JSON.parse(JSON.stringify(text.slice(0, length))) as string;
}

/** More than the texts of ordinary play. The limit holds off a partner that makes up texts. */
const MOST_KEPT = 4096;

/** What was read from texts that come again in every game. A text is kept as a copy. */
export class Remembered<Read> {
  readonly #read = new Map<string, Read>();

  get(text: string): Read | undefined {
    return this.#read.get(text);
  }

  /** @param text a short one */
  keep(text: string, read: Read): void {
    if (this.#read.size < MOST_KEPT) this.#read.set(copyOf(text, text.length), read);
  }
}

/** The beginning of a text as a copy, with a sign where more of it follows. */
export const beginningOf = (text: string, most: number): string =>
  text.length > most ? `${copyOf(text, most)}…` : copyOf(text, most);

/** The beginning of a text in quotation marks, as a copy. */
export const excerpt = (text: string, most: number): string => `"${beginningOf(text, most)}"`;

export const inSeconds = (milliseconds: number): string => `${milliseconds / 1000} s`;

const QUOTED = 60;

/** An engine's text for use in a sentence. */
export const quoted = (text: string): string => excerpt(text, QUOTED);

/** More characters for a cause, which often comes after a general beginning. */
const QUOTED_CAUSE = 200;

/** An engine's text about why it failed, for use in a sentence. */
export const quotedCause = (text: string): string => excerpt(text, QUOTED_CAUSE);

/** Whether a sentence quotes a text as above, if only its beginning. */
export function quotes(sentence: string, text: string): boolean {
  if (sentence.includes(`"${text}"`)) return true;
  // A text that is quoted may hold quotation marks of its own.
  const cut = sentence.split('…"').slice(0, -1);
  return cut.some((part) =>
    [...part.matchAll(/"(?!$)/g)].some(({ index }) => text.startsWith(part.slice(index + 1))),
  );
}

/** An engine's text for use in a row of its own. */
export const briefly = (text: string): string => beginningOf(text, QUOTED);

/** `-->` was sent to the engine, `<--` came from its stdout, `<!!` from its stderr; `###` is the recorder's note. */
export type TranscriptMark = '-->' | '<--' | '<!!' | '###';

/** A line of a recorded session: seconds, a mark, the text. */
export interface TranscriptEntry {
  /** Since the recording began. */
  readonly seconds: number;
  readonly mark: TranscriptMark;
  readonly text: string;
}

const pattern = /^ *(\d{1,12}(?:\.\d{1,9})?) (-->|<--|<!!|###)(?: |$)/;

/** Texts that recorders write for an empty line. */
const emptyLine = /^[(<[](?:an? )?(?:empty|blank)(?: line)?[)>\]]$/i;

/** Null if the line is not an entry. */
export function readEntry(line: string): TranscriptEntry | null {
  const match = pattern.exec(line);
  if (!match) return null;
  const mark = match[2] as TranscriptMark;
  const text = line.slice(match[0].length);
  const isEmpty = mark === '-->' && emptyLine.test(text);
  return { seconds: Number(match[1]), mark, text: isEmpty ? '' : text };
}

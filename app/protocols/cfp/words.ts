/** The words of a CFP line, and the notes of what in it departs from the text. */
import { excerpt } from '../text.ts';
import type { Oddity } from '../../shapes/engines.ts';

/** One word of a line and where it stands: `start` and `end` are offsets into the line. */
export interface Word {
  readonly text: string;
  /** Lower-cased, for everything that is compared without case. */
  readonly lower: string;
  readonly start: number;
  readonly end: number;
}

/** How much of a line a sentence quotes, in characters: enough to recognise it, short enough for a row. */
const QUOTE_LENGTH = 80;

/** Splits at blanks, tabs and stray carriage returns. Linear in the line's length. */
export function wordsOf(line: string): Word[] {
  const words: Word[] = [];
  for (const match of line.matchAll(/[^ \t\r\v\f]+/g)) {
    const text = match[0];
    words.push({ text, lower: text.toLowerCase(), start: match.index, end: match.index + text.length });
  }
  return words;
}

/** The stretch of the line from the first to the last of these words, inner blanks as they stand. */
export function spanOf(line: string, words: readonly Word[]): string {
  const first = words[0];
  const last = words[words.length - 1];
  return first && last ? line.slice(first.start, last.end) : '';
}

/** Quotes a piece of foreign text within a sentence. */
export const quote = (text: string): string => excerpt(text, QUOTE_LENGTH);

/** Collects departures from the text while a line is read. */
export type Note = (name: string, clause: string, text: string) => void;

/** Departures named for one line: enough to see what is wrong, however long the line is. */
const MAX_ODDITIES = 16;

/** Each but once. */
export function noteInto(oddities: Oddity[]): Note {
  return (name, clause, text) => {
    if (oddities.length >= MAX_ODDITIES) return;
    if (oddities.some((one) => one.name === name && one.text === text)) return;
    oddities.push({ name, clause, text });
  };
}

/** The empty string is written `""` (Engine to GUI, option, string). */
const EMPTY_VALUE = '""';
export const readValue = (text: string): string => (text === EMPTY_VALUE ? '' : text);
export const writeValue = (value: string): string => (value === '' ? EMPTY_VALUE : value);

/** The text of one game, and what divides texts into such units. */

/** In characters: the longest text of one game that is read. */
export const mostUnit = 16 * 1024 * 1024;

/** In characters: what is kept of a unit that is too long, to be told. */
export const keptOfLong = 200;

export interface Unit {
  readonly text: string;
  /** The line on which it begins, counted from 1. */
  readonly line: number;
  /** Where it stands in the whole text: the index of its first character, and the one after its last. */
  readonly begin: number;
  readonly end: number;
  /** The text is only its beginning: the unit is longer than `mostUnit`. */
  readonly isCut: boolean;
}

export interface Splitter {
  push(text: string): readonly Unit[];
  end(): readonly Unit[];
}

/** What a part of the text says, where its characters stand for bytes. */
export type Decode = (part: string) => string;

export interface Line {
  readonly text: string;
  /** Counted from 1. */
  readonly number: number;
  /** Where it stands in the whole text, without its end. */
  readonly begin: number;
  readonly end: number;
}

/** Lines are passed on as they end. */
export interface LineReader {
  line(line: Line): void;
  end(): void;
}

export const blank = /^\s*$/;

/** Lines of notes between games. */
export const isNote = (line: string): boolean => line.startsWith('#') || line.startsWith('%');

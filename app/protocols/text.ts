/** What may stand in a line that we write. */

/**
 * Control characters, and what some readers of text take for the end of a line. A tab is none of them: it
 * parts words wherever a blank does.
 */
const UNFIT = /[\0-\x08\n-\x1f\x7f-\x9f\u2028\u2029]+/g;

export const isFit = (text: string): boolean => text.search(UNFIT) < 0;

/** Foreign words as they may be sent back: whatever could break the line or work a terminal is a blank. */
export const fitLine = (text: string): string => text.replace(UNFIT, ' ').trimEnd();

/** The beginning of foreign words as a string of its own: a part of a string keeps the whole of it in memory. */
export const copyOf = (text: string, most: number): string =>
  Array.from({ length: Math.min(text.length, most) }, (_, index) => text[index]).join('');

/**
 * The beginning of foreign words in quotation marks, as they may stand in a sentence. It is a copy, since the
 * whole may be a line of any length.
 */
export const excerpt = (text: string, most: number): string =>
  text.length > most ? `"${copyOf(text, most)}…"` : `"${copyOf(text, most)}"`;

export const inSeconds = (milliseconds: number): string => `${milliseconds / 1000} s`;

/** How many characters of an engine's words are quoted in a sentence. */
const QUOTED = 60;

/** The engine's words as they may stand in a sentence. */
export const quoted = (text: string): string => excerpt(text, QUOTED);

/** Of words that alone explain a failure: the cause often stands behind a general beginning. */
const QUOTED_CAUSE = 200;

/** The engine's words about why it failed, as they may stand in a sentence. */
export const quotedCause = (text: string): string => excerpt(text, QUOTED_CAUSE);

/** The engine's words as they may stand in a row of their own. */
export const briefly = (text: string): string => copyOf(text, QUOTED);

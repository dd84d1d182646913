/** What may stand in a line that we write. */

/**
 * Control characters, and what some readers of text take for the end of a line. A tab is none of them: it
 * parts words wherever a blank does.
 */
const UNFIT = /[\0-\x08\n-\x1f\x7f-\x9f\u2028\u2029]+/g;

export const isFit = (text: string): boolean => text.search(UNFIT) < 0;

/** Foreign words as they may be sent back: whatever could break the line or work a terminal is a blank. */
export const fitLine = (text: string): string => text.replace(UNFIT, ' ').trimEnd();

/**
 * The beginning of foreign words in quotation marks, as they may stand in a sentence. It is a copy: a part
 * of a string keeps the whole of it in memory, and here that may be a line of any length.
 */
export function excerpt(text: string, most: number): string {
  const kept = Array.from({ length: Math.min(text.length, most) }, (_, index) => text[index]).join('');
  return text.length > most ? `"${kept}…"` : `"${kept}"`;
}

/** Separates an engine's words, which the host puts between backticks, from the rest of a sentence. */

export interface Part {
  readonly text: string;
  readonly quoted: boolean;
}

/** A quotation without an end, because the sentence was cut, lasts to the end. */
export const quotationParts = (sentence: string): readonly Part[] =>
  sentence
    .split('`')
    .map((text, index) => ({ text, quoted: index % 2 === 1 }))
    .filter(({ text }) => text !== '');

/** The same as plain text: `exited before “cfpok”`. */
export const quotationMarks = (sentence: string): string =>
  quotationParts(sentence)
    .map(({ text, quoted }) => (quoted ? `“${text}”` : text))
    .join('');

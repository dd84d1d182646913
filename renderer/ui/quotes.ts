/** Sentences of the host put an engine's words between backticks; here they are told apart again. */

export interface Part {
  readonly text: string;
  readonly quoted: boolean;
}

/** A quotation whose end was cut off with the rest of its sentence lasts to the end. */
export const quotationParts = (sentence: string): readonly Part[] =>
  sentence
    .split('`')
    .map((text, index) => ({ text, quoted: index % 2 === 1 }))
    .filter(({ text }) => text !== '');

/** The same for where there is plain text only: `exited before “cfpok”`. */
export const quotationMarks = (sentence: string): string =>
  quotationParts(sentence)
    .map(({ text, quoted }) => (quoted ? `“${text}”` : text))
    .join('');

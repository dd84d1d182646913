/** Dates in one spelling, that of PGN: SGF has `2024-01-05`, PGN `2024.01.05`, and people write `2024/1/5` too. */

const date = /(?<![\d./-])(\d{4})[./-](\d\d?)(?:[./-](\d\d?))?(?!\d)/g;

/** A text with each date in it, or year and month, in that spelling; what PGN writes for an unknown part is left out. */
export const datesAsPgn = (text: string): string =>
  text
    .replace(/^(\d{4}(?:\.\d\d)?)(?:\.\?{1,2})+$/, '$1')
    .replaceAll(date, (_, year: string, ...parts: (string | undefined)[]) =>
      [year, ...parts.slice(0, 2).flatMap((part) => part?.padStart(2, '0') ?? [])].join('.'),
    );

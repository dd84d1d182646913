/** Texts for a terminal, on which some characters take two columns or none. */
import stringWidth from 'fast-string-width';
import { harmless } from '../../sessions/harmless.ts';

/**
 * Rows of cells as lines with aligned columns, harmless to a terminal.
 * @param isRight whether the cells of a column are aligned to its right; by default all are aligned to the left
 */
export function columns(
  rows: readonly (readonly string[])[],
  isRight: (column: number) => boolean = () => false,
): string[] {
  const shown = rows.map((row) => row.map(harmless));
  const widths: number[] = [];
  for (const row of shown) {
    row.forEach((cell, at) => (widths[at] = Math.max(widths[at] ?? 0, stringWidth(cell))));
  }
  return shown.map((row) =>
    row
      .map((cell, at) => {
        const blanks = ' '.repeat(widths[at]! - stringWidth(cell));
        return isRight(at) ? blanks + cell : cell + blanks;
      })
      .join('  ')
      .trimEnd(),
  );
}

/** Made when it is first needed: that takes 20 ms, which every command would wait for. */
let segmenter: Intl.Segmenter | null = null;

/** The beginning of a text that takes no more than so many columns. */
export function fitted(text: string, most: number): string {
  if (stringWidth(text) <= most) return text;
  let width = 0;
  segmenter ??= new Intl.Segmenter();
  for (const { segment, index } of segmenter.segment(text)) {
    width += stringWidth(segment);
    if (width > most) return text.slice(0, index);
  }
  return text;
}

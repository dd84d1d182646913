/** Annotation glyphs, as PGN numbers them, in the order in which keys and menus offer them. */
export const glyphs: readonly { readonly number: number; readonly text: string; readonly name: string }[] = [
  { number: 1, text: '!', name: 'Good move' },
  { number: 2, text: '?', name: 'Mistake' },
  { number: 3, text: '!!', name: 'Brilliant move' },
  { number: 4, text: '??', name: 'Blunder' },
  { number: 5, text: '!?', name: 'Interesting move' },
  { number: 6, text: '?!', name: 'Dubious move' },
  { number: 10, text: '=', name: 'Equal position' },
  { number: 13, text: '∞', name: 'Unclear position' },
  { number: 18, text: '+−', name: 'The first side is winning' },
  { number: 19, text: '−+', name: 'The second side is winning' },
];

/** As it stands behind a move; `$N` for one without a sign. */
export const glyphText = (numbers: readonly number[]): string =>
  numbers.map((number) => glyphs.find((glyph) => glyph.number === number)?.text ?? ` $${number}`).join('');

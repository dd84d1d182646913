import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../games/random.ts';
import { mutant, realTexts } from './testing/mutants.ts';
import { splitterOf, type Layout } from './units.ts';
import { keptOfLong, mostUnit, type Unit } from './unit.ts';

function split(
  layout: Layout,
  pieces: readonly string[],
): readonly (readonly [line: number, text: string])[] {
  const splitter = splitterOf(layout);
  const units = [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.end()];
  return units.map(({ line, text }) => [line, text] as const);
}

const layouts: readonly Layout[] = ['lines', 'games', 'sgf', 'file'];

describe.each(layouts)('a text divided by %s', (layout) => {
  it('is divided alike in pieces of any length', () => {
    const random = seededRandom(3);
    for (let input = 0; input < 100; input++) {
      const text = mutant(realTexts[input % realTexts.length]!, realTexts, random).slice(0, 3000);
      const whole = split(layout, [text]);
      const length = 1 + Math.floor(random() * 7);
      const pieces = text.match(new RegExp(`[^]{1,${length}}`, 'g')) ?? [];
      expect(split(layout, pieces), JSON.stringify(text)).toEqual(whole);
    }
  });

  it('has units that stand where they say, one after the other', () => {
    const random = seededRandom(4);
    for (let input = 0; input < 100; input++) {
      const text = mutant(realTexts[input % realTexts.length]!, realTexts, random).slice(0, 3000);
      const splitter = splitterOf(layout);
      const pieces = text.match(/[^]{1,13}/g) ?? [];
      let last = 0;
      for (const unit of [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.end()]) {
        expect(unit.begin).toBeGreaterThanOrEqual(last);
        last = unit.end;
        const there = text.slice(unit.begin, unit.end);
        // Lines of notes are left out of a game, and lines end in \n alone.
        const said = there.replace(/\r$/gm, '').replace(/\n[#%].*/g, '\n');
        if (layout === 'games') expect(said.startsWith(unit.text.split('\n')[0]!)).toBe(true);
        else expect(there).toBe(unit.text);
      }
    }
  });
});

it.each<[Layout, string, readonly (readonly [number, string])[]]>([
  [
    'lines',
    '44\r\n\n# note\n 45 \n',
    [
      [1, '44'],
      [4, ' 45 '],
    ],
  ],
  [
    'games',
    '44\n45\n',
    [
      [1, '44'],
      [2, '45'],
    ],
  ],
  [
    'games',
    '1. e2 e8\n2. e3 e7\n1. e2\n',
    [
      [1, '1. e2 e8\n2. e3 e7'],
      [3, '1. e2'],
    ],
  ],
  [
    'games',
    '[A "1"]\n\n1. 4 {a\n1. x} 5\n\n2. 3 *\n[A "2"]\n\n1. 1',
    [
      [1, '[A "1"]\n\n1. 4 {a\n1. x} 5\n\n2. 3 *'],
      [7, '[A "2"]\n\n1. 1'],
    ],
  ],
  [
    'games',
    '[A "1"]\n[B "2"]\n\n5 13\n20 19 1-0\n\n7 8',
    [
      [1, '[A "1"]\n[B "2"]\n\n5 13\n20 19 1-0\n'],
      [7, '7 8'],
    ],
  ],
  [
    'games',
    '[A "1"] 1. 4 4 1-0\n[A "2"] [B "3 "4""] 1. 3 {a\n[C "d"]} 3 0-1\n[A "5"] {a\n1. 2}\n1. 2 2 *',
    [
      [1, '[A "1"] 1. 4 4 1-0'],
      [2, '[A "2"] [B "3 "4""] 1. 3 {a\n[C "d"]} 3 0-1'],
      [4, '[A "5"] {a\n1. 2}\n1. 2 2 *'],
    ],
  ],
  [
    'games',
    '[ A "1" ]\n[ B "2" ]\n\n1. 4 *\n[A "no end\n[B "3"]\n1. 3',
    [
      [1, '[ A "1" ]\n[ B "2" ]\n\n1. 4 *'],
      [5, '[A "no end\n[B "3"]\n1. 3'],
    ],
  ],
  [
    'games',
    '[A "1"]\r\r1. 4 4\r2. 3 *\r[A "2"]\r1. 5\r',
    [
      [1, '[A "1"]\n\n1. 4 4\n2. 3 *'],
      [5, '[A "2"]\n1. 5'],
    ],
  ],
  [
    'lines',
    '44\r45\r\n46\n\r47',
    [
      [1, '44'],
      [2, '45'],
      [3, '46'],
      [5, '47'],
    ],
  ],
  // A variation without an end: only in games with tags, and only after a blank line.
  [
    'games',
    '[A "1"]\n\n1. 4 (1. 3 *\n\n[A "2"]\n\n1. 1 *',
    [
      [1, '[A "1"]\n\n1. 4 (1. 3 *\n'],
      [5, '[A "2"]\n\n1. 1 *'],
    ],
  ],
  ['games', '[A "1"]\n\n1. 4 (1. 3\n[A "2"]\n1. 1 *', [[1, '[A "1"]\n\n1. 4 (1. 3\n[A "2"]\n1. 1 *']]],
  ['games', '1. 4 (1. 3 *\n\n[A "2"]\n\n1. 1 *', [[1, '1. 4 (1. 3 *\n\n[A "2"]\n\n1. 1 *']]],
  // A comment without an end: found out at the next one, or at the end of the text.
  [
    'games',
    '[A "1"]\n\n1. 4 {a (1. 3 *\n\n[A "2"]\n[B "2"]\n\n1. 1 {b} *\n\n[A "3"]\n\n1. 2 *',
    [
      [1, '[A "1"]\n\n1. 4 {a (1. 3 *\n'],
      [5, '[A "2"]\n[B "2"]\n\n1. 1 {b} *\n'],
      [10, '[A "3"]\n\n1. 2 *'],
    ],
  ],
  [
    'games',
    '[A "1"]\n\n1. 4 {a *\n\n[A "2"]\n\n1. 1 *\n\n[A "3"]\n\n1. 2 *\n',
    [
      [1, '[A "1"]\n\n1. 4 {a *\n'],
      [5, '[A "2"]\n\n1. 1 *\n'],
      [9, '[A "3"]\n\n1. 2 *'],
    ],
  ],
  [
    'games',
    '[A "1"]\n\n1. 4 {a\n\n[A "quoted"]\n\n1. 1\n\n[A "too"]\n} 3 *\n\n[A "2"]\n\n1. 2 {c *',
    [
      [1, '[A "1"]\n\n1. 4 {a\n\n[A "quoted"]\n\n1. 1\n\n[A "too"]\n} 3 *\n'],
      [12, '[A "2"]\n\n1. 2 {c *'],
    ],
  ],
  // Comments before the tags, one of which ends on the line of a tag.
  ['games', '{x}[A "1"]\n\n1. 4 4 *', [[1, '{x}[A "1"]\n\n1. 4 4 *']]],
  [
    'games',
    '{My\ncollection} [A "1"]\n[B "2"]\n\n1. 4 4 1-0\n{next\none} {x} [A "3"] {y\nz} [B "4"] 1. 4 *\n[A "5"]\n1. 1',
    [
      [1, '{My\ncollection} [A "1"]\n[B "2"]\n\n1. 4 4 1-0'],
      [6, '{next\none} {x} [A "3"] {y\nz} [B "4"] 1. 4 *'],
      [9, '[A "5"]\n1. 1'],
    ],
  ],
  ['games', '{about}\n1. 4 4\n', [[1, '{about}\n1. 4 4']]],
  ['games', '1. 4 (\n1. 3\n) 5\n', [[1, '1. 4 (\n1. 3\n) 5']]],
  [
    'sgf',
    '\n(;C[)(]) junk (;W[a](;B[b])(;B[c]))',
    [
      [2, '(;C[)(])'],
      [2, ' junk '],
      [2, '(;W[a](;B[b])(;B[c]))'],
    ],
  ],
  // A game without an end: another one begins a line, with the properties of a game before any move.
  [
    'sgf',
    '(;PWG[a]C[(;]\n(;W[1])\n(;W[2]FF[x](;B[3])\n (;CA[UTF-8]GM [5];W[4])\n(;PWG[b])',
    [
      [1, '(;PWG[a]C[(;]\n(;W[1])\n(;W[2]FF[x](;B[3])\n '],
      [4, '(;CA[UTF-8]GM [5];W[4])'],
      [5, '(;PWG[b])'],
    ],
  ],
  [
    'sgf',
    '(;GM[5];W[1] (;GM[5])\n(;C[FF[\\]](;B[1]GM[2])(;FF[4]))\n(;N[x];FF[4]))',
    [[1, '(;GM[5];W[1] (;GM[5])\n(;C[FF[\\]](;B[1]GM[2])(;FF[4]))\n(;N[x];FF[4]))']],
  ],
  ['file', '1\n2\n', [[1, '1\n2\n']]],
])('divides by %s: %j', (layout, text, units) => {
  expect(split(layout, [text])).toEqual(units);
  expect(split(layout, Array.from(text))).toEqual(units);
});

/** In pieces, as files are read. */
function unitsOf(layout: Layout, text: string): readonly Unit[] {
  const splitter = splitterOf(layout);
  const pieces = text.match(/[^]{1,65536}/g) ?? [];
  return [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.end()];
}

describe('what may be quoted in a comment', () => {
  const open = '[A "1"]\n\n1. 4 {a\n\n';
  const quoted = (more: string): string => `[B "2"]\n\n${more}`;

  it.each([
    ['lines', '\n'.repeat(9_000), '\n'.repeat(11_000)],
    ['characters', `${'x'.repeat(200_000)}\n`, `${'x'.repeat(300_000)}\n`],
  ])('has no more %s than a game', (_, few, many) => {
    expect(unitsOf('games', `${open}${quoted(few)}} 5\n`)).toHaveLength(1);
    const [first, second] = unitsOf('games', `${open}${quoted(many)}\n[C "3"]\n1. 2`);
    expect(first!.text).toBe('[A "1"]\n\n1. 4 {a\n');
    expect(second!.text).toMatch(/^\[B "2"]\n/);
  });

  it.each([
    ['before its tag', mostUnit - 30],
    ['with its tag', mostUnit - 24],
    ['with the line after it', mostUnit - 40],
  ])('ends where the unit is too long: %s', (_, length) => {
    const text = `[A "1"]\n\n1. 4 {a\n${'x'.repeat(length)}\n\n[B "2"]\n${'y'.repeat(50)}\n\n[C "3"]\n1. 2`;
    const [first, second, ...others] = unitsOf('games', text);
    expect(first!.text.length <= mostUnit && !/\n\n\n/.test(first!.text)).toBe(true);
    expect(second!.text).toMatch(/^\[B "2"]\ny+\n/);
    expect(others.map(({ text: each }) => each)).toEqual(['[C "3"]\n1. 2']);
  });
});

it('says that a game of SGF was cut behind a bracket that might have begun another one', () => {
  const text = `(;FF[4]PWG[connect4];W[4]\n(;C[${'x'.repeat(mostUnit)}]B[3];W[5])\n(;B[2]))`;
  const units = unitsOf('sgf', text);
  expect(units).toMatchObject([{ begin: 0, end: text.length, isCut: true }]);
  expect(units[0]!.text).toHaveLength(keptOfLong);
});

import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { BadNotation } from '../game.ts';
import { formatPosition, morris, NAMES, packMove, type MorrisPosition } from './index.ts';
import { randomCases } from '../testing/effort.ts';

vi.setConfig({ testTimeout: 60_000 });

const start = morris.initial();

describe('a move', () => {
  it.each([
    ['d2', { from: null, to: 19, taken: null }],
    ['d2xg7', { from: null, to: 19, taken: 2 }],
    ['a1-d1', { from: 21, to: 22, taken: null }],
    ['a1-d1xg7', { from: 21, to: 22, taken: 2 }],
  ])('%s is read and written', (text, meant) => {
    expect(morris.parseMove(start, text)).toBe(packMove(meant));
    expect(morris.parseMove(start, ` ${text.toUpperCase()}\t`)).toBe(packMove(meant));
    expect(morris.moveText(start, packMove(meant))).toBe(text);
  });

  it.each([
    [
      '',
      '"" is not a move; a move is a point like d2, or two like a1-d1, and the man that it takes like in d2xg7',
    ],
    ['d4', 'the board has no point "d4"'],
    ['a1-b1', 'the board has no point "b1"'],
    ['d2xh8', 'the board has no point "h8"'],
    ['P4T15', '"P4T15" is not a move; '],
    ['d2 xg7', '"d2 xg7" is not a move; '],
    ['a1-d1-g1', '"a1-d1-g1" is not a move; '],
  ])('%j is refused', (text, words) => {
    const reading = (): unknown => morris.parseMove(start, text);
    expect(reading).toThrow(BadNotation);
    expect(reading).toThrow(words);
  });

  it('in a list is separated by blanks or commas, and named by its ply', () => {
    const moves = morris.parseMoves(start, ' a7, g1\nd7 a1,g7xa1 ');
    expect(morris.movesText(start, moves)).toBe('a7 g1 d7 a1 g7xa1');
    expect(() => morris.parseMoves(start, 'a7 a7')).toThrow('ply 2: a7 is not empty');
    expect(() => morris.parseMoves(start, 'a7 d4')).toThrow('ply 2: the board has no point "d4"');
    expect(() => morris.parseMoves(start, 'a7 '.repeat(50_000))).toThrow('more than any list of moves has');
  });
});

const position = (text: string): MorrisPosition => morris.parsePosition(text);

describe('a position', () => {
  it('is written by name, and by number where that is asked for', () => {
    const read = position('w:0,2,4;b:1,3;b;4;0');
    expect(morris.positionText(read)).toBe('w:a7,g7,d6;b:d7,b6;b;4;0');
    expect(formatPosition(read, 'index')).toBe('w:0,2,4;b:1,3;b;4;0');
    expect(morris.positionText(start)).toBe('w:;b:;w;0;0');
  });

  it.each([
    ['w:a7,d7;b:g7;w;3;0', 'w:a7,d7;b:g7;w;3;0'],
    ['b:g7;w:d7,a7;w;3;0', 'w:a7,d7;b:g7;w;3;0'],
    ['b:0,2,4;w:1,3;b;4;0', 'w:d7,b6;b:a7,g7,d6;b;4;0'],
    ['w:a7,1;b:g7;w;3;0', 'w:a7,d7;b:g7;w;3;0'],
    [' W : A7 , d7 ; B : g7 ; W ; 003 ; 0 ', 'w:a7,d7;b:g7;w;3;0'],
    ['w:;b:;b;9999;9999', 'w:;b:;b;9999;9999'],
  ])('%j is read as %s', (text, canonical) => {
    expect(morris.positionText(position(text))).toBe(canonical);
  });

  it.each([
    ['', 'the position is empty'],
    [
      'w:;b:;w;0',
      "a position has 5 parts between semicolons (both sides' men, the side to move, the plies, ",
    ],
    ['w:;b:;w;0;0;0', 'this one 6'],
    ['w:;w:;w;0;0', "both lists of men are White's; one begins with w:, one with b:"],
    ['a7;b:;w;0;0', 'a list of men begins with w: or b:, not "a7"'],
    ['w:a7,d4;b:;w;0;0', '"d4" is not a point; they are named like a7, or numbered from 0 to 23'],
    ['w:24;b:;w;0;0', '"24" is not a point'],
    ['w:a7,;b:;w;0;0', '"" is not a point'],
    ['w:a7,0;b:;w;0;0', 'White has two men on a7'],
    ['w:a7;b:0;w;0;0', 'two men stand on a7'],
    ['w:;b:0,1,2,3,4,5,6,7,8,9;w;0;0', 'Black has 10 men on the board; a side has 9'],
    ['w:;b:;x;0;0', 'the side to move is w or b, not "x"'],
    ['w:;b:;w;-1;0', 'the plies are a number from 0 to 9999, not "-1"'],
    ['w:;b:;w;0;10000', 'the plies without a capture are a number from 0 to 9999, not "10000"'],
    [`w:;b:;w;0;0${' '.repeat(1000)}`, '1011 characters are not a position'],
  ])('%j is refused', (text, words) => {
    expect(() => position(text)).toThrow(BadNotation);
    expect(() => position(text)).toThrow(words);
  });

  const anyMen = fc.uniqueArray(fc.constantFrom(...NAMES.keys()), { maxLength: 18 });

  it('goes round in either notation and either order of colours', () => {
    fc.assert(
      fc.property(
        anyMen,
        fc.nat(9),
        fc.constantFrom('w', 'b'),
        fc.nat(9999),
        fc.nat(9999),
        (points, share, mover, plies, quiet) => {
          const cut = Math.max(points.length - 9, Math.min(share, points.length));
          const men = (part: number[], by: 'name' | 'index') =>
            part
              .toSorted((a, b) => a - b)
              .map((point) => (by === 'name' ? NAMES[point] : point))
              .join(',');
          const [white, black] = [points.slice(0, cut), points.slice(cut)];
          for (const by of ['name', 'index'] as const) {
            const text = `w:${men(white, by)};b:${men(black, by)};${mover};${plies};${quiet}`;
            const swapped = `b:${men(black, by)};w:${men(white, by)};${mover};${plies};${quiet}`;
            expect(formatPosition(position(text), by)).toBe(text);
            expect(position(swapped)).toEqual(position(text));
          }
        },
      ),
    );
  });
});

describe('any other text', () => {
  const parts = [
    'w:',
    'b:',
    ':',
    ';',
    ',',
    ' ',
    '-',
    'x',
    'a7',
    'd4',
    'g1',
    '0',
    '23',
    '24',
    '9999',
    'w',
    'b',
    'é',
  ];
  const texts = fc.oneof(
    fc.string(),
    fc.array(fc.constantFrom(...parts), { maxLength: 30 }).map((chosen) => chosen.join('')),
  );

  it('is refused with BadNotation, or means what it is written as', () => {
    const reading = (read: (text: string) => void) => (text: string) => {
      try {
        read(text);
      } catch (error) {
        expect(error).toBeInstanceOf(BadNotation);
      }
    };
    const readPosition = reading((text) => {
      const read = position(text);
      expect(position(morris.positionText(read))).toEqual(read);
    });
    const readMove = reading((text) => {
      const move = morris.parseMove(start, text);
      expect(morris.parseMove(start, morris.moveText(start, move))).toBe(move);
    });
    fc.assert(fc.property(texts, readPosition), { numRuns: randomCases(2000) });
    fc.assert(fc.property(texts, readMove), { numRuns: randomCases(2000) });
  });
});

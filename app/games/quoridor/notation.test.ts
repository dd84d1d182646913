import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BadNotation, IllegalMove } from '../game.ts';
import { quoridor, readMove } from './index.ts';
import { randomCases } from '../testing/effort.ts';

const standard = quoridor.initial();
const lines = (...parts: string[]): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...parts), { maxLength: 40 }).map((words) => words.join(''));

describe('a move', () => {
  it.each(['a1', 'i9', 'e8', 'e2h', 'a9v', 'h2h'])('%s is read and written', (text) => {
    expect(quoridor.moveText(standard, quoridor.parseMove(standard, text))).toBe(text);
    expect(quoridor.parseMove(standard, ` ${text.toUpperCase()} `)).toBe(quoridor.parseMove(standard, text));
  });

  it('names a wall by the cell north-west of its middle', () => {
    expect(readMove(9, quoridor.parseMove(standard, 'a2h'))).toEqual({
      kind: 'wall',
      centre: 0,
      orientation: 0,
    });
    expect(readMove(9, quoridor.parseMove(standard, 'h9v'))).toEqual({
      kind: 'wall',
      centre: 63,
      orientation: 1,
    });
    const position = quoridor.play(standard, quoridor.parseMove(standard, 'e2h'));
    const over = quoridor.parseMoves(position, 'd1 e8 d2 e7 e2');
    expect(over).toHaveLength(5);
    expect(() => quoridor.parseMoves(position, 'e2')).toThrow('ply 1: the wall e2h is between e1 and e2');
    expect(() => quoridor.parseMoves(position, 'f1 e8 f2')).toThrow(
      'ply 3: the wall e2h is between f1 and f2',
    );
  });

  it.each(['k5', 'e0', 'e10', 'i2h', 'a1h', 'a1v', 'z99', 'z99h', 'a0v'])(
    '%s lies outside of 9 by 9: read, written, and refused by the rules',
    (text) => {
      const move = quoridor.parseMove(standard, text);
      expect(readMove(9, move)).toMatchObject({ kind: 'outside' });
      expect(quoridor.moveText(standard, move)).toBe(text);
      expect(() => quoridor.play(standard, move)).toThrow(IllegalMove);
    },
  );

  it('is its own number on every board', () => {
    for (const size of [3, 9, 25]) {
      const position = quoridor.initial({ size });
      const last = size * size + 2 * (size - 1) ** 2 + 3 * 26 * 100;
      const texts = new Set<string>();
      for (let move = 0; move < last; move++) {
        if (readMove(size, move) === null) continue;
        const text = quoridor.moveText(position, move);
        texts.add(text);
        if (quoridor.parseMove(position, text) !== move) expect(text).toBe(move);
      }
      // Each letter with each number, as a pawn and as either wall.
      expect(texts.size).toBe(3 * 26 * 100);
      expect(readMove(size, last)).toBeNull();
    }
  });

  it.each([
    ['', '"" is not a move; a move is a cell like e8, or a wall like e2h or e2v'],
    ['e', '"e" is not a move; a move is a cell like e8, or a wall like e2h or e2v'],
    ['e08', '"e08" is not a move; a move is a cell like e8, or a wall like e2h or e2v'],
    ['e2x', '"e2x" is not a move; a move is a cell like e8, or a wall like e2h or e2v'],
    ['e100', '"e100" is not a move; a move is a cell like e8, or a wall like e2h or e2v'],
    ['e2 h', '"e2 h" is not a move; a move is a cell like e8, or a wall like e2h or e2v'],
  ])('%j is none', (text, words) => {
    expect(() => quoridor.parseMove(standard, text)).toThrow(new BadNotation(words));
  });
});

describe('a list of moves', () => {
  it('is separated by blanks or commas', () => {
    const moves = quoridor.parseMoves(standard, 'e8 e2 d7h');
    expect(quoridor.movesText(standard, moves)).toBe('e8 e2 d7h');
    expect(quoridor.parseMoves(standard, ' E8,e2,\n  d7H ')).toEqual(moves);
    expect(quoridor.parseMoves(standard, '')).toEqual([]);
  });

  it.each([
    ['e8 e2 e6', IllegalMove, 'ply 3: e6 is not beside e8'],
    ['e8 ?', BadNotation, 'ply 2: "?" is not a move; a move is a cell like e8, or a wall like e2h or e2v'],
  ])('%j is refused (%#)', (text, kind, words) => {
    expect(() => quoridor.parseMoves(standard, text)).toThrow(new kind(words));
  });
});

it('an endless text is refused unread', () => {
  expect(() => quoridor.parseMoves(standard, 'e8 '.repeat(40_000))).toThrow(
    new BadNotation('120000 characters are more than any list of moves has'),
  );
  expect(() => quoridor.parsePosition('9 '.repeat(2000))).toThrow(
    new BadNotation('3999 characters are not a position; the largest takes fewer'),
  );
});

describe('a position', () => {
  it.each([
    '9 e9 e1 10 10 - - b',
    '9 e8 e2 9 10 d7h - w',
    '9 e8 e2 9 10 - d7h w',
    '9 a1 i9 0 2147483646 a2h,c2h,a9v h9v b',
    '3 b3 b1 0 0 - - b',
    '25 m25 m1 38 38 x2h,a25v - w',
    '5 c5 c1 0 0 - - b',
  ])('%s is read and written', (text) => {
    expect(quoridor.positionText(quoridor.parsePosition(text))).toBe(text);
  });

  it('holds where the pawns and walls are, whose they are, and who is to move', () => {
    expect(quoridor.parsePosition('3 a2 c3 4 5 a3v b2h w')).toEqual({
      size: 3,
      pawns: [3, 8],
      walls: Uint8Array.of(0, 3, 2, 0),
      wallsLeft: [4, 5],
      mover: 1,
    });
    const played = quoridor
      .parseMoves(standard, 'e8 d3h d7h')
      .reduce((at, move) => quoridor.play(at, move), standard);
    expect(quoridor.positionText(played)).toBe('9 e8 e1 9 9 d7h d3h w');
  });

  it('is read whatever the blanks, the case and the order of walls', () => {
    const text = '  9\te9 E1  10 10 H2V,a2h -\n W ';
    expect(quoridor.positionText(quoridor.parsePosition(text))).toBe('9 e9 e1 10 10 a2h,h2v - w');
  });

  it.each([
    ['', 'the position is empty'],
    [
      '9 e9 e1 10 10 - -',
      'a position has 8 words (size, both pawns, walls left to both, walls of both, side to move), this one 7',
    ],
    ['8 e8 e1 10 10 - - b', 'the size is an odd number from 3 to 25, not "8"'],
    ['27 e8 e1 10 10 - - b', 'the size is an odd number from 3 to 25, not "27"'],
    ['x e8 e1 10 10 - - b', 'the size is an odd number from 3 to 25, not "x"'],
    [
      '9 j9 e1 10 10 - - b',
      `Black's pawn must stand on this board, whose cells are from a1 to i9, not on "j9"`,
    ],
    [
      '9 e9 e2h 10 10 - - b',
      `White's pawn must stand on this board, whose cells are from a1 to i9, not on "e2h"`,
    ],
    ['9 e9 e1 -1 10 - - b', 'the walls left to Black are a number from 0 to 2147483647, not "-1"'],
    [
      '9 e9 e1 10 2147483648 - - b',
      'the walls left to White are a number from 0 to 2147483647, not "2147483648"',
    ],
    ['9 e9 e1 10 10 - - x', 'the side to move is b or w, not "x"'],
    ['9 e5 e5 10 10 - - b', 'both pawns stand on e5'],
    ['9 e9 e1 9 9 e2h e2v b', 'the walls of White: e2v crosses the wall e2h'],
    ['9 e9 e1 9 9 e2h,f2h - b', 'the walls of Black: f2h overlaps the wall e2h'],
    ['9 e9 e1 9 9 e2h,e2h - b', 'the walls of Black: the wall e2h stands already'],
    [
      '9 e9 e1 9 9 i2h - b',
      'the walls of Black have "i2h", which is not a wall of this board; they are like e2h or e2v, separated by commas, or - for none',
    ],
    [
      '9 e9 e1 9 9 - e2h, b',
      'the walls of White have "", which is not a wall of this board; they are like e2h or e2v, separated by commas, or - for none',
    ],
    ['5 c5 c1 0 0 a2h,c2h d2v b', "White's pawn on c1 has no path to rank 5: walls close it"],
    ['5 c5 c1 2147483647 0 a2h - b', 'Black has more walls, left and standing, than 2147483647'],
  ])('%j is refused', (text, words) => {
    expect(() => quoridor.parsePosition(text)).toThrow(new BadNotation(words));
  });

  it('has room for a board of 25 by 25 full of walls', () => {
    const walls: string[] = [];
    for (let rank = 2; rank <= 25; rank++) {
      for (let column = 0; column < 24; column++) walls.push(`${String.fromCharCode(97 + column)}${rank}h`);
    }
    // No two of these walls fit together, so the text is refused, but not for its length.
    const text = `25 m25 m1 2147483647 2147483647 ${walls.join(',')} - b`;
    expect(() => quoridor.parsePosition(text)).toThrow('b2h overlaps the wall a2h');
  });
});

it('whatever is not a move, list or position is refused with words for a screen', () => {
  const near = fc.oneof(
    fc.string(),
    lines('9', '3', '5', '25', 'e', 'a', 'b', 'w', 'h', 'v', '-', ',', ' ', ' ', '1', '2', '0', 'e9', 'e1'),
    lines('9 e9 e1', '5 c5 c1', ' 10', ' 0', ' e2h', ',e2v', ' -', ' b', ' w', ',a2h', ',c2h', ',d2v'),
  );
  const reads: ((text: string) => unknown)[] = [
    (text) => quoridor.parseMove(standard, text),
    (text) => quoridor.parseMoves(standard, text),
    (text) => {
      const position = quoridor.parsePosition(text);
      expect(quoridor.parsePosition(quoridor.positionText(position))).toEqual(position);
    },
  ];
  fc.assert(
    fc.property(near, fc.constantFrom(...reads), (text, read) => {
      try {
        read(text);
      } catch (error) {
        const told = error instanceof BadNotation || error instanceof IllegalMove;
        if (!told) throw error;
        expect(error.message).not.toBe('');
      }
    }),
    { numRuns: randomCases(2000) },
  );
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BadNotation, IllegalMove, otherSeat } from '../game.ts';
import {
  connect4,
  formatCells43,
  formatPlacement,
  makePosition,
  parseCells43,
  parsePlacement,
} from './index.ts';

const wide = connect4.initial({ width: 12, height: 3 });
const standard = connect4.initial();
const EMPTY43 = `${'0'.repeat(42)}1`;

describe('a move', () => {
  it.each(['1', '4', ' 7 ', '9'])('is a column counted from 1: %j', (text) => {
    expect(connect4.parseMove(standard, text)).toBe(Number(text) - 1);
    expect(connect4.moveText(standard, Number(text) - 1)).toBe(text.trim());
  });

  it.each([
    ['', '"" is not a move; a move is a column counted from 1'],
    ['a', '"a" is not a move; a move is a column counted from 1'],
    ['-1', '"-1" is not a move; a move is a column counted from 1'],
    ['1.0', '"1.0" is not a move; a move is a column counted from 1'],
    ['0', 'there is no column 0; columns are counted from 1'],
    ['4'.repeat(1000), '"44444444444444444444…" is not a move; a move is a column counted from 1'],
  ])('is not %j', (text, words) => {
    expect(() => connect4.parseMove(standard, text)).toThrow(new BadNotation(words));
  });
});

describe('a list of moves', () => {
  it.each([
    ['44455', [3, 3, 3, 4, 4]],
    ['4 4 4 5 5', [3, 3, 3, 4, 4]],
    ['4,4, 4 ,5\n5', [3, 3, 3, 4, 4]],
    ['44 455', [3, 3, 3, 4, 4]],
    [' 44455, ', [3, 3, 3, 4, 4]],
    ['', []],
  ])('reads %j on a board of one-digit columns', (text, moves) => {
    expect(connect4.parseMoves(standard, text)).toEqual(moves);
  });

  it('is joined up to 9 columns and separated beyond', () => {
    expect(connect4.movesText(standard, [3, 3, 3, 4, 4])).toBe('44455');
    expect(connect4.movesText(wide, [9, 10, 2])).toBe('10 11 3');
    expect(connect4.parseMoves(wide, '10 11,3')).toEqual([9, 10, 2]);
    expect(connect4.parseMoves(connect4.initial({ width: 9 }), '99')).toEqual([8, 8]);
  });

  it.each([
    [standard, '44x5', BadNotation, 'ply 1: "44x5" is not a move; a move is a column counted from 1'],
    [standard, '4 4 x', BadNotation, 'ply 3: "x" is not a move; a move is a column counted from 1'],
    [standard, '440', BadNotation, 'ply 3: there is no column 0; columns are counted from 1'],
    [standard, '4445558', IllegalMove, 'ply 7: there is no column 8 on this board'],
    [standard, '4444444', IllegalMove, 'ply 7: column 4 is full'],
    [standard, '11223345', IllegalMove, 'ply 8: the game is over: four in a row'],
    [wide, '1 13', IllegalMove, 'ply 2: there is no column 13 on this board'],
    [
      wide,
      '1 444',
      BadNotation,
      'ply 2: "444" is not a column; a board of 12 columns wants blanks or commas between its moves',
    ],
    [standard, '4'.repeat(20_000), BadNotation, '20000 characters are more than any list of moves has'],
  ])('names the ply and the fault (%#)', (start, text, type, words) => {
    expect(() => connect4.parseMoves(start, text)).toThrow(new type(words));
  });
});

describe('a placement', () => {
  it.each([
    ['7/7/7/7/7/7', 7, 6],
    ['xxx/ooo/xxx', 3, 3],
    ['4/4/4/4', 4, 4],
    ['x3/x3/x3/4', 4, 4],
    ['xoxx2/xxoo1o/xxoo1o/ox4', 6, 4],
    ['oo1oxo1x/o2xxx1o/7x/8', 8, 4],
    ['12/12', 12, 2],
    ['10x1/x10o', 12, 2],
    ['1', 1, 1],
  ])('reads and writes %s', (text, width, height) => {
    const board = parsePlacement(text);
    expect([board.width, board.height, board.cells.length]).toEqual([width, height, width * height]);
    expect(formatPlacement(board)).toBe(text);
  });

  it('begins at the bottom left', () => {
    expect([...parsePlacement('xo1/2x').cells]).toEqual([1, 2, 0, 0, 0, 1]);
  });

  it('has the cells that the text draws for the board of 8 by 4', () => {
    const drawn = ['oo_oxo_x', 'o__xxx_o', '_______x', '________'].join('');
    const cells = Array.from(drawn, (cell) => '_xo'.indexOf(cell));
    expect([...parsePlacement('oo1oxo1x/o2xxx1o/7x/8').cells]).toEqual(cells);
  });

  it.each([
    ['', 'the placement is empty'],
    ['7//7', 'row 2 is empty'],
    ['6/6/5', 'row 3 has 5 columns, the first has 6'],
    ['2/1', 'row 2 has 1 column, the first has 2'],
    ['13/13', 'size 13 x 2 is beyond 12 x 12'],
    [Array(13).fill('1').join('/'), 'size 1 x 13 is beyond 12 x 12'],
    ['7/3a3', 'row 2 has an unknown character "a"; it takes x, o and digits'],
    ['X6', 'row 1 has an unknown character "X"; it takes x, o and digits'],
    ['3\u{1F600}3', 'row 1 has an unknown character "\u{1F600}"; it takes x, o and digits'],
    ['x0o', 'row 1 has a number that begins with 0: "0"'],
    ['07', 'row 1 has a number that begins with 0: "07"'],
    ['99999', 'row 1 has "99999" empty columns; a board has at most 12'],
    ['x'.repeat(400), '400 characters are not a board; the largest takes fewer'],
  ])('refuses %j', (text, words) => {
    expect(() => parsePlacement(text)).toThrow(new BadNotation(words));
  });
});

describe('the form of 43 characters', () => {
  it('is the initial position when all is empty and player 1 moves', () => {
    expect(parseCells43(EMPTY43)).toEqual(standard);
    expect(formatCells43(standard)).toBe(EMPTY43);
  });

  it('begins at the top left', () => {
    const position = parseCells43(`1${'0'.repeat(34)}20000012`);
    expect(connect4.positionText(position)).toBe('o5x/7/7/7/7/x6 o');
    expect(formatCells43(position)).toBe(`1${'0'.repeat(34)}20000012`);
  });

  it.each([
    [EMPTY43.slice(1), 'a position of CFP has 43 characters, this one 42'],
    [`3${EMPTY43.slice(1)}`, 'character 1 is "3"; it must be 0, 1 or 2'],
    [`${EMPTY43.slice(1)}0`, 'the last character, the player to move, must be 1 or 2'],
  ])('refuses %j', (text, words) => {
    expect(() => parseCells43(text)).toThrow(new BadNotation(words));
  });

  it('is for 7 x 6 only', () => {
    expect(() => formatCells43(wide)).toThrow(
      new BadNotation('the form of 43 characters is for 7 x 6, and this board is 12 x 3'),
    );
  });
});

describe('a position', () => {
  it.each([
    '7/7/7/7/7/7 x',
    'xoxx2/xxoo1o/xxoo1o/ox4 o',
    'oo1oxo1x/o2xxx1o/7x/8 o',
    'xxx/ooo/xxx x',
    '12/12 x',
  ])('reads and writes %s', (text) => {
    expect(connect4.positionText(connect4.parsePosition(text))).toBe(text);
  });

  it('may have any blanks around and between, and may be in the form of CFP', () => {
    expect(connect4.positionText(connect4.parsePosition('  4/4 \t o\n'))).toBe('4/4 o');
    expect(connect4.parsePosition(` ${EMPTY43}\n`)).toEqual(standard);
  });

  it.each([
    ['', 'the placement is empty'],
    ['7/7/7/7/7/7', 'the side to move is missing: x or o after the placement'],
    ['444', 'a position has rows between slashes and the side to move, such as 7/7/7/7/7/7 x, not "444"'],
    ['7/7/7 y', 'the side to move is x or o, not "y"'],
    ['7/7/6 x', 'row 3 has 6 columns, the first has 7'],
    ['7/7 x 44', 'nothing can follow the side to move: "44"'],
    [EMPTY43.slice(1), 'a position of CFP has 43 characters, this one 42'],
  ])('refuses %j', (text, words) => {
    expect(() => connect4.parsePosition(text)).toThrow(new BadNotation(words));
  });

  it.each(['4', '4 ', 'x'])('is refused unread if it is millions of %j', (part) => {
    const text = part.repeat(10_000_000 / part.length);
    const words = '10000000 characters are not a position; the largest takes fewer';
    expect(() => connect4.parsePosition(text)).toThrow(new BadNotation(words));
  });

  it('comes back from both forms, whatever floats on it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }).chain((width) =>
          fc.record({
            rows: fc.array(fc.array(fc.constantFrom(0, 0, 1, 2), { minLength: width, maxLength: width }), {
              minLength: 1,
              maxLength: 12,
            }),
            first: fc.boolean(),
          }),
        ),
        ({ rows, first }) => {
          const board = { width: rows[0]!.length, height: rows.length, cells: Uint8Array.from(rows.flat()) };
          const position = makePosition(board, first ? 0 : otherSeat(0));
          expect(parsePlacement(formatPlacement(position))).toEqual(board);
          expect(connect4.parsePosition(connect4.positionText(position))).toEqual(position);
        },
      ),
    );
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('0', '1', '2'), { minLength: 42, maxLength: 42 }),
        fc.constantFrom('1', '2'),
        (cells, mover) => {
          const text = cells.join('') + mover;
          expect(formatCells43(parseCells43(text))).toBe(text);
          expect(connect4.parsePosition(text)).toEqual(parseCells43(text));
        },
      ),
    );
  });

  it('refuses any other text with BadNotation', () => {
    const near = fc.array(fc.constantFrom('x', 'o', '/', ' ', '0', '1', '2', '7', '12', 'z'), {
      maxLength: 50,
    });
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          near.map((parts) => parts.join('')),
        ),
        (text) => {
          try {
            const position = connect4.parsePosition(text);
            expect(connect4.parsePosition(connect4.positionText(position))).toEqual(position);
          } catch (error) {
            expect(error).toBeInstanceOf(BadNotation);
          }
        },
      ),
    );
  });
});

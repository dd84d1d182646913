import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BadNotation, IllegalMove } from '../game.ts';
import { boardRows, PASS, placeName, squareAt, START, stones, type StonesPosition } from './index.ts';
import { randomCases } from '../testing/effort.ts';

const start = stones.initial();
const second: StonesPosition = ['D1E1', 'A2A1'].reduce(
  (position, move) => stones.play(position, stones.parseMove(position, move)),
  start,
);

/** The start board as the protocol's text writes it. */
const BOARD =
  '[[5,5,5,5,-5,0,0,0,0],[-5,6,6,6,-6,-5,0,0,0],[-5,-6,7,7,-7,-6,-5,0,0],[-5,-6,-7,5,-5,-7,-6,-5,0],' +
  '[-5,-6,-7,-5,0,5,7,6,5],[0,5,6,7,5,-5,7,6,5],[0,0,5,6,7,-7,-7,6,5],[0,0,0,5,6,-6,-6,-6,5],' +
  '[0,0,0,0,5,-5,-5,-5,-5]]';

describe('a move', () => {
  it.each(['A1I9', 'D4E4', 'H7I8', 'E5E5', 'I1A9'])('%s is read and written', (text) => {
    expect(stones.moveText(start, stones.parseMove(start, text))).toBe(text);
    expect(stones.parseMove(start, ` ${text.toLowerCase()} `)).toBe(stones.parseMove(start, text));
  });

  it('passes in any case', () => {
    for (const text of ['pass', 'PASS', ' Pass ']) expect(stones.parseMove(start, text)).toBe(PASS);
    expect(stones.moveText(start, PASS)).toBe('pass');
  });

  it('names places by column and row, as the protocol counts them from 0', () => {
    expect(placeName(squareAt(7, 6))).toBe('H7');
    expect([placeName(0), placeName(80), placeName(squareAt(1, 4))]).toEqual(['A1', 'I9', 'B5']);
  });

  it.each(['', 'D4', 'D4-E4', 'D4 E4', 'D4E4F4', 'D0E1', 'D10E1', 'J1A1', 'A1J1', 'passe', 'D4xE4', 'Ö1A1'])(
    '%j is refused',
    (text) => {
      const why = 'a move is two places from A1 to I9 like D4E4, or pass';
      expect(() => stones.parseMove(start, text)).toThrow(new BadNotation(`"${text}" is not a move; ${why}`));
    },
  );
});

describe('a list of moves', () => {
  it('has both actions of each turn', () => {
    const moves = stones.parseMoves(start, ' d1e1 A2A1,PASS\nC3C4 ');
    expect(stones.movesText(start, moves)).toBe('D1E1 A2A1 pass C3C4');
  });

  it.each([
    ['D1E1 pass', IllegalMove, 'ply 2: Black must attack and cannot pass'],
    ['D1E1 A2A1 D4', BadNotation, 'ply 3: "D4" is not a move'],
    ['D1E1 A2A1 pass pass', IllegalMove, 'ply 4: White must attack and cannot pass'],
    ['I1A1', IllegalMove, 'ply 1: there is no place I1'],
  ])('%s is refused', (text, kind, words) => {
    expect(() => stones.parseMoves(start, text)).toThrow(kind);
    expect(() => stones.parseMoves(start, text)).toThrow(words);
  });
});

describe("the original viewer's match log", () => {
  const [log] = stones.logs!;

  it('has each action in a row, columns beyond E counted from their own top', () => {
    const moves = stones.parseMoves(start, 'D1E1 F4F5 pass I8I9');
    const text = log!.text(start, moves);
    expect(text).toBe('D1E1F3F4PASSI4I5');
    expect(stones.parseMoves(start, text)).toEqual(moves);
    expect(stones.parseMoves(start, ' d1e1f3f4pass\ni4i5 ')).toEqual(moves);
  });

  it('names the place H7 as the viewer does', () => {
    const position = stones.parsePosition(`${BOARD} white any`);
    expect(log!.text(position, [stones.parseMove(position, 'H7H8')])).toBe('H4H5');
  });

  it('goes round with the moves of any game', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1000), { minLength: 2, maxLength: 60 }), (picks) => {
        const moves: number[] = [];
        let position = start;
        for (const pick of picks) {
          const legal = stones.moves(position);
          if (legal.length === 0) break;
          moves.push(legal[pick % legal.length]!);
          position = stones.play(position, moves.at(-1)!);
        }
        const text = log!.text(start, moves);
        expect(text).toMatch(/^(?:PASS|[A-I][1-9][A-I][1-9])*$/);
        expect(stones.parseMoves(start, text)).toEqual(moves);
      }),
    );
  });

  it.each([
    ['D1E1F3F4F9E1', BadNotation, 'ply 3: there is no F9 in a match log: its column F has 8 places'],
    ['D1E1I6I5', BadNotation, 'ply 2: there is no I6 in a match log: its column I has 5 places'],
    ['D1E1F3F4?', BadNotation, 'ply 3: "?" is not a move'],
    ['D1E1F3F4PASX', BadNotation, 'ply 3: "PASX" is not a move'],
    ['D1E1F3F4D1D2', IllegalMove, 'ply 3: no stone stands on D1'],
    ['D1E1PASS', IllegalMove, 'ply 2: Black must attack and cannot pass'],
  ])('%s is refused', (text, kind, words) => {
    expect(() => stones.parseMoves(start, text)).toThrow(kind);
    expect(() => stones.parseMoves(start, text)).toThrow(words);
  });

  it('is not made out in one action alone, which is a move', () => {
    expect(stones.movesText(start, stones.parseMoves(start, 'F5F4'))).toBe('F5F4');
  });
});

describe('a position', () => {
  const position = (text: string): StonesPosition => stones.parsePosition(text);

  it('is written as the board, the side to move and what it may do', () => {
    expect(stones.positionText(start)).toBe(`${BOARD} white attack`);
    expect(stones.positionText(second)).toMatch(/^\[\[-5,5,5,0,5,0,0,0,0\],\[0,6,.*\] black any$/);
  });

  const state = JSON.stringify({ state: JSON.parse(BOARD) as unknown });
  it.each([
    [`${BOARD} white attack`, start],
    [` ${BOARD.replaceAll(',', ' , ')}\n\tWHITE  Attack\n`, start],
    [`${BOARD}w attack`, start],
    [`${BOARD} 1 attack`, start],
    [`${state} W attack`, start],
    [`{"Board":${state},"AllowedMoves":[1]} white`, start],
    [`{"AllowedMoves":["1"],"Board":${state}} white attack`, start],
    [`{"Board":${BOARD}} white attack`, start],
  ])('%# is read as the start', (text, expected) => {
    expect(position(text)).toEqual(expected);
  });

  it.each([
    [`${BOARD} black attack`, 1, 'first'],
    [`${BOARD} -1 any`, 1, 'second'],
    [`${BOARD} b any`, 1, 'second'],
    [`${BOARD} white any`, 0, 'second'],
    [`{"Board":${state},"AllowedMoves":["0","1","2"]} black`, 1, 'second'],
    [`{"Board":${state},"AllowedMoves":[2,1,0]} black any`, 1, 'second'],
  ])('%# has its mover and its phase', (text, mover, phase) => {
    expect(position(text)).toMatchObject({ stones: START, mover, phase });
    expect(position(stones.positionText(position(text)))).toEqual(position(text));
  });

  /** The start board with one integer changed. */
  const changed = (column: number, row: number, value: unknown, words = 'white attack'): string => {
    const rows: unknown[][] = boardRows(START);
    rows[row]![column] = value;
    return `${JSON.stringify(rows)} ${words}`;
  };
  const empty = (): number[][] => Array.from({ length: 9 }, () => Array.from({ length: 9 }, () => 0));
  const withRow = (...row: number[]): string => {
    const rows = empty();
    rows[4]!.splice(0, row.length, ...row);
    return `${JSON.stringify(rows)} white attack`;
  };

  it.each([
    ['', 'the position is empty'],
    ['white attack', 'a position begins with its board as JSON, 9 rows of 9 integers; this cannot be read'],
    ['[[5,5', 'this cannot be read'],
    [BOARD, 'the side to move is missing: white or black after the board'],
    [`${BOARD} white`, 'what may be played is missing: attack or any at the end'],
    [`${BOARD} green attack`, 'the side to move is white or black, not "green"'],
    [`${BOARD} white pass`, 'what may be played is attack or any, not "pass"'],
    [`${BOARD} white attack now`, 'nothing can follow what is allowed: "now"'],
    [`{"Board":${state},"AllowedMoves":[1]} white any`, 'AllowedMoves says other than "any" after it'],
    [`{"Board":${state},"AllowedMoves":[0]} white`, 'AllowedMoves is [1] for an attack only, or [0,1,2]'],
    [`{"Board":${state},"AllowedMoves":1} white`, 'AllowedMoves is [1] for an attack only, or [0,1,2]'],
    [`{"Board":${state}} white`, 'what may be played is missing'],
    ['{} white attack', 'the board is 9 rows of 9 integers'],
    ['5 white attack', 'this cannot be read'],
    ['[] white attack', 'the board has 9 rows, not 0'],
    [`${JSON.stringify(empty().slice(1))} white attack`, 'the board has 9 rows, not 8'],
    [`${JSON.stringify([...empty().slice(1), 5])} white attack`, 'row 9 of the board is not 9 integers'],
    [
      `${JSON.stringify([[1], ...empty().slice(1)])} white attack`,
      'row 1 of the board has 9 integers, not 1',
    ],
    [changed(3, 0, 5.5), 'D1 has an integer, not "5.5"'],
    [changed(3, 0, '5'), 'D1 has an integer, not ""5""'],
    [changed(8, 8, null), 'I9 has an integer, not "null"'],
    [changed(3, 0, 2 ** 53), 'D1 has an integer, not "9007199254740992"'],
    [changed(4, 4, 5), 'E5 is the hole: its integer is 0, not 5'],
    [changed(5, 0, 5), 'there is no place F1: its integer is 0, not 5'],
    [changed(0, 8, -6), 'there is no place A9: its integer is 0, not -6'],
    [changed(3, 3, 4), '4 on D4 is not a stone; a stone is 4 times its height and 1, 2 or 3 for its type'],
    [changed(3, 3, -8), '-8 on D4 is not a stone'],
    [changed(3, 3, 3), '3 on D4 is not a stone'],
    [changed(3, 3, 1), '1 on D4 is not a stone'],
    [withRow(125), 'the stone on A5 is 31 high, and a side has 30 stones'],
    [withRow(-125), 'the stone on A5 is 31 high, and a side has 30 stones'],
    [changed(3, 3, 9), 'with the one on E9 White has 31 stones, and a side has 30'],
    [changed(3, 3, -5), "the A on I9 is Black's 16th A, and a side has 15"],
    [withRow(7, 7, 7, 7, 0, 7, 7, 7), "the C on H5 is White's 7th C, and a side has 6"],
    [withRow(61, 66, 5), 'with the one on B5 White has 31 stones, and a side has 30'],
    [`${' '.repeat(8000)}${BOARD} white attack`, 'characters are not a position; the largest takes fewer'],
  ])('%# is refused', (text, words) => {
    expect(() => position(text)).toThrow(BadNotation);
    expect(() => position(text)).toThrow(words);
  });

  it('need not be reachable, and holds 30 stones in one stack', () => {
    expect(position(withRow(121)).stones[36]).toBe(121);
    expect(stones.positionText(position(withRow(-121, 0, 121)))).toContain('[-121,0,121,0,0,0,0,0,0]');
  });

  it('takes no -0', () => {
    expect(position(`${BOARD.replace('0,0,0,0]', '-0,0,0,0]')} white attack`)).toEqual(start);
  });
});

describe('any other text', () => {
  const words = [...['[', ']', '{', '}', ',', ' ', '"state":', '"Board":', '"AllowedMoves":'], BOARD];
  const more = [...words, ...['5', '-0', '1e9', 'null', 'white', 'attack', 'any', '[1]', 'D4', 'E4', 'pass']];
  const texts = fc.oneof(
    fc.string(),
    fc.array(fc.constantFrom(...more), { maxLength: 12 }).map((parts) => parts.join('')),
    fc.array(fc.constantFrom(...more), { maxLength: 12 }).map((parts) => parts.join(' ')),
  );

  it('is refused with BadNotation, or means what it is written as', () => {
    const reading = (read: (text: string) => void) => (text: string) => {
      try {
        read(text);
      } catch (error) {
        expect(error instanceof BadNotation || error instanceof IllegalMove).toBe(true);
      }
    };
    const readPosition = reading((text) => {
      const read = stones.parsePosition(text);
      expect(stones.parsePosition(stones.positionText(read))).toEqual(read);
    });
    const readMoves = reading((text) => {
      const moves = stones.parseMoves(second, text);
      expect(stones.parseMoves(second, stones.movesText(second, moves))).toEqual(moves);
    });
    fc.assert(fc.property(texts, readPosition), { numRuns: randomCases(2000) });
    fc.assert(fc.property(texts, readMoves), { numRuns: randomCases(2000) });
  });
});

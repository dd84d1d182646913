import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IllegalMove } from '../game.ts';
import { perft } from '../perft.ts';
import { connect4, emptyBoard, makePosition, parsePlacement, winningCells } from './index.ts';
import type { Connect4Board, Connect4Position } from './index.ts';

const after = (text: string, setup = {}): Connect4Position => {
  const start = connect4.initial(setup);
  return connect4.parseMoves(start, text).reduce((at, move) => connect4.play(at, move), start);
};

/** Any board of any size, floating stones included, with either side to move. */
const anyPosition: fc.Arbitrary<Connect4Position> = fc
  .record({ width: fc.integer({ min: 1, max: 12 }), height: fc.integer({ min: 1, max: 12 }) })
  .chain(({ width, height }) =>
    fc
      .record({
        cells: fc.array(fc.constantFrom(0, 0, 0, 1, 2), {
          minLength: width * height,
          maxLength: width * height,
        }),
        mover: fc.constantFrom(0 as const, 1 as const),
      })
      .map(({ cells, mover }) => makePosition({ width, height, cells: Uint8Array.from(cells) }, mover)),
  );

function mirrored({ width, height, cells }: Connect4Board): Connect4Board {
  const board = emptyBoard(width, height);
  cells.forEach((cell, index) => {
    const column = index % width;
    board.cells[index - column + (width - 1 - column)] = cell;
  });
  return board;
}

/** Finds fours the slow way: every window of four cells of the whole board. */
function foursOf({ width, height, cells }: Connect4Board, stone: number): Set<number> {
  const found = new Set<number>();
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      for (const [stepX, stepY] of [
        [1, 0],
        [0, 1],
        [1, 1],
        [1, -1],
      ] as const) {
        const window = [0, 1, 2, 3].map((step) => ({ x: column + step * stepX, y: row + step * stepY }));
        const inside = window.every(({ x, y }) => x >= 0 && x < width && y >= 0 && y < height);
        const indices = window.map(({ x, y }) => y * width + x);
        if (inside && indices.every((index) => cells[index] === stone)) indices.forEach((i) => found.add(i));
      }
    }
  }
  return found;
}

/** Counts lines of play independently of the rules. */
function slowPerft(columns: readonly string[], height: number, mover: 'x' | 'o', depth: number): number {
  if (depth === 0) return 1;
  const width = columns.length;
  const at = (x: number, y: number): string => columns[x]?.[y] ?? '';
  for (let x = 0; x < width; x++) {
    for (let y = 0; y < height; y++) {
      for (const line of [
        at(x, y) + at(x + 1, y) + at(x + 2, y) + at(x + 3, y),
        at(x, y) + at(x, y + 1) + at(x, y + 2) + at(x, y + 3),
        at(x, y) + at(x + 1, y + 1) + at(x + 2, y + 2) + at(x + 3, y + 3),
        at(x, y) + at(x + 1, y - 1) + at(x + 2, y - 2) + at(x + 3, y - 3),
      ]) {
        if (line === 'xxxx' || line === 'oooo') return 0;
      }
    }
  }
  let nodes = 0;
  columns.forEach((column, x) => {
    if (column.length < height) {
      nodes += slowPerft(columns.with(x, column + mover), height, mover === 'x' ? 'o' : 'x', depth - 1);
    }
  });
  return nodes;
}

describe('perft', () => {
  it('counts the known numbers on 7 x 6', () => {
    const known = [1, 7, 49, 343, 2401, 16807, 117649];
    expect(known.map((_, depth) => perft(connect4, connect4.initial(), depth))).toEqual(known);
  });

  it.each([
    [1, 1, 3],
    [1, 12, 12],
    [2, 2, 5],
    [3, 3, 9],
    [4, 4, 7],
    [5, 4, 6],
    [4, 5, 7],
    [12, 3, 4],
  ])('agrees with a slow count on %i x %i to depth %i', (width, height, deepest) => {
    const empty = Array.from({ length: width }, () => '');
    for (let depth = 0; depth <= deepest; depth++) {
      const slow = slowPerft(empty, height, 'x', depth);
      expect(perft(connect4, connect4.initial({ width, height }), depth)).toBe(slow);
    }
  });
});

describe('setups', () => {
  it('defaults to 7 x 6 and fills in what is missing', () => {
    expect(connect4.setupOf(connect4.initial())).toEqual({ width: 7, height: 6 });
    expect(connect4.setupOf(connect4.initial({ width: 9 }))).toEqual({ width: 9, height: 6 });
  });

  it.each([
    [{ width: 13 }, 'width must be from 1 to 12, not 13'],
    [{ height: 0 }, 'height must be from 1 to 12, not 0'],
    [{ width: 6.5 }, 'width must be a whole number, not 6.5'],
    [{ depth: 3 }, 'there is no setting "depth"; there is width, height'],
  ])('refuses %j in words', (setup: Record<string, number>, words) => {
    expect(() => connect4.initial(setup)).toThrow(words);
  });
});

describe('results', () => {
  it.each([
    ['across', '1122334', 0, [0, 1, 2, 3]],
    ['upwards', '1212121', 0, [0, 7, 14, 21]],
    ['on a rising diagonal', '12233434474', 0, [0, 8, 16, 24]],
    ['on a falling diagonal', '76655454414', 0, [6, 12, 18, 24]],
    ['of the second player', '17273767', 1, [6, 13, 20, 27]],
    ['with a fifth cell', '112244553', 0, [0, 1, 2, 3, 4]],
  ] as const)('finds a four %s in %s, and none before', (_where, text, winner, cells) => {
    const before = after(text.slice(0, -1));
    expect(connect4.result(before)).toBeNull();
    expect(winningCells(before)).toEqual([]);
    const position = after(text);
    expect(connect4.result(position)).toEqual({ kind: 'win', winner, reason: 'four in a row' });
    expect(winningCells(position)).toEqual(cells);
    expect(connect4.moves(position)).toEqual([]);
  });

  it('does not join a row with the next one', () => {
    const board = parsePlacement('1xxx/x3');
    expect(connect4.result(makePosition(board, 1))).toBeNull();
  });

  it('draws on a full board without a four, and wins with one', () => {
    expect(connect4.result(after('1122', { width: 2, height: 2 }))).toEqual({
      kind: 'draw',
      reason: 'board full',
    });
    const last = makePosition(parsePlacement('xxx1'), 0);
    expect(connect4.result(connect4.play(last, 3))).toMatchObject({ kind: 'win', winner: 0 });
  });

  it('is finished where a four already stands, and gives two fours to who moved last', () => {
    const one = makePosition(parsePlacement('xxxx/4'), 0);
    expect(connect4.result(one)).toMatchObject({ winner: 0 });
    const both = parsePlacement('xxxx/oooo/4');
    expect(connect4.result(makePosition(both, 0))).toMatchObject({ winner: 1 });
    expect(connect4.result(makePosition(both, 1))).toMatchObject({ winner: 0 });
    expect(winningCells(makePosition(both, 1))).toEqual([0, 1, 2, 3]);
  });
});

describe('illegal moves', () => {
  it.each([
    [after('444444'), 3, 'column 4 is full'],
    [connect4.initial(), 8, 'there is no column 9 on this board'],
    [connect4.initial(), -1, 'there is no column 0 on this board'],
    [connect4.initial(), 1.5, 'there is no column 2.5 on this board'],
    [connect4.initial(), Number.NaN, 'there is no column NaN on this board'],
    [after('1122334'), 0, 'the game is over: four in a row'],
    [after('1', { width: 1, height: 1 }), 0, 'the game is over: board full'],
  ])('are refused in words (%#)', (position, move, words) => {
    expect(() => connect4.play(position, move)).toThrow(new IllegalMove(words));
  });
});

describe('floating boards', () => {
  it('drop a stone onto the topmost one and leave the holes', () => {
    const position = connect4.parsePosition('1o/2/x1/2 x');
    expect(connect4.moves(position)).toEqual([0, 1]);
    const landed = connect4.play(connect4.play(position, 0), 1);
    expect(connect4.positionText(landed)).toBe('1o/1o/x1/x1 x');
    expect(connect4.moves(landed)).toEqual([1]);
  });

  it('close a column whose top cell is taken', () => {
    const position = connect4.parsePosition('4/4/x1o1 o');
    expect(connect4.moves(position)).toEqual([1, 3]);
    expect(() => connect4.play(position, 0)).toThrow('column 1 is full');
  });
});

describe('on any board', () => {
  it('moves lists exactly what play accepts, and play changes one cell of a copy', () => {
    fc.assert(
      fc.property(anyPosition, (position) => {
        const cells = [...position.cells];
        const legal = connect4.moves(position);
        for (let column = -1; column <= position.width; column++) {
          if (!legal.includes(column)) {
            expect(() => connect4.play(position, column)).toThrow(IllegalMove);
            continue;
          }
          const next = connect4.play(position, column);
          const changed = cells.flatMap((cell, index) => (cell === next.cells[index] ? [] : [index]));
          expect(changed).toEqual([position.tops[column]! * position.width + column]);
          expect(next.mover).toBe(1 - position.mover);
          // The state updated move by move equals one computed from the board.
          expect(next).toEqual(makePosition(next, next.mover));
        }
        expect([...position.cells]).toEqual(cells);
        expect(legal.length === 0).toBe(connect4.result(position) !== null);
      }),
    );
  });

  it('finds the fours that a search through all windows finds', () => {
    fc.assert(
      fc.property(anyPosition, (position) => {
        const fours = [foursOf(position, 1), foursOf(position, 2)];
        const last = 1 - position.mover;
        const winner = fours[last]!.size > 0 ? last : fours[position.mover]!.size > 0 ? position.mover : null;
        expect(position.winner).toBe(winner);
        const cells = winner === null ? [] : [...fours[winner]!].sort((a, b) => a - b);
        expect(winningCells(position)).toEqual(cells);
      }),
    );
  });

  it('has mirrored moves and the same result on the mirrored board', () => {
    fc.assert(
      fc.property(anyPosition, (position) => {
        const mirror = makePosition(mirrored(position), position.mover);
        expect(connect4.result(mirror)).toEqual(connect4.result(position));
        const columns = connect4.moves(position).map((column) => position.width - 1 - column);
        expect(connect4.moves(mirror)).toEqual(columns.reverse());
        for (const column of columns) {
          const there = connect4.play(mirror, column);
          const here = connect4.play(position, position.width - 1 - column);
          expect(connect4.result(there)).toEqual(connect4.result(here));
          expect([...there.cells]).toEqual([...mirrored(here).cells]);
        }
      }),
    );
  });
});

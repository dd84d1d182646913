import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IllegalMove, otherSeat } from '../game.ts';
import { perft } from '../perft.ts';
import { randomCases, withoutStacks } from '../testing/effort.ts';
import {
  columnOf,
  goalRow,
  HORIZONTAL,
  isWall,
  moveText,
  objection,
  orientationOf,
  ownerOf,
  quoridor,
  readMove,
  rowOf,
  VERTICAL,
  wallFits,
  wallMove,
  wallOf,
  type Orientation,
  type QuoridorPosition,
} from './index.ts';

const after = (text: string, setup = {}): QuoridorPosition => {
  const start = quoridor.initial(setup);
  return quoridor.parseMoves(start, text).reduce((at, move) => quoridor.play(at, move), start);
};
const at = (text: string): QuoridorPosition => quoridor.parsePosition(text);
const why = (position: QuoridorPosition, move: string): string | null =>
  objection(position, quoridor.parseMove(position, move));
const textsOf = ({ size }: QuoridorPosition, moves: readonly number[]): string[] =>
  moves.map((move) => moveText(size, move));
const pawnTexts = (position: QuoridorPosition): string[] =>
  textsOf(position, quoridor.moves(position)).filter((text) => /\d$/.test(text));

/** Positions of random games: each number picks a move, mostly walls while there are any. */
const anyPosition: fc.Arbitrary<QuoridorPosition> = fc
  .record({
    size: fc.constantFrom(3, 5, 5, 7, 7, 9, 9, 11),
    walls: fc.constantFrom(0, 1, 4, 10, 30),
    picks: fc.array(fc.tuple(fc.boolean(), fc.boolean(), fc.nat(1_000_000)), { maxLength: 60 }),
  })
  .map(({ size, walls, picks }) => {
    let position = quoridor.initial({ size, walls });
    for (const [one, two, pick] of picks) {
      const legal = quoridor.moves(position);
      if (legal.length === 0) break;
      const steps = legal.filter((move) => move < size * size);
      const some = (one || two) && steps.length < legal.length ? legal.slice(steps.length) : steps;
      position = quoridor.play(position, some[pick % some.length]!);
    }
    return position;
  });

/** Every number that is a move on this board, and some that are none. */
const encodable = ({ size }: QuoridorPosition): number[] =>
  Array.from({ length: size * size + 2 * (size - 1) * (size - 1) + 60 }, (_, move) => move - 2);

/**
 * Finds moves the slow way, independently of the rules: cells as `column,row`, each barred border between two cells as
 * a text, and a flood fill.
 */
function slowMoves(position: QuoridorPosition): number[] {
  const { size, pawns, walls, mover, wallsLeft } = position;
  type Cell = readonly [x: number, y: number];
  const cellOf = (cell: number): Cell => [columnOf(size, cell), rowOf(size, cell)];
  const border = (a: Cell, b: Cell): string => [a, b].map(String).sort().join(' ');
  const bordersOf = (x: number, y: number, orientation: Orientation): string[] =>
    orientation === HORIZONTAL
      ? [border([x, y], [x, y + 1]), border([x + 1, y], [x + 1, y + 1])]
      : [border([x, y], [x + 1, y]), border([x, y + 1], [x + 1, y + 1])];
  const barred = new Set<string>();
  walls.forEach((wall, centre) => {
    if (wall === 0) return;
    const [x, y] = [centre % (size - 1), Math.floor(centre / (size - 1))];
    for (const text of bordersOf(x, y, orientationOf(wall))) barred.add(text);
  });
  const steps = ([x, y]: Cell, bars: ReadonlySet<string>): Cell[] =>
    (
      [
        [x, y - 1],
        [x - 1, y],
        [x + 1, y],
        [x, y + 1],
      ] as Cell[]
    ).filter(([u, v]) => u >= 0 && v >= 0 && u < size && v < size && !bars.has(border([x, y], [u, v])));
  const hasWay = (seat: 0 | 1, bars: ReadonlySet<string>): boolean => {
    const reached = new Map([[String(cellOf(pawns[seat])), cellOf(pawns[seat])]]);
    for (const cell of reached.values())
      for (const next of steps(cell, bars)) reached.set(String(next), next);
    return [...reached.values()].some(([, y]) => y === goalRow(size, seat));
  };
  if (([0, 1] as const).some((seat) => rowOf(size, pawns[seat]) === goalRow(size, seat))) return [];
  const [from, other] = [cellOf(pawns[mover]), cellOf(pawns[otherSeat(mover)])];
  const to: Cell[] = [];
  for (const step of steps(from, barred)) {
    if (String(step) !== String(other)) {
      to.push(step);
      continue;
    }
    const onward = steps(other, barred).filter((cell) => String(cell) !== String(from));
    const straight = onward.filter(([x, y]) => x === 2 * other[0] - from[0] && y === 2 * other[1] - from[1]);
    to.push(...(straight.length > 0 ? straight : onward));
  }
  const found = to.map(([x, y]) => y * size + x).sort((a, b) => a - b);
  if (wallsLeft[mover] === 0) return found;
  for (let y = 0; y < size - 1; y++) {
    for (let x = 0; x < size - 1; x++) {
      const centre = y * (size - 1) + x;
      if (walls[centre] !== 0) continue;
      for (const orientation of [HORIZONTAL, VERTICAL]) {
        const mine = bordersOf(x, y, orientation);
        if (mine.some((text) => barred.has(text))) continue;
        const bars = new Set([...barred, ...mine]);
        if (hasWay(0, bars) && hasWay(1, bars)) found.push(wallMove(size, centre, orientation));
      }
    }
  }
  return found;
}

/** A symmetry of the board, and where it maps a place. */
interface Turned {
  readonly position: QuoridorPosition;
  readonly move: (move: number) => number;
}

function turned(
  position: QuoridorPosition,
  cellTo: (x: number, y: number, side: number) => readonly [number, number],
  swapped: boolean,
): Turned {
  const { size, pawns, walls, wallsLeft, mover } = position;
  const place = (index: number, side: number): number => {
    const [x, y] = cellTo(index % side, Math.floor(index / side), side);
    return y * side + x;
  };
  const next = new Uint8Array(walls.length);
  walls.forEach((wall, centre) => {
    if (wall === 0) return;
    const owner = ownerOf(wall);
    next[place(centre, size - 1)] = wallOf(orientationOf(wall), swapped ? otherSeat(owner) : owner);
  });
  const [black, white] = pawns.map((cell) => place(cell, size)) as [number, number];
  const [left, right] = wallsLeft;
  return {
    position: {
      size,
      pawns: swapped ? [white, black] : [black, white],
      walls: next,
      wallsLeft: swapped ? [right, left] : [left, right],
      mover: swapped ? otherSeat(mover) : mover,
    },
    move(move) {
      const meant = readMove(size, move);
      if (meant?.kind === 'wall') return wallMove(size, place(meant.centre, size - 1), meant.orientation);
      return place(move, size);
    },
  };
}

describe('perft', () => {
  it.each([
    [9, 10, [1, 131, 16677]],
    [3, 0, [1, 3, 9, 20, 48, 108, 266]],
    [3, 1, [1, 11, 77, 316, 1172, 3452, 9002]],
    [5, 0, [1, 3, 9, 30, 100, 330, 1090, 3719, 12744]],
    [5, 3, [1, 35, 1109, 31540]],
    [7, 6, [1, 75, 5357]],
  ])('counts the known numbers on %i with %i walls', { timeout: 60_000 }, (size, walls, known) => {
    const start = quoridor.initial({ size, walls });
    expect(known.map((_, depth) => perft(quoridor, start, depth))).toEqual(known);
  });
});

describe('the start', () => {
  it('has Black at the top, White at the bottom, and the walls that go with the size', () => {
    expect(quoridor.positionText(quoridor.initial())).toBe('9 e9 e1 10 10 - - b');
    const walls = [3, 5, 7, 9, 11, 25].map((size) => quoridor.setupOf(quoridor.initial({ size }))['walls']);
    expect(walls).toEqual([0, 3, 6, 10, 13, 38]);
    expect(quoridor.positionText(quoridor.initial({ size: 25 }))).toBe('25 m25 m1 38 38 - - b');
    expect(quoridor.setupOf(quoridor.initial({ walls: 0 }))).toEqual({ size: 9, walls: 0 });
  });

  it('has the walls that were there at first, whatever has been played', () => {
    expect(quoridor.setupOf(after('e8 e2h d7h d1'))).toEqual({ size: 9, walls: 10 });
    expect(quoridor.setupOf(at('5 c4 c2 1 0 a2h,a3h - b'))).toEqual({ size: 5, walls: 3 });
  });

  it.each([
    [{ size: 8 }, 'size goes from 3 in steps of 2; 8 is none'],
    [{ size: 27 }, 'size must be from 3 to 25, not 27'],
    [{ size: 1 }, 'size must be from 3 to 25, not 1'],
    [{ walls: -1 }, 'walls must be from 0 to 2147483647, not -1'],
  ])('refuses %j', (setup: Record<string, number>, words) => {
    expect(() => quoridor.initial(setup)).toThrow(words);
  });
});

describe('walls', () => {
  const one = after('e8 e2h');

  it.each([
    ['e2h', 'the wall e2h stands already'],
    ['e2v', 'e2v crosses the wall e2h'],
    ['f2h', 'f2h overlaps the wall e2h'],
    ['d2h', 'd2h overlaps the wall e2h'],
    ['i2h', 'no wall can stand at i2; walls of this board are from a2 to h9'],
    ['a1h', 'no wall can stand at a1; walls of this board are from a2 to h9'],
    ['z99v', 'no wall can stand at z99; walls of this board are from a2 to h9'],
    ['g2h', null],
    ['c2h', null],
    ['e3h', null],
    ['e3v', null],
    ['f2v', null],
    ['h9v', null],
    ['a2h', null],
  ])('after e2h, %s: %s', (move, words) => {
    expect(why(one, move)).toBe(words);
  });

  it.each([
    ['e3v', 'e3v', 'the wall e3v stands already'],
    ['e3v', 'e3h', 'e3h crosses the wall e3v'],
    ['e3v', 'e4v', 'e4v overlaps the wall e3v'],
    ['e3v', 'e2v', 'e2v overlaps the wall e3v'],
    ['e3v', 'e5v', null],
    ['h5h', 'a6h', null],
    ['a9v', 'a2v', null],
  ])('after %s, %s: %s', (first, move, words) => {
    expect(why(after(first), move)).toBe(words);
  });

  it('do not join the end of a row with the next one', () => {
    const { size, walls } = after('h5h');
    const [last] = [...walls.keys()].filter((centre) => walls[centre] !== 0);
    expect(last! % (size - 1)).toBe(size - 2);
    expect(wallFits(after('h5h'), last! + 1, HORIZONTAL)).toBe(true);
  });

  it('are refused to who has none left', () => {
    expect(why(after('', { walls: 0 }), 'e2h')).toBe('Black has no walls left');
    expect(why(after('a2h', { size: 5, walls: 1 }), 'd5v')).toBeNull();
    expect(why(after('a2h c2', { size: 5, walls: 1 }), 'd5v')).toBe('Black has no walls left');
    expect(why(after('c4 a2h c3', { size: 5, walls: 1 }), 'i2h')).toBe('White has no walls left');
  });

  it('keep both pawns a path, by the examples of the referee', () => {
    const row = after('a2h c2h', { size: 5 });
    expect(why(row, 'd2v')).toBe("d2v would close White's last path to rank 5");
    expect(why(row, 'd3v')).toBeNull();
    const column = quoridor.play(row, quoridor.parseMove(row, 'd3v'));
    expect(why(column, 'd5v')).toBe("d5v would close Black's last path to rank 1");
  });

  it('may not part the board in two', () => {
    expect(why(at('5 c5 c1 3 3 a3h,c3h d3v w'), 'd2h')).toBe(
      "d2h would close Black's last path to rank 1 and White's last path to rank 5",
    );
  });

  it('name the one pawn that they would lock in', () => {
    const locked = at('9 e9 e1 7 7 d2v,e2v - b');
    expect(why(locked, 'd3h')).toBe("d3h would close White's last path to rank 9");
    expect(why(locked, 'e3h')).toBe("e3h would close White's last path to rank 9");
    const top = at('9 e9 e1 7 7 d9v,e9v - b');
    expect(why(top, 'e8h')).toBe("e8h would close Black's last path to rank 1");
  });

  it('may lock in cells where no pawn is', () => {
    expect(why(at('5 c5 c1 3 3 b2v - w'), 'a3h')).toBeNull();
  });

  it('may leave a path that leads through the other pawn', () => {
    const position = at('5 c2 c1 9 9 b2v,c2v - b');
    expect(why(position, 'b4v')).toBeNull();
    expect(why(position, 'b3h')).toBe("b3h would close White's last path to rank 5");
  });
});

describe('pawns', () => {
  it('step to the four sides, and not through walls or over the edge', () => {
    expect(pawnTexts(quoridor.initial())).toEqual(['e8', 'd9', 'f9']);
    expect(pawnTexts(at('9 e5 e1 0 10 - - b'))).toEqual(['e4', 'd5', 'f5', 'e6']);
    expect(pawnTexts(at('9 e5 e1 0 10 e5h d6v b'))).toEqual(['f5', 'e6']);
    expect(pawnTexts(at('9 a5 e1 0 10 - - b'))).toEqual(['a4', 'b5', 'a6']);
  });

  it('jump straight over the other pawn', () => {
    expect(pawnTexts(at('9 e5 e4 0 0 - - b'))).toEqual(['e3', 'd5', 'f5', 'e6']);
    expect(pawnTexts(at('9 e5 e4 0 0 - - w'))).toEqual(['d4', 'f4', 'e3', 'e6'].sort(byRank));
    expect(pawnTexts(at('9 e5 f5 0 0 - - b'))).toEqual(['e4', 'd5', 'g5', 'e6']);
  });

  it('go to a side of the other pawn where a wall bars the straight jump', () => {
    expect(pawnTexts(at('9 e5 e4 0 0 e4h - b'))).toEqual(['d4', 'f4', 'd5', 'f5', 'e6']);
    expect(pawnTexts(at('9 e5 e4 0 0 d4h - b'))).toEqual(['d4', 'f4', 'd5', 'f5', 'e6']);
    expect(pawnTexts(at('9 e5 e4 0 0 e4h d4v b'))).toEqual(['f4', 'd5', 'f5', 'e6']);
    expect(pawnTexts(at('9 e5 d5 0 0 c5v - b'))).toEqual(['d4', 'e4', 'f5', 'd6', 'e6']);
  });

  it('go to a side of the other pawn where the edge bars the straight jump', () => {
    expect(pawnTexts(at('9 b5 a5 0 0 - - b'))).toEqual(['a4', 'b4', 'c5', 'a6', 'b6']);
    expect(pawnTexts(at('9 e2 e1 0 0 - - b'))).toEqual(['d1', 'f1', 'd2', 'f2', 'e3']);
    expect(pawnTexts(at('9 h5 i5 0 0 - - b'))).toEqual(['h4', 'i4', 'g5', 'h6', 'i6']);
  });

  it('do neither where a wall is between the two', () => {
    expect(pawnTexts(at('9 e5 e4 0 0 e5h - b'))).toEqual(['d5', 'f5', 'e6']);
  });

  it.each([
    ['9 e3 e1 10 10 - - b', 'd1', 'd1 is not beside e3'],
    ['9 e3 e8 10 10 - - b', 'd2', 'd2 is not beside e3'],
    ['9 e3 e5 10 10 - - b', 'e1', 'e1 is not beside e3'],
    ['9 e3 e5 10 10 - - b', 'e3', "Black's pawn stands on e3 already"],
    ['9 e3 e2 10 10 - - b', 'e2', "White's pawn stands on e2"],
    ['9 e3 e5 10 10 e3h - b', 'e2', 'the wall e3h is between e3 and e2'],
    ['9 e3 e5 10 10 d3h - b', 'e2', 'the wall d3h is between e3 and e2'],
    ['9 e3 e5 10 10 d3v - b', 'd3', 'the wall d3v is between e3 and d3'],
    ['9 e3 e5 10 10 d4v - b', 'd3', 'the wall d4v is between e3 and d3'],
    ['9 e4 e3 10 10 e4h - b', 'e2', 'the wall e4h is between e4 and e3'],
    ['9 e4 e3 10 10 e4h - b', 'd3', 'the wall e4h is between e4 and e3'],
    ['9 e4 e3 10 10 e3h - b', 'e2', 'the wall e3h is between e3 and e2'],
    ['9 e4 e3 10 10 e3h d3v b', 'd3', 'the wall d3v is between e3 and d3'],
    [
      '9 e4 e3 10 10 - - b',
      'd3',
      'a diagonal step is only for where the straight jump is barred; from e4 the jump to e2 is open',
    ],
    ['9 i3 a4 10 10 - - b', 'a3', 'a3 is not beside i3'],
    ['9 i3 a4 10 10 - - b', 'b4', 'b4 is not beside i3'],
    ['9 e4 e3 10 10 - - b', 'k5', 'there is no cell k5 on this board, which ends at i9'],
    ['9 e4 e3 10 10 - - b', 'e0', 'there is no cell e0 on this board, which ends at i9'],
    ['9 e1 e3 10 10 - - w', 'e4', 'the game is over: goal row reached'],
    ['9 e1 e3 10 10 - - w', 'e4h', 'the game is over: goal row reached'],
  ])('in %s, %s is refused: %s', (text, move, words) => {
    const position = at(text);
    expect(why(position, move)).toBe(words);
    expect(() => quoridor.play(position, quoridor.parseMove(position, move))).toThrow(new IllegalMove(words));
  });

  it.each([-1, 0.5, Number.NaN, 1e9, 81.5])('cannot make %d of a move', (move) => {
    expect(() => quoridor.play(quoridor.initial(), move)).toThrow(new IllegalMove(`${move} is not a move`));
  });
});

describe('results', () => {
  it('are won by who reaches the row opposite, at once', () => {
    const black = at('9 e2 i5 0 0 - - b');
    const won = quoridor.play(black, quoridor.parseMove(black, 'e1'));
    expect(quoridor.result(won)).toEqual({ kind: 'win', winner: 0, reason: 'goal row reached' });
    expect(quoridor.moves(won)).toEqual([]);
    const white = at('9 e2 i8 0 0 - - w');
    expect(quoridor.result(quoridor.play(white, quoridor.parseMove(white, 'i9')))).toMatchObject({
      winner: 1,
    });
    expect(quoridor.result(black)).toBeNull();
  });

  it('go to the side that moved last where both have arrived', () => {
    expect(quoridor.result(at('9 e1 e9 0 0 - - b'))).toMatchObject({ winner: 1 });
    expect(quoridor.result(at('9 e1 e9 0 0 - - w'))).toMatchObject({ winner: 0 });
  });
});

describe('on any position', () => {
  it('moves are those that a slow search finds, and exactly what play accepts', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(anyPosition, (position) => {
        const legal = quoridor.moves(position);
        expect(textsOf(position, legal)).toEqual(textsOf(position, slowMoves(position)));
        const told: (string | null)[] = [];
        const accepted = withoutStacks(() =>
          encodable(position).filter((move) => {
            try {
              quoridor.play(position, move);
              told.push(null);
              return true;
            } catch (error) {
              if (!(error instanceof IllegalMove)) throw error;
              told.push(error.message);
              return false;
            }
          }),
        );
        expect(accepted).toEqual(legal);
        expect(told).toEqual(encodable(position).map((move) => objection(position, move)));
        expect(legal.length === 0).toBe(quoridor.result(position) !== null);
      }),
      { numRuns: randomCases(40) },
    );
  });

  it('there is always a step before a pawn arrives', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(anyPosition, (position) => {
        expect(pawnTexts(position).length > 0).toBe(quoridor.result(position) === null);
      }),
    );
  });

  it('play moves one pawn or puts up one wall, and writes to nothing', () => {
    fc.assert(
      fc.property(anyPosition, fc.nat(1_000_000), (position, pick) => {
        const legal = quoridor.moves(position);
        if (legal.length === 0) return;
        const before = structuredClone(position);
        const move = legal[pick % legal.length]!;
        const next = quoridor.play(position, move);
        expect(position).toEqual(before);
        const { size, mover } = position;
        const meant = readMove(size, move)!;
        const pawns = [...position.pawns];
        const walls = position.walls.slice();
        const left = [...position.wallsLeft];
        if (meant.kind === 'pawn') pawns[mover] = meant.cell;
        if (meant.kind === 'wall') {
          walls[meant.centre] = wallOf(meant.orientation, mover);
          left[mover]!--;
          expect(isWall(next.walls[meant.centre]!, meant.orientation)).toBe(true);
        }
        expect(next).toEqual({ size, pawns, walls, wallsLeft: left, mover: otherSeat(mover) });
      }),
    );
  });

  it.each<[string, Parameters<typeof turned>[1], boolean]>([
    ['left for right', (x, y, side) => [side - 1 - x, y], false],
    ['upside down with the colours changed', (x, y, side) => [x, side - 1 - y], true],
    ['by half a turn with the colours changed', (x, y, side) => [side - 1 - x, side - 1 - y], true],
  ])('turned %s, the moves are the same ones turned', (_, cellTo, swapped) => {
    fc.assert(
      fc.property(anyPosition, (position) => {
        const other = turned(position, cellTo, swapped);
        const expected = quoridor
          .moves(position)
          .map(other.move)
          .sort((a, b) => a - b);
        expect(quoridor.moves(other.position)).toEqual(expected);
      }),
    );
  });
});

function byRank(a: string, b: string): number {
  return a.slice(1).localeCompare(b.slice(1)) || a.localeCompare(b);
}

import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { IllegalMove, type Result, type Seat } from '../game.ts';
import { perft } from '../perft.ts';
import { randomCases, withoutStacks } from '../testing/effort.ts';
import {
  boardRows,
  makePosition,
  objection,
  PASS,
  placeName,
  PLACES,
  readBoard,
  readStone,
  SQUARES,
  START,
  stoneAt,
  stones,
  STONES,
  STONES_OF,
  TYPES,
  visible,
  type Phase,
  type Stones,
  type StonesPosition,
} from './index.ts';

// Perft, and thousands of refused moves that each create an error with its stack.
vi.setConfig({ testTimeout: 120_000 });

type Placed = Readonly<Record<string, number>>;
const squares = new Map(PLACES.map((square) => [placeName(square), square]));

function boardOf(placed: Placed): Stones {
  const board = Array.from({ length: SQUARES }, () => 0);
  for (const [name, value] of Object.entries(placed)) board[squares.get(name)!] = value;
  return readBoard(boardRows(board));
}

/** One of each type a side in two corners, out of sight of the other side. */
const CORNERS = { G9: 5, H9: 6, I9: 7, A1: -5, B1: -6, C1: -7 };

const positionOf = (placed: Placed, mover: Seat = 0, phase: Exclude<Phase, 'opening'> = 'first') =>
  makePosition(boardOf({ ...CORNERS, ...placed }), mover, phase);

const after = (start: StonesPosition, moves: string): StonesPosition =>
  stones.parseMoves(start, moves).reduce(stones.play, start);

const texts = (position: StonesPosition): string[] =>
  stones.moves(position).map((move) => stones.moveText(position, move));

/** The destinations of the stone on a place. */
const from = (position: StonesPosition, name: string): string[] =>
  texts(position).flatMap((text) => (text.startsWith(name) ? text.slice(name.length) : []));

const placedOn = (position: StonesPosition): Placed =>
  Object.fromEntries(
    PLACES.filter((square) => position.stones[square] !== 0).map((square) => [
      placeName(square),
      position.stones[square]!,
    ]),
  );

const win = (winner: Seat, reason: string): Result => ({ kind: 'win', winner, reason });

/** The positions of a random game up to its end, which must be reached. */
function randomGame(seed: readonly number[]): StonesPosition[] {
  const positions = [stones.initial()];
  for (let ply = 0; ; ply++) {
    const position = positions.at(-1)!;
    const legal = stones.moves(position);
    if (legal.length === 0) return positions;
    positions.push(stones.play(position, legal[(seed[ply % seed.length]! + 7 * ply) % legal.length]!));
  }
}
const anySeed = fc.array(fc.nat(1000), { minLength: 20, maxLength: 60, size: 'max' });

/** Any stones that both sides can have, reachable or not. */
const anyPosition: fc.Arbitrary<StonesPosition> = fc
  .record({
    picks: fc.array(
      fc.record({
        square: fc.constantFrom(...PLACES),
        seat: fc.constantFrom(0 as const, 1 as const),
        type: fc.constantFrom(...TYPES),
        height: fc.constantFrom(1, 1, 1, 1, 2, 2, 3, 5),
      }),
      { minLength: 12, maxLength: 60, size: 'max' },
    ),
    mover: fc.constantFrom(0 as const, 1 as const),
    phase: fc.constantFrom('first' as const, 'second' as const),
  })
  .map(({ picks, mover, phase }) => {
    const board = Array.from({ length: SQUARES }, () => 0);
    const left = [0, 1].map((): Record<'stones' | 1 | 2 | 3, number> => ({ stones: STONES, ...STONES_OF }));
    for (const { square, seat, type, height } of picks) {
      const own = left[seat]!;
      if (board[square] !== 0 || own[type] === 0 || own.stones < height) continue;
      own[type]--;
      own.stones -= height;
      board[square] = (seat === 0 ? 1 : -1) * (height * 4 + type);
    }
    return makePosition(readBoard(boardRows(board)), mover, phase);
  });

/** The rules as the protocol's text states them, on its own matrix: the board after each valid move. */
function validByTheText({ stones: board, mover, phase }: StonesPosition): Map<number, number[][]> {
  const state = boardRows(board);
  const owner = mover === 0 ? 1 : -1;
  const exists = (x: number, y: number): boolean =>
    x >= 0 && x <= 8 && y >= 0 && y <= 8 && Math.abs(x - y) < 5 && !(x === 4 && y === 4);
  const valid = new Map<number, number[][]>();
  for (const [fromY, row] of state.entries()) {
    for (const [fromX, from] of row.entries()) {
      if (Math.sign(from) !== owner) continue;
      for (const [stepX, stepY] of [
        ...[[0, -1] as const, [0, 1] as const, [1, 0] as const],
        ...[[-1, 0] as const, [1, 1] as const, [-1, -1] as const],
      ]) {
        let [x, y] = [fromX + stepX, fromY + stepY];
        while (exists(x, y) && state[y]![x] === 0) [x, y] = [x + stepX, y + stepY];
        if (!exists(x, y)) continue;
        const to = state[y]![x]!;
        const [height, other] = [Math.trunc(Math.abs(from) / 4), Math.trunc(Math.abs(to) / 4)];
        const attack = Math.sign(to) === -owner;
        if (attack ? height < other : phase !== 'second') continue;
        const next = state.map((line) => [...line]);
        next[fromY]![fromX] = 0;
        next[y]![x] = attack ? from : owner * ((height + other) * 4 + (Math.abs(from) % 4));
        valid.set((fromY * 9 + fromX) * 81 + y * 9 + x, next);
      }
    }
  }
  if (phase === 'second') valid.set(81 * 81, state);
  return valid;
}

const typesShown = ({ stones: board }: StonesPosition, owner: 1 | -1): Set<number> =>
  new Set(board.filter((value) => Math.sign(value) === owner).map((value) => Math.abs(value) % 4));

describe('perft', () => {
  it('by actions is that of the game', () => {
    // The command line's tests count depth 4.
    const nodes = [1, 2, 3].map((depth) => perft(stones, stones.initial(), depth));
    expect(nodes).toEqual([42, 1797, 260_556]);
  });

  it('is kept by half a turn of the board with the colours exchanged', () => {
    const turned = ({ stones: board, mover, phase }: StonesPosition): StonesPosition => {
      const other = board.toReversed().map((value) => (value === 0 ? 0 : -value));
      return makePosition(other, mover === 0 ? 1 : 0, phase === 'second' ? 'second' : 'first');
    };
    const start = stones.initial();
    expect(turned(start).stones).toEqual(start.stones);
    const same = (position: StonesPosition): void => {
      const other = turned(position);
      const depths = [1, 2];
      expect(depths.map((depth) => perft(stones, other, depth))).toEqual(
        depths.map((depth) => perft(stones, position, depth)),
      );
      const [one, two] = [stones.result(position), stones.result(other)];
      if (one?.kind === 'win') expect(two).toEqual({ ...one, winner: one.winner === 0 ? 1 : 0 });
      else expect(two).toBeNull();
    };
    fc.assert(fc.property(anyPosition, same), { numRuns: randomCases(40) });
    fc.assert(
      fc.property(anySeed, fc.nat(), (seed, at) => {
        const positions = randomGame(seed).slice(1);
        same(positions[at % positions.length]!);
      }),
      { numRuns: randomCases(15) },
    );
  });
});

describe('moves and play', () => {
  const agree = (position: StonesPosition): void => {
    const over = stones.result(position);
    const valid = over === null ? validByTheText(position) : new Map<number, number[][]>();
    expect([...stones.moves(position)].sort((a, b) => a - b)).toEqual(
      [...valid.keys()].sort((a, b) => a - b),
    );
    const wrong: number[] = [];
    withoutStacks(() => {
      for (let move = 0; move <= PASS; move++) {
        try {
          const next = stones.play(position, move);
          if (JSON.stringify(boardRows(next.stones)) !== JSON.stringify(valid.get(move))) wrong.push(move);
        } catch (error) {
          if (!(error instanceof IllegalMove) || error.message === '' || valid.has(move)) wrong.push(move);
        }
      }
    });
    expect(wrong.map((move) => stones.moveText(position, move))).toEqual([]);
  };

  it("are what the protocol's text makes of every move there can be, in positions of games", () => {
    fc.assert(
      fc.property(anySeed, fc.nat(), (seed, at) => {
        const positions = randomGame(seed);
        agree(positions[at % positions.length]!);
      }),
      { numRuns: randomCases(10) },
    );
  });

  it('and in any position', () => {
    fc.assert(fc.property(anyPosition, agree), { numRuns: randomCases(15) });
  });

  it('keep the turn of two actions, the count of what is visible, and the board that was', () => {
    fc.assert(
      fc.property(anySeed, (seed) => {
        const positions = randomGame(seed);
        expect(positions[0]).toMatchObject({ mover: 0, phase: 'opening' });
        positions.forEach((position, ply) => {
          // Ply 0 is White's; then Black has two, White two, and so on.
          const turn = (ply + 1) >> 1;
          expect(position.mover).toBe(turn % 2);
          expect(stones.beginsTurn(position)).toBe(ply === 0 || ply % 2 === 1);
          for (const seat of [0, 1] as const) {
            const own = position.stones.filter((value) => (seat === 0 ? value > 0 : value < 0));
            for (const type of TYPES) {
              const shown = own.filter((value) => Math.abs(value) % 4 === type).length;
              expect(visible(position, seat, type)).toBe(shown);
            }
            const all = own.reduce((sum, value) => sum + (Math.abs(value) >> 2), 0);
            expect(all).toBeLessThanOrEqual(STONES);
          }
        });
        expect(positions[0]!.stones).toEqual(START);
      }),
      { numRuns: randomCases(20) },
    );
  });

  it('bring every game to an end, won for a reason that the board shows', () => {
    const reasons = new Set<string>();
    for (let seed = 0; seed < randomCases(300); seed++) {
      const positions = randomGame([seed, 3 * seed + 1, 11, 7 * seed]);
      const last = positions.at(-1)!;
      const result = stones.result(last)!;
      reasons.add(result.reason);
      if (result.kind !== 'win') throw new Error('a game was drawn');
      const loser = result.winner === 0 ? -1 : 1;
      if (result.reason === 'no attack possible') {
        expect(last.mover).toBe(result.winner === 0 ? 1 : 0);
        expect([typesShown(last, 1).size, typesShown(last, -1).size]).toEqual([3, 3]);
        expect(validByTheText({ ...last, phase: 'first' }).size).toBe(0);
      } else {
        const gone = ' ABC'.indexOf(result.reason.charAt('no visible '.length));
        expect(typesShown(last, loser).has(gone)).toBe(false);
      }
      for (const position of positions.slice(0, -1)) expect(stones.result(position)).toBeNull();
    }
    expect([...reasons].sort()).toEqual([
      'no attack possible',
      'no visible A left',
      'no visible B left',
      'no visible C left',
    ]);
  });
});

describe('a turn', () => {
  it('is one attack at first, and an attack and anything after that', () => {
    const start = stones.initial();
    expect(texts(start)).toHaveLength(42);
    expect(texts(start)).not.toContain('pass');
    const black = after(start, 'D1E1');
    expect(black).toMatchObject({ mover: 1, phase: 'first' });
    expect(texts(black)).not.toContain('pass');
    const second = after(black, 'A2A1');
    expect(second).toMatchObject({ mover: 1, phase: 'second' });
    expect(texts(second).at(-1)).toBe('pass');
    const white = after(second, 'pass');
    expect(white).toMatchObject({ mover: 0, phase: 'first', stones: second.stones });
    expect(objection(white, PASS)).toBe('White must attack and cannot pass');
  });

  it('of White on the start board is the opening one, however that was set up', () => {
    expect(makePosition([...START], 0, 'first').phase).toBe('opening');
    expect(makePosition(START, 0, 'second').phase).toBe('second');
    expect(makePosition(START, 1, 'first').phase).toBe('first');
    expect(positionOf({}).phase).toBe('first');
  });
});

describe('an attack', () => {
  it('takes the place of the first stone on a line, and keeps type and height', () => {
    const position = positionOf({ D4: 13, D6: -10, D7: -5 });
    expect(from(position, 'D4')).toEqual(['D6', 'A1']);
    const { D4: _gone, ...rest } = placedOn(position);
    expect(placedOn(after(position, 'D4D6'))).toEqual({ ...rest, D6: 13 });
  });

  it('goes along columns, rows and the diagonal of the board, and never along the other one', () => {
    const around = { C3: -5, D3: -6, C4: -5, E4: -6, D5: -5, E3: -5, C5: -5 };
    expect(from(positionOf({ D4: 6, ...around }), 'D4')).toEqual(['C4', 'E4', 'D3', 'D5', 'C3']);
    expect(from(positionOf({ F6: 6, G7: -5 }), 'F6')).toEqual(['G7']);
  });

  it('reaches across the whole board, and not across the hole or round an edge', () => {
    expect(from(positionOf({ B4: 5, H4: -5 }), 'B4')).toEqual(['H4', 'B1']);
    expect(from(positionOf({ D3: 5, H7: -5 }), 'D3')).toEqual(['B1', 'H7']);
    const around = positionOf({ D5: 5, F5: -5, E4: 6, E6: -5, D4: 6, F6: -5 });
    expect(from(around, 'D5')).toEqual(['E6']);
    expect(from(around, 'E4')).toEqual(['B1', 'F5']);
    expect(from(around, 'D4')).toEqual(['A1']);
    // I5 and A6 (no place) are neighbours in the list of squares; so are I9 and the entry after it.
    expect(from(positionOf({ I5: 5, B6: -5, I6: 6 }), 'I5')).toEqual([]);
  });

  it('is for stones at least as high', () => {
    expect(from(positionOf({ D4: 10, D6: -9, F4: -13, B4: -6 }), 'D4')).toEqual(['B4', 'D6', 'A1']);
  });
});

describe('a strengthening', () => {
  it('puts the stone on top: its type shows, and the heights add', () => {
    const position = positionOf({ D4: -9, D6: -15 }, 1, 'second');
    expect(visible(position, 1, 3)).toBe(2);
    const next = after(position, 'D4D6');
    expect(placedOn(next)).toMatchObject({ D6: -21 });
    expect(placedOn(next)).not.toHaveProperty('D4');
    expect(visible(next, 1, 3)).toBe(1);
    expect(next).toMatchObject({ mover: 0, phase: 'first' });
    expect(placedOn(after(position, 'D6D4'))).toMatchObject({ D4: -23 });
  });

  it('is for second actions alone', () => {
    const placed = { D4: 5, D6: 6, F4: -5 };
    expect(from(positionOf(placed), 'D4')).toEqual(['F4', 'A1']);
    expect(from(positionOf(placed, 0, 'second'), 'D4')).toEqual(['F4', 'D6', 'A1']);
    expect(texts(positionOf(placed, 0, 'second')).at(-1)).toBe('pass');
  });
});

describe('an ending', () => {
  it.each<[string, StonesPosition, string, Result]>([
    ['the last visible type taken', positionOf({ B3: 6 }), 'B3B1', win(0, 'no visible B left')],
    [
      'the last visible type taken by a second action',
      positionOf({ B3: 6 }, 0, 'second'),
      'B3B1',
      win(0, 'no visible B left'),
    ],
    [
      'the last visible type covered by its own side',
      positionOf({ D4: -5 }, 1, 'second'),
      'A1B1',
      win(0, 'no visible B left'),
    ],
    [
      'no attack after a pass, told at once',
      positionOf({}, 0, 'second'),
      'pass',
      win(0, 'no attack possible'),
    ],
    [
      'no attack after a strengthening, since the stacks are too high',
      positionOf({ D6: 5, F6: -5, H6: -6 }, 1, 'second'),
      'H6F6',
      win(1, 'no attack possible'),
    ],
  ])('comes with %s', (_name, position, move, ending) => {
    expect(stones.result(position)).toBeNull();
    const last = after(position, move);
    expect(stones.result(last)).toEqual(ending);
    expect(stones.moves(last)).toEqual([]);
    expect(() => after(last, 'pass')).toThrow(`ply 1: the game is over: ${ending.reason}`);
    expect(() => after(last, 'G9H9')).toThrow(`ply 1: the game is over: ${ending.reason}`);
  });

  it.each<[string, StonesPosition, Result | null]>([
    ['no attack where one is demanded', positionOf({}), win(1, 'no attack possible')],
    ['no attack where none is', positionOf({}, 0, 'second'), null],
    [
      'nothing but a pass',
      makePosition(boardOf({ ...CORNERS, H9: 0, I9: 0, E1: 6, I5: 7 }), 0, 'second'),
      null,
    ],
    ['nothing on the board', makePosition(boardOf({}), 0, 'first'), win(1, 'no visible A left')],
    ['a type of both sides gone', positionOf({ H9: 0, C1: 0 }, 0, 'first'), win(1, 'no visible B left')],
    ['the same after a first action', positionOf({ H9: 0, C1: 0 }, 0, 'second'), win(0, 'no visible C left')],
    ['a type gone and no attack', positionOf({ C1: 0 }, 0, 'first'), win(0, 'no visible C left')],
    ['a type under others', positionOf({ H9: 5, D4: 21, F4: -5 }), win(1, 'no visible B left')],
  ])('with %s is told of a position that stands', (_name, position, ending) => {
    expect(stones.result(position)).toEqual(ending);
    expect(stones.moves(position).length === 0).toBe(ending !== null);
  });
});

describe('a move is refused in words', () => {
  const placed = { D4: 5, D6: -9, F4: -5, H4: -5, B2: 6, F6: 6, C4: 6 };
  const first = positionOf(placed);
  const second = positionOf(placed, 0, 'second');
  it.each([
    ['pass', 'White must attack and cannot pass', first],
    ['D4D6', 'the stone on D6 is 2 high, the one on D4 1: only one as high or higher can attack it', first],
    ['D4D6', 'the stone on D6 is 2 high, the one on D4 1: only one as high or higher can attack it', second],
    ['D4C4', 'White must attack, and D4C4 strengthens', first],
    ['D4H4', 'the stone on F4 stands between D4 and H4', first],
    ['D4E4', 'E4 is empty', first],
    ['D4E4', 'E4 is empty', second],
    ['D4E3', 'D4 and E3 are not on one line', first],
    ['D4F5', 'D4 and F5 are not on one line', first],
    ['D4F6', 'the hole is between D4 and F6', second],
    ['D4D4', 'the stone on D4 stands there already', second],
    ['E4D4', 'no stone stands on E4', second],
    ['F4D4', "the stone on F4 is Black's", second],
    ['E5D4', 'E5 is the hole', second],
    ['D4E5', 'E5 is the hole', second],
    ['F1D4', 'there is no place F1', second],
    ['D4D9', 'there is no place D9', second],
    ['D4F4', "the stone on D4 is White's", positionOf(placed, 1)],
    ['A1B1', 'the game is over: no attack possible', positionOf({})],
    ['D4F4', 'the game is over: no visible C left', positionOf({ C1: 0, D4: 5, F4: -5 })],
  ])('%s: %s', (move, words, position) => {
    const refused = (): unknown => stones.play(position, stones.parseMove(position, move));
    expect(refused).toThrow(IllegalMove);
    expect(refused).toThrow(new IllegalMove(words));
  });

  it.each([-1, 0.5, Number.NaN, PASS + 1, '1' as unknown as number])('%s is not a move', (move) => {
    expect(() => stones.play(second, move)).toThrow(new IllegalMove('this is not a move'));
  });

  it('but for an attack on a stone as high as the one that attacks', () => {
    expect(placedOn(after(first, 'D4F4'))).toMatchObject({ F4: 5 });
  });
});

describe("the protocol's example", () => {
  const request = `{
        "Board": {
            "state": [
                [  0, -5, 19,  0,  5,  0,  0,  0,  0],
                [-10, -6,  0,  0,  6,  0,  0,  0,  0],
                [ -5,  0,  0, -7,  0,  5, -5,  0,  0],
                [  0, -6,  7, -5,  0,  0, -6, -5,  0],
                [  5,  0,  0,  0,  0,  0,  0, -5,  0],
                [  0,  0, -6,  5,  5,  5,  0,  0,  0],
                [  0,  0,  0,  0,  0, -6,  7,  6,  9],
                [  0,  0,  0,  0,  0, -6,  0,  6,  5],
                [  0,  0,  0,  0,  0,-13,  0,  0,  5]
            ]
        },
        "AllowedMoves": [1]
    }`;
  const position = stones.parsePosition(`${request} black`);

  it('is a position in which its move is legal, and the game goes on after it', () => {
    expect(position).toMatchObject({ mover: 1, phase: 'first' });
    expect(texts(position)).toContain('B2E2');
    const next = after(position, 'B2E2');
    const { B2: _gone, ...rest } = placedOn(position);
    expect(placedOn(next)).toEqual({ ...rest, E2: -6 });
    expect(next).toMatchObject({ mover: 1, phase: 'second' });
    expect(stones.result(next)).toBeNull();
  });

  it('has the stones that the text reads from its integers', () => {
    expect(stoneAt(position.stones, squares.get('C1')!)).toEqual({ seat: 0, type: 3, height: 4 });
    expect(stoneAt(position.stones, squares.get('E1')!)).toEqual({ seat: 0, type: 1, height: 1 });
    expect(readStone(-11)).toEqual({ seat: 1, type: 3, height: 2 });
    expect(readStone(0)).toBeNull();
  });
});

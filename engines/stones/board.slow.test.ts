import { describe, expect, it } from 'vitest';
import {
  fromOf,
  heightOf,
  PASS,
  stones,
  toOf,
  visible,
  type StonesPosition,
} from '../../app/games/stones/index.ts';
import { seededRandom } from '../../app/games/random.ts';
import { decisive, win } from '../shared/table.ts';
import { mostMoves, StonesBoard, squares } from './board.ts';
import { evaluate } from './evaluate.ts';
import { playedPosition, randomMove } from './testing/positions.ts';

const rooms = Array.from({ length: 5 }, () => new Int16Array(mostMoves));

function leaves(board: StonesBoard, depth: number): number {
  if (depth === 0) return 1;
  const moves = rooms[depth];
  const end = board.moves(moves);
  let found = 0;
  for (let i = 0; i < end; i++) {
    const over = board.wins(moves[i]);
    board.make(moves[i]);
    if (!over || depth === 1) found += leaves(board, depth - 1);
    board.unmake();
  }
  return found;
}

const byNumber = (one: number, other: number): number => one - other;
const listed = (board: StonesBoard): number[] =>
  [...rooms[0].subarray(0, board.moves(rooms[0]))].sort(byNumber);

/** Whether the mover strengthens over its last visible stone of a type. */
function gives(position: StonesPosition, move: number): boolean {
  if (move === PASS) return false;
  const next = stones.play(position, move);
  return ([1, 2, 3] as const).some((type) => visible(next, position.mover, type) === 0);
}

/** The whole state of a board, including what its stones see. */
const told = (board: StonesBoard): unknown => ({
  stones: [...board.stones],
  sees: [...squares]
    .filter((square) => board.stones[square] !== 0)
    .map((square) => [...board.next.subarray(6 * square, 6 * square + 6)]),
  visible: [...board.visible],
  side: board.side,
  phase: board.phase,
  hash: [board.hashLow, board.hashHigh],
});

/** Random games, some with only strengthening in the second action, so that stacks grow high. */
function* positions(games: number, seed: number): Generator<readonly [before: StonesPosition, move: number]> {
  const random = seededRandom(seed);
  for (let game = 0; game < games; game++) {
    let position = stones.initial();
    while (stones.result(position) === null) {
      const { mover } = position;
      const stacking = stones.moves(position).filter((move) => {
        if (move === PASS) return false;
        const to = position.stones[toOf(move)];
        return (
          to > 0 === (mover === 0) && heightOf(position.stones[fromOf(move)]) > 1 && !gives(position, move)
        );
      });
      const move =
        game % 2 === 1 && stacking.length > 0
          ? stacking[Math.floor(random() * stacking.length)]
          : randomMove(random, position);
      yield [position, move];
      position = stones.play(position, move);
    }
  }
}

describe('the board of the search', { timeout: 60_000 }, () => {
  it('counts what the rules count', () => {
    const board = new StonesBoard(stones.initial());
    expect([1, 2, 3].map((depth) => leaves(board, depth))).toEqual([42, 1797, 260_556]);
  });

  it('has the moves and the endings of the rules all through random games, but for giving a type away', () => {
    const endings = new Set<string>();
    let given = 0;
    for (const [position, move] of positions(60, 1)) {
      const board = new StonesBoard(position);
      const legal = stones.moves(position);
      const kept = legal.filter((each) => !gives(position, each));
      given += legal.length - kept.length;
      expect(listed(board)).toEqual([...kept].sort(byNumber));
      const next = stones.play(position, move);
      const result = stones.result(next);
      const takes =
        result?.kind === 'win' && result.reason !== 'no attack possible' && result.winner === position.mover;
      expect(board.wins(move)).toBe(takes);
      if (result?.kind !== 'win') continue;
      endings.add(result.reason);
      if (result.reason === 'no attack possible') {
        board.make(move);
        expect(listed(board)).toEqual([]);
        expect(evaluate(board)).toBe(-win);
      }
    }
    expect(given).toBeGreaterThan(10);
    expect([...endings].sort()).toEqual([
      'no attack possible',
      'no visible A left',
      'no visible B left',
      'no visible C left',
    ]);
  });

  it('is after each move what a fresh one is, and comes back as it was', () => {
    const line: StonesBoard[] = [];
    let board = new StonesBoard(stones.initial());
    let before: unknown[] = [];
    const back = (): void => {
      for (const each of before.toReversed()) {
        board.unmake();
        expect(told(board)).toEqual(each);
      }
    };
    for (const [position, move] of positions(15, 2)) {
      if (position.phase === 'opening') {
        back();
        line.push(board);
        board = new StonesBoard(position);
        before = [];
      }
      expect(told(board)).toEqual(told(new StonesBoard(position)));
      before.push(told(board));
      board.make(move);
    }
    back();
    expect(line).toHaveLength(15);
  });
});

describe('the estimate', { timeout: 60_000 }, () => {
  it('knows a win at the next ply where there is one, and nowhere else', () => {
    let wins = 0;
    for (const [position] of positions(60, 3)) {
      const board = new StonesBoard(position);
      const taking = stones.moves(position).some((move) => board.wins(move));
      expect(evaluate(board) > decisive).toBe(taking);
      if (taking) wins++;
    }
    expect(wins).toBeGreaterThan(20);
  });

  it('is the same for both colours and from both ends of the board', () => {
    const random = seededRandom(4);
    for (let i = 0; i < 25; i++) {
      const position = playedPosition(random, 1 + (i % 30));
      const turned: StonesPosition = {
        ...stones.parsePosition(stones.positionText(position)),
        stones: position.stones.map((_, square) => 0 - position.stones[80 - square]),
        mover: position.mover === 0 ? 1 : 0,
      };
      expect(evaluate(new StonesBoard(turned))).toBe(evaluate(new StonesBoard(position)));
    }
  });
});

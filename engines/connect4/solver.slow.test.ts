import { describe, expect, it } from 'vitest';
import {
  connect4,
  makePosition,
  parsePlacement,
  type Connect4Position,
} from '../../app/games/connect4/index.ts';
import { seededRandom } from '../shared/random.ts';
import { pliesOfScore, solvable, Solver, tableWithin } from './solver.ts';
import { playedPosition } from './testing/positions.ts';
import { playedMoves, solvedPositions, type SolvedSet } from './testing/solved.ts';

const middleFirst = [3, 2, 4, 1, 5, 0, 6];
const stonesOn = ({ cells }: Connect4Position): number => cells.filter((cell) => cell !== 0).length;

const mirror = (position: Connect4Position): Connect4Position => {
  const { width, height, cells, mover } = position;
  const turned = cells.map((_, index) => cells[index - (index % width) + width - 1 - (index % width)]!);
  return makePosition({ width, height, cells: turned }, mover);
};

/** Plain minimax over the rules, nothing cut. */
function plainScore(position: Connect4Position): number {
  const result = connect4.result(position);
  if (result !== null) return result.kind === 'draw' ? 0 : -((44 - stonesOn(position)) >> 1);
  return Math.max(...connect4.moves(position).map((move) => 0 - plainScore(connect4.play(position, move))));
}

describe('scores', { timeout: 120_000 }, () => {
  // The rest of L1_R2 and all of L1_R3 take minutes: the bench's long form has them.
  const shares: readonly (readonly [SolvedSet, number])[] = [
    ['L3_R1', 1000],
    ['L2_R1', 1000],
    ['L1_R1', 1000],
    ['L2_R2', 1000],
    ['L1_R2', 20],
  ];

  for (const [set, share] of shares) {
    it(`are those of the solved positions ${set}`, () => {
      const solver = new Solver(18);
      const wrong = solvedPositions(set)
        .slice(0, share)
        .map(({ moves, position, score }) => ({ moves, score, found: solver.solve(position) }))
        .filter(({ score, found }) => score !== found);
      expect(wrong).toEqual([]);
    });
  }

  it('are those of plain minimax where few cells are left, for every column', () => {
    const random = seededRandom(41);
    const solver = new Solver(12);
    const positions = Array.from({ length: 3000 }, (_, i) => playedPosition(random, 7, 6, 31 + (i % 11)));
    const late = positions.filter((position) => stonesOn(position) >= 31);
    expect(late.length).toBeGreaterThan(150);
    for (const position of late) {
      const plain = connect4
        .moves(position)
        .map((column) => ({ column, score: 0 - plainScore(connect4.play(position, column)) }));
      expect(solver.analyse(position, [0, 1, 2, 3, 4, 5, 6])).toEqual({ scores: plain, complete: true });
      expect(solver.solve(position)).toBe(Math.max(...plain.map(({ score }) => score)));
    }
  });

  it('are the same in the mirror', () => {
    const random = seededRandom(42);
    for (let i = 0; i < 60; i++) {
      const position = playedPosition(random, 7, 6, 12 + (i % 16));
      const [left, right] = [new Solver(16), new Solver(16)];
      expect(left.solve(mirror(position))).toBe(right.solve(position));
      const turned = left.analyse(mirror(position), middleFirst).scores;
      const straight = right.analyse(position, middleFirst).scores;
      expect(turned.map(({ column, score }) => ({ column: 6 - column, score })).toSorted(byColumn)).toEqual(
        straight.toSorted(byColumn),
      );
    }
  });

  it('do not depend on the table, its size or what it holds', () => {
    const positions = solvedPositions('L2_R2').slice(0, 60);
    const warm = new Solver(18);
    for (const { position } of positions) warm.solve(position);
    const tiny = new Solver(4);
    for (const { position, score } of positions) {
      expect(warm.solve(position)).toBe(score);
      expect(tiny.solve(position)).toBe(score);
    }
  });

  it('of one column within so many plies are exact, and nothing where the end lies beyond', () => {
    const [exact, bounded] = [new Solver(18), new Solver(18)];
    let ends = 0;
    for (const { position } of [
      ...solvedPositions('L2_R2').slice(200, 202),
      ...solvedPositions('L2_R1').slice(0, 6),
      ...solvedPositions('L1_R1').slice(0, 2),
    ]) {
      const stones = stonesOn(position);
      for (const { column, score } of exact.analyse(position, middleFirst).scores) {
        const end = pliesOfScore(score, stones);
        for (const plies of [end - 2, end - 1, end, end + 1]) {
          if (plies < 1 || plies >= 42 - stones) continue;
          const told = score !== 0 && end <= plies ? score : 0;
          expect(bounded.columnWithin(position, column, plies), `${column} within ${plies}`).toBe(told);
          if (told !== 0) ends++;
        }
      }
    }
    expect(ends).toBeGreaterThan(100);
  });

  it('of the mover are the best of its columns', () => {
    const solver = new Solver(18);
    for (const { position, score } of solvedPositions('L2_R2').slice(100, 140)) {
      const { scores } = solver.analyse(position, middleFirst);
      expect(Math.max(...scores.map((column) => column.score))).toBe(score);
      expect(scores.map(({ column }) => column).toSorted()).toEqual(connect4.moves(position));
    }
  });

  it('tell how many plies are left', () => {
    const random = seededRandom(43);
    const solver = new Solver(16);
    for (let i = 0; i < 40; i++) {
      const first = playedPosition(random, 7, 6, 18 + (i % 10));
      const promised = pliesOfScore(solver.solve(first)!, stonesOn(first));
      let position = first;
      let plies = 0;
      // Both sides play the best there is: the game lasts exactly as long as was said.
      while (connect4.result(position) === null) {
        const { scores } = solver.analyse(position, middleFirst);
        const best = scores.reduce((a, b) => (b.score > a.score ? b : a));
        position = connect4.play(position, best.column);
        plies++;
      }
      expect(plies).toBe(promised);
    }
  });
});

const byColumn = (a: { column: number }, b: { column: number }): number => a.column - b.column;

describe('lines', { timeout: 60_000 }, () => {
  it('are as long as the score says, and every move on them keeps it', () => {
    const solver = new Solver(18);
    for (const { position, score } of [
      ...solvedPositions('L2_R2').slice(0, 30),
      ...solvedPositions('L1_R1').slice(0, 30),
    ]) {
      const line = solver.line(position, score, middleFirst);
      expect(line).toHaveLength(pliesOfScore(score, stonesOn(position)));
      let at = position;
      let kept = score;
      for (const column of line) {
        expect(solver.solve(at)).toBe(kept);
        at = connect4.play(at, column);
        kept = 0 - kept;
      }
      const winner = score === 0 ? undefined : score > 0 ? position.mover : 1 - position.mover;
      expect(connect4.result(at)).toMatchObject(score === 0 ? { kind: 'draw' } : { kind: 'win', winner });
    }
  });
});

describe('boards', () => {
  const board = (placement: string): Connect4Position => makePosition(parsePlacement(placement), 0);

  it('of 7x6 without holes and fours are taken', () => {
    expect(solvable(connect4.initial())).toBe(true);
    expect(solvable(connect4.initial({ width: 7, height: 7 }))).toBe(false);
    expect(solvable(connect4.initial({ width: 6, height: 6 }))).toBe(false);
    expect(solvable(board('7/3x3/7/7/7/7'))).toBe(false);
    expect(solvable(board('xxxx3/7/7/7/7/7'))).toBe(false);
    expect(() => new Solver(10).solve(board('7/3x3/7/7/7/7'))).toThrow('without holes');
  });

  it('that are full are drawn', () => {
    const full = makePosition(parsePlacement('xxxoxxx/ooxoxoo/xxooxxo/ooxxoox/xxooxxo/ooxxoox'), 0);
    expect(full.winner).toBeNull();
    expect(new Solver(10).solve(full)).toBe(0);
    expect(new Solver(10).analyse(full, middleFirst)).toEqual({ scores: [], complete: true });
    expect(pliesOfScore(0, 42)).toBe(0);
  });
});

describe('memory', () => {
  it('is the table and a little more', () => {
    for (const bytes of [2 ** 20, 5_000_000, 2 ** 25]) {
      const solver = new Solver(tableWithin(bytes));
      expect(solver.memory).toBeLessThanOrEqual(bytes + 2 ** 17);
      expect(solver.memory).toBeGreaterThan(bytes / 2);
    }
    expect(tableWithin(2 ** 60)).toBe(27);
    expect(() => new Solver(28)).toThrow(RangeError);
    expect(() => new Solver(3)).toThrow(RangeError);
  });

  it('keeps what was found until it is cleared', () => {
    const { position, score } = solvedPositions('L2_R2')[7]!;
    const solver = new Solver(18);
    expect(solver.solve(position)).toBe(score);
    const cold = solver.nodes;
    solver.solve(position);
    expect(solver.nodes).toBeLessThan(cold / 10);
    solver.clear();
    solver.solve(position);
    expect(solver.nodes).toBe(cold);
  });
});

describe('stopping', { timeout: 90_000 }, () => {
  it('ends a search that would take long, and leaves nothing wrong behind', () => {
    const hard = playedMoves('44');
    let nodes = 0;
    let limit = 200_000;
    const solver = new Solver(16, (searched) => (nodes = searched) >= limit);
    expect(solver.solve(hard)).toBeNull();
    expect(nodes).toBeLessThan(limit + 2000);
    expect(solver.analyse(hard, middleFirst)).toEqual({ scores: [], complete: false });
    limit = Infinity;
    for (const { position, score } of solvedPositions('L2_R2').slice(0, 50)) {
      expect(solver.solve(position)).toBe(score);
    }
  });

  it('is asked about after every thousandth node or so', () => {
    const asked: number[] = [];
    const solver = new Solver(16, (nodes) => asked.push(nodes) >= 300);
    expect(solver.solve(playedMoves('44'))).toBeNull();
    expect(asked).toHaveLength(300);
    const steps = asked.map((nodes, index) => nodes - (asked[index - 1] ?? 0));
    expect(Math.max(...steps)).toBeLessThanOrEqual(1024);
  });

  it('ends a line between two columns, however little each of them takes', () => {
    const { position, score } = solvedPositions('L2_R1').find((solved) => solved.score === 0)!;
    let asked = 0;
    let limit = Infinity;
    const solver = new Solver(18, () => ++asked > limit);
    const line = solver.line(position, score, middleFirst);
    expect(line.length).toBeGreaterThan(4);
    expect(asked).toBeGreaterThanOrEqual(line.length);
    asked = 0;
    limit = 3;
    expect(solver.line(position, score, middleFirst).length).toBeLessThanOrEqual(3);
  });

  it('tells the columns that were known by then', () => {
    const { position } = solvedPositions('L2_R2')[7]!;
    const all = new Solver(18).analyse(position, middleFirst);
    const told: number[] = [];
    const solver = new Solver(18, () => told.length >= 3);
    const { scores, complete } = solver.analyse(position, middleFirst, ({ column }) => told.push(column));
    expect(complete || scores.length >= 3).toBe(true);
    expect(scores).toEqual(all.scores.slice(0, scores.length));
    expect(told).toEqual(scores.map(({ column }) => column));
  });
});

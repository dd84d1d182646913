import { describe, expect, it } from 'vitest';
import {
  connect4,
  makePosition,
  parsePlacement,
  type Connect4Position,
} from '../../app/games/connect4/index.ts';
import { pliesOfScore, solvable, Solver, tableWithin } from '../../app/truth/connect4/solver.ts';
import { middleFirst, scoreTests, stonesOn } from './testing/scores.ts';
import { playedMoves, solvedPositions } from './testing/positions.ts';

describe('scores', () => {
  scoreTests({
    shares: [
      ['L3_R1', 300],
      ['L2_R1', 100],
      ['L1_R1', 100],
      ['L2_R2', 60],
      ['L1_R2', 1],
    ],
    late: 600,
    mirrors: 8,
    within: [0, 2, 0],
    played: 12,
  });
});

describe('lines', () => {
  it('are as long as the score says, and every move on them keeps it', () => {
    const solver = new Solver(18);
    for (const { position, score } of [
      ...solvedPositions('L2_R2').slice(0, 12),
      ...solvedPositions('L1_R1').slice(0, 12),
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
      expect(solver.memory).toBeLessThanOrEqual(bytes * 1.125 + 2 ** 17);
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

describe('stopping', () => {
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

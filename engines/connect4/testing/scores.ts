/** Tests of the solver's scores, with a given effort. */
import { expect, it } from 'vitest';
import { connect4, makePosition, type Connect4Position } from '../../../app/games/connect4/index.ts';
import { seededRandom } from '../../../app/games/random.ts';
import { pliesOfScore, Solver } from '../../../app/truth/connect4/solver.ts';
import { playedPosition, solvedPositions, type SolvedSet } from './positions.ts';

export const middleFirst = [3, 2, 4, 1, 5, 0, 6];
export const stonesOn = ({ cells }: Connect4Position): number => cells.filter((cell) => cell !== 0).length;

const mirror = (position: Connect4Position): Connect4Position => {
  const { width, height, cells, mover } = position;
  const turned = cells.map((_, index) => cells[index - (index % width) + width - 1 - (index % width)]!);
  return makePosition({ width, height, cells: turned }, mover);
};

/** Plain minimax over the rules, without pruning. */
function plainScore(position: Connect4Position): number {
  const result = connect4.result(position);
  if (result !== null) return result.kind === 'draw' ? 0 : -((44 - stonesOn(position)) >> 1);
  return Math.max(...connect4.moves(position).map((move) => 0 - plainScore(connect4.play(position, move))));
}

const byColumn = (a: { column: number }, b: { column: number }): number => a.column - b.column;

/** How much is solved. */
export interface SolverEffort {
  readonly shares: readonly (readonly [SolvedSet, number])[];
  /** Games whose last positions plain minimax evaluates. */
  readonly late: number;
  readonly mirrors: number;
  /** Positions whose columns are solved within given plies, of three sets. */
  readonly within: readonly [number, number, number];
  readonly played: number;
}

export function scoreTests({ shares, late: lateGames, mirrors, within, played }: SolverEffort): void {
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
    const positions = Array.from({ length: lateGames }, (_, i) =>
      playedPosition(random, 7, 6, 31 + (i % 11)),
    );
    const late = positions.filter((position) => stonesOn(position) >= 31);
    expect(late.length).toBeGreaterThan(lateGames / 20);
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
    for (let i = 0; i < mirrors; i++) {
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
      ...solvedPositions('L2_R2').slice(200, 200 + within[0]),
      ...solvedPositions('L2_R1').slice(0, within[1]),
      ...solvedPositions('L1_R1').slice(0, within[2]),
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
    expect(ends).toBeGreaterThan(10 * (within[0] + within[1] + within[2]));
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
    for (let i = 0; i < played; i++) {
      const first = playedPosition(random, 7, 6, 18 + (i % 10));
      const promised = pliesOfScore(solver.solve(first)!, stonesOn(first));
      let position = first;
      let plies = 0;
      // Both sides play best moves: the game lasts exactly as long as predicted.
      while (connect4.result(position) === null) {
        const { scores } = solver.analyse(position, middleFirst);
        const best = scores.reduce((a, b) => (b.score > a.score ? b : a));
        position = connect4.play(position, best.column);
        plies++;
      }
      expect(plies).toBe(promised);
    }
  });
}

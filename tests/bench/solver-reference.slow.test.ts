import { describe, expect, it } from 'vitest';
import { connect4, makePosition, type Connect4Position } from '../../app/games/connect4/index.ts';
import { seededRandom } from '../../app/games/random.ts';
import { solvable, Solver } from '../../app/truth/connect4/solver.ts';
import { playedPosition } from '../../engines/connect4/testing/positions.ts';
import { long } from '../support/long.ts';
import { ReferenceSolver } from './solver-reference.ts';

describe('the solver and its reference, which share no code', { timeout: 120_000 }, () => {
  const random = seededRandom(51);
  const solver = new Solver(18);
  const reference = new ReferenceSolver();

  const compare = (positions: readonly Connect4Position[]): void => {
    for (const position of positions) {
      if (connect4.result(position) === null) expect(solver.solve(position)).toBe(reference.solve(position));
    }
  };

  const compareGames = (count: number): void =>
    compare(Array.from({ length: count }, (_, i) => playedPosition(random, 7, 6, 16 + (i % 24))));

  const compareBoards = (count: number): void => {
    const boards = Array.from({ length: count }, () => {
      const cells = new Uint8Array(42);
      const share = 0.3 + 0.4 * random();
      for (let column = 0; column < 7; column++) {
        const height = Math.floor(random() * 7);
        for (let row = 0; row < height; row++) cells[row * 7 + column] = random() < share ? 1 : 2;
      }
      return makePosition({ width: 7, height: 6, cells }, random() < 0.5 ? 0 : 1);
    });
    const taken = boards.filter(
      (board) => solvable(board) && board.cells.filter((cell) => cell > 0).length > 14,
    );
    expect(taken.length).toBeGreaterThan(count / 10);
    compare(taken);
  };

  it('agree on positions of random games', () => compareGames(200));
  it('agree on boards that no game leads to', () => compareBoards(600));
  it('agree on many positions of random games', long, () => compareGames(1000));
  it('agree on many boards that no game leads to', long, () => compareBoards(3000));
});

import { describe, expect, it } from 'vitest';
import { Book } from '../../app/truth/connect4/book.ts';
import { Solver } from '../../app/truth/connect4/solver.ts';
import { playedMoves } from './testing/positions.ts';

const never = (): boolean => {
  throw new Error('nothing is to be searched');
};

describe('the book', () => {
  it('agrees with the solver on a sample', () => {
    // Only those that are solved quickly; the script that makes the book solves them all.
    const solver = new Solver(20);
    const known = new Solver(4, never, new Book());
    for (const moves of ['4444', '4441', '1414', '4414']) {
      const position = playedMoves(moves);
      expect(solver.solve(position), moves).toBe(known.solve(position));
    }
  });
});

import { describe, expect, it } from 'vitest';
import { connect4 } from '../../app/games/connect4/index.ts';
import { Book } from '../../app/truth/connect4/book.ts';
import { seededRandom } from '../../app/games/random.ts';
import { openings } from '../../app/truth/connect4/openings.ts';
import { Solver } from '../../app/truth/connect4/solver.ts';

const never = (): boolean => {
  throw new Error('nothing is to be searched');
};

describe('the book', () => {
  it('agrees with the solver on a sample of its positions with the most stones', () => {
    const solver = new Solver(18);
    const book = new Book();
    const known = new Solver(4, never, book);
    const positions = openings(book.plies)[book.plies]!;
    const random = seededRandom(8);
    for (let tried = 0; tried < 100; tried++) {
      const position = positions[Math.floor(random() * positions.length)]!;
      expect(solver.solve(position), connect4.positionText(position)).toBe(known.solve(position));
    }
  }, 300_000);
});

import { describe, expect, it } from 'vitest';
import { connect4, type Connect4Position } from '../../app/games/connect4/index.ts';
import { Book } from '../../app/truth/connect4/book.ts';
import { seededRandom } from '../../app/games/random.ts';
import { openings } from '../../app/truth/connect4/openings.ts';
import { Solver } from '../../app/truth/connect4/solver.ts';

const never = (): boolean => {
  throw new Error('nothing is to be searched');
};

describe('the book', () => {
  const solver = new Solver(18);
  const book = new Book();
  const known = new Solver(4, never, book);
  const positions = openings(book.plies + 1);

  function agrees(some: readonly Connect4Position[], sample: number): void {
    const random = seededRandom(8);
    for (let tried = 0; tried < sample; tried++) {
      const position = some[Math.floor(random() * some.length)]!;
      expect(solver.solve(position), connect4.positionText(position)).toBe(known.solve(position));
    }
  }

  it('agrees with the solver on a sample of the most stones whose positions are all in it', () => {
    agrees(positions[book.plies]!, 100);
  }, 300_000);

  it('agrees with the solver on a sample of what it has with one stone more', () => {
    const part = positions[book.plies + 1]!.filter((position) => book.score(position) !== null);
    if (part.length > 0) agrees(part, 200);
  }, 300_000);
});

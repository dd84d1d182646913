import { describe, expect, it } from 'vitest';
import { connect4 } from '../../app/games/connect4/index.ts';
import { seededRandom } from '../../app/games/random.ts';
import { Book, placesOf } from '../../app/truth/connect4/book.ts';
import { openings } from '../../app/truth/connect4/openings.ts';
import data from '../../app/truth/connect4/book.json';
import { Connect4Brain } from './brain.ts';
import { pliesOfScore, Solver } from '../../app/truth/connect4/solver.ts';
import { playedMoves } from './testing/positions.ts';
import { long } from '../../tests/support/long.ts';

const middleFirst = [3, 2, 4, 1, 5, 0, 6];
const never = (): boolean => {
  throw new Error('nothing is to be searched');
};

describe('openings', () => {
  it('are as many as the game has, mirror images once', () => {
    // Of 1, 7, 49, 238 and 1120 positions, 1, 1, 1, 4 and 16 are their own mirror image.
    expect(openings(4).map((positions) => positions.length)).toEqual([1, 4, 25, 121, 568]);
  });
});

describe('the book', () => {
  const book = new Book();

  it('says what is known of the game since 1988: the first side wins, with its last stone, in the middle only', () => {
    const solver = new Solver(4, never, book);
    expect(solver.solve(connect4.initial())).toBe(1);
    const { scores } = solver.analyse(connect4.initial(), [0, 1, 2, 3, 4, 5, 6]);
    expect(scores.map(({ score }) => score)).toEqual([-2, -1, 0, 1, 0, -1, -2]);
    expect(pliesOfScore(1, 0)).toBe(41);
  });

  it('answers for every position of so many stones and fewer, and its mirror image, without a search', () => {
    const solver = new Solver(4, never, book);
    const mirrored = connect4.symmetries(connect4.setupOf(connect4.initial())).at(-1)!;
    const all = openings(book.plies - 1);
    for (const positions of all) {
      // Every one of the first thousands, a sample of the rest.
      const step = Math.ceil(positions.length / 2000);
      for (const position of positions.filter((_, index) => index % step === 0)) {
        const best = Math.max(...solver.analyse(position, middleFirst).scores.map(({ score }) => score));
        expect(solver.solve(position)).toBe(best);
        expect(solver.solve(mirrored.position(position))).toBe(best);
      }
    }
    // A column that wins at once is not in the book, and takes a node.
    expect(solver.nodes).toBeLessThan(2);
  });

  it('agrees with the solver on a position that is solved soon', long, () => {
    const position = playedMoves('4441');
    expect(new Solver(20).solve(position)).toBe(new Solver(4, never, book).solve(position));
  });

  it('bounds the positions with one stone more than it has, and changes none of their scores', () => {
    const random = seededRandom(9);
    const plain = new Solver(18);
    const aided = new Solver(18, undefined, book);
    let bounded = 0;
    for (let tried = 0; tried < 15; tried++) {
      let position = connect4.initial();
      for (let stone = 0; stone <= book.plies && connect4.result(position) === null; stone++) {
        const columns = connect4.moves(position);
        position = connect4.play(position, columns[Math.floor(random() * columns.length)]!);
      }
      if (connect4.result(position) !== null) continue;
      const score = plain.solve(position)!;
      const least = book.atLeast(position)!;
      expect(least, connect4.positionText(position)).toBeLessThanOrEqual(score);
      expect(aided.solve(position)).toBe(score);
      if (least === score) bounded++;
    }
    expect(bounded).toBeGreaterThan(0);
    expect(book.atLeast(connect4.initial())).toBeNull();
  });

  it('has a place for every position, and says nothing of those that no game reaches', () => {
    expect(data.tables.map((table) => table.length)).toEqual(
      data.tables.map((_, stones) => placesOf(stones)),
    );
    const own = connect4.play(connect4.play(connect4.initial(), 0), 0);
    expect(book.score(own)).not.toBeNull();
    // The upper stone cannot have come first.
    const turned = own.cells.map((cell) => (cell === 0 ? 0 : 3 - cell));
    expect(book.score({ ...own, cells: turned })).toBeNull();
  });

  it('is left aside when the option Book says so', () => {
    const nodes = (option: string): number => {
      let clock = 0;
      const mind = new Connect4Brain(
        'move',
        () => (clock += 1),
        () => 0.5,
      );
      mind.option('Book', option);
      const job = {
        id: 1,
        position: connect4.initial(),
        limit: { kind: 'time', seconds: 0.5 },
        only: undefined,
      } as const;
      const finding = mind.search(
        job,
        () => false,
        () => undefined,
      );
      return finding.score?.type === 'decisive' ? finding.score.plies : 0;
    };
    expect(nodes('true')).toBe(41);
    expect(nodes('false')).toBe(0);
  });
});

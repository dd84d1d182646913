import { describe, expect, it } from 'vitest';
import { connect4, type Connect4Position } from '../../app/games/connect4/index.ts';
import { Book, openings } from '../../app/truth/connect4/book.ts';
import data from '../../app/truth/connect4/book.json';
import { Connect4Brain } from './brain.ts';
import { pliesOfScore, Solver } from '../../app/truth/connect4/solver.ts';
import { playedMoves } from './testing/positions.ts';

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
    let positions: Connect4Position[] = [connect4.initial()];
    for (let stones = 0; stones < book.plies; stones++) {
      for (const position of positions) {
        const best = Math.max(...solver.analyse(position, middleFirst).scores.map(({ score }) => score));
        expect(solver.solve(position)).toBe(best);
      }
      positions = positions.flatMap((position) =>
        connect4.moves(position).map((move) => connect4.play(position, move)),
      );
    }
    expect(solver.nodes).toBe(0);
  });

  it('agrees with the solver on a position that is solved soon', () => {
    const position = playedMoves('4441');
    expect(new Solver(20).solve(position)).toBe(new Solver(4, never, book).solve(position));
  });

  it('takes as many scores as there are openings', () => {
    expect(() => new Book({ plies: 4, scores: [1, 2] })).toThrow('568 scores');
    expect(data.scores.every((score) => Math.abs(score) <= 18)).toBe(true);
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

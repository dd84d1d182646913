/** Connect Four: 7x6 by the solver and its book, other boards by search as far as it gets. */
import { connect4, type Connect4Position } from '../../games/connect4/index.ts';
import type { Prover } from '../prover.ts';
import { ProofSearch } from '../search.ts';
import {
  ofMove,
  ofMoves,
  type PositionTruth,
  proven,
  unknown,
  type Verdict,
  verdictOfResult,
} from '../verdict.ts';
import { Book } from './book.ts';
import { pliesOfScore, solvable, Solver } from './solver.ts';

/** Entries of the solver's table as a power of two: 2 MiB, which mostly fit a core's own cache. */
export const entries = 18;

/** Boards without symmetry: mirror images are rarely both reached. */
const keyOf = ({ cells, mover }: Connect4Position): string => String.fromCharCode(mover, ...cells);

/** Plies within which an end is found without being solved. */
const soon = 6;

export class Connect4Prover implements Prover<Connect4Position, number> {
  readonly looksASecond = 2000;
  #stop: () => boolean = () => false;
  #solver: Solver | null = null;

  prove(position: Connect4Position, shouldStop: () => boolean): PositionTruth<number> {
    if (!solvable(position)) {
      return new ProofSearch({ ...connect4, key: keyOf, alternates: true }, shouldStop).prove(position);
    }
    const over = connect4.result(position);
    if (over !== null) return { verdict: verdictOfResult(over, position.mover), moves: [] };
    const solver = this.#solverFor(shouldStop);
    const columns = connect4.moves(position);
    const known = new Map(columns.map((column) => [column, unknown]));
    for (const column of columns) {
      const next = connect4.play(position, column);
      const result = connect4.result(next);
      if (result !== null) known.set(column, ofMove(verdictOfResult(result, next.mover), true));
    }
    const stones = stonesOn(position);
    const verdictOf = (score: number) => verdictOfScore(score, stones);
    // The whole is cheaper than its columns, and helps with them.
    const score = solver.solve(position);
    const open = columns.filter((column) => known.get(column) === unknown);
    const order = middleFirst(open);
    if (score !== null) {
      solver.analyse(position, order, (column) => known.set(column.column, verdictOf(column.score)), score);
    }
    // What was not solved in time may still end soon, which a few nodes show.
    for (const column of columns) {
      if (known.get(column) !== unknown) continue;
      const within = solver.columnWithin(position, column, soon);
      if (within !== null && within !== 0) known.set(column, verdictOf(within));
    }
    const moves = columns.map((move) => ({ move, verdict: known.get(move)! }));
    const followed = ofMoves(moves.map(({ verdict }) => verdict));
    return { verdict: followed.value === 'unknown' && score !== null ? verdictOf(score) : followed, moves };
  }

  value(position: Connect4Position, shouldStop: () => boolean): Verdict {
    if (!solvable(position)) return this.prove(position, shouldStop).verdict;
    const score = this.#solverFor(shouldStop).solve(position);
    return score === null ? unknown : verdictOfScore(score, stonesOn(position));
  }

  line(position: Connect4Position, shouldStop: () => boolean): readonly number[] {
    if (!solvable(position)) return [];
    const solver = this.#solverFor(shouldStop);
    const score = solver.solve(position);
    return score === null ? [] : solver.line(position, score, middleFirst(connect4.moves(position)));
  }

  #solverFor(shouldStop: () => boolean): Solver {
    this.#stop = shouldStop;
    return (this.#solver ??= new Solver(entries, () => this.#stop(), new Book()));
  }
}

const stonesOn = ({ cells }: Connect4Position): number =>
  cells.reduce((count, cell) => count + (cell === 0 ? 0 : 1), 0);

const verdictOfScore = (score: number, stones: number): Verdict =>
  proven(score > 0 ? 'win' : score < 0 ? 'loss' : 'draw', 'solver', pliesOfScore(score, stones));

/** Moves to the middle are the best in most positions. */
const middleFirst = (columns: readonly number[]): number[] =>
  columns.toSorted((one, other) => Math.abs(one - 3) - Math.abs(other - 3));

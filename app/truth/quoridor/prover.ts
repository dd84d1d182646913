/**
 * Quoridor: exact without walls left on either side, and where the sets of walls that can follow are few enough to be
 * solved one by one; otherwise by search.
 */
import { distance, quoridor, type QuoridorPosition, readMove } from '../../games/quoridor/index.ts';
import { otherSeat } from '../../games/game.ts';
import type { Prover } from '../prover.ts';
import { PositionBoard } from './position-board.ts';
import { UncontestedRace } from './uncontested.ts';
import { FurtherProof, firstLooks } from '../further.ts';
import type { Rules } from '../search.ts';
import {
  type How,
  ofMove,
  ofMoves,
  type PositionTruth,
  proven,
  type Verdict,
  verdictOfResult,
} from '../verdict.ts';
import { statesToSolve, WallSolver } from './solver.ts';

/** States that the solver is tried on: some minutes, within which it is stopped if need be. */
const mostStates = 400_000_000;
/** States that are solved within a second or two. */
const quickStates = 5_000_000;
/** How much oftener the solver looks at the clock than a search does, on a small board. */
const solverLooks = 1500;
/** The same on a board of 9x9 or larger, where it gets less time: a search mostly finds near ends sooner. */
const solverLooksLarge = 200;
const large = 9;

const rules: Rules<QuoridorPosition, number> = {
  ...quoridor,
  key: ({ pawns, walls, wallsLeft, mover }) => {
    let key = String.fromCharCode(pawns[0], pawns[1], wallsLeft[0], wallsLeft[1], mover);
    // Eight centres to a character, whose owners decide nothing.
    for (let at = 0; at < walls.length; at += 8) {
      let standing = 0;
      for (let centre = at; centre < at + 8; centre++) {
        const wall = walls[centre] ?? 0;
        standing = 4 * standing + (wall && 1 + (wall & 1));
      }
      key += String.fromCharCode(standing);
    }
    return key;
  },
  // A pawn needs a move for each step; a jump saves one, and no side offers the other a second jump.
  isFar: (position, plies, seat) => {
    const own = position.mover === seat ? Math.ceil(plies / 2) : Math.floor(plies / 2);
    return distance(position, seat) > own + 1;
  },
  alternates: true,
};

/** The same, with races that no wall can disturb as ends. */
function farRules(size: number): Rules<QuoridorPosition, number> {
  const board = new PositionBoard(size);
  const race = new UncontestedRace(board);
  return {
    ...rules,
    decided: (position) => {
      const [black, white] = position.wallsLeft;
      if (black > 0 && white > 0) return null;
      board.show(position);
      for (const winner of [position.mover, otherSeat(position.mover)]) {
        if (position.wallsLeft[otherSeat(winner)] === 0 && race.plies(winner) > 0) return winner;
      }
      return null;
    },
  };
}

export class QuoridorProver implements Prover<QuoridorPosition, number> {
  readonly looksASecond = 500;
  #solver: { readonly walls: string; readonly solver: WallSolver } | null = null;
  #stop: () => boolean = () => false;

  prove(position: QuoridorPosition, shouldStop: () => boolean): PositionTruth<number> {
    const over = quoridor.result(position);
    if (over !== null) return { verdict: verdictOfResult(over, position.mover), moves: [] };
    const states = statesToSolve(position);
    const solve = (looks: number): PositionTruth<number> | null => {
      if (states > mostStates) return null;
      let left = looks;
      this.#stop = () => shouldStop() || --left < 0;
      return this.#solve(position);
    };
    const quick = states > quickStates ? null : solve(Infinity);
    if (quick !== null) return quick;
    // The solver answers all or nothing, so that searches take turns with it.
    const proof = new FurtherProof(farRules(position.size), position, shouldStop, { oneSideWins: false });
    for (let looks = firstLooks; ; looks *= 2) {
      const found = proof.advance(looks);
      if (proof.isDone || shouldStop()) return found;
      const solved = solve(looks * (position.size < large ? solverLooks : solverLooksLarge));
      if (solved !== null) return solved;
    }
  }

  #solve(position: QuoridorPosition): PositionTruth<number> | null {
    const { size, walls } = position;
    const board = `${size} ${walls.join('')}`;
    if (this.#solver?.walls !== board) {
      this.#solver = { walls: board, solver: new WallSolver(position, () => this.#stop()) };
    }
    const { solver } = this.#solver;
    const valueOf = (
      at: QuoridorPosition,
      after?: Parameters<WallSolver['solveAfter']>[0],
    ): Verdict | null => {
      const over = quoridor.result(at);
      if (over !== null) return verdictOfResult(over, at.mover);
      const table = after === undefined ? solver.solve(at.wallsLeft) : solver.solveAfter(after, at.wallsLeft);
      if (table === null) return null;
      const how: How = at.wallsLeft[0] + at.wallsLeft[1] === 0 ? 'race' : 'solver';
      const plies = table.plies(at.pawns[0], at.pawns[1], at.mover);
      if (plies === 0) return { value: 'unknown', how, plies: null, to: null };
      return proven(plies > 0 ? 'win' : 'loss', how, Math.abs(plies));
    };
    const whole = valueOf(position);
    if (whole === null) return null;
    const moves: { move: number; verdict: Verdict }[] = [];
    for (const move of quoridor.moves(position)) {
      const meant = readMove(size, move);
      const next = quoridor.play(position, move);
      const verdict = valueOf(next, meant?.kind === 'wall' ? meant : undefined);
      if (verdict === null) return null;
      moves.push({ move, verdict: ofMove(verdict, true) });
    }
    const followed = ofMoves(moves.map(({ verdict }) => verdict));
    return { verdict: followed.value === whole.value ? { ...followed, how: whole.how } : whole, moves };
  }
}

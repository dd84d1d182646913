/**
 * Nine men's morris: near ends by search. The count of quiet plies and repetitions end games as draws: what a search
 * without them proves holds only where neither can come first.
 */
import {
  MAX_QUIET,
  morris,
  type MorrisPosition,
  NONE,
  playLegal,
  repeatsAny,
  takenOf,
} from '../../games/morris/index.ts';
import type { Prover } from '../prover.ts';
import { ProofSearch, type Rules } from '../search.ts';
import { ofMove, ofMoves, type PositionTruth, unknown, type Verdict, verdictOfResult } from '../verdict.ts';

const withoutHistory = (position: MorrisPosition): MorrisPosition => ({
  white: position.white,
  black: position.black,
  mover: position.mover,
  plies: position.plies,
  quiet: 0,
  trail: null,
});

const timeless: Rules<MorrisPosition, number> = {
  ...morris,
  alternates: true,
  // Captures first: most wins come by them.
  ordered: (moves) => [
    ...moves.filter((move) => takenOf(move) !== NONE),
    ...moves.filter((move) => takenOf(move) === NONE),
  ],
  play: (position, move) => withoutHistory(playLegal(position, move)),
  key: ({ white, black, mover, plies }) =>
    String.fromCharCode(
      white & 4095,
      white >> 12,
      black & 4095,
      black >> 12,
      mover + 2 * Math.min(plies, 20),
    ),
};

/** Quiet plies before the draw from which every line is followed to it, by the rules with all their history. */
const lastPlies = 4;
/** The same after a capture, which sets the count back, and where a repetition may come, which no count tells. */
const leastPlies = 2;

export class MorrisProver implements Prover<MorrisPosition, number> {
  readonly looksASecond = 1000;

  prove(position: MorrisPosition, shouldStop: () => boolean): PositionTruth<number> {
    const over = morris.result(position);
    if (over !== null) return { verdict: verdictOfResult(over, position.mover), moves: [] };
    const left = MAX_QUIET - position.quiet;
    const repeats = repeatsAny(position);
    const plies = left <= lastPlies ? Math.max(left, leastPlies) : repeats ? leastPlies : 0;
    const followed = plies > 0 ? this.#follow(position, plies, shouldStop) : null;
    const searched = new ProofSearch(timeless, shouldStop).prove(withoutHistory(position), MAX_QUIET);
    let note: string | undefined;
    const moves = searched.moves.map(({ move, verdict }, at): { move: number; verdict: Verdict } => {
      const known = followed?.moves[at]?.verdict ?? atOnce(position, move);
      if (known.value !== 'unknown') return { move, verdict: known };
      const isInTime = verdict.plies !== null && verdict.plies <= left && !repeats;
      if (verdict.value === 'unknown' || isInTime) return { move, verdict };
      note = repeats
        ? 'Not proven: a repetition may end the game first.'
        : 'Not proven: the count of quiet plies decides.';
      return { move, verdict: unknown };
    });
    const verdict = ofMoves(moves.map((each) => each.verdict));
    return { verdict, moves, ...(note !== undefined && verdict.value === 'unknown' && { note }) };
  }

  #follow(position: MorrisPosition, plies: number, shouldStop: () => boolean): PositionTruth<number> {
    let visits = 0;
    // A position that comes back has another history: none is taken for another.
    const rules: Rules<MorrisPosition, number> = { ...morris, key: () => String(visits++) };
    return new ProofSearch(rules, shouldStop, { findsDraws: true }).prove(position, plies);
  }
}

/** What the rules say of the position after a move. */
function atOnce(position: MorrisPosition, move: number): Verdict {
  const next = morris.play(position, move);
  const result = morris.result(next);
  return result === null ? unknown : ofMove(verdictOfResult(result, next.mover), true);
}

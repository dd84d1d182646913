/**
 * Nine men's morris: near ends by search. The count of quiet plies and repetitions end games as draws; what is proven
 * holds only where neither can come first.
 */
import { MAX_QUIET, morris, type MorrisPosition, repeatsAny } from '../../games/morris/index.ts';
import type { Prover } from '../prover.ts';
import { ProofSearch, type Rules } from '../search.ts';
import { ofMoves, type PositionTruth, unknown, type Verdict } from '../verdict.ts';

const withoutHistory = (position: MorrisPosition): MorrisPosition => ({ ...position, quiet: 0, trail: null });

const rules: Rules<MorrisPosition, number> = {
  ...morris,
  play: (position, move) => withoutHistory(morris.play(position, move)),
  key: ({ white, black, mover, plies }) =>
    String.fromCharCode(
      white & 4095,
      white >> 12,
      black & 4095,
      black >> 12,
      mover + 2 * Math.min(plies, 20),
    ),
};

export class MorrisProver implements Prover<MorrisPosition, number> {
  prove(position: MorrisPosition, shouldStop: () => boolean): PositionTruth<number> {
    if (morris.result(position) !== null) return new ProofSearch(rules, shouldStop).prove(position);
    const { moves } = new ProofSearch(rules, shouldStop).prove(withoutHistory(position), MAX_QUIET);
    const left = MAX_QUIET - position.quiet;
    const repeats = repeatsAny(position);
    let note: string | undefined;
    const checked = moves.map(({ move, verdict }): { move: number; verdict: Verdict } => {
      const { how, plies } = verdict;
      if (verdict.value === 'unknown' || how === 'rules') return { move, verdict };
      if (plies !== null && plies <= left && !repeats) return { move, verdict };
      note = repeats
        ? 'Not proven: a repetition may end the game first.'
        : 'Not proven: the count of quiet plies decides.';
      return { move, verdict: unknown };
    });
    const verdict = ofMoves(checked.map((each) => each.verdict));
    return { verdict, moves: checked, ...(note !== undefined && { note }) };
  }
}

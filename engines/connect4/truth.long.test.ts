import { describe, expect, it } from 'vitest';
import { connect4 } from '../../app/games/connect4/index.ts';
import { pliesOfScore } from '../../app/truth/connect4/solver.ts';
import { makeProver } from '../../app/truth/registry.ts';
import type { Verdict } from '../../app/truth/verdict.ts';
import { solvedPositions, type SolvedSet } from './testing/positions.ts';
import { stonesOn } from './testing/scores.ts';

const sets: readonly SolvedSet[] = ['L3_R1', 'L2_R1', 'L1_R1', 'L2_R2', 'L1_R2', 'L1_R3'];
/** In milliseconds, on a busy machine: a few minutes are enough for all sets where nothing else runs. */
const limit = 20 * 60_000;

/** A verdict as the solver's score. */
function scoreOf({ value, plies }: Verdict, stones: number): number {
  if (value === 'draw') return 0;
  const sign = value === 'win' ? 1 : -1;
  for (let score = 1; score <= 21; score++) {
    if (pliesOfScore(sign * score, stones) === plies) return sign * score;
  }
  throw new Error(`no score ends as ${value} after ${plies} plies`);
}

describe('the truth about the solved positions', () => {
  for (const set of sets) {
    it(
      `of ${set} is their score, which is that of the best column`,
      () => {
        const prover = makeProver('connect4');
        for (const { moves, position, score } of solvedPositions(set)) {
          const truth = prover.prove(position, () => false);
          const stones = stonesOn(position);
          expect(scoreOf(truth.verdict, stones), moves).toBe(score);
          const columns = truth.moves.map(({ verdict }) => scoreOf(verdict, stones));
          expect(Math.max(...columns), moves).toBe(score);
          expect(columns).toHaveLength(connect4.moves(position).length);
        }
      },
      limit,
    );
  }
});

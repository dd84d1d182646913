/** The sequential probability ratio test of a match (Wald), and what is known after it. Pure. */
import { intervalOf, llrOf, type EloInterval, type Model } from './llr.ts';
import { outcomeProbability } from './normal.ts';
import {
  distributionOf,
  estimateOf,
  gamesIn,
  gamesPer,
  nEloScale,
  scoreOfElo,
  type Counts,
  type EloEstimate,
} from './scores.ts';

export interface SprtPlan {
  /** In the Elo of `model`. */
  readonly elo0: number;
  readonly elo1: number;
  /** The probability that a change worth `elo0` passes, and that one worth `elo1` fails. */
  readonly alpha: number;
  readonly beta: number;
  readonly model: Model;
}

export const usualErrors = { alpha: 0.05, beta: 0.05 } as const;
export const usualModel: Model = 'normalized';

/** The largest Elo of a bound: beyond it no difference can be measured. */
const widestElo = 1000;

/** Why a test cannot be planned so, as a sentence; null if it can. */
export function faultInPlan({ elo0, elo1, alpha, beta }: SprtPlan): string | null {
  if (![elo0, elo1].every((elo) => Math.abs(elo) <= widestElo)) {
    return `elo0 and elo1 must lie between -${widestElo} and ${widestElo}.`;
  }
  if (!(elo0 < elo1)) return `elo0 (${elo0}) must be less than elo1 (${elo1}).`;
  if (!(alpha > 0 && alpha < 1 && beta > 0 && beta < 1)) return 'alpha and beta must lie between 0 and 1.';
  if (!(alpha + beta < 1)) return 'alpha and beta must add up to less than 1.';
  return null;
}

/** `H1`: at least as good as `elo1`; `H0`: no better than `elo0`. */
export type SprtVerdict = 'H0' | 'H1' | 'continue';

export interface SprtState {
  readonly llr: number;
  readonly lower: number;
  readonly upper: number;
  readonly verdict: SprtVerdict;
}

const boundsOf = ({ alpha, beta }: Pick<SprtPlan, 'alpha' | 'beta'>) => ({
  lower: Math.log(beta / (1 - alpha)),
  upper: Math.log((1 - beta) / alpha),
});

export function sprtOf(counts: Counts, plan: SprtPlan): SprtState {
  const { lower, upper } = boundsOf(plan);
  const llr = gamesIn(counts) === 0 ? 0 : llrOf(counts, plan.elo0, plan.elo1, plan.model);
  return { llr, lower, upper, verdict: llr >= upper ? 'H1' : llr <= lower ? 'H0' : 'continue' };
}

/** All that the scores of a match say, as the calculator prints it. */
export type Statistics = EloEstimate & EloInterval & SprtState;

export const statisticsOf = (counts: Counts, plan: SprtPlan): Statistics => ({
  ...estimateOf(counts),
  ...intervalOf(counts),
  ...sprtOf(counts, plan),
});

/** Null: beyond `widestElo`, where the results of a short and one-sided test have no figure. */
export interface UnbiasedElo {
  readonly elo: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/**
 * The median-unbiased logistic Elo after a test that has stopped, and its 95 % confidence interval. The plain estimate
 * is biased by the stopping. As fishtest's `sprt.py`; good for small differences.
 */
export function unbiasedElo(counts: Counts, plan: SprtPlan): UnbiasedElo {
  const { mean, variance, total } = distributionOf(counts);
  const { lower, upper } = boundsOf(plan);
  const sigma = Math.sqrt(gamesPer(counts) * variance);
  const scoreOf = (elo: number): number =>
    plan.model === 'logistic' ? scoreOfElo(elo) : (elo / nEloScale) * sigma + 0.5;
  const [s0, s1] = [scoreOf(plan.elo0), scoreOf(plan.elo1)];
  const drift = (score: number): number => ((score - (s0 + s1) / 2) * (s1 - s0)) / variance;
  const slope = drift(mean);
  const end = Math.min(upper, Math.max(lower, total * slope));
  const time = end === total * slope ? total : end / slope;
  const worse = (elo: number): number =>
    outcomeProbability(
      { a: lower, b: upper, drift: drift(scoreOfElo(elo)), variance: (s1 - s0) ** 2 / variance },
      time,
      end,
    );
  const quantile = (p: number): number | null => {
    let [low, high] = [-widestElo, widestElo];
    if (worse(low) <= 1 - p || worse(high) > 1 - p) return null;
    // The better the engine, the less probable is a worse outcome.
    for (let round = 0; round < 60; round++) {
      const middle = (low + high) / 2;
      if (worse(middle) > 1 - p) low = middle;
      else high = middle;
    }
    return (low + high) / 2;
  };
  return { elo: quantile(0.5), low: quantile(0.025), high: quantile(0.975) };
}

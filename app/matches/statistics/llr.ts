/**
 * Log-likelihood ratios of a match, and the likelihood interval of its Elo. After Michel Van den Bergh, "The MLE for
 * multinomial distributions" (Proposition 1.1) and "Normalized Elo practical" (section 4.1), as fishtest's `LLRcalc.py`
 * and fastchess's `sprt.cpp` compute them. Pure.
 */
import { distributionOf, eloOf, gamesPer, momentsOf, nEloScale, scoreOfElo, type Counts } from './scores.ts';

/** What `elo0` and `elo1` are: logistic Elo, or Elo in standard deviations of a game. */
export const models = ['logistic', 'normalized'] as const;
export type Model = (typeof models)[number];

/**
 * Solves sum p v / (1 + t v) = 0 for t, where the values v have both signs. The function falls from plus to minus
 * infinity between its outermost poles: Newton's method, kept within a bracket.
 */
function secular(values: readonly number[], probabilities: readonly number[]): number {
  let low = -1 / Math.max(...values);
  let high = -1 / Math.min(...values);
  let t = 0;
  for (let round = 0; round < 200; round++) {
    let f = 0;
    let slope = 0;
    for (let at = 0; at < values.length; at++) {
      const share = values[at]! / (1 + t * values[at]!);
      f += probabilities[at]! * share;
      slope -= probabilities[at]! * share * share;
    }
    if (f > 0) low = t;
    else high = t;
    const newton = t - f / slope;
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    if (next === t || high - low <= Number.EPSILON * Math.max(Math.abs(low), Math.abs(high))) return next;
    t = next;
  }
  return t;
}

/** The most likely distribution with the expectation `mean`, given the observed one. */
function likeliestWithMean(
  scores: readonly number[],
  observed: readonly number[],
  mean: number,
): readonly number[] {
  const values = scores.map((score) => score - mean);
  const t = secular(values, observed);
  return observed.map((probability, at) => probability / (1 + t * values[at]!));
}

/** The largest step of the mean in standard deviations from one solution to the next. */
const step = 0.25;

/** The most likely distribution whose mean lies `wanted` standard deviations above 1/2, given the observed one. */
function likeliestWithT(
  scores: readonly number[],
  observed: readonly number[],
  wanted: number,
): readonly number[] {
  let found: readonly number[] = scores.map(() => 1 / scores.length);
  // From a uniform start the iteration is defined for small values only; larger ones are approached.
  const steps = Math.max(1, Math.ceil(Math.abs(wanted) / step));
  for (let at = 1; at <= steps; at++) found = iterate(scores, observed, (wanted * at) / steps, found);
  return found;
}

function iterate(
  scores: readonly number[],
  observed: readonly number[],
  t: number,
  start: readonly number[],
): readonly number[] {
  let found = start;
  for (let round = 0; round < 100; round++) {
    const { mean, variance } = momentsOf(scores, found);
    const sigma = Math.sqrt(variance);
    const values = scores.map((score) => score - 0.5 - 0.5 * t * sigma * (1 + ((score - mean) / sigma) ** 2));
    if (!(Math.min(...values) < 0 && Math.max(...values) > 0)) break;
    const k = secular(values, observed);
    const next = observed.map((probability, at) => probability / (1 + k * values[at]!));
    const change = Math.max(...next.map((probability, at) => Math.abs(probability - found[at]!)));
    found = next;
    if (change < 1e-9) break;
  }
  return found;
}

/** The log-likelihood ratio of `elo1` against `elo0`. */
export function llrOf(counts: Counts, elo0: number, elo1: number, model: Model): number {
  const { scores, probabilities, total } = distributionOf(counts);
  const likeliest = (elo: number): readonly number[] =>
    model === 'logistic'
      ? likeliestWithMean(scores, probabilities, scoreOfElo(elo))
      : likeliestWithT(scores, probabilities, (elo / nEloScale) * Math.sqrt(gamesPer(counts)));
  const [zero, one] = [likeliest(elo0), likeliest(elo1)];
  return (
    total *
    probabilities.reduce(
      (sum, probability, at) => sum + probability * (Math.log(one[at]!) - Math.log(zero[at]!)),
      0,
    )
  );
}

/** The 95 % quantile of the chi-squared distribution with one degree of freedom. */
const chiSquared95 = 3.841458820694124;

/** In logistic Elo; null is an open end. */
export interface EloInterval {
  readonly eloLow: number | null;
  readonly eloHigh: number | null;
}

/**
 * The 95 % likelihood interval: every Elo that the observed scores do not reject. Unlike the normal interval it holds
 * where all games ended alike, and then has an open end.
 */
export function intervalOf(counts: Counts): EloInterval {
  const { scores, probabilities, total, mean } = distributionOf(counts);
  const rejects = (score: number): boolean => {
    const likeliest = likeliestWithMean(scores, probabilities, score);
    const sum = probabilities.reduce(
      (before, probability, at) => before + probability * Math.log(probability / likeliest[at]!),
      0,
    );
    return 2 * total * sum > chiSquared95;
  };
  const happened = counts.map((count) => count > 0);
  const last = counts.length - 1;
  const lowest = happened.every((did, at) => !did || at === 0);
  const highest = happened.every((did, at) => !did || at === last);
  return {
    eloLow: lowest ? null : eloOf(boundary(mean, 0, rejects)),
    eloHigh: highest ? null : eloOf(boundary(mean, 1, rejects)),
  };
}

/** The score between `inside`, which is not rejected, and `outside`, at which rejection begins. */
function boundary(inside: number, outside: number, rejects: (score: number) => boolean): number {
  for (let round = 0; round < 60; round++) {
    const middle = (inside + outside) / 2;
    if (middle === inside || middle === outside) break;
    if (rejects(middle)) outside = middle;
    else inside = middle;
  }
  return (inside + outside) / 2;
}

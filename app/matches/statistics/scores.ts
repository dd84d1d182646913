/**
 * Scores of a match as a distribution over equally spaced values from 0 to 1, as fastchess (`elo_pentanomial.cpp`) and
 * fishtest (`LLRcalc.py`) have them: games as losses, draws, wins, or pairs of games with one opening and both colours
 * as LL, LD, WL+DD, WD, WW. Pure.
 */
import { phi, z95 } from './normal.ts';

/** How often each score occurred, the lowest first: three for games, five for pairs. */
export type Counts = readonly number[];

export interface Distribution {
  /** The possible scores, from 0 to 1. */
  readonly scores: readonly number[];
  readonly probabilities: readonly number[];
  /** The sum of the counts, each empty one counted as `emptyCell`. */
  readonly total: number;
  readonly mean: number;
  readonly variance: number;
}

/** What an empty cell counts, so that no score is impossible (fishtest's `regularize`). */
const emptyCell = 1e-3;

/** From normalized Elo to the mean in standard deviations of one game: 800 / ln 10. */
export const nEloScale = 800 / Math.log(10);

export function distributionOf(counts: Counts): Distribution {
  const filled = counts.map((count) => (count === 0 ? emptyCell : count));
  const total = filled.reduce((sum, count) => sum + count, 0);
  const probabilities = filled.map((count) => count / total);
  const scores = counts.map((_, at) => at / (counts.length - 1));
  return { scores, probabilities, total, ...momentsOf(scores, probabilities) };
}

export function momentsOf(scores: readonly number[], probabilities: readonly number[]) {
  let mean = 0;
  for (let at = 0; at < scores.length; at++) mean += probabilities[at]! * scores[at]!;
  let variance = 0;
  for (let at = 0; at < scores.length; at++) variance += probabilities[at]! * (scores[at]! - mean) ** 2;
  return { mean, variance };
}

/** The logistic Elo of an expected score between 0 and 1. */
export const eloOf = (score: number): number => -400 * Math.log10(1 / score - 1);

export const scoreOfElo = (elo: number): number => 1 / (1 + 10 ** (-elo / 400));

/** How many games each count stands for. */
export const gamesPer = (counts: Counts): number => (counts.length - 1) / 2;

export const gamesIn = (counts: Counts): number =>
  counts.reduce((sum, count) => sum + count, 0) * gamesPer(counts);

export interface EloEstimate {
  readonly elo: number;
  /** Half of the 95 % normal interval. */
  readonly eloError: number;
  readonly nelo: number;
  readonly neloError: number;
  /** The likelihood of superiority, from 0 to 1. */
  readonly los: number;
}

/** How near to 0 or 1 an end of the normal interval, which may lie beyond them, is read (fishtest's `elo`). */
const outermost = 1e-3;

/** Without the noise of sums of fractions, by which equal sides would differ by 1e-14. */
const rounded = (elo: number): number => Math.round(elo * 1e9) / 1e9 + 0;

/** The published estimates; finite at every score. */
export function estimateOf(counts: Counts): EloEstimate {
  const { mean, variance, total } = distributionOf(counts);
  const error = Math.sqrt(variance / total);
  const nearest = Math.min(outermost, mean, 1 - mean);
  const end = (score: number): number => eloOf(Math.min(1 - nearest, Math.max(nearest, score)));
  return {
    elo: rounded(eloOf(mean)),
    eloError: (end(mean + z95 * error) - end(mean - z95 * error)) / 2,
    nelo: rounded(((mean - 0.5) / Math.sqrt(gamesPer(counts) * variance)) * nEloScale),
    neloError: (z95 * nEloScale) / Math.sqrt(total * gamesPer(counts)),
    los: phi((mean - 0.5) / error),
  };
}

/** `plywire sprt`: what the result of a match says, and whether a test may stop. */
import { intervalOf } from '../matches/statistics/llr.ts';
import { estimateOf, gamesIn, gamesPer, type Counts } from '../matches/statistics/scores.ts';
import { faultInPlan, statisticsOf, unbiasedElo, type SprtPlan } from '../matches/statistics/sprt.ts';
import { statisticsLines } from '../matches/report/statistics-words.ts';
import { Exit, exitCodes } from './exit.ts';
import type { Output } from './output.ts';

export interface SprtFlags extends Omit<SprtPlan, 'elo0' | 'elo1'> {
  /** Both, or neither for the figures without a test. */
  readonly elo0?: number;
  readonly elo1?: number;
  readonly pentanomial?: readonly number[];
  readonly wins?: number;
  readonly draws?: number;
  readonly losses?: number;
}

/** @throws Exit if there is no result, or the test cannot be planned so */
export function sprt(output: Output, flags: SprtFlags): void {
  const counts = countsOf(flags);
  const plan = planOf(flags);
  if (plan === null) {
    const figures = { ...estimateOf(counts), ...intervalOf(counts) };
    if (output.json) return output.object({ ...figures, llr: null, lower: null, upper: null, verdict: null });
    return output.lines(statisticsLines(counts, figures, null));
  }
  const statistics = statisticsOf(counts, plan);
  if (output.json) {
    const isOver = statistics.verdict !== 'continue';
    return output.object({ ...statistics, ...(isOver && { unbiased: unbiasedElo(counts, plan) }) });
  }
  output.lines(statisticsLines(counts, statistics, plan));
}

/** @returns null without a test @throws Exit if it cannot be planned so */
function planOf({ elo0, elo1, alpha, beta, model }: SprtFlags): SprtPlan | null {
  if (elo0 === undefined && elo1 === undefined) return null;
  if (elo0 === undefined || elo1 === undefined) {
    const missing = elo0 === undefined ? '--elo0' : '--elo1';
    throw new Exit(exitCodes.usage, `A test needs both bounds: add ${missing}.`);
  }
  const plan = { elo0, elo1, alpha, beta, model };
  const fault = faultInPlan(plan);
  if (fault !== null) throw new Exit(exitCodes.usage, fault);
  return plan;
}

function countsOf({ pentanomial, wins, draws, losses }: SprtFlags): Counts {
  const named = [wins, draws, losses].filter((count) => count !== undefined);
  if (pentanomial !== undefined && named.length > 0) {
    throw new Exit(exitCodes.usage, 'Give --pentanomial, or --wins, --draws and --losses, not both.');
  }
  if (pentanomial === undefined && named.length === 0) {
    throw new Exit(
      exitCodes.usage,
      'Give the result: --pentanomial LL,LD,WL+DD,WD,WW, or --wins, --draws and --losses.',
    );
  }
  const counts = pentanomial ?? [losses ?? 0, draws ?? 0, wins ?? 0];
  if (gamesIn(counts) === 0) {
    throw new Exit(
      exitCodes.usage,
      `Without a ${gamesPer(counts) === 2 ? 'pair' : 'game'} there is nothing to calculate.`,
    );
  }
  return counts;
}

/** Statistics in words, in the lines that users of fastchess know. */
import { gamesIn, gamesPer, type Counts } from '../statistics/scores.ts';
import type { EloInterval } from '../statistics/llr.ts';
import type { SprtPlan, SprtState, Statistics } from '../statistics/sprt.ts';

/** Under so many pairs the likelihood of superiority misleads. */
const fewPairs = 5;

/** `[-61.6, 61.6]`, `more than 562.0`, `less than -562.0`, `unknown`. */
export function intervalWords({ eloLow, eloHigh }: EloInterval): string {
  if (eloLow !== null && eloHigh !== null) return `[${eloLow.toFixed(1)}, ${eloHigh.toFixed(1)}]`;
  if (eloLow !== null) return `more than ${eloLow.toFixed(1)}`;
  if (eloHigh !== null) return `less than ${eloHigh.toFixed(1)}`;
  return 'unknown';
}

export const llrWords = ({ llr, lower, upper, verdict }: SprtState, plan: SprtPlan): string => {
  const share = llr >= 0 ? llr / upper : -llr / lower;
  const words = { H0: 'H0 accepted', H1: 'H1 accepted', continue: 'continue' }[verdict];
  return (
    `LLR: ${llr.toFixed(2)} (${(share * 100).toFixed(1)}%) (${lower.toFixed(2)}, ${upper.toFixed(2)}) ` +
    `[${plan.elo0.toFixed(2)}, ${plan.elo1.toFixed(2)}] ${plan.model}, ${words}`
  );
};

/** Elo, normalized Elo, LOS, the counts, and the LLR where there is a plan. */
export function statisticsLines(
  counts: Counts,
  statistics: Omit<Statistics, keyof SprtState> & Partial<SprtState>,
  plan: SprtPlan | null,
): string[] {
  const { elo, eloError, nelo, neloError, los } = statistics;
  const isPairs = gamesPer(counts) === 2;
  const units = counts.reduce((sum, count) => sum + count, 0);
  const varied = counts.filter((count) => count > 0).length > 1;
  const games = gamesIn(counts);
  const points = counts.reduce((sum, count, at) => sum + (count * at) / 2, 0);
  const enough = varied && units >= (isPairs ? fewPairs : 2 * fewPairs);
  const state = statistics as Statistics;
  return [
    `Elo: ${elo.toFixed(2)} +/- ${eloError.toFixed(2)}, nElo: ${nelo.toFixed(2)} +/- ${neloError.toFixed(2)}`,
    `Elo, 95 % likelihood interval: ${intervalWords(statistics)}`,
    ...(enough ? [`LOS: ${(los * 100).toFixed(2)} %`] : []),
    `Games: ${games}, Points: ${points} (${((points / Math.max(1, games)) * 100).toFixed(2)} %)`,
    ...(isPairs ? [`Ptnml(0-2): [${counts.join(', ')}]`] : []),
    ...(plan === null || statistics.llr === undefined ? [] : [llrWords(state, plan)]),
  ];
}

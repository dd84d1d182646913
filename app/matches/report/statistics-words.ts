/** Statistics in words, in the lines that users of fastchess know. */
import { fixed } from './fixed.ts';
import { gamesIn, gamesPer, type Counts } from '../statistics/scores.ts';
import type { EloInterval } from '../statistics/llr.ts';
import { unbiasedElo, type SprtPlan, type SprtState, type Statistics } from '../statistics/sprt.ts';

/** Under so many pairs the likelihood of superiority misleads. */
const fewPairs = 5;

/** `[-61.6, 61.6]`, `more than 562.0`, `less than -562.0`, `unknown`. */
function intervalWords({ eloLow, eloHigh }: EloInterval): string {
  if (eloLow !== null && eloHigh !== null) return `[${fixed(eloLow, 1)}, ${fixed(eloHigh, 1)}]`;
  if (eloLow !== null) return `more than ${fixed(eloLow, 1)}`;
  if (eloHigh !== null) return `less than ${fixed(eloHigh, 1)}`;
  return 'unknown';
}

const llrWords = ({ llr, lower, upper, verdict }: SprtState, plan: SprtPlan): string => {
  const share = llr >= 0 ? llr / upper : -llr / lower;
  const words = { H0: 'H0 accepted', H1: 'H1 accepted', continue: 'continue' }[verdict];
  return (
    `LLR: ${fixed(llr, 2)} (${fixed(share * 100, 1)}%) (${fixed(lower, 2)}, ${fixed(upper, 2)}) ` +
    `[${fixed(plan.elo0, 2)}, ${fixed(plan.elo1, 2)}] ${plan.model}, ${words}`
  );
};

function unbiasedWords(counts: Counts, plan: SprtPlan): string {
  const { elo, low, high } = unbiasedElo(counts, plan);
  const interval = intervalWords({ eloLow: low, eloHigh: high });
  const isClosed = low !== null && high !== null;
  const words = elo === null ? interval : `${fixed(elo, 1)} ${isClosed ? interval : `(${interval})`}`;
  return `Elo without the bias of stopping: ${words}, good for small differences`;
}

/** Elo, normalized Elo, LOS, the counts, and the LLR where there is a plan, with an Elo of its own once it decides. */
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
  // The normal error of a few or of equal results follows from what empty cells count.
  const withError = (value: number, error: number): string =>
    enough ? `${fixed(value, 2)} +/- ${fixed(error, 2)}` : fixed(value, 2);
  return [
    `Elo: ${withError(elo, eloError)}, nElo: ${withError(nelo, neloError)}${enough ? '' : ' (errors unknown)'}`,
    `Elo, 95 % likelihood interval: ${intervalWords(statistics)}`,
    ...(enough ? [`LOS: ${fixed(los * 100, 2)} %`] : []),
    `Games: ${games}, Points: ${points} (${((points / Math.max(1, games)) * 100).toFixed(2)} %)`,
    ...(isPairs ? [`Ptnml(0-2): [${counts.join(', ')}]`] : []),
    ...(plan === null || statistics.llr === undefined ? [] : [llrWords(state, plan)]),
    ...(plan === null || (statistics.verdict ?? 'continue') === 'continue'
      ? []
      : [unbiasedWords(counts, plan)]),
  ];
}

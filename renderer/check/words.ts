/** Words about checks. */
import type { CheckLevel, CheckResult, EngineState, HostState } from '../../app/api/contract.ts';
import { enginesFor } from '../game/players.ts';
import type { BadgeTone } from '../ui/icons.ts';
import { countedGrouped } from '../ui/words.ts';

/**
 * The engine that the dialog begins with where none is named: the last one. If that is for another game than the one on
 * the board, one for this game, the user's own before a bundled one, and one that plays before one that does not.
 */
export function engineToCheck(state: HostState, last: string | null): EngineState | null {
  const { gameId, players } = state.game;
  const weigh = ({ id, bundled }: EngineState): number => {
    const isPlaying = players.some((player) => player.kind === 'engine' && player.engine === id);
    return (id === last ? 4 : 0) + (bundled ? 0 : 2) + (isPlaying ? 1 : 0);
  };
  const heavier = (one: EngineState, other: EngineState): number => weigh(other) - weigh(one);
  const [best] = enginesFor(state, gameId).toSorted(heavier);
  return best ?? state.engines.toSorted(heavier)[0] ?? null;
}

/** Which results are shown. */
export type Filter = 'failed' | 'not run' | 'all';

/** From the strictest level to the least strict. */
export const levelWords: Readonly<Record<CheckLevel, { readonly title: string; readonly choice: string }>> = {
  must: { title: 'Required', choice: 'Required rules only (must)' },
  should: { title: 'Recommended', choice: 'Required and recommended rules (should)' },
  may: { title: 'Optional', choice: 'All rules of the protocol (may)' },
  beyond: { title: 'Beyond the protocol', choice: 'All rules, and what real programs need (beyond)' },
};

export const levelsInOrder = Object.keys(levelWords) as readonly CheckLevel[];

/** The explanation of a level, below its title. */
export const levelHelp: Readonly<Record<CheckLevel, string>> = {
  must: 'A broken required rule can lose or stall a game, or mislead the user.',
  should: 'Other rules that the protocol sets.',
  may: 'Features that the protocol leaves to the engine.',
  beyond: 'Not in the protocol: what real programs need, and signs that the engine understands the board.',
};

export const verdictTones: Readonly<Record<CheckResult['verdict'], BadgeTone>> = {
  pass: 'ok',
  fail: 'bad',
  'not run': 'wait',
  'not offered': 'off',
};

type Counted = Pick<CheckResult, 'level' | 'verdict'>;

const ofVerdict = (results: readonly Counted[], verdict: CheckResult['verdict']): readonly Counted[] =>
  results.filter((result) => result.verdict === verdict);

/** `28 pass, 2 fail` */
export function tallyWords(results: readonly Counted[]): string {
  const verdicts = ['pass', 'fail', 'not run', 'not offered'] as const;
  return verdicts
    .map((verdict) => [ofVerdict(results, verdict).length, verdict] as const)
    .filter(([count]) => count > 0)
    .map(([count, verdict]) => `${count} ${verdict}`)
    .join(', ');
}

/** The number of checks that were not run because this one failed. */
export const waitingFor = (results: readonly Pick<CheckResult, 'needs'>[], id: string): number =>
  results.filter(({ needs }) => needs.includes(id)).length;

/** The failure to fix first: of the strictest level, the check that most others depend on. */
export function rootOf<Result extends CheckResult>(results: readonly Result[]): Result | undefined {
  const failed = results.filter(({ verdict }) => verdict === 'fail');
  const weigh = ({ level, id }: Result) => [-levelsInOrder.indexOf(level), waitingFor(results, id)] as const;
  return failed.reduce<Result | undefined>((best, each) => {
    if (best === undefined) return each;
    const [one, other] = [weigh(best), weigh(each)];
    return other[0] > one[0] || (other[0] === one[0] && other[1] > one[1]) ? each : best;
  }, undefined);
}

/** `a, b and c`. Made on demand: the first format takes 3 ms, which the window would wait for when it opens. */
const listed = (words: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(words);

/**
 * The result in sentences: "The engine breaks 2 required rules and 1 optional rule." and how many were not run.
 * @param whole whether the check ran to its end
 */
export function verdictWords(results: readonly Counted[], whole: boolean): readonly string[] {
  const failed = ofVerdict(results, 'fail');
  const notRun = ofVerdict(results, 'not run').length;
  const rules = countedGrouped(results.length, 'rule');
  const held = whole
    ? `The engine keeps ${results.length === 1 ? 'the rule that was' : `all ${rules} that were`} checked.`
    : `No failures in ${rules} so far.`;
  const named: Readonly<Record<CheckLevel, (count: number) => string>> = {
    must: (count) => countedGrouped(count, 'required rule'),
    should: (count) => countedGrouped(count, 'recommended rule'),
    may: (count) => countedGrouped(count, 'optional rule'),
    beyond: (count) => `${countedGrouped(count, 'rule')} beyond the protocol`,
  };
  const broken = levelsInOrder.flatMap((level) => {
    const count = failed.filter((result) => result.level === level).length;
    return count === 0 ? [] : [named[level](count)];
  });
  const before = failed.length === 1 ? 'that is fixed' : 'those are fixed';
  return [
    failed.length === 0 ? held : `The engine breaks ${listed(broken)}.`,
    ...(notRun === 0 ? [] : [`${countedGrouped(notRun, 'rule')} cannot be tested until ${before}.`]),
  ];
}

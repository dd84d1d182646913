/** Checks in words. */
import type { CheckLevel, CheckResult } from '../../app/api/contract.ts';
import type { BadgeTone } from '../ui/badge.ts';
import { counted } from '../ui/words.ts';

/** Which results are shown. */
export type Filter = 'failed' | 'not run' | 'all';

/** From what binds most to what binds least. */
export const levelWords: Readonly<Record<CheckLevel, { readonly title: string; readonly choice: string }>> = {
  must: { title: 'Must hold', choice: 'Only what must hold' },
  should: { title: 'Should hold', choice: 'What must and what should hold' },
  may: { title: 'Offered by the text', choice: 'Everything in the text' },
  beyond: { title: 'Beyond the text', choice: 'Everything, and what real programs need' },
};

export const levelsInOrder = Object.keys(levelWords) as readonly CheckLevel[];

/** What a level is about, below its title. */
export const levelHelp: Readonly<Record<CheckLevel, string>> = {
  must: 'A breach can lose a game, stall it, or mislead whoever plays with the engine.',
  should: 'The rest of what the text asks.',
  may: 'What the text leaves to the engine.',
  beyond: 'What the text does not say, and real programs need or show an understanding by.',
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

/** How many checks were not run since this one failed. */
export const waitingFor = (results: readonly Pick<CheckResult, 'needs'>[], id: string): number =>
  results.filter(({ needs }) => needs.includes(id)).length;

/** The failure to mend first: of the level that binds most the one that most others wait for. */
export function rootOf<Result extends CheckResult>(results: readonly Result[]): Result | undefined {
  const failed = results.filter(({ verdict }) => verdict === 'fail');
  const weigh = ({ level, id }: Result) => [-levelsInOrder.indexOf(level), waitingFor(results, id)] as const;
  return failed.reduce<Result | undefined>((best, each) => {
    if (best === undefined) return each;
    const [one, other] = [weigh(best), weigh(each)];
    return other[0] > one[0] || (other[0] === one[0] && other[1] > one[1]) ? each : best;
  }, undefined);
}

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** What it all comes to: "It breaks 3 rules: 2 that must hold and 1 that should." and how many were not run. */
export function verdictWords(results: readonly Counted[], whole: boolean): readonly string[] {
  const failed = ofVerdict(results, 'fail');
  const notRun = ofVerdict(results, 'not run').length;
  const rules = counted(results.length, 'rule');
  const held = whole
    ? `It keeps ${results.length === 1 ? 'the rule' : `all ${rules}`} that ${results.length === 1 ? 'was' : 'were'} checked.`
    : `Of ${rules} so far it breaks none.`;
  const ends: Readonly<Record<CheckLevel, string>> = {
    must: 'that must hold',
    should: 'that should',
    may: 'that the text offers',
    beyond: 'beyond the text',
  };
  const parts = levelsInOrder.flatMap((level) => {
    const count = failed.filter((result) => result.level === level).length;
    return count === 0 ? [] : [{ count, end: ends[level] }];
  });
  const broken = counted(failed.length, 'rule');
  const which =
    parts.length === 1
      ? ` ${parts[0]!.end}`
      : `: ${list.format(parts.map(({ count, end }) => `${count} ${end}`))}`;
  const before = failed.length === 1 ? 'that is fixed' : 'those are fixed';
  return [
    failed.length === 0 ? held : `It breaks ${broken}${which}.`,
    ...(notRun === 0 ? [] : [`${counted(notRun, 'rule')} cannot be tested until ${before}.`]),
  ];
}

import { expect, it } from 'vitest';
import type { CheckResult } from '../../app/api/contract.ts';
import { lasted, tallyWords, verdictWords } from './words.ts';

type Counted = Pick<CheckResult, 'level' | 'verdict'>;

const results = (level: CheckResult['level'], ...verdicts: CheckResult['verdict'][]): Counted[] =>
  verdicts.map((verdict) => ({ level, verdict }));

it('says what it comes to, by level, and how many rules could not be looked at', () => {
  expect(verdictWords(results('must', 'pass', 'pass'), true)).toEqual([
    'It keeps all 2 rules that were checked.',
  ]);
  expect(verdictWords(results('must', 'pass'), true)).toEqual(['It keeps the rule that was checked.']);
  expect(verdictWords(results('must', 'pass', 'pass'), false)).toEqual(['Of 2 rules so far it breaks none.']);
  expect(verdictWords(results('must', 'fail', 'not run', 'pass'), true)).toEqual([
    'It breaks 1 rule that must hold.',
    '1 rule could not be looked at before that is mended.',
  ]);
  const mixed = [...results('must', 'fail', 'fail', 'not run', 'not run'), ...results('beyond', 'fail')];
  expect(verdictWords(mixed, true)).toEqual([
    'It breaks 3 rules: 2 that must hold and 1 beyond the text.',
    '2 rules could not be looked at before those are mended.',
  ]);
});

it('counts verdicts, and leaves out those that there are none of', () => {
  expect(tallyWords(results('must', 'pass', 'fail', 'pass', 'not offered'))).toBe(
    '2 pass, 1 fail, 1 not offered',
  );
});

it('tells times in seconds, and from a minute on in minutes', () => {
  expect([lasted(0.2), lasted(59.4), lasted(59.6), lasted(72)]).toEqual([
    '0 s',
    '59 s',
    '1 min 0 s',
    '1 min 12 s',
  ]);
});

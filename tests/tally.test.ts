import { describe, expect, it } from 'vitest';
import { tallyOf, totalLine } from '../build/lib/tally.mjs';

const file = (name: string, status: string, tests: Record<string, string>, message = ''): object => ({
  name: `/repo/${name}`,
  status,
  message,
  assertionResults: Object.entries(tests).map(([fullName, outcome]) => ({ fullName, status: outcome })),
});
const tally = (exitCode: number, ...testResults: object[]): ReturnType<typeof tallyOf> =>
  tallyOf(JSON.stringify({ testResults }), exitCode, '/repo');

describe('the tally', () => {
  it('counts tests over files', () => {
    const all = tally(
      0,
      file('a', 'passed', { one: 'passed', two: 'passed' }),
      file('b', 'passed', { x: 'passed' }),
    );
    expect(all).toEqual({ passed: 3, failed: 0, notes: [] });
  });

  it('counts a failed, a skipped and an unwritten test as failed, by name', () => {
    const all = tally(
      1,
      file('a', 'failed', { one: 'failed', two: 'skipped', three: 'todo', four: 'passed' }),
    );
    expect(all).toEqual({
      passed: 1,
      failed: 3,
      notes: ['a: one (failed)', 'a: two (skipped)', 'a: three (todo)'],
    });
  });

  it('leaves out what was skipped as a part of another run, and nothing else', () => {
    const tests = [
      { fullName: 'one', status: 'skipped', tags: ['long'] },
      { fullName: 'two', status: 'failed', tags: ['long'] },
      { fullName: 'three', status: 'skipped', tags: [] },
      { fullName: 'four', status: 'passed' },
    ];
    const report = {
      testResults: [{ name: '/repo/a', status: 'failed', message: '', assertionResults: tests }],
    };
    const all = tallyOf(JSON.stringify(report), 1, '/repo', ({ tags = [] }) => tags.includes('long'));
    expect(all).toEqual({ passed: 1, failed: 2, notes: ['a: two (failed)', 'a: three (skipped)'] });
  });

  it('says how the error of a failed test begins', () => {
    const failure = {
      fullName: 'one',
      status: 'failed',
      failureMessages: [`\u001b[31mAssertionError\u001b[39m: expected 1 to be 2\n${'x\n'.repeat(30)}`],
    };
    const { notes } = tally(1, {
      name: '/repo/a',
      status: 'failed',
      message: '',
      assertionResults: [failure],
    });
    expect(notes).toHaveLength(1);
    expect(notes[0]?.split('\n').slice(0, 3)).toEqual([
      'a: one (failed)',
      '    AssertionError: expected 1 to be 2',
      '    x',
    ]);
    expect(notes[0]?.split('\n')).toHaveLength(13);
  });

  it('says which test passed only when it was tried again, and why it had failed', () => {
    const test = { fullName: 'one', status: 'passed', failureMessages: ['Error: too early\n at x'] };
    const all = tally(0, { name: '/repo/a', status: 'passed', message: '', assertionResults: [test] });
    expect(all).toEqual({
      ...{ passed: 1, failed: 0, notes: [] },
      remarks: ['a: one (passed when tried again)\n    Error: too early\n     at x'],
    });
  });

  it('counts a file that broke outside its tests', () => {
    expect(tally(1, file('a', 'failed', {}, 'no such module\n at …'))).toEqual({
      passed: 0,
      failed: 1,
      notes: ['a: no such module'],
    });
    expect(tally(1, file('a', 'failed', { one: 'passed' })).failed).toBe(1);
  });

  it('never takes a broken run for a good one', () => {
    expect(tally(1, file('a', 'passed', { one: 'passed' })).failed).toBe(1);
    expect(tally(0).notes).toEqual(['no test was found']);
    expect(tallyOf(null, 1, '/repo').failed).toBe(1);
    expect(tallyOf('{"testRes', 1, '/repo').failed).toBe(1);
  });

  it('sums to one line', () => {
    expect(totalLine([tally(0, file('a', 'passed', { one: 'passed' })), tally(0)])).toBe(
      '1 passed, 1 failed',
    );
  });
});

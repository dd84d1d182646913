import { parse } from 'junit2json';
import { expect, it } from 'vitest';
import { junitOf } from './junit.ts';
import type { CheckResult } from '../shapes/checks.ts';

const result = (more: Partial<CheckResult>): CheckResult => ({
  ...{ id: 'one', level: 'must', sentence: 'answers `a<b>` & more', clause: 'CFP, stop', verdict: 'pass' },
  ...{ needs: [], failure: null, seconds: 0.25 },
  ...more,
});

it('is read back as it was meant, with any text of an engine', async () => {
  const hostile = '<![CDATA[\u001b[31m]]> & "\u0000\ud800\ufffe" </failure>';
  const exchange = [{ seconds: 1.5, direction: 'heard', text: hostile } as const];
  const failure = { expected: '`pong`', instead: `${hostile}`, advice: 'Mend it.', exchange };
  const text = junitOf('An <engine>', 'cfp', [
    result({}),
    result({ id: 'two', verdict: 'fail', failure }),
    result({ id: 'three', verdict: 'not run', needs: ['two'], seconds: 0 }),
    result({ id: 'four', level: 'beyond', verdict: 'not offered', seconds: 0 }),
  ]);
  const read = (await parse(text)) as unknown as Report;
  expect(read).toMatchObject({ name: 'An <engine> over cfp', tests: 4, failures: 1 });
  const [must, beyond] = read.testsuite;
  expect(must).toMatchObject({ name: 'cfp must', tests: 3, failures: 1, skipped: 1, time: 0.5 });
  expect(beyond).toMatchObject({ name: 'cfp beyond', tests: 1, failures: 0, skipped: 1 });
  expect(must!.testcase.map(({ name }) => name)).toEqual([
    'one: answers `a<b>` & more',
    'two: answers `a<b>` & more',
    'three: answers `a<b>` & more',
  ]);
  const told = must!.testcase[1]!.failure![0]!;
  expect(told.message).toContain('expected `pong`; instead <![CDATA[␛[31m]]> & "␀<U+D800>');
  expect(told.inner).toContain('CFP, stop\nMend it.\n  1.500 <-- <![CDATA[␛[31m]]>');
  expect(must!.testcase[2]!['system-out']).toEqual(['not run: needs two']);
});

interface Report {
  readonly testsuite: readonly {
    readonly testcase: readonly {
      readonly name: string;
      readonly failure?: readonly { readonly message: string; readonly inner: string }[];
      readonly 'system-out'?: readonly string[];
    }[];
  }[];
}

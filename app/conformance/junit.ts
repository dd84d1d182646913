/** Results as a JUnit file: a suite for each level, a case for each check. */
import report from 'junit-report-builder';
import { harmless } from '../sessions/harmless.ts';
import { entryLine } from './report.ts';
import { CheckLevel, type CheckResult } from '../shapes/checks.ts';

/** XML allows few control characters: others become symbols, as on a terminal. */
const safe = (text: string): string => text.split('\n').map(harmless).join('\n');

/** Whether a file that begins so is a JUnit file, of whatever program, or has no content yet. */
export const isJunit = (head: string): boolean =>
  head === '' || /^\s*<\?xml[^>]*>\s*<testsuites?[\s>]/.test(head);

/** @param engine and `protocol`: names for the user */
export function junitOf(engine: string, protocol: string, results: readonly CheckResult[]): string {
  const builder = report.newBuilder().name(safe(`${engine} over ${protocol}`));
  for (const level of CheckLevel.options) {
    const own = results.filter((result) => result.level === level);
    if (own.length === 0) continue;
    const suite = builder.testSuite().name(`${protocol} ${level}`);
    // The library's default is the time of writing.
    suite.time(Number(own.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(3)));
    for (const { id, sentence, clause, verdict, needs, failure, seconds } of own) {
      const one = suite.testCase().className(`${protocol}.${level}`).name(`${id}: ${sentence}`).time(seconds);
      if (verdict === 'not run' || verdict === 'not offered') one.skipped();
      if (verdict === 'not run') one.standardOutput(`not run: needs ${needs.join(', ')}`);
      if (verdict === 'not offered') one.standardOutput('not offered');
      if (failure === null) continue;
      const { expected, instead, advice, exchange } = failure;
      one.failure(safe(`expected ${expected}; instead ${instead}`), level);
      one.stacktrace(safe([clause, advice, ...exchange.map(entryLine)].join('\n')));
    }
  }
  return builder.build();
}

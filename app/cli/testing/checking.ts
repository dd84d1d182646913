/** `plywire check` as built, over the engines of the tests. */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'junit2json';
import { expect } from 'vitest';
import { checks } from '../../protocols/checks.ts';
import type { CommandOutcome, Workspace } from './plywire.ts';

export const mutant = fileURLToPath(new URL('../../../tests/engines/mutant.mjs', import.meta.url));

export const cfpEngine = (program: string, ...args: string[]) =>
  [program, '--protocol', 'cfp', ...args.map((arg) => `--arg=${arg}`)] as const;

/** A check in `--json`. */
export interface ReportedCheck {
  readonly kind: string;
  readonly id: string;
  readonly verdict: string;
  readonly needs: readonly string[];
  readonly seconds: number;
  readonly failure: {
    readonly advice: string;
    readonly exchange: readonly { readonly text: string }[];
  } | null;
}

export const resultsOf = ({ objects }: CommandOutcome): ReportedCheck[] =>
  (objects() as unknown as ReportedCheck[]).filter(({ kind }) => kind === 'check');

/** The checks that depend on this one, directly or not: they are skipped if it fails. */
export function standingOn(protocol: string, id: string): readonly string[] {
  const unable = new Set([id]);
  for (const check of checks.get(protocol)!) {
    if (check.needs.some((need) => unable.has(need))) unable.add(check.id);
  }
  unable.delete(id);
  return [...unable];
}

interface JUnitSuite {
  readonly testcase: readonly {
    readonly name: string;
    readonly failure?: readonly { readonly inner: string }[];
  }[];
}

/** A bundled engine whose lines are rewritten so that it breaks this check, and the evidence. */
export interface BrokenEngine {
  readonly protocol: string;
  readonly engine: string;
  readonly rule: string;
  readonly id: string;
  readonly shown: string;
}

/** Checks a broken engine: only this check is reported, in the JUnit file too. */
export async function expectBlame(
  place: Workspace,
  { protocol, engine, rule, id, shown }: BrokenEngine,
  ...flags: readonly string[]
): Promise<void> {
  const junit = join(place.folder, 'junit.xml');
  const words = [mutant, '--protocol', protocol, `--arg=engine/${engine}`, `--arg=${rule}`, '--no-sandbox'];
  const more = ['--level', 'must', '--jobs', '4', '--json', '--junit', junit];
  const outcome = await place.run('check', ...words, ...more, ...flags);
  const results = resultsOf(outcome);
  const standing = standingOn(protocol, id).filter((one) => results.some((result) => result.id === one));
  const wrong = results.filter(({ verdict }) => verdict !== 'pass');
  expect(wrong.map((one) => [one.id, one.verdict])).toEqual([
    [id, 'fail'],
    ...standing.map((one) => [one, 'not run']),
  ]);
  expect([outcome.code, outcome.stderr]).toEqual([1, '']);

  const read = await parse(readFileSync(junit, 'utf8'));
  const [suite] = (read as { testsuite: readonly JUnitSuite[] }).testsuite;
  expect(suite).toMatchObject({ name: `${protocol} must`, tests: results.length, failures: 1 });
  const [broken, ...others] = suite!.testcase.filter(({ failure }) => failure);
  expect(others).toEqual([]);
  expect(broken!.name).toMatch(new RegExp(`^${id}: `));
  expect(broken!.failure![0]!.inner).toContain(shown);
}

/** The first check that a shell script fails. */
export async function failedFirst(
  place: Workspace,
  protocol: string,
  text: string,
  ...flags: readonly string[]
): Promise<ReportedCheck> {
  const file = join(place.folder, 'my engine.sh');
  writeFileSync(file, `#!/bin/sh\n${text}\n`);
  chmodSync(file, 0o755);
  const words = ['--protocol', protocol, '--level', 'must', '--json', '--jobs', '4', ...flags];
  const { objects, code } = await place.run('check', file, ...words);
  expect(code).toBe(1);
  return (objects() as unknown as ReportedCheck[]).find(({ verdict }) => verdict === 'fail')!;
}

/** The report about a program that only echoes its input. */
export function expectEcho({ failure }: ReportedCheck): void {
  expect(failure!.advice).toMatch(/^It repeats its input and prints nothing else\. It may be `cat`/);
  expect(failure!.exchange.map(({ text }) => text).join()).not.toContain('flush');
}

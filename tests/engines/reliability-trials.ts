/** Runs the cases of the table beside a healthy session, and holds each to what is promised of it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { readAccount, readTally, type JournalledStream, type OutputCount } from './accounts.ts';
import { HealthySession } from './healthy-session.ts';
import type { EngineCase } from './case.ts';
import { chapters } from './cases.ts';
import { kinOf } from '../support/processes.ts';
import { ladderOf, run, type TrialOutcome } from './trial.ts';

/** Milliseconds beyond an ending's own bound, for a busy machine. */
const patience = 20_000;
/** Milliseconds: the limit of a healthy neighbour's median answer. */
export const tripLimit = 20;
/** Or this multiple of its time alone, if the machine is busy. */
const busyFactor = 4;
/** Bytes by which 200 MB may let this process grow. */
const growthLimit = 128 * 1024 * 1024;

function expectEnd(one: EngineCase, { ending, took, least, most }: TrialOutcome): void {
  const { expected } = one;
  if (expected.kind === 'goes on') {
    expect(ending).toMatchObject({ word: 'quit', rung: ladderOf(one)[0]!.rung });
  } else {
    expect(ending).toMatchObject({ word: expected.word, rung: expected.rung });
    expect(ending.reason).toMatch(expected.reason);
    expect(ending.advice === '').toBe(expected.word === 'quit');
  }
  expect(took, 'ended before its time').toBeGreaterThanOrEqual(least - 5);
  expect(took, 'ended late').toBeLessThan(most + patience);
}

function expectAnswers({ expected }: EngineCase, { answers, lastSearch, told }: TrialOutcome): void {
  if (expected.kind === 'ends') return;
  expect([...told.oddities]).toEqual(expect.arrayContaining([...expected.oddities]));
  if (expected.answer === null) return;
  // Each search has the answer to its own position.
  expect([...answers.keys()]).toEqual(lastSearch === 2 ? [1, 2] : [1]);
  expect(answers.get(lastSearch)?.text).toBe(expected.answer);
  expect(answers.get(lastSearch)?.verdict).toBe(expected.verdict);
  if (lastSearch === 2) expect(answers.get(1)?.text).toBe('0');
}

/** The engine may have written more than it recorded, but not more than it had begun. */
function expectStream({ bytes, crc }: JournalledStream, { begun, done, crc: own }: OutputCount): void {
  expect(bytes).toBeGreaterThanOrEqual(done);
  expect(bytes).toBeLessThanOrEqual(begun);
  if (bytes === done) expect(crc).toBe(own);
}

async function expectJournal(
  { note, fixture, quotaBytes }: EngineCase,
  outcome: TrialOutcome,
): Promise<void> {
  const { ending, told, journalPath, tallyPath } = outcome;
  const journal = await readAccount(journalPath);
  expect(journal.torn).toBe(0);
  expect(journal.inOrder).toBe(true);
  expect(journal.notes.at(-1)).toMatch(
    quotaBytes !== undefined ? /not in the journal$/ : `${ending.word}: ${ending.reason}`,
  );
  if (note !== undefined) expect(journal.notes.join('\n')).toMatch(note);
  expect(told.gaps).toBe(0);
  const tally = readTally(tallyPath);
  expect(tally === null).toBe(ending.word === 'unstartable' || fixture !== undefined);
  if (quotaBytes === undefined) {
    expect(told.heard).toBe(journal.stdout.lines);
    expect(told.stderr).toBe(journal.stderr.lines);
  }
  if (tally === null) return;
  const [stdin, stdout, stderr] = tally;
  if (quotaBytes !== undefined) {
    expect(journal.stdout.bytes).toBeLessThan(stdout.done);
  } else {
    expectStream(journal.stdout, stdout);
    expectStream(journal.stderr, stderr);
  }
  // What it has read is a prefix of what was sent.
  expectStream(summed(journal.sent.subarray(0, stdin.done)), stdin);
}

function summed(bytes: Buffer): JournalledStream {
  return { bytes: bytes.length, crc: crc32(bytes), lines: 0 };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Needs the machine, or our memory, to itself: nothing else runs meanwhile. */
export const isGreedy = ({ act, engine, expected, limits }: EngineCase): boolean =>
  limits !== undefined ||
  act === 'type' ||
  (expected.kind === 'ends' && expected.awaits === 'flood') ||
  (Array.isArray(engine) && ['--pour', '--endless', '--flood-both'].some((flag) => engine.includes(flag)));

/** The cases of the table by chapter, for `describe.each` and `it.each`. */
export const named = (wanted: (one: EngineCase) => boolean) =>
  chapters
    .map(({ title, cases }) => [title, cases.filter(wanted)] as const)
    .filter(([, cases]) => cases.length > 0)
    .map(([title, cases]) => [title, cases.map((one) => [one.name, one.protocol, one] as const)] as const);

/** The slowdown of a computation compared with an idle processor. */
function slowdown(): number {
  const began = performance.now();
  const before = process.cpuUsage();
  for (;;) {
    const { user, system } = process.cpuUsage(before);
    const milliseconds = (user + system) / 1000;
    if (milliseconds >= 50) return Math.max(1, (performance.now() - began) / milliseconds);
  }
}

export interface Trials {
  /** Runs a case. @returns the median of the healthy session's answers meanwhile, in milliseconds */
  check(one: EngineCase): Promise<number>;
  /** Runs it once more where those were slow, since the machine may have been busy. */
  checkAgain(one: EngineCase, before: number): Promise<void>;
  /** The limit of an answer on a possibly busy machine, in milliseconds. */
  tripNow(): Promise<number>;
}

/** Opens the healthy session before the tests of a file, and closes it after them. */
export function useTrials(): Trials {
  let number = 0;
  let folder: string;
  let bystander: HealthySession;
  const uncaught: unknown[] = [];
  const collect = (error: unknown): void => void uncaught.push(error);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'plywire-reliability-'));
    process.on('uncaughtException', collect);
    process.on('unhandledRejection', collect);
    bystander = new HealthySession(join(folder, 'bystander.journal'));
    await bystander.open();
  }, 60_000);

  afterAll(async () => {
    if (process.env['RELIABILITY_FIGURES'] !== undefined) console.info(figures.join('\n'));
    const word = await bystander.close();
    rmSync(folder, { recursive: true });
    process.off('uncaughtException', collect);
    process.off('unhandledRejection', collect);
    expect(word).toBe('quit');
    expect(uncaught).toEqual([]);
  });

  const figures: string[] = [];

  async function check(one: EngineCase): Promise<number> {
    const id = `case-${number++}`;
    const { result: outcome, latencies } = await bystander.during(run(one, id, folder));
    const trip = median(latencies);
    const left = (): number[] => kinOf(outcome.pid, outcome.mark);
    const megabytes = (outcome.grown / 1024 ** 2).toFixed(0);
    const took = (outcome.took / 1000).toFixed(1);
    figures.push(
      `${one.protocol} ${one.name}: ${took} s, +${megabytes} MiB, ${latencies.length} latencies of ${trip.toFixed(1)} ms`,
    );
    expectEnd(one, outcome);
    expectAnswers(one, outcome);
    await expectJournal(one, outcome);
    expect(outcome.grown).toBeLessThan(growthLimit);
    // `expect.poll` cannot identify its test if several run at once.
    await vi.waitFor(() => expect(left()).toEqual([]), { timeout: 30_000, interval: 30 });
    expect(uncaught).toEqual([]);
    return trip;
  }

  /** The limit of an answer on a possibly busy machine. */
  async function tripNow(): Promise<number> {
    const usual = median((await bystander.during(Promise.resolve())).latencies);
    return Math.max(tripLimit * slowdown(), busyFactor * usual);
  }

  /** Tries again, since the machine may have been busy. */
  async function checkAgain(one: EngineCase, before: number): Promise<void> {
    const most = await tripNow();
    expect(await check(one), `after ${before} ms at first`).toBeLessThan(most);
  }

  return { check, checkAgain, tripNow };
}

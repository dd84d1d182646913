/**
 * Compares our code with a reference in the same run. The two take turns, round after round, so that a slowdown of the
 * machine affects both; a figure is the median over the rounds.
 *
 * A benchmark is a file `tests/bench/*.bench.ts` that exports `run(): BenchRow[] | Promise<BenchRow[]>`. It runs in its
 * own process, in the repository's root, after a build: engines are in `dist/engines`.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Whether `npm run bench -- --long` was called, which includes what takes minutes. */
export const long = process.env.PLYWIRE_BENCH_LONG === '1';

/** A row of the benchmark table. */
export interface BenchRow {
  readonly work: string;
  /** Of `ours` and `reference`, for example `lines/s`. */
  readonly unit: string;
  readonly ours: number;
  /** The reference; null if none. `ratio` is the median over the rounds, where each had both; else that of the figures. */
  readonly reference: { readonly name: string; readonly value: number; readonly ratio?: number } | null;
  /** The target for `ours / reference`, or for `ours` in its unit. */
  readonly target: Target | null;
}

export type Target =
  | { readonly of: 'ratio' | 'ours'; readonly atLeast: number }
  | { readonly of: 'ratio' | 'ours'; readonly atMost: number };

/** One measurement, in the row's unit. */
export type Measure = () => number | Promise<number>;

export interface Comparison {
  readonly work: string;
  readonly unit: string;
  readonly ours: Measure;
  readonly reference: { readonly name: string; readonly measure: Measure } | null;
  readonly target: Target | null;
  /** Measured rounds. */
  readonly rounds?: number;
  /** Rounds before them, for the compiler and the caches. */
  readonly warmUps?: number;
}

export async function compare(comparison: Comparison): Promise<BenchRow> {
  const { work, unit, ours, reference, target, rounds = 7, warmUps = 1 } = comparison;
  const figures: number[] = [];
  const references: number[] = [];
  for (let round = 0; round < warmUps + rounds; round++) {
    const figure = await ours();
    const beside = reference === null ? 0 : await reference.measure();
    if (round < warmUps) continue;
    figures.push(figure);
    references.push(beside);
  }
  return {
    work,
    unit,
    ours: median(figures),
    reference: reference && {
      name: reference.name,
      value: median(references),
      // The two of a round met the same machine.
      ratio: median(figures.map((figure, round) => figure / references[round]!)),
    },
    target,
  };
}

/** @throws RangeError if there is nothing to take a median of */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const low = sorted[Math.floor((sorted.length - 1) / 2)];
  const high = sorted[Math.ceil((sorted.length - 1) / 2)];
  if (low === undefined || high === undefined) throw new RangeError('a median needs at least one figure');
  return (low + high) / 2;
}

/** The percentile `share`, 0 to 1; 0 if there are no figures. */
export function percentile(figures: readonly number[], share: number): number {
  return figures.toSorted((a, b) => a - b)[Math.ceil(figures.length * share) - 1] ?? 0;
}

/** The rate per second, if `work` does `count` of it. */
export async function perSecond(count: number, work: () => unknown): Promise<number> {
  const began = performance.now();
  await work();
  return (count * 1000) / (performance.now() - began);
}

/** The rate per second of processor time, which excludes other programs. */
export async function perProcessorSecond(count: number, work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (count * 1e6) / (user + system);
}

/** Milliseconds of processor time of all threads of a process; null if the system does not report it. */
export function processorTime(pid: number): number | null {
  const tasks = `/proc/${pid}/task`;
  if (!existsSync(tasks)) return null;
  const nanoseconds = readdirSync(tasks).map((task) =>
    Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]),
  );
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6;
}

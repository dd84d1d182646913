/**
 * Measures ours beside a reference in the same run. The two take turns, round after round, so that a
 * machine that slows down slows both; a figure is the median over the rounds.
 *
 * A bench is a file `tests/bench/*.bench.ts` that exports `run(): BenchRow[] | Promise<BenchRow[]>`. It runs
 * in a process of its own, in the repository's root, after a build: engines are in `dist/engines`.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Whether the long form was asked for (`npm run bench -- --long`): what takes minutes as well. */
export const long = process.env.PLYWIRE_BENCH_LONG === '1';

/** A line of the bench's table. */
export interface BenchRow {
  readonly work: string;
  /** Of `ours` and `reference`, for example `lines/s`. */
  readonly unit: string;
  readonly ours: number;
  /** What ours is measured against; null where there is nothing to set beside it. */
  readonly reference: { readonly name: string; readonly value: number } | null;
  /** What is asked for: of `ours / reference`, or of `ours` in its unit. */
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
  /** Measured rounds; one more goes before them to warm up. */
  readonly rounds?: number;
}

export async function compare(comparison: Comparison): Promise<BenchRow> {
  const { work, unit, ours, reference, target, rounds = 7 } = comparison;
  const figures: number[] = [];
  const references: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const figure = await ours();
    const beside = reference === null ? 0 : await reference.measure();
    if (round === 0) continue;
    figures.push(figure);
    references.push(beside);
  }
  return {
    work,
    unit,
    ours: median(figures),
    reference: reference === null ? null : { name: reference.name, value: median(references) },
    target,
  };
}

/** @throws RangeError where there is nothing to take a median of */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const low = sorted[Math.floor((sorted.length - 1) / 2)];
  const high = sorted[Math.ceil((sorted.length - 1) / 2)];
  if (low === undefined || high === undefined) throw new RangeError('a median needs at least one figure');
  return (low + high) / 2;
}

/** The figure that so much of all figures, 0 to 1, are at most; 0 where there is none. */
export function percentile(figures: readonly number[], share: number): number {
  return figures.toSorted((a, b) => a - b)[Math.ceil(figures.length * share) - 1] ?? 0;
}

/** How often something was done in a second, when `count` of it is done by `work`. */
export async function perSecond(count: number, work: () => unknown): Promise<number> {
  const began = performance.now();
  await work();
  return (count * 1000) / (performance.now() - began);
}

/** The same in a second of processor time, of which other programs on the machine take nothing. */
export async function perProcessorSecond(count: number, work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (count * 1e6) / (user + system);
}

/** Milliseconds of processor time that all threads of a process have taken; null where the system does not tell. */
export function processorTime(pid: number): number | null {
  const tasks = `/proc/${pid}/task`;
  if (!existsSync(tasks)) return null;
  const nanoseconds = readdirSync(tasks).map((task) =>
    Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]),
  );
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6;
}

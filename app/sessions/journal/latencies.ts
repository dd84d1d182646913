/**
 * The response times of one session as a histogram on a logarithmic scale, in constant space. The median and the 95th
 * percentile are within 2 % of the actual value; the slowest is exact.
 */
import type { LatencySummary } from '../../shapes/sessions.ts';

/** The lower limit is a microsecond; faster answers count as that. */
const firstDecade = -6;
/** The upper limit is a thousand seconds; slower answers count as that. */
const decades = 9;
const binsADecade = 64;
/** The summary is coarser: one bar for this many bins. */
const binsABar = 16;
export const barsADecade = binsADecade / binsABar;

export class Latencies {
  readonly #bins = new Uint32Array(decades * binsADecade);
  #count = 0;
  #fastest = Infinity;
  #slowest: LatencySummary['slowest'] | null = null;

  get count(): number {
    return this.#count;
  }

  /** @param line the line that answers `request` */
  add(milliseconds: number, line: number, request: number): void {
    const seconds = Math.max(0, milliseconds) / 1000;
    const bin = Math.floor((Math.log10(seconds) - firstDecade) * binsADecade);
    this.#bins[Math.min(Math.max(bin, 0), this.#bins.length - 1)]!++;
    this.#count++;
    this.#fastest = Math.min(this.#fastest, seconds);
    if (this.#slowest === null || seconds > this.#slowest.seconds) {
      this.#slowest = { seconds, line, request };
    }
  }

  /** Null if there are no answers. */
  summary(): LatencySummary | null {
    const slowest = this.#slowest;
    if (slowest === null) return null;
    const counts: number[] = [];
    let from = 0;
    for (let bar = 0; bar < decades * barsADecade; bar++) {
      let count = 0;
      for (let bin = bar * binsABar; bin < (bar + 1) * binsABar; bin++) count += this.#bins[bin]!;
      if (count > 0 && counts.length === 0) from = bar;
      if (count > 0 || counts.length > 0) counts.push(count);
    }
    while (counts.at(-1) === 0) counts.pop();
    return {
      count: this.#count,
      median: this.#quantile(0.5),
      p95: this.#quantile(0.95),
      slowest,
      bars: { from: firstDecade + from / barsADecade, counts },
    };
  }

  /** The middle of the bin with the answer of that rank. */
  #quantile(part: number): number {
    const rank = Math.max(1, Math.ceil(part * this.#count));
    if (rank === this.#count) return this.#slowest!.seconds;
    let bin = 0;
    for (let seen = this.#bins[0]!; seen < rank; bin++) seen += this.#bins[bin + 1]!;
    const middle = 10 ** (firstDecade + (bin + 0.5) / binsADecade);
    return Math.min(Math.max(middle, this.#fastest), this.#slowest!.seconds);
  }
}

/**
 * Counts the lines sent and received over time, and records where marks are. The recording is divided into bins, whose
 * width doubles when they run out.
 */
import { notables, type Notable } from './events.ts';

const binCount = 1024;

/** In seconds, of a bin: the shape of a recording of one second is still visible. */
const leastWidth = 0.001;

/** The marks of a bin. */
export const timelineMarks = [...notables, 'move'] as const;
export type TimelineMark = (typeof timelineMarks)[number];

export interface TimelineBins {
  /** The width of a bin in seconds. */
  readonly width: number;
  /** Lines by bin, up to the last bin in use. */
  readonly sent: readonly number[];
  readonly heard: readonly number[];
  /** The marked bins. */
  readonly marked: Readonly<Record<TimelineMark, readonly number[]>>;
}

export class Timeline {
  readonly #sent = new Uint32Array(binCount);
  readonly #heard = new Uint32Array(binCount);
  readonly #marked = new Uint8Array(binCount);
  #width = leastWidth;
  #used = 0;

  add(seconds: number, isSent: boolean, noted: ReadonlySet<Notable>, hasMove: boolean): void {
    while (seconds >= this.#width * binCount) this.#merge();
    const bin = Math.max(0, Math.floor(seconds / this.#width));
    (isSent ? this.#sent : this.#heard)[bin]!++;
    let bits = hasMove ? 1 << timelineMarks.indexOf('move') : 0;
    for (const notable of noted) bits |= 1 << timelineMarks.indexOf(notable);
    this.#marked[bin]! |= bits;
    this.#used = Math.max(this.#used, bin + 1);
  }

  get shape(): TimelineBins {
    const part = (bins: Uint32Array): number[] => [...bins.subarray(0, this.#used)];
    const binsOf = (mark: TimelineMark): number[] => {
      const bit = 1 << timelineMarks.indexOf(mark);
      return [...this.#marked.keys()].filter((bin) => (this.#marked[bin]! & bit) !== 0);
    };
    return {
      width: this.#width,
      sent: part(this.#sent),
      heard: part(this.#heard),
      marked: {
        oddity: binsOf('oddity'),
        silence: binsOf('silence'),
        illegal: binsOf('illegal'),
        fault: binsOf('fault'),
        unanswered: binsOf('unanswered'),
        misuse: binsOf('misuse'),
        move: binsOf('move'),
      },
    };
  }

  #merge(): void {
    const half = binCount / 2;
    for (const bins of [this.#sent, this.#heard]) {
      for (let bin = 0; bin < half; bin++) bins[bin] = bins[2 * bin]! + bins[2 * bin + 1]!;
      bins.fill(0, half);
    }
    for (let bin = 0; bin < half; bin++) {
      this.#marked[bin] = this.#marked[2 * bin]! | this.#marked[2 * bin + 1]!;
    }
    this.#marked.fill(0, half);
    this.#width *= 2;
    this.#used = Math.ceil(this.#used / 2);
  }
}

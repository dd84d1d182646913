/** The histogram of how long answers took, as shapes and words: time from left to right, a decade as wide as the next. */
import type { LatencySummary } from '../../app/api/contract.ts';
import { seconds } from '../ui/words.ts';

/** Decades that are drawn at least: with fewer, chance looks like much. */
const leastDecades = 3;
const barsADecade = 4;
/** Decades whose names stand beside each other. */
const mostNames = 5;

export interface Bar {
  /** Where it begins and how wide it is, as parts of the whole width. */
  readonly left: number;
  readonly width: number;
  /** As a part of the highest one. */
  readonly height: number;
  readonly count: number;
  /** What stands in it: `12 answers from 1.78 to 3.16 ms`. */
  readonly words: string;
}

export interface Tick {
  readonly left: number;
  readonly text: string;
}

export interface Histogram {
  readonly bars: readonly Bar[];
  /** At each decade; where there are many, every second one has a name. */
  readonly ticks: readonly Tick[];
}

const units = ['µs', 'ms', 's'] as const;

/** `10 ms` for -2. */
function decadeText(exponent: number): string {
  const unit = Math.min(2, Math.floor((exponent + 6) / 3));
  return `${10 ** (exponent + 6 - 3 * unit)} ${units[unit]!}`;
}

export function histogramOf({ bars }: Pick<LatencySummary, 'bars'>): Histogram {
  const to = bars.from + bars.counts.length / barsADecade;
  const first = Math.floor(bars.from);
  const last = Math.max(Math.ceil(to), first + leastDecades);
  const decades = last - first;
  const most = Math.max(...bars.counts);
  return {
    bars: bars.counts.flatMap((count, at) => {
      if (count === 0) return [];
      const from = bars.from + at / barsADecade;
      const [low, high] = [seconds(10 ** from), seconds(10 ** (from + 1 / barsADecade))];
      return {
        left: (from - first) / decades,
        width: 1 / barsADecade / decades,
        height: count / most,
        count,
        words: `${count === 1 ? '1 answer' : `${count} answers`} from ${low} to ${high}`,
      };
    }),
    ticks: Array.from({ length: decades + 1 }, (_, at) => ({
      left: at / decades,
      text: decades > mostNames && at % 2 === 1 ? '' : decadeText(first + at),
    })),
  };
}

/** One path of all bars in a box of that size; a bar that holds anything is to be seen. */
export function outline({ bars }: Histogram, width: number, height: number): string {
  return bars
    .map((bar) => {
      const [x, wide] = [(bar.left * width).toFixed(1), Math.max(1, bar.width * width - 0.5).toFixed(1)];
      return `M${x} ${height}v-${Math.max(1.5, bar.height * height).toFixed(1)}h${wide}V${height}z`;
    })
    .join('');
}

/** What the store knows about a position: the answers in the files and those that wait to be written. */
import type { Head } from './frames.ts';
import { compared, placeOf, slotOf, type Kept } from './kept.ts';
import { keptAs } from './said-by.ts';
import type { Segments } from './segments.ts';
import type { Digest } from './turned.ts';
import type { WaitingAnswers } from './waiting.ts';

/** The most keys that are remembered. */
const mostKnown = 12_000;

export interface Known {
  /** Null if there is none. */
  readonly best: Kept | null;
  /** When this host last replaced it, on the store's clock. */
  readonly writtenAt: number;
}

/** The answers known last, by `keyOf`, so that the next report of the same search is compared without reading. */
export class KnownAnswers {
  readonly #all = new Map<string, Known>();

  get(key: string): Known | undefined {
    return this.#all.get(key);
  }

  set(key: string, known: Known): void {
    this.#all.delete(key);
    this.#all.set(key, known);
    if (this.#all.size > mostKnown) this.#all.delete(this.#all.keys().next().value!);
  }

  clear(): void {
    this.#all.clear();
  }
}

/** The best answer of each teller and slot at a position. */
export function bestAt(digest: Digest, segments: Segments, waiting: WaitingAnswers): Kept[] {
  const found = new Map<string, Kept>();
  const take = (kept: Kept): void => {
    // The hash of another position may be the same.
    if (kept.rest.key !== digest.key) return;
    const { head, teller } = kept;
    const key = `${teller.id} ${slotOf(teller, head.measure)}`;
    const other = found.get(key)?.head;
    if (other === undefined || compared(head, other, teller) > 0) found.set(key, kept);
  };
  for (const kept of written(digest, segments)) take(kept);
  for (const each of waiting.at(placeOf(digest))) take(each);
  return [...found.values()];
}

/** Whether the segments have a better answer of the same teller in the same slot. */
export function isBetterWritten({ head, teller, rest }: Kept, segments: Segments): boolean {
  const slot = slotOf(teller, head.measure);
  return written(head, segments).some(
    (other) =>
      other.rest.key === rest.key &&
      other.teller.id === teller.id &&
      slotOf(teller, other.head.measure) === slot &&
      compared(other.head, head, teller) > 0,
  );
}

/** The answers in the files about positions of this hash. */
function written({ high, low }: Pick<Head, 'high' | 'low'>, segments: Segments): readonly Kept[] {
  const found: Kept[] = [];
  for (const segment of segments.all) {
    segment.find(high, low, (at) => {
      const entry = segment.read(at);
      const teller = entry && segment.tellers[entry.head.teller];
      if (entry && teller) found.push(keptAs({ ...entry, teller }));
    });
  }
  return found;
}

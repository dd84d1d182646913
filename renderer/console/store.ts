/**
 * The lines of one session as the console keeps them: a bounded window on the journal that counts what it
 * does not hold. It knows nothing of the terminal that paints it.
 */
import { isTrouble } from './filter.ts';
import { type ConsoleLine, firstAtLeast, type Lines } from './lines.ts';

export interface StoreLimits {
  /** Lines; what a person may still want to scroll back to or search. */
  readonly lines: number;
  /** Characters of text; a line may have 64 Ki of them, so that lines alone would not bound the memory. */
  readonly characters: number;
}

export const storeLimits: StoreLimits = { lines: 50_000, characters: 16 * 1024 * 1024 };

export class LineStore implements Lines {
  readonly #limits: StoreLimits;
  #kept: ConsoleLine[] = [];
  /** Index of the oldest kept line; what lies before it is cut off now and then, not at every line. */
  #head = 0;
  #characters = 0;
  #next = 0;
  /** The numbers of lines that something is wrong with, let go with the lines. */
  #troubles: number[] = [];

  constructor(limits: StoreLimits = storeLimits) {
    this.#limits = limits;
  }

  /** The sequence number that is asked for next: every line below it was heard of. */
  get next(): number {
    return this.#next;
  }

  /** How many lines are kept. */
  get size(): number {
    return this.#kept.length - this.#head;
  }

  /** Of the texts that are kept. */
  get characters(): number {
    return this.#characters;
  }

  /** How many lines the session has had that are not kept, wherever they were let go. */
  get leftOut(): number {
    return this.#next - this.size;
  }

  /**
   * Takes lines in order. Lines that are there already (a stream that was resumed) are dropped, and
   * `forgotten`, the count of lines that the sender itself let go, moves the end along.
   */
  append(lines: readonly ConsoleLine[], forgotten = 0): void {
    for (const line of lines) {
      if (line.seq < this.#next) continue;
      if (isTrouble(line)) this.#troubles.push(line.seq);
      this.#kept.push(line);
      this.#characters += line.text.length;
      this.#next = line.seq + 1;
    }
    this.#next = Math.max(this.#next, forgotten);
    this.#trim(this.#limits);
  }

  /** Lets go of what is more than this; what comes later is kept up to the usual limits. */
  shrink(limits: StoreLimits): void {
    this.#trim(limits);
  }

  #trim({ lines, characters }: StoreLimits): void {
    while (
      this.size > lines ||
      // The newest line stays however long it is.
      (this.#characters > characters && this.size > 1)
    ) {
      this.#characters -= this.#kept[this.#head]!.text.length;
      this.#head++;
    }
    if (this.#head > 1024 && this.#head * 2 > this.#kept.length) {
      this.#kept = this.#kept.slice(this.#head);
      this.#head = 0;
      const oldest = this.#kept[0]?.seq ?? this.#next;
      this.#troubles = this.#troubles.filter((seq) => seq >= oldest);
    }
  }

  /** The numbers of the kept lines from `since` on that something is wrong with, in order. */
  troubles(since = 0): readonly number[] {
    return this.#troubles.slice(this.#firstTrouble(since));
  }

  /** How many of them there are. */
  troubleCount(since = 0): number {
    return this.#troubles.length - this.#firstTrouble(since);
  }

  #firstTrouble(since: number): number {
    const oldest = Math.max(since, this.#kept[this.#head]?.seq ?? this.#next);
    return firstAtLeast(this.#troubles, 0, oldest, (seq) => seq);
  }

  /** The index among the kept lines of the first one whose number is at least `seq`. */
  indexOf(seq: number): number {
    return firstAtLeast(this.#kept, this.#head, seq, (line) => line.seq) - this.#head;
  }

  /** The line of that number, where it is kept. */
  line(seq: number): ConsoleLine | undefined {
    const line = this.#kept[this.#head + this.indexOf(seq)];
    return line?.seq === seq ? line : undefined;
  }

  /** Kept lines by index, `to` excluded. */
  slice(from: number, to = this.size): ConsoleLine[] {
    const start = Math.max(0, from);
    return this.#kept.slice(this.#head + start, this.#head + Math.max(start, Math.min(to, this.size)));
  }

  missing(from: number, to: number): number {
    return Math.max(0, to - from);
  }
}

/**
 * The most that each of several may have, so that together they have no more than `all`: those that have less keep what
 * they have, and the others the same each. Infinity where together they have no more anyhow.
 */
export function levelOf(sizes: readonly number[], all: number): number {
  let rest = all;
  const ordered = sizes.toSorted((one, other) => one - other);
  for (const [at, size] of ordered.entries()) {
    const share = rest / (ordered.length - at);
    if (size > share) return Math.floor(share);
    rest -= size;
  }
  return Infinity;
}

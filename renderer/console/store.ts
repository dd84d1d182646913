/**
 * The lines of one session that the console keeps: a bounded window on the journal, which counts the lines that it
 * lacks, and those of its lines that pass a filter. Independent of the terminal that paints them.
 */
import { passer, type Filter } from './filter.ts';
import { type ConsoleLine, isTrouble, type Lines } from './lines.ts';
import { Matcher } from './matcher.ts';

/** A list sorted by the numbers of its items: items are appended at the end and dropped from the front. */
export class NumberedList<T> {
  readonly #numberOf: (item: T) => number;
  #items: T[] = [];
  /**
   * The array index of the oldest item. A drop only advances it; the array is sliced occasionally, not for each item.
   */
  #head = 0;

  constructor(numberOf: (item: T) => number) {
    this.#numberOf = numberOf;
  }

  get size(): number {
    return this.#items.length - this.#head;
  }

  get oldest(): T | undefined {
    return this.#items[this.#head];
  }

  push(item: T): void {
    this.#items.push(item);
  }

  /** Drops the `count` oldest items. */
  drop(count: number): void {
    this.#head += count;
    if (this.#head > 1024 && this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
  }

  /** The index of the first item whose number is at least `least`. */
  indexOf(least: number): number {
    let low = this.#head;
    let high = this.#items.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#numberOf(this.#items[middle]!) < least) low = middle + 1;
      else high = middle;
    }
    return low - this.#head;
  }

  at(index: number): T | undefined {
    return this.#items[this.#head + index];
  }

  /** Items by index, `to` excluded. */
  slice(from: number, to = this.size): T[] {
    const start = Math.max(0, from);
    return this.#items.slice(this.#head + start, this.#head + Math.max(start, Math.min(to, this.size)));
  }
}

const numberOfLine = ({ seq }: ConsoleLine): number => seq;

export interface StoreLimits {
  /** The most lines: what a user may still want to scroll back to or search. */
  readonly lines: number;
  /**
   * The most characters of text. A line may have 64 Ki characters, so a limit on lines alone would not bound the
   * memory.
   */
  readonly characters: number;
}

export const storeLimits: StoreLimits = { lines: 50_000, characters: 16 * 1024 * 1024 };

export class LineStore implements Lines {
  readonly #limits: StoreLimits;
  readonly #kept = new NumberedList(numberOfLine);
  /** The numbers of the kept lines with an oddity or an error. */
  readonly #troubles = new NumberedList((seq: number) => seq);
  #characters = 0;
  #next = 0;

  constructor(limits: StoreLimits = storeLimits) {
    this.#limits = limits;
  }

  /** The number of the line to request next: every line below it has arrived or is lost. */
  get next(): number {
    return this.#next;
  }

  /** The number of kept lines. */
  get size(): number {
    return this.#kept.size;
  }

  /** The number of characters in the kept lines. */
  get characters(): number {
    return this.#characters;
  }

  /** The number of lines of the session that are not kept: dropped here or by the sender. */
  get leftOut(): number {
    return this.#next - this.size;
  }

  /** The number of the oldest kept line; that of the next line if none is kept. */
  get oldest(): number {
    return this.#kept.oldest?.seq ?? this.#next;
  }

  /**
   * Appends lines in order. Lines that are already here (after a stream was resumed) are skipped. `forgotten`, the
   * number of lines that the sender itself dropped, moves `next` forward.
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
    this.shrink(this.#limits);
  }

  /** Drops the oldest lines beyond these limits; later lines are kept up to the store's usual limits. */
  shrink({ lines, characters }: StoreLimits): void {
    while (
      this.size > lines ||
      // The newest line stays however long it is.
      (this.#characters > characters && this.size > 1)
    ) {
      this.#characters -= this.#kept.oldest!.text.length;
      this.#kept.drop(1);
    }
    this.#troubles.drop(this.#troubles.indexOf(this.oldest));
  }

  /** The numbers of the kept lines from `since` on with an oddity or an error, in order. */
  troubles(since = 0): readonly number[] {
    return this.#troubles.slice(this.#troubles.indexOf(since));
  }

  /** The number of kept lines from `since` on with an oddity or an error. */
  troubleCount(since = 0): number {
    return this.#troubles.size - this.#troubles.indexOf(since);
  }

  indexOf(seq: number): number {
    return this.#kept.indexOf(seq);
  }

  /** The line with that number; undefined if it is not kept. */
  line(seq: number): ConsoleLine | undefined {
    const line = this.#kept.at(this.indexOf(seq));
    return line?.seq === seq ? line : undefined;
  }

  slice(from: number, to?: number): ConsoleLine[] {
    return this.#kept.slice(from, to);
  }

  missing(from: number, to: number): number {
    return Math.max(0, to - from);
  }
}

/**
 * Returns the largest size that each item may keep so that the total is at most `all`: smaller items keep their size,
 * and larger ones are cut to the same size. Infinity if the total is within `all` already.
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

export interface FilterListener {
  /** More lines were tested against the filter. */
  onMore(): void;
  /** Matching failed, for example because the expression takes too long: no more lines are tested. */
  onFailure(error: Error): void;
}

/**
 * The lines of a store that pass a filter, updated as lines arrive. Each line is tested once. A regular expression runs
 * in a worker, so its matches arrive a little later.
 */
export class FilteredLines implements Lines {
  readonly #store: LineStore;
  readonly #passes: (line: ConsoleLine) => boolean;
  readonly #matcher: Matcher | null;
  readonly #listener: FilterListener;
  readonly #kept = new NumberedList(numberOfLine);
  /** Every line below this number was tested. */
  #next = 0;
  #matching = false;
  #closed = false;

  constructor(store: LineStore, filter: Filter, listener: FilterListener) {
    this.#store = store;
    this.#passes = passer(filter);
    this.#matcher = filter.query.regex && filter.query.text !== '' ? new Matcher(filter.query) : null;
    this.#listener = listener;
    this.update();
  }

  get next(): number {
    return this.#next;
  }

  get size(): number {
    return this.#kept.size;
  }

  /** Whether the first lines are still being tested. */
  get pending(): boolean {
    return this.#next === 0 && this.#matching;
  }

  /** The number of lines of the store, from number `since` on, that were tested and do not pass. */
  hidden(since: number): number {
    const from = this.#store.indexOf(since);
    return Math.max(0, this.#store.indexOf(this.#next) - from - (this.size - this.indexOf(since)));
  }

  close(): void {
    this.#closed = true;
    this.#matcher?.close();
  }

  /** Tests the new lines of the store, and drops the lines that the store has dropped. */
  update(): void {
    this.#kept.drop(this.#kept.indexOf(this.#store.oldest));
    if (this.#matching || this.#closed) return;
    const store = this.#store;
    const passed = store.slice(store.indexOf(this.#next)).filter(this.#passes);
    if (this.#matcher === null || passed.length === 0) {
      for (const line of passed) this.#kept.push(line);
      this.#next = store.next;
      return;
    }
    void this.#match(this.#matcher, passed, store.next);
  }

  indexOf(seq: number): number {
    return this.#kept.indexOf(seq);
  }

  slice(from: number, to?: number): ConsoleLine[] {
    return this.#kept.slice(from, to);
  }

  /** Counts the lines that the store lacks and those that pass; hidden lines are not missing. */
  missing(from: number, to: number): number {
    const store = this.#store;
    const kept = store.indexOf(to) - store.indexOf(from);
    return Math.max(0, to - from - kept + this.indexOf(to) - this.indexOf(from));
  }

  async #match(matcher: Matcher, lines: readonly ConsoleLine[], next: number): Promise<void> {
    this.#matching = true;
    try {
      const places = await matcher.match(lines.map(({ text }) => text));
      for (const [at, line] of lines.entries()) if (places[at] !== null) this.#kept.push(line);
      this.#next = next;
    } catch (error) {
      if (!this.#closed) this.#listener.onFailure(error as Error);
      this.#closed = true;
    } finally {
      this.#matching = false;
    }
    if (this.#closed) return;
    this.update();
    this.#listener.onMore();
  }
}

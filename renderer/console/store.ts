/**
 * The lines of one session as the console keeps them: a bounded window on the journal that counts what it does not
 * hold, and the lines of that window that pass a filter. It knows nothing of the terminal that paints it.
 */
import { passer, type Filter } from './filter.ts';
import { type ConsoleLine, isTrouble, type Lines } from './lines.ts';
import { Matcher } from './matcher.ts';

/** A list in the order of the numbers of its items. It grows at one end and is cut at the other. */
export class NumberedList<T> {
  readonly #numberOf: (item: T) => number;
  #items: T[] = [];
  /** The index of the oldest item. The array is cut now and then, and not for each item. */
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
  /** Lines; what a user may still want to scroll back to or search. */
  readonly lines: number;
  /** Characters of text; a line may have 64 Ki of them, so that a limit on lines alone would not bound the memory. */
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

  /** The number to ask for next: every line below it has arrived or is lost. */
  get next(): number {
    return this.#next;
  }

  /** How many lines are kept. */
  get size(): number {
    return this.#kept.size;
  }

  /** Of the texts that are kept. */
  get characters(): number {
    return this.#characters;
  }

  /** How many lines of the session are not kept, here or at the sender. */
  get leftOut(): number {
    return this.#next - this.size;
  }

  /** The number of the oldest line that is kept, or of the next one. */
  get oldest(): number {
    return this.#kept.oldest?.seq ?? this.#next;
  }

  /**
   * Takes lines in order. Lines that are here already (a stream that was resumed) are dropped, and
   * `forgotten`, the count of lines that the sender itself dropped, moves the end along.
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

  /** Drops the oldest lines beyond these limits; lines to come are kept up to the usual limits. */
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

  /** How many of them there are. */
  troubleCount(since = 0): number {
    return this.#troubles.size - this.#troubles.indexOf(since);
  }

  indexOf(seq: number): number {
    return this.#kept.indexOf(seq);
  }

  /** The line of that number, if it is kept. */
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
 * The most that each of several may have, so that together they have no more than `all`: those that have less keep what
 * they have, and the others the same each. Infinity if together they have no more anyway.
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
  /** More lines were compared with the filter. */
  onMore(): void;
  /** The expression takes too long: no more lines are compared. */
  onFailure(error: Error): void;
}

/**
 * The lines of a store that pass a filter, kept up to date as lines come. Each line is compared once. A regular
 * expression runs in a worker, so that the lines that match it come a little later.
 */
export class FilteredLines implements Lines {
  readonly #store: LineStore;
  readonly #passes: (line: ConsoleLine) => boolean;
  readonly #matcher: Matcher | null;
  readonly #listener: FilterListener;
  readonly #kept = new NumberedList(numberOfLine);
  /** Every line below this number was compared. */
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

  /** No line was compared yet. */
  get pending(): boolean {
    return this.#next === 0 && this.#matching;
  }

  /** How many lines of the store from number `since` on do not pass the filter. */
  hidden(since: number): number {
    const from = this.#store.indexOf(since);
    return Math.max(0, this.#store.indexOf(this.#next) - from - (this.size - this.indexOf(since)));
  }

  close(): void {
    this.#closed = true;
    this.#matcher?.close();
  }

  /** Compares the lines that have come to the store, and drops those that the store has dropped. */
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

  /** Those that the store lacks, and those that pass; what is hidden is not missing. */
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

/**
 * The lines of a store that pass a filter, kept up to date as lines come. Each line is looked at once; a regular
 * expression is tried on it elsewhere, so that what it lets through comes a little later.
 */
import { passer, type Filter } from './filter.ts';
import { type ConsoleLine, firstAtLeast, type Lines } from './lines.ts';
import { Matcher } from './matcher.ts';
import type { LineStore } from './store.ts';

export interface SieveListener {
  /** More lines have been looked at. */
  onMore(): void;
  /** The expression takes too long: no more lines come. */
  onFailure(error: Error): void;
}

export class FilteredLines implements Lines {
  readonly #store: LineStore;
  readonly #passes: (line: ConsoleLine) => boolean;
  readonly #matcher: Matcher | null;
  readonly #listener: SieveListener;
  #kept: ConsoleLine[] = [];
  /** Index of the oldest line that the store still has. */
  #head = 0;
  /** Every line below this number was looked at. */
  #next = 0;
  #matching = false;
  #closed = false;

  constructor(store: LineStore, filter: Filter, listener: SieveListener) {
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
    return this.#kept.length - this.#head;
  }

  /** Nothing has been looked at yet. */
  get pending(): boolean {
    return this.#next === 0 && this.#matching;
  }

  /** Lines that the store has and the filter does not let through, from number `since` on. */
  hidden(since: number): number {
    const from = this.#store.indexOf(since);
    return Math.max(0, this.#store.indexOf(this.#next) - from - (this.size - this.indexOf(since)));
  }

  close(): void {
    this.#closed = true;
    this.#matcher?.close();
  }

  /** Looks at the lines that have come to the store, and lets go what it has let go. */
  update(): void {
    this.#trim();
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
    return firstAtLeast(this.#kept, this.#head, seq, (line) => line.seq) - this.#head;
  }

  slice(from: number, to = this.size): ConsoleLine[] {
    const start = Math.max(0, from);
    return this.#kept.slice(this.#head + start, this.#head + Math.max(start, Math.min(to, this.size)));
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

  #trim(): void {
    const oldest = this.#store.slice(0, 1)[0]?.seq ?? this.#store.next;
    this.#head = firstAtLeast(this.#kept, this.#head, oldest, ({ seq }) => seq);
    if (this.#head > 1024 && this.#head * 2 > this.#kept.length) {
      this.#kept = this.#kept.slice(this.#head);
      this.#head = 0;
    }
  }
}

/** One session's console: its lines, how they are being looked at, and what can be done with them. */
import type { TrafficLine, TripSummary } from '../../app/api/contract.ts';
import type { HostClient } from '../host/client.ts';
import { layOut, plainText, SeenOddities } from './format.ts';
import { History } from './history.ts';
import { Pairs, type Pair } from './pairs.ts';
import type { Painter } from './painter.ts';
import { LineStore } from './store.ts';

/** Milliseconds before a broken stream is asked for again. */
const retryPause = 500;
/** Milliseconds between two counts of what a search finds while lines keep coming. */
const searchPause = 250;

export class ConsoleModel {
  readonly session: string;
  readonly store = new LineStore();
  readonly pairs = new Pairs(this.store);
  readonly history = new History();
  draft = $state('');
  /** The number of the next line and how many are left out, as of the last batch. */
  next = $state(0);
  leftOut = $state(0);
  /** How long answers took, of all of the session; null before the first. */
  trips = $state.raw<TripSummary | null>(null);
  paused = $state(false);
  /** Where the view was paused. */
  pausedAt = $state(0);
  /** Lines below this number were cleared from the view. */
  since = $state(0);
  searching = $state(false);
  query = $state('');
  /** Numbers of the lines that hold the query. */
  found = $state.raw<readonly number[]>([]);
  /** The line of `found` that is looked at; null before the first step. */
  current = $state<number | null>(null);
  /** There while a terminal shows this console. */
  #painter: Painter | null = null;
  /** Puts the line cursor of that terminal on a line. */
  #point: ((line: TrafficLine) => void) | null = null;
  #recount: ReturnType<typeof setTimeout> | undefined;

  constructor(session: string) {
    this.session = session;
  }

  /** The place of the current line among those found, counted from 1; 0 when none is looked at. */
  get position(): number {
    return this.current === null ? 0 : this.found.indexOf(this.current) + 1;
  }

  /** A terminal begins to show this console: where the last one was searching, else at the newest lines. */
  attach(painter: Painter): void {
    this.#painter = painter;
    if (this.current === null) this.newest();
    else painter.show(this.current, this.query);
  }

  detach(painter: Painter): void {
    if (this.#painter === painter) this.#painter = null;
  }

  /** Takes lines from the host until `signal` aborts or the session has ended and told everything. */
  async feed(client: HostClient, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        const batches = await client.sessions.lines(
          { session: this.session, from: this.store.next },
          { signal },
        );
        for await (const { lines, forgotten, trips } of batches) {
          this.store.append(lines, forgotten);
          this.pairs.add(lines);
          if (trips !== undefined) this.trips = trips;
          this.next = this.store.next;
          this.leftOut = this.store.leftOut;
          this.#painter?.added();
          if (this.query !== '') this.#countSoon();
        }
        return;
      } catch {
        // The connection says that it broke, and the session's state what became of it: here it is
        // only asked again, from where it stopped.
        await new Promise((resolve) => setTimeout(resolve, retryPause));
      }
    }
  }

  togglePause(): void {
    this.paused = !this.paused;
    if (this.paused) {
      this.pausedAt = this.store.next;
      this.#painter?.pause();
    } else if (this.current === null) this.#painter?.resume();
    else this.newest();
  }

  /** Back to the newest lines, out of a pause or from a place that was searched for. */
  newest(): void {
    this.paused = false;
    this.current = null;
    this.#painter?.follow(this.since);
  }

  /** Takes what is there out of the view; the journal and `showCleared` still have it. */
  clear(): void {
    this.since = this.store.next;
    this.closeSearch();
    this.newest();
  }

  showCleared(): void {
    this.since = 0;
    this.newest();
  }

  look(query: string): void {
    this.query = query;
    this.#count();
    const newest = this.found.at(-1);
    if (newest !== undefined) this.#goTo(newest);
    else if (this.current !== null) this.newest();
  }

  /** To the next place found, or the one before; around the ends. */
  step(way: 1 | -1): void {
    this.#count();
    if (this.found.length === 0) return;
    const at = this.current === null ? -1 : this.found.indexOf(this.current);
    const next = at === -1 ? (way === 1 ? 0 : -1) : (at + way) % this.found.length;
    const seq = this.found.at(next);
    if (seq !== undefined) this.#goTo(seq);
  }

  closeSearch(): void {
    this.searching = false;
    this.query = '';
    this.found = [];
    clearTimeout(this.#recount);
    this.#recount = undefined;
    if (this.current !== null) this.newest();
  }

  /** What a line asks or answers; null where it is neither. */
  pairOf(line: TrafficLine): Pair | null {
    return this.pairs.of(line);
  }

  isIn(pair: Pair, line: TrafficLine): boolean {
    return this.pairs.has(pair, line.seq);
  }

  /** The first line of the other side, where it is kept. */
  otherOf({ side, requests, reply }: Pair): TrafficLine | null {
    const seq = side === 'reply' ? requests[0] : reply?.from;
    return seq === undefined ? null : (this.store.line(seq) ?? null);
  }

  /** Somebody points at lines of this console, or no longer. */
  pointBy(point: ((line: TrafficLine) => void) | null): void {
    this.#point = point;
  }

  /** Puts the line cursor on a line, wherever it is. */
  lookAt(line: TrafficLine): void {
    this.#point?.(line);
  }

  /** Shows a line with what is around it. */
  visit(line: TrafficLine): void {
    this.#goTo(line.seq);
  }

  #goTo(seq: number): void {
    this.current = seq;
    this.#painter?.show(seq, this.query);
  }

  #count(): void {
    this.found = this.store.search(this.query, this.since);
  }

  #countSoon(): void {
    this.#recount ??= setTimeout(() => {
      this.#recount = undefined;
      this.#count();
    }, searchPause);
  }

  /** Every line in the view as text, oddities included. */
  text(): string {
    const seen = new SeenOddities();
    const rows = this.store.slice(this.store.indexOf(this.since)).flatMap((line) => layOut(line, seen));
    return plainText(rows);
  }
}

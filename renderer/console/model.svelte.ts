/** One session's console: its lines, how they are being looked at, and what can be done with them. */
import type { LineBatch, LineQuery, LatencySummary } from '../../app/api/contract.ts';
import type { HostClient } from '../host/client.ts';
import { isOpen, openFilter, type Filter } from './filter.ts';
import { layOut, plainText, SeenOddities } from './format.ts';
import { History } from './history.ts';
import { Pairs, type Pair } from './pairs.ts';
import { type ConsoleLine, View } from './lines.ts';
import type { Painter } from './painter.ts';
import { faultOf } from './query.ts';
import { Search } from './search.svelte.ts';
import { FilteredLines } from './filtered-lines.ts';
import { LineStore, type StoreLimits } from './store.ts';

/** Milliseconds before a broken stream is asked for again. */
const retryPause = 500;

/** @param until seconds of the session up to which all has been told; null where that is not known */
export type LineListener = (lines: readonly ConsoleLine[], until: number | null) => void;

export class ConsoleModel {
  /** Whose lines these are; null where they are of all sessions. */
  readonly session: string | null;
  readonly store: LineStore;
  readonly pairs: Pairs;
  /** What of it is seen. */
  readonly view: View;
  readonly search = new Search(this);
  readonly history = new History();
  draft = $state('');
  /** The number of the next line and how many are left out, as of the last batch. */
  next = $state(0);
  leftOut = $state(0);
  /** Answer latencies of all of the session; null before the first. */
  latencies = $state.raw<LatencySummary | null>(null);
  paused = $state(false);
  /** Where the view was paused. */
  pausedAt = $state(0);
  /** Lines below this number were cleared from the view. */
  since = $state(0);
  /** The bar of filters is folded out. */
  filtering = $state(false);
  /** As it is chosen. */
  filter = $state.raw<Filter>(openFilter);
  /** Why the view does not follow the filter as it is chosen. */
  filterFault = $state<string | null>(null);
  /** Lines that the filter hides. */
  hidden = $state(0);
  /** How many lines of the view something is wrong with, those that a filter hides included. */
  troubles = $state(0);
  /** The line that is looked at; null at the newest ones. */
  current = $state<number | null>(null);
  /** The line of the journal that is looked at, by its own count. */
  journalLine = $state<number | null>(null);
  client: HostClient | null = null;
  #filtered: FilteredLines | null = null;
  /** What an expression lets through comes later: until then the lines from before stand. */
  #coming: FilteredLines | null = null;
  /** The lines around that one. */
  #page: readonly ConsoleLine[] = [];
  /** There while a terminal shows this console. */
  #painter: Painter | null = null;
  /** Puts the line cursor of that terminal on a line. */
  #point: ((line: ConsoleLine) => void) | null = null;
  // Nothing on the page hangs on it.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #listeners = new Set<LineListener>();

  constructor(session: string | null, store = new LineStore()) {
    this.session = session;
    this.store = store;
    this.pairs = new Pairs(store);
    this.view = new View(store);
  }

  /** How many lines there were that are not kept. */
  protected get lost(): number {
    return this.store.leftOut;
  }

  /** There were lines that are not kept here. */
  get isPartial(): boolean {
    return this.leftOut > 0;
  }

  /** Something else than the newest lines is looked at. */
  get away(): boolean {
    return this.current !== null || this.journalLine !== null;
  }

  /** Which lines of the journal the view lacks and a search is to look at; null where the view is all there is. */
  get beyond(): LineQuery['directions'] | null {
    const { directions, kinds, query } = this.filter;
    if (this.leftOut === 0 || this.since > 0 || this.client === null) return null;
    // What else a filter asks of lines only the view can tell.
    if (query.text !== '' || kinds.some((kind) => kind !== 'typed')) return null;
    const chosen = directions.length === 0 ? (['sent', 'heard', 'stderr', 'note'] as const) : directions;
    if (kinds.length > 0) return chosen.includes('sent') ? ['typed'] : null;
    return [...chosen, ...(chosen.includes('sent') ? (['typed'] as const) : [])];
  }

  /** A terminal begins to show this console: where the last one was searching, else at the newest lines. */
  attach(painter: Painter): void {
    this.#painter = painter;
    if (this.journalLine !== null) this.goToPage(this.#page, this.journalLine);
    else if (this.current !== null) this.goTo(this.current);
    else this.newest();
  }

  detach(painter: Painter): void {
    if (this.#painter === painter) this.#painter = null;
  }

  /**
   * Takes lines from the host until `signal` aborts or the session has ended and told everything.
   * @param beat listeners also learn up to which time all lines have come
   */
  async feed(client: HostClient, signal: AbortSignal, beat = false): Promise<void> {
    const { session } = this;
    if (session === null) return;
    this.client = client;
    while (!signal.aborted) {
      try {
        const batches = await client.sessions.lines(
          { session, from: this.store.next, ...(beat ? { beat } : {}) },
          { signal },
        );
        for await (const batch of batches) this.take(batch);
        return;
      } catch {
        // The connection says that it broke, and the session's state what became of it: here it is
        // only asked again, from where it stopped.
        await new Promise((resolve) => setTimeout(resolve, retryPause));
      }
    }
  }

  /** Calls the listener with new lines. @returns a function that ends it */
  listen(listener: LineListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  protected take({
    lines,
    forgotten,
    latencies,
    until,
  }: Omit<LineBatch, 'lines'> & { readonly lines: readonly ConsoleLine[] }): void {
    this.store.append(lines, forgotten);
    this.pairs.add(lines);
    if (latencies !== undefined) this.latencies = latencies;
    this.next = this.store.next;
    this.leftOut = this.lost;
    this.#filtered?.update();
    this.#added();
    for (const listener of this.#listeners) listener(lines, until ?? null);
  }

  /** Lets go of the oldest lines, of which there are more than this. */
  shrink(limits: StoreLimits): void {
    this.store.shrink(limits);
    this.leftOut = this.lost;
    this.#filtered?.update();
    this.#refresh();
  }

  togglePause(): void {
    this.paused = !this.paused;
    if (this.paused) {
      this.pausedAt = this.store.next;
      this.#painter?.pause();
    } else if (this.away) this.newest();
    else this.#painter?.resume();
  }

  /** Back to the newest lines, out of a pause or from a place that was searched for. */
  newest(): void {
    this.paused = false;
    this.current = null;
    this.journalLine = null;
    this.#page = [];
    this.search.leave();
    this.#painter?.follow(this.since);
  }

  /** Takes what is there out of the view; the journal and `showCleared` still have it. */
  clear(): void {
    this.since = this.store.next;
    this.search.close();
    this.#refresh();
  }

  showCleared(): void {
    this.since = 0;
    this.#refresh();
    this.newest();
  }

  /** What a line asks or answers; null where it is neither, or stands in the journal alone. */
  pairOf(line: ConsoleLine): Pair | null {
    return line.seq < 0 ? null : this.pairs.of(line);
  }

  /** Which side of a pair a line is of; null where it is of neither. */
  sideIn(pair: Pair, line: ConsoleLine): Pair['side'] | null {
    return this.pairs.sideOf(pair, line.seq);
  }

  /** The first line of the other side, where it is kept. */
  otherOf({ side, requests, reply }: Pair): ConsoleLine | null {
    const seq = side === 'reply' ? requests[0] : reply?.from;
    return seq === undefined ? null : (this.store.line(seq) ?? null);
  }

  /** Sets how the line cursor of the terminal is moved; null without a terminal. */
  pointBy(point: ((line: ConsoleLine) => void) | null): void {
    this.#point = point;
  }

  /** Puts the line cursor on a line, wherever it is. */
  lookAt(line: ConsoleLine): void {
    this.#point?.(line);
  }

  /** Shows a line with what is around it, though a filter hides it. */
  visit(line: ConsoleLine): void {
    if (!this.sees(line.seq)) this.choose(openFilter);
    this.goTo(line.seq);
  }

  /** Whether the view has the line of that number. */
  sees(seq: number): boolean {
    const at = this.view.indexOf(seq);
    return this.view.slice(at, at + 1)[0]?.seq === seq;
  }

  /** Shows a line of the view with what is around it. */
  goTo(seq: number): void {
    this.current = seq;
    this.journalLine = null;
    this.#page = [];
    this.#painter?.show(seq, this.search.placesOf);
  }

  /** Shows lines of the journal around the one of that number. */
  goToPage(page: readonly ConsoleLine[], line: number): void {
    this.current = null;
    this.journalLine = line;
    this.#page = page;
    this.#painter?.showPage(page, -line, this.search.placesOf);
  }

  /**
   * To the next line that something is wrong with, or the one before; around the ends.
   * @returns whether there was one in that direction, and the line where the search began
   */
  goToTrouble(way: 1 | -1): { readonly further: boolean; readonly from: ConsoleLine | null } {
    const all = this.store.troubles(this.since);
    const from = this.current ?? (way === 1 ? -1 : Infinity);
    const isThere = (seq: number): boolean => (way === 1 ? seq > from : seq < from) && this.sees(seq);
    const next = way === 1 ? all.find(isThere) : all.findLast(isThere);
    const sees = (seq: number): boolean => this.sees(seq);
    const around = next ?? (way === 1 ? all.find(sees) : all.findLast(sees));
    const line = this.current === null ? null : this.store.line(this.current);
    const there = around === undefined ? undefined : this.store.line(around);
    if (there) {
      this.goTo(there.seq);
      // The line cursor distinguishes it from the others in sight and reads it out.
      this.lookAt(there);
    }
    return { further: next !== undefined, from: line ?? null };
  }

  /** Shows what passes this filter alone; where it cannot be read, what was shown before stays. */
  choose(filter: Filter): void {
    this.filter = filter;
    this.filterFault = faultOf(filter.query);
    if (this.filterFault !== null) return;
    this.#coming?.close();
    this.#coming = null;
    if (isOpen(filter)) return this.#see(null);
    const filtered: FilteredLines = new FilteredLines(this.store, filter, {
      onMore: () => {
        if (filtered === this.#filtered) this.#added();
        else if (filtered === this.#coming) this.#see(filtered);
      },
      onFailure: ({ message }) => {
        if (filtered === this.#coming) this.#coming = null;
        this.filterFault = message;
      },
    });
    if (filtered.pending) this.#coming = filtered;
    else this.#see(filtered);
  }

  /** Ends what is under way for this console. */
  close(): void {
    this.search.close();
    this.#coming?.close();
    this.#filtered?.close();
  }

  #see(filtered: FilteredLines | null): void {
    this.#filtered?.close();
    this.#filtered = filtered;
    this.#coming = null;
    this.view.shown = filtered ?? this.store;
    this.#refresh();
    this.newest();
    this.search.again();
  }

  /** Lines came to the view. */
  #added(): void {
    this.#refresh();
    this.#painter?.added();
    this.search.more();
  }

  #refresh(): void {
    this.hidden = this.#filtered?.hidden(this.since) ?? 0;
    this.troubles = this.store.troubleCount(this.since);
  }

  /** Every line in the view as text, oddities included. */
  text(): string {
    const seen = new SeenOddities();
    const { view } = this;
    const rows = view.slice(view.indexOf(this.since)).flatMap((line) => layOut(line, seen));
    return plainText(rows);
  }
}

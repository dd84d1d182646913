/** One session's console: its lines, which of them are in view, and what can be done with them. */
import type { LineBatch, LineQuery, LatencySummary } from '../../app/api/contract.ts';
import type { HostClient } from '../host/client.ts';
import { Pairs, type Pair } from './answers.ts';
import { faultOf, isOpen, journalDirections, openFilter, type Filter } from './filter.ts';
import { layOut, plainText, SeenOddities } from './format.ts';
import type { ConsoleLine, Lines } from './lines.ts';
import type { Painter } from './painter.ts';
import { Search } from './search.svelte.ts';
import { FilteredLines, LineStore, type StoreLimits } from './store.ts';
import { History } from './typing.ts';

/** Milliseconds before a broken stream is asked for again. */
const retryPause = 500;

/** @param until seconds of the session up to which all lines have arrived; null if that is not known */
export type LineListener = (lines: readonly ConsoleLine[], until: number | null) => void;

/** A line that is shown with what is around it: one of the view, or one of the journal by its own count. */
type Visited =
  | { readonly kind: 'view'; readonly seq: number }
  | { readonly kind: 'journal'; readonly line: number; readonly page: readonly ConsoleLine[] };

/** What the page shows of the lines, as of the last batch. */
interface Counts {
  /** The number of the next line. */
  readonly next: number;
  /** Lines that are not kept here. */
  readonly leftOut: number;
  /** Lines that the filter hides. */
  readonly hidden: number;
  /** Lines in view with an oddity or an error, including those that a filter hides. */
  readonly troubles: number;
}

export class ConsoleModel {
  /** The id of the session; null for the lines of all sessions. */
  readonly session: string | null;
  readonly store: LineStore;
  readonly pairs: Pairs;
  readonly search = new Search(this);
  readonly history = new History();
  draft = $state('');
  /** The bar of filters is open. */
  filtering = $state(false);
  #counts = $state.raw<Counts>({ next: 0, leftOut: 0, hidden: 0, troubles: 0 });
  #latencies = $state.raw<LatencySummary | null>(null);
  /** Null while the view follows the lines. */
  #pausedAt = $state<number | null>(null);
  #since = $state(0);
  #filter = $state.raw<Filter>(openFilter);
  #filterFault = $state<string | null>(null);
  /** Null at the newest lines. */
  #visited = $state.raw<Visited | null>(null);
  #client: HostClient | null = null;
  #filtered: FilteredLines | null = null;
  /** The matches of an expression come later: until then the lines from before stay in view. */
  #coming: FilteredLines | null = null;
  /** There while a terminal shows this console. */
  #painter: Painter | null = null;
  /** Moves the line cursor of that terminal. */
  #point: ((line: ConsoleLine) => void) | null = null;
  // The page does not depend on it.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #listeners = new Set<LineListener>();

  constructor(session: string | null, store = new LineStore()) {
    this.session = session;
    this.store = store;
    this.pairs = new Pairs(store);
  }

  /** The lines that pass the filter. */
  get view(): Lines {
    return this.#filtered ?? this.store;
  }

  /** There once a feed has begun. */
  get client(): HostClient | null {
    return this.#client;
  }

  get next(): number {
    return this.#counts.next;
  }

  get leftOut(): number {
    return this.#counts.leftOut;
  }

  get hidden(): number {
    return this.#counts.hidden;
  }

  get troubles(): number {
    return this.#counts.troubles;
  }

  /** Latencies of all answers of the session; null before the first. */
  get latencies(): LatencySummary | null {
    return this.#latencies;
  }

  get paused(): boolean {
    return this.#pausedAt !== null;
  }

  /** How many lines have come since the view was paused. */
  get unseen(): number {
    return this.#counts.next - (this.#pausedAt ?? this.#counts.next);
  }

  /** Lines below this number were cleared from the view. */
  get since(): number {
    return this.#since;
  }

  /** As it was chosen. */
  get filter(): Filter {
    return this.#filter;
  }

  /** Why the view does not follow the filter that was chosen. */
  get filterFault(): string | null {
    return this.#filterFault;
  }

  /** The line of the view that is shown with what is around it; null at the newest lines. */
  get current(): number | null {
    return this.#visited?.kind === 'view' ? this.#visited.seq : null;
  }

  /** The same of a line of the journal, by its own count. */
  get journalLine(): number | null {
    return this.#visited?.kind === 'journal' ? this.#visited.line : null;
  }

  /** The view is not at the newest lines. */
  get away(): boolean {
    return this.#visited !== null;
  }

  /** Some lines of the session are not kept here. */
  get isPartial(): boolean {
    return this.leftOut > 0;
  }

  /** How many lines of the session are not kept here. */
  protected get lost(): number {
    return this.store.leftOut;
  }

  /** The lines that a search must look for in the journal, since the view lacks some; null if the view has all. */
  get beyond(): LineQuery['directions'] | null {
    return this.leftOut === 0 || this.since > 0 || this.client === null
      ? null
      : journalDirections(this.filter);
  }

  /** A terminal begins to show this console: at the line that the last one showed, or at the newest lines. */
  attach(painter: Painter): void {
    this.#painter = painter;
    if (this.#visited === null) this.newest();
    else this.#paintVisited(this.#visited);
  }

  detach(painter: Painter): void {
    if (this.#painter === painter) this.#painter = null;
  }

  /**
   * Takes lines from the host until `signal` aborts or the session has ended and delivered everything.
   * @param beat listeners also learn up to which time all lines have come
   */
  async feed(client: HostClient, signal: AbortSignal, beat = false): Promise<void> {
    const { session } = this;
    if (session === null) return;
    this.#client = client;
    while (!signal.aborted) {
      try {
        const batches = await client.sessions.lines(
          { session, from: this.store.next, ...(beat ? { beat } : {}) },
          { signal },
        );
        for await (const batch of batches) this.take(batch);
        return;
      } catch {
        // The connection reports that it broke, and the session's state how the session ended: the stream
        // is only asked for again, from where it stopped.
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
    if (latencies !== undefined) this.#latencies = latencies;
    this.#filtered?.update();
    this.#added();
    for (const listener of this.#listeners) listener(lines, until ?? null);
  }

  /** Drops the oldest lines beyond these limits. */
  shrink(limits: StoreLimits): void {
    this.store.shrink(limits);
    this.#filtered?.update();
    this.#count();
  }

  togglePause(): void {
    if (this.#pausedAt === null) {
      this.#pausedAt = this.store.next;
      this.#painter?.pause();
      return;
    }
    this.#pausedAt = null;
    if (this.away) this.newest();
    else this.#painter?.resume();
  }

  /** Ends a pause, leaves a line that is shown, and follows the newest lines. */
  newest(): void {
    this.#pausedAt = null;
    this.#visited = null;
    this.search.leave();
    this.#painter?.follow(this.since);
  }

  /** Removes the present lines from the view; the journal and `showCleared` still have them. */
  clear(): void {
    this.#since = this.store.next;
    this.search.close();
    this.#count();
  }

  showCleared(): void {
    this.#since = 0;
    this.#count();
    this.newest();
  }

  /** The pair of a line; null if it neither asks nor answers, or is in the journal alone. */
  pairOf(line: ConsoleLine): Pair | null {
    return line.seq < 0 ? null : this.pairs.of(line);
  }

  /** The side of a pair that a line belongs to; null if it belongs to neither. */
  sideIn(pair: Pair, line: ConsoleLine): Pair['side'] | null {
    return this.pairs.sideOf(pair, line.seq);
  }

  /** The first line of the other side, if it is kept. */
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
    this.#paintVisited({ kind: 'view', seq });
  }

  /** Shows lines of the journal around the one of that number. */
  goToPage(page: readonly ConsoleLine[], line: number): void {
    this.#paintVisited({ kind: 'journal', line, page });
  }

  #paintVisited(visited: Visited): void {
    this.#visited = visited;
    const { placesOf } = this.search;
    if (visited.kind === 'view') this.#painter?.show(visited.seq, placesOf);
    else this.#painter?.show(-visited.line, placesOf, visited.page);
  }

  /**
   * To the next line with an oddity or an error, or the one before; around the ends.
   * @returns whether there was one in that direction, and the line where the search began
   */
  goToTrouble(way: 1 | -1): { readonly further: boolean; readonly from: ConsoleLine | null } {
    const { current, store } = this;
    const all = store.troubles(this.since);
    const from = current ?? (way === 1 ? -1 : Infinity);
    const sees = (seq: number): boolean => this.sees(seq);
    const next =
      way === 1 ? all.find((seq) => seq > from && sees(seq)) : all.findLast((seq) => seq < from && sees(seq));
    const around = next ?? (way === 1 ? all.find(sees) : all.findLast(sees));
    const there = around === undefined ? undefined : store.line(around);
    if (there) {
      this.goTo(there.seq);
      // The line cursor distinguishes it from the others in sight and reads it out.
      this.lookAt(there);
    }
    return {
      further: next !== undefined,
      from: (current === null ? undefined : store.line(current)) ?? null,
    };
  }

  /** Shows only the lines that pass this filter; if its expression cannot be read, the view stays. */
  choose(filter: Filter): void {
    this.#filter = filter;
    this.#filterFault = faultOf(filter.query);
    if (this.#filterFault !== null) return;
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
        this.#filterFault = message;
      },
    });
    if (filtered.pending) this.#coming = filtered;
    else this.#see(filtered);
  }

  /** Ends the searches and filters of this console. */
  close(): void {
    this.search.close();
    this.#coming?.close();
    this.#filtered?.close();
  }

  #see(filtered: FilteredLines | null): void {
    this.#filtered?.close();
    this.#filtered = filtered;
    this.#coming = null;
    this.#count();
    this.newest();
    this.search.again();
  }

  /** Lines came to the view. */
  #added(): void {
    this.#count();
    this.#painter?.added();
    this.search.more();
  }

  #count(): void {
    const { next } = this.store;
    const hidden = this.#filtered?.hidden(this.since) ?? 0;
    this.#counts = { next, leftOut: this.lost, hidden, troubles: this.store.troubleCount(this.since) };
  }

  /** Every line in the view as text, with its oddities. */
  text(): string {
    const seen = new SeenOddities();
    const { view } = this;
    const rows = view.slice(view.indexOf(this.since)).flatMap((line) => layOut(line, seen));
    return plainText(rows);
  }
}

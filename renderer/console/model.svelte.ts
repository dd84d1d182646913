/** The console of one session: its lines, the part of them in view, and the operations on them. */
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

/** Milliseconds before a broken stream is requested again. */
const retryPause = 500;

/** @param until the time up to which all lines have arrived, in seconds of the session; null if unknown */
export type LineListener = (lines: readonly ConsoleLine[], until: number | null) => void;

/** A line shown with its context: a line of the view, or one of the journal by its line number there. */
type Visited =
  | { readonly kind: 'view'; readonly seq: number }
  | { readonly kind: 'journal'; readonly line: number; readonly page: readonly ConsoleLine[] };

/** The counts that the page shows, as of the last batch. */
interface Counts {
  /** The number of the next line. */
  readonly next: number;
  /** Lines that are not kept here. */
  readonly leftOut: number;
  /** Lines in view. */
  readonly shown: number;
  /** Lines that the filter hides. */
  readonly hidden: number;
  /** Lines since the last clearing with an oddity or an error, including those that a filter hides. */
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
  /** Whether the filter bar is open. */
  filtering = $state(false);
  /** Whether its field is to get the focus. */
  filterAsked = $state(false);
  #counts = $state.raw<Counts>({ next: 0, leftOut: 0, shown: 0, hidden: 0, troubles: 0 });
  #latencies = $state.raw<LatencySummary | null>(null);
  /** The number of the next line when the view was paused; null while the view follows the lines. */
  #pausedAt = $state<number | null>(null);
  #since = $state(0);
  #filter = $state.raw<Filter>(openFilter);
  #filterFault = $state<string | null>(null);
  /** The line shown with its context; null at the newest lines. */
  #visited = $state.raw<Visited | null>(null);
  #client: HostClient | null = null;
  #filtered: FilteredLines | null = null;
  /** A chosen filter whose first matches are not known yet; until then the previous view stays. */
  #coming: FilteredLines | null = null;
  /** Null unless a terminal shows this console. */
  #painter: Painter | null = null;
  /** Moves the line cursor of that terminal. */
  #point: ((line: ConsoleLine) => void) | null = null;
  // Not reactive: the page does not depend on it.
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

  /** Null until a feed has begun. */
  get client(): HostClient | null {
    return this.#client;
  }

  get next(): number {
    return this.#counts.next;
  }

  get leftOut(): number {
    return this.#counts.leftOut;
  }

  /** The number of lines in view. */
  get shown(): number {
    return this.#counts.shown;
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

  /** The number of lines that arrived since the view was paused. */
  get unseen(): number {
    return this.#counts.next - (this.#pausedAt ?? this.#counts.next);
  }

  /** Lines below this number were cleared from the view. */
  get since(): number {
    return this.#since;
  }

  /** The chosen filter, whether or not the view follows it. */
  get filter(): Filter {
    return this.#filter;
  }

  /** Why the view does not follow the chosen filter; null if it does. */
  get filterFault(): string | null {
    return this.#filterFault;
  }

  /** The number of the line of the view that is shown with its context; null if none. */
  get current(): number | null {
    return this.#visited?.kind === 'view' ? this.#visited.seq : null;
  }

  /** The number of the journal's line that is shown with its context; null if none. */
  get journalLine(): number | null {
    return this.#visited?.kind === 'journal' ? this.#visited.line : null;
  }

  /** Whether the view has left the newest lines. */
  get away(): boolean {
    return this.#visited !== null;
  }

  /** Whether some lines of the session are not kept here. */
  get isPartial(): boolean {
    return this.leftOut > 0;
  }

  /** The number of lines of the session that are not kept here. */
  protected get lost(): number {
    return this.store.leftOut;
  }

  /**
   * The directions that a search must cover in the journal because the view lacks lines; null if it searches the view
   * alone: because the view is complete or was cleared, or because the host cannot apply the filter.
   */
  get beyond(): LineQuery['directions'] | null {
    return this.leftOut === 0 || this.since > 0 || this.client === null
      ? null
      : journalDirections(this.filter);
  }

  /** Attaches a terminal's painter; shows the line that was visited last, or the newest lines. */
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
   * @param beat also tells listeners up to which time all lines have arrived
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
        // The connection reports its own failure, and the session's state reports how the session ended. The stream is
        // only requested again, from where it stopped.
        await new Promise((resolve) => setTimeout(resolve, retryPause));
      }
    }
  }

  /** Calls the listener with new lines. @returns a function that removes the listener */
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

  /** Ends a pause, leaves a visited line, and follows the newest lines. */
  newest(): void {
    this.#pausedAt = null;
    this.#visited = null;
    this.search.leave();
    this.#painter?.follow(this.since);
  }

  /**
   * Removes the current lines from the view. The journal keeps them, and `showCleared` restores those that the store
   * keeps.
   */
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

  /** The request and reply that a line belongs to; null if it neither asks nor answers, or is only in the journal. */
  pairOf(line: ConsoleLine): Pair | null {
    return line.seq < 0 ? null : this.pairs.of(line);
  }

  /** The side of a pair that a line belongs to; null if it belongs to neither. */
  sideIn(pair: Pair, line: ConsoleLine): Pair['side'] | null {
    return this.pairs.sideOf(pair, line.seq);
  }

  /** The first line of the pair's other side; null if it is not kept. */
  otherOf({ side, requests, reply }: Pair): ConsoleLine | null {
    const seq = side === 'reply' ? requests[0] : reply?.from;
    return seq === undefined ? null : (this.store.line(seq) ?? null);
  }

  /** Sets the function that moves the terminal's line cursor; null without a terminal. */
  pointBy(point: ((line: ConsoleLine) => void) | null): void {
    this.#point = point;
  }

  /** Puts the line cursor on a line and scrolls to it. */
  lookAt(line: ConsoleLine): void {
    this.#point?.(line);
  }

  /** Shows a line with its context; clears the filter if it hides the line. */
  visit(line: ConsoleLine): void {
    if (!this.sees(line.seq)) this.choose(openFilter);
    this.goTo(line.seq);
  }

  /** Whether the view contains the line with that number. */
  sees(seq: number): boolean {
    const at = this.view.indexOf(seq);
    return this.view.slice(at, at + 1)[0]?.seq === seq;
  }

  /** Shows a line of the view with its context. */
  goTo(seq: number): void {
    this.#paintVisited({ kind: 'view', seq });
  }

  /** Shows a page of journal lines around the line with that number. */
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
   * Goes to the next or previous line with an oddity or an error, and wraps around at the ends.
   * @returns `further`: whether one was found without wrapping; `from`: the line where the search began
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
      // The line cursor distinguishes the line from others in sight, and screen readers announce it.
      this.lookAt(there);
    }
    return {
      further: next !== undefined,
      from: (current === null ? undefined : store.line(current)) ?? null,
    };
  }

  /** Opens the filter bar and focuses its field, or closes it. */
  toggleFilter(open = !this.filtering): void {
    this.filtering = open;
    this.filterAsked = open;
  }

  /** Shows only the lines that pass this filter; if its expression is invalid, the view stays unchanged. */
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

  /** Whether `searchJournal` can look for the filter's text in lines that the view lacks. */
  get canSearchJournal(): boolean {
    return this.isPartial && this.session !== null && this.filter.query.text !== '';
  }

  /** Searches the whole journal for the text of the filter, which gives way, and shows cleared lines again. */
  searchJournal(): void {
    const { query } = this.filter;
    this.#since = 0;
    this.choose(openFilter);
    Object.assign(this.search, query);
    this.search.show();
    this.search.look();
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

  /** Updates the counts, the terminal and the search after lines were added. */
  #added(): void {
    this.#count();
    this.#painter?.added();
    this.search.more();
  }

  #count(): void {
    const { next } = this.store;
    const { since, view } = this;
    this.#counts = {
      ...{ next, leftOut: this.lost, shown: view.size - view.indexOf(since) },
      ...{ hidden: this.#filtered?.hidden(since) ?? 0, troubles: this.store.troubleCount(since) },
    };
  }

  /** Returns every line in the view as text, with its oddities. */
  text(): string {
    const seen = new SeenOddities();
    const { view } = this;
    const rows = view.slice(view.indexOf(this.since)).flatMap((line) => layOut(line, seen));
    return plainText(rows);
  }
}

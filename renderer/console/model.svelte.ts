/** The console of one session: its lines, the filter through which they are seen, and the operations on them. */
import type { LineBatch, LineQuery, LatencySummary } from '../../app/api/contract.ts';
import type { HostClient } from '../host/client.ts';
import { reopening } from '../host/reopen.ts';
import { Pairs, type Pair } from './answers.ts';
import { Cursor } from './cursor.svelte.ts';
import { faultOf, isOpen, journalDirections, openFilter, type Filter } from './filter.ts';
import { layOut, plainText, SeenOddities } from './format.ts';
import type { ConsoleLine, Lines } from './lines.ts';
import { Search } from './search.svelte.ts';
import { FilteredLines, LineStore, type StoreLimits } from './store.ts';
import { History } from './typing.ts';

/** Milliseconds before a broken stream is opened again. */
const retryPause = 500;

/** @param until the time up to which all lines have arrived, in seconds of the session; null if unknown */
export type LineListener = (lines: readonly ConsoleLine[], until: number | null) => void;

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
  readonly cursor = new Cursor(this);
  readonly history = new History();
  draft = $state('');
  /** Whether the filter bar is open. */
  filtering = $state(false);
  /** Whether its field is to get the focus. */
  filterAsked = $state(false);
  #counts = $state.raw<Counts>({ next: 0, leftOut: 0, shown: 0, hidden: 0, troubles: 0 });
  #latencies = $state.raw<LatencySummary | null>(null);
  #since = $state(0);
  #filter = $state.raw<Filter>(openFilter);
  #filterFault = $state<string | null>(null);
  #client: HostClient | null = null;
  #filtered: FilteredLines | null = null;
  /** A chosen filter whose first matches are not known yet; until then the previous view stays. */
  #coming: FilteredLines | null = null;
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

  /**
   * Takes lines from the host until `signal` aborts or the session has ended and delivered everything.
   * @param beat also tells listeners up to which time all lines have arrived
   */
  async feed(client: HostClient, signal: AbortSignal, beat = false): Promise<void> {
    const { session } = this;
    if (session === null) return;
    this.#client = client;
    const open = (stream: AbortSignal): ReturnType<typeof client.sessions.lines> =>
      client.sessions.lines(
        { session, from: this.store.next, ...(beat ? { beat } : {}) },
        { signal: stream },
      );
    // The session's state reports how the session ended; a stream that broke goes on where it stopped.
    for await (const batch of reopening(open, retryPause, signal)) this.take(batch);
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
    this.cursor.newest();
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
    this.search.show();
    this.search.change(query);
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
    this.cursor.newest();
    this.search.again();
  }

  /** Updates the counts, the terminal and the search after lines were added. */
  #added(): void {
    this.#count();
    this.cursor.added();
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

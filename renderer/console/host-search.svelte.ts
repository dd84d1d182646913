/** A search that the host runs, in a session's whole journal or a recording: it returns the hits in pages. */
import type { LineQuery } from '../../app/api/contract.ts';
import { refusalOf } from '../state/refusals.ts';

/** Milliseconds without a keystroke before the host searches. */
const askPause = 200;
/** The number of hits in a page. */
const pageHits = 500;

/** A page of hits, one of which is shown. */
export interface HostHits {
  readonly count: number;
  /** The number of hits before the first of `lines`. */
  readonly before: number;
  /** The numbers of the lines that match. */
  readonly lines: readonly number[];
  /** The index in `lines` of the shown hit. */
  readonly at: number;
}

/** The hits to ask the host for: the first ones after a line, or the last ones before it; null for the start or end. */
export interface WantedPage {
  readonly from: number | null;
  readonly way: 'before' | 'after';
  readonly most: number;
}

/** An answer of the host. */
export type Answered =
  | { readonly kind: 'progress'; readonly share: number }
  | ({ readonly kind: 'found' } & Omit<HostHits, 'at'>);

/** Asks the host. Yields progress, 0 to 1, and then the hits. */
export type AskHost = (query: LineQuery, page: WantedPage, signal: AbortSignal) => AsyncIterable<Answered>;

interface Listener {
  /** The hit to show has changed; there may be none. */
  onhit(hits: HostHits): void;
  /** @param words null if the cause is unknown */
  onfault(words: string | null): void;
}

export class HostSearch {
  readonly #askHost: AskHost;
  readonly #listener: Listener;
  hits = $state.raw<HostHits | null>(null);
  /** The fraction searched so far, 0 to 1; null while the host is not searching. */
  progress = $state<number | null>(null);
  #asking: AbortController | null = null;

  constructor(askHost: AskHost, listener: Listener) {
    this.#askHost = askHost;
    this.#listener = listener;
  }

  /**
   * Starts a search once the user has paused typing.
   * @param begin where: by default at the end, for the last hit
   */
  askSoon(query: LineQuery, { from, way }: Omit<WantedPage, 'most'> = { from: null, way: 'before' }): void {
    const asking = new AbortController();
    this.#asking = asking;
    this.progress = 0;
    const begin = setTimeout(() => void this.#ask(query, from, way, asking), askPause);
    asking.signal.addEventListener('abort', () => clearTimeout(begin));
  }

  /** Goes to the next or previous hit, and wraps around at the ends. */
  async step(query: LineQuery, way: 1 | -1): Promise<void> {
    if (this.hits === null || this.hits.count === 0 || this.#asking !== null) return;
    const { count, before, lines, at } = this.hits;
    const next = at + way;
    if (next >= 0 && next < lines.length) return this.#goTo({ count, before, lines, at: next });
    // The hit is beyond this page: fetch another.
    this.#asking = new AbortController();
    const [first, last] = [lines[0]!, lines.at(-1)!];
    if (way === -1) await this.#ask(query, before > 0 ? first : null, 'before', this.#asking);
    else {
      const more = before + lines.length < count;
      await this.#ask(query, more ? last : null, 'after', this.#asking);
    }
  }

  forget(): void {
    this.hits = null;
    this.progress = null;
    this.#asking?.abort();
    this.#asking = null;
  }

  async #ask(
    query: LineQuery,
    from: number | null,
    way: WantedPage['way'],
    asking: AbortController,
  ): Promise<void> {
    const { signal } = asking;
    try {
      for await (const answer of this.#askHost(query, { from, way, most: pageHits }, signal)) {
        if (signal.aborted) return;
        if (answer.kind === 'progress') {
          this.progress = answer.share;
          continue;
        }
        const { count, before, lines } = answer;
        // No hit on this side: begin at the other end.
        if (lines.length === 0 && count > 0 && from !== null)
          return await this.#ask(query, null, way, asking);
        this.#goTo({ count, before, lines, at: way === 'before' ? lines.length - 1 : 0 });
      }
    } catch (error) {
      if (!signal.aborted) this.#listener.onfault(refusalOf(error)?.text ?? null);
    } finally {
      if (this.#asking === asking) {
        this.#asking = null;
        this.progress = null;
      }
    }
  }

  #goTo(hits: HostHits): void {
    this.hits = hits;
    this.#listener.onhit(hits);
  }
}

/** The search of a session's whole journal: the host finds the hits and returns them in pages. */
import type { Hit, LineQuery } from '../../app/api/contract.ts';
import type { HostClient } from '../host/client.ts';
import { refusalOf } from '../state/refusals.ts';
import type { Query } from './filter.ts';

/** Milliseconds without a keystroke before the host searches. */
const askPause = 200;
/** The number of hits in a page. */
const pageHits = 500;

/** A page of hits in the journal, one of which is shown. */
export interface JournalHits {
  readonly count: number;
  /** The number of hits before the first of `hits`. */
  readonly before: number;
  readonly hits: readonly Hit[];
  /** The index in `hits` of the shown hit. */
  readonly at: number;
}

/** The session of the journal, and the client of the host that stores it. */
interface Searched {
  readonly session: string | null;
  readonly client: HostClient | null;
}

interface Listener {
  /** The hit to show has changed; there may be none. */
  onhit(hits: JournalHits): void;
  /** @param words null if the cause is unknown */
  onfault(words: string | null): void;
}

export class JournalSearch {
  readonly #on: Searched;
  readonly #listener: Listener;
  hits = $state.raw<JournalHits | null>(null);
  /** The fraction of the journal searched so far, 0 to 1; null while the host is not searching. */
  progress = $state<number | null>(null);
  #asking: AbortController | null = null;

  constructor(on: Searched, listener: Listener) {
    this.#on = on;
    this.#listener = listener;
  }

  /** Starts a search once the user has paused typing. */
  askSoon(query: Query, directions: LineQuery['directions']): void {
    const asking = new AbortController();
    this.#asking = asking;
    this.progress = 0;
    const begin = setTimeout(() => void this.#ask(query, directions, null, 'before', asking), askPause);
    asking.signal.addEventListener('abort', () => clearTimeout(begin));
  }

  /** Goes to the next or previous hit, and wraps around at the ends of the journal. */
  async step(query: Query, directions: LineQuery['directions'], way: 1 | -1): Promise<void> {
    if (this.hits === null || this.hits.count === 0 || this.#asking !== null) return;
    const { count, before, hits, at } = this.hits;
    const next = at + way;
    if (next >= 0 && next < hits.length) return this.#goTo({ count, before, hits, at: next });
    // The hit is beyond this page: fetch another.
    this.#asking = new AbortController();
    const [first, last] = [hits[0]!.line, hits.at(-1)!.line];
    if (way === -1) await this.#ask(query, directions, before > 0 ? first : null, 'before', this.#asking);
    else {
      const more = before + hits.length < count;
      await this.#ask(query, directions, more ? last : null, 'after', this.#asking);
    }
  }

  forget(): void {
    this.hits = null;
    this.progress = null;
    this.#asking?.abort();
    this.#asking = null;
  }

  async #ask(
    { text, regex, exact }: Query,
    directions: LineQuery['directions'],
    from: number | null,
    way: 'before' | 'after',
    asking: AbortController,
  ): Promise<void> {
    const { client, session } = this.#on;
    if (session === null) return;
    const { signal } = asking;
    try {
      const query = { text, regex, exact, directions };
      const input = { journal: session, query, from, way, most: pageHits };
      for await (const event of await client!.finding.search(input, { signal })) {
        if (signal.aborted) return;
        if (event.kind === 'progress') {
          this.progress = event.of === 0 ? 0 : event.bytes / event.of;
          continue;
        }
        const { count, before, hits } = event;
        this.#goTo({ count, before, hits, at: way === 'before' ? hits.length - 1 : 0 });
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

  #goTo(hits: JournalHits): void {
    this.hits = hits;
    this.#listener.onhit(hits);
  }
}

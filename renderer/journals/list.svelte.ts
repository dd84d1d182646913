/** The rows of the list, newest first. More are fetched when the user scrolls near the end. */
import type { JournalSummary } from '../../app/api/contract.ts';
import type { App } from '../state/app.svelte.ts';

/** The number of rows fetched at a time: a few screens. */
const pageRows = 100;

/** The most rows that the host returns at a time. */
const mostRows = 500;

export class JournalList {
  readonly #app: App;
  rows = $state.raw<readonly JournalSummary[]>([]);
  total = $state(0);
  looked = $state(0);
  /** Where the next page starts; null once all sessions were searched, undefined before the first answer. */
  #next = $state<string | null>();
  #loading = $state(false);
  #filter = '';
  /** Aborts the newest request; the answers to older ones are dropped. */
  #stop = new AbortController();

  constructor(app: App) {
    this.#app = app;
  }

  get loading(): boolean {
    return this.#loading;
  }

  /** Whether the first answer has arrived. */
  get known(): boolean {
    return this.#next !== undefined;
  }

  /** Whether there may be more rows. */
  get unfinished(): boolean {
    return this.#next !== null;
  }

  /** Loads the sessions that contain these words. The rows stay until the first answer. */
  async load(filter: string): Promise<void> {
    this.#filter = filter;
    await this.#fetch([], undefined, pageRows);
  }

  /** Reloads the rows and replaces all of them together, so that none disappears meanwhile. */
  async refresh(): Promise<void> {
    await this.#fetch([], undefined, Math.max(pageRows, this.rows.length), this.rows.length);
  }

  /** Fetches more rows if there are any and no request is under way. */
  async more(): Promise<void> {
    if (!this.#loading && typeof this.#next === 'string') await this.#fetch(this.rows, this.#next, pageRows);
  }

  drop(journal: string): void {
    this.rows = this.rows.filter((row) => row.journal !== journal);
    this.total--;
    this.looked--;
  }

  close(): void {
    this.#stop.abort();
    this.#loading = false;
  }

  /**
   * Fetches pages until there are `wanted` new rows; a page may be empty.
   * @param shown the number of rows at which to start showing them
   */
  async #fetch(
    before: readonly JournalSummary[],
    from: string | undefined,
    wanted: number,
    shown = 0,
  ): Promise<void> {
    this.#stop.abort();
    const stop = (this.#stop = new AbortController());
    this.#loading = true;
    const rows = [...before];
    let after = from;
    try {
      do {
        const left = wanted - (rows.length - before.length);
        const asked = {
          filter: this.#filter,
          limit: Math.min(mostRows, left),
          ...(after !== undefined && { after }),
        };
        const page = await this.#app.run(this.#app.client.journals.list(asked, { signal: stop.signal }));
        if (page === undefined || stop.signal.aborted) return;
        rows.push(...page.journals);
        after = page.next ?? undefined;
        if (rows.length < shown && after !== undefined) continue;
        this.rows = [...rows];
        ({ total: this.total, looked: this.looked, next: this.#next } = page);
      } while (after !== undefined && rows.length - before.length < wanted);
    } finally {
      if (this.#stop === stop) this.#loading = false;
    }
  }
}

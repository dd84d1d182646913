/** The rows of the library's table. More are fetched when the user scrolls near the end. */
import type { LibraryGame, LibrarySort } from '../../app/api/contract.ts';
import type { Shared } from '../state/toasts.ts';

/** The number of rows fetched at a time: a few screens. */
const pageRows = 200;

/** The most rows that the host returns at a time. */
const mostRows = 500;

export interface Wanted {
  readonly filter: string;
  readonly game: string | null;
  readonly position: string | null;
  readonly sort: LibrarySort;
  readonly isDescending: boolean;
}

export class GameList {
  readonly #app: Pick<Shared, 'client' | 'run'>;
  rows = $state.raw<readonly LibraryGame[]>([]);
  total = $state(0);
  /** Whether the first answer has arrived. */
  known = $state(false);
  #loading = $state(false);
  #wanted: Wanted | null = null;
  /** Aborts the newest request; the answers to older ones are dropped. */
  #stop = new AbortController();

  constructor(app: Pick<Shared, 'client' | 'run'>) {
    this.#app = app;
  }

  get loading(): boolean {
    return this.#loading;
  }

  /** Loads the first rows; those that are shown stay until they are here. */
  async load(wanted: Wanted): Promise<void> {
    this.#wanted = wanted;
    await this.#fetch(0, pageRows);
  }

  /** Loads all rows again that are shown. */
  async refresh(): Promise<void> {
    await this.#fetch(0, Math.min(mostRows, Math.max(pageRows, this.rows.length)));
  }

  async more(): Promise<void> {
    if (!this.#loading && this.rows.length < this.total) await this.#fetch(this.rows.length, pageRows);
  }

  close(): void {
    this.#stop.abort();
    this.#loading = false;
  }

  async #fetch(from: number, count: number): Promise<void> {
    const wanted = this.#wanted;
    if (wanted === null) return;
    this.#stop.abort();
    const stop = (this.#stop = new AbortController());
    this.#loading = true;
    const { game, position, ...rest } = wanted;
    const asked = {
      ...{ ...rest, from, count },
      ...(game !== null && { game }),
      ...(position !== null && { position }),
    };
    try {
      const page = await this.#app.run(this.#app.client.library.list(asked, { signal: stop.signal }));
      if (page === undefined || stop.signal.aborted) return;
      this.rows = from === 0 ? page.games : [...this.rows, ...page.games];
      this.total = page.total;
      this.known = true;
    } finally {
      if (this.#stop === stop) this.#loading = false;
    }
  }
}

/** The list of a recording's lines, all or filtered, in pages that are fetched as they come into sight. */
import type { ReplaySought } from '../../app/api/contract.ts';
import { ofReplay, type ReplayedLine } from '../console/lines.ts';
import type { HostClient } from '../host/client.ts';

/** The number of rows in a page, or of lines if the list is filtered; and the most pages to keep. */
const pageSize = 100;
const mostPages = 40;

/** The rows that each line takes in a filtered list. */
const filteredRows = 3;

export interface Placed {
  readonly line: ReplayedLine;
  /** The number of rows above the line in the list, and of rows that it takes. */
  readonly top: number;
  readonly height: number;
}

interface Page {
  readonly placed: readonly Placed[];
  /** Whether more lines may be added to this page. */
  readonly open: boolean;
}

export class Pages {
  readonly #client: HostClient;
  readonly #replay: () => string | null;
  #filter = $state.raw<ReplaySought | null>(null);
  #pages = $state.raw<Readonly<Record<number, Page>>>({});
  #asked: Record<number, boolean> = {};
  #rows = $state(0);
  #isDone = false;
  #generation = 0;
  /** The number of lines in the filtered list. */
  #filtered = $state(0);

  /** @param replay returns the id of the open recording; null if none is open */
  constructor(client: HostClient, replay: () => string | null) {
    this.#client = client;
    this.#replay = replay;
  }

  /** The lines that the list shows; null for all. */
  get filter(): ReplaySought | null {
    return this.#filter;
  }

  /** The number of rows in the whole list. */
  get rows(): number {
    return this.#filter === null ? this.#rows : this.#filtered * filteredRows;
  }

  /** Switches to another list, or to that of another recording. */
  show(filter: ReplaySought | null): void {
    this.#filter = filter;
    this.#generation++;
    this.#pages = {};
    this.#asked = {};
    this.#filtered = 0;
  }

  /** Sets the number of rows; the pages that may have grown are fetched again. */
  grew(rows: number, isDone: boolean): void {
    this.#rows = rows;
    const wasDone = this.#isDone;
    this.#isDone = isDone;
    if (wasDone && isDone) return;
    const all = Object.entries(this.#pages);
    const kept = all.filter(([, page]) => !page.open);
    if (kept.length < all.length) this.#pages = Object.fromEntries(kept);
  }

  /** Returns the loaded lines of these rows. */
  between(from: number, to: number): readonly Placed[] {
    const found: Placed[] = [];
    for (const page of this.#pagesOf(from, to)) {
      for (const placed of this.#pages[page]?.placed ?? []) {
        // A line that begins on one page and ends on the next is on both.
        const isNew = found.at(-1)?.line.seq !== placed.line.seq;
        if (placed.top + placed.height > from && placed.top <= to && isNew) found.push(placed);
      }
    }
    return found;
  }

  /** Fetches the pages of these rows that are not loaded. */
  want(from: number, to: number): void {
    for (const page of this.#pagesOf(from, to)) {
      if (this.#pages[page] === undefined && !this.#asked[page]) void this.#fetch(page);
    }
  }

  /** Returns the row of a line in the filtered list, or of the last line before it; null if none. */
  async rowOf(line: number): Promise<{ readonly row: number; readonly rows: number } | null> {
    const [replay, sought] = [this.#replay(), this.#filter];
    if (replay === null || sought === null) return null;
    try {
      const { index } = await this.#client.replay.placeIn({ replay, sought, line });
      return index < 0 || this.#filter !== sought ? null : { row: index * filteredRows, rows: filteredRows };
    } catch {
      // The recording was closed meanwhile, or the host is gone: the recording's own stream reports it.
      return null;
    }
  }

  #pagesOf(from: number, to: number): number[] {
    const unit = this.#filter === null ? pageSize : pageSize * filteredRows;
    const first = Math.max(0, Math.floor(from / unit));
    return Array.from({ length: Math.max(0, Math.floor(to / unit) - first + 1) }, (_, at) => first + at);
  }

  async #fetch(number: number): Promise<void> {
    const [replay, filter] = [this.#replay(), this.#filter];
    if (replay === null) return;
    const generation = this.#generation;
    this.#asked[number] = true;
    try {
      const page =
        filter === null ? await this.#rowsOf(replay, number) : await this.#filteredOf(replay, filter, number);
      if (generation !== this.#generation) return;
      // Drop the pages that are farthest from this one.
      const away = ([at]: readonly [string, Page]): number => Math.abs(Number(at) - number);
      const kept = Object.entries(this.#pages)
        .sort((one, other) => away(one) - away(other))
        .slice(0, mostPages - 1);
      this.#pages = { ...Object.fromEntries(kept), [number]: page };
    } catch {
      // The recording was closed meanwhile, or the host is gone: the recording's own stream reports it.
    } finally {
      if (generation === this.#generation) delete this.#asked[number];
    }
  }

  async #rowsOf(replay: string, number: number): Promise<Page> {
    const [from, rows] = [number * pageSize, this.#rows];
    const lines = await this.#client.replay.page({ replay, from, rows: pageSize });
    const placed = lines.map((row) => ({ line: ofReplay(row), top: row.row, height: row.rows }));
    return { placed, open: !this.#isDone && from + pageSize > rows - pageSize };
  }

  async #filteredOf(replay: string, sought: ReplaySought, number: number): Promise<Page> {
    const from = number * pageSize;
    const { lines, total } = await this.#client.replay.listed({ replay, sought, from, count: pageSize });
    this.#filtered = total;
    const placed = lines.map((row, index) => ({
      line: ofReplay(row),
      top: (from + index) * filteredRows,
      height: filteredRows,
    }));
    return { placed, open: !this.#isDone && lines.length < pageSize };
  }
}

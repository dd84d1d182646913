/** The part of a recording's list that is at hand: pages of rows, fetched where they are looked at. */
import type { ReplaySought } from '../../app/api/contract.ts';
import { ofReplay, type ReplayedLine } from '../console/lines.ts';
import type { HostClient } from '../host/client.ts';

/** Rows of a page, or lines of a list of some alone; and pages that are kept. */
const pageSize = 100;
const mostPages = 40;

export interface Placed {
  readonly line: ReplayedLine;
  /** Rows above it in the list that is shown, and rows that it takes there. */
  readonly top: number;
  readonly height: number;
}

interface Page {
  readonly placed: readonly Placed[];
  /** More may come to stand here. */
  readonly open: boolean;
}

export class Pages {
  readonly #client: HostClient;
  readonly #what: () => { readonly replay: string | null; readonly filter: ReplaySought | null };
  #pages = $state.raw<Readonly<Record<number, Page>>>({});
  #asked: Record<number, boolean> = {};
  #rows = 0;
  #isDone = false;
  #generation = 0;
  /** Lines that a list of some alone has. */
  listed = $state(0);

  constructor(
    client: HostClient,
    what: () => { readonly replay: string | null; readonly filter: ReplaySought | null },
  ) {
    this.#client = client;
    this.#what = what;
  }

  /** Another list, or another recording. */
  forget(): void {
    this.#generation++;
    this.#pages = {};
    this.#asked = {};
    this.listed = 0;
  }

  /** The recording has more rows by now; pages that ended where it did are asked for again. */
  grew(rows: number, isDone: boolean): void {
    this.#rows = rows;
    const wasDone = this.#isDone;
    this.#isDone = isDone;
    if (wasDone && isDone) return;
    const all = Object.entries(this.#pages);
    const kept = all.filter(([, page]) => !page.open);
    if (kept.length < all.length) this.#pages = Object.fromEntries(kept);
  }

  /** What is at hand of these rows; the rest is asked for. */
  between(from: number, to: number, rowsOfListed: number): readonly Placed[] {
    const { filter } = this.#what();
    const unit = filter === null ? pageSize : pageSize * rowsOfListed;
    const found: Placed[] = [];
    for (let page = Math.max(0, Math.floor(from / unit)); page * unit <= to; page++) {
      for (const placed of this.#pages[page]?.placed ?? []) {
        // A line that begins on one page and ends on the next is on both.
        if (
          placed.top + placed.height > from &&
          placed.top <= to &&
          found.at(-1)?.line.seq !== placed.line.seq
        ) {
          found.push(placed);
        }
      }
    }
    return found;
  }

  /** Asks for the pages of these rows that are not at hand. */
  want(from: number, to: number, rowsOfListed: number): void {
    const { filter } = this.#what();
    const unit = filter === null ? pageSize : pageSize * rowsOfListed;
    for (let page = Math.max(0, Math.floor(from / unit)); page * unit <= to; page++) {
      if (this.#pages[page] === undefined && !this.#asked[page]) void this.#fetch(page, rowsOfListed);
    }
  }

  async #fetch(number: number, rowsOfListed: number): Promise<void> {
    const { replay, filter } = this.#what();
    if (replay === null) return;
    const generation = this.#generation;
    this.#asked[number] = true;
    try {
      const page =
        filter === null
          ? await this.#rowsOf(replay, number)
          : await this.#listedOf(replay, filter, number, rowsOfListed);
      if (generation !== this.#generation) return;
      // Those that are farthest from what is looked at go first.
      const away = ([at]: readonly [string, Page]): number => Math.abs(Number(at) - number);
      const kept = Object.entries(this.#pages)
        .sort((one, other) => away(one) - away(other))
        .slice(0, mostPages - 1);
      this.#pages = { ...Object.fromEntries(kept), [number]: page };
    } catch {
      // It was closed meanwhile, or the host is gone: the recording's own stream says so.
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

  async #listedOf(replay: string, sought: ReplaySought, number: number, height: number): Promise<Page> {
    const from = number * pageSize;
    const { lines, total } = await this.#client.replay.listed({ replay, sought, from, count: pageSize });
    this.listed = total;
    const placed = lines.map((row, index) => ({
      line: ofReplay(row),
      top: (from + index) * height,
      height,
    }));
    return { placed, open: !this.#isDone && lines.length < pageSize };
  }
}

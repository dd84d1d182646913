/**
 * Which lines the terminal of a console shows: the newest ones, those up to a pause, or a line that is visited with its
 * context.
 */
import { openFilter, type Filter } from './filter.ts';
import type { ConsoleLine, Lines } from './lines.ts';
import type { Painter, PlacesOf } from './painter.ts';
import type { LineStore } from './store.ts';

/** The part of a console that its cursor uses. */
interface Viewed {
  readonly store: LineStore;
  /** The lines that pass the filter. */
  readonly view: Lines;
  /** The number of the next line, as of the last batch. */
  readonly next: number;
  /** Lines below this number were cleared from the view. */
  readonly since: number;
  /** The search, which marks its matches in the painted lines and forgets the one shown when the view leaves it. */
  readonly search: { readonly placesOf: PlacesOf; leave(): void };
  choose(filter: Filter): void;
}

/** A line shown with its context: a line of the view, or one of the journal by its line number there. */
type Visited =
  | { readonly kind: 'view'; readonly seq: number }
  | { readonly kind: 'journal'; readonly line: number; readonly page: readonly ConsoleLine[] };

export class Cursor {
  readonly #on: Viewed;
  /** The number of the next line when the view was paused; null while the view follows the lines. */
  #pausedAt = $state<number | null>(null);
  /** The line shown with its context; null at the newest lines. */
  #visited = $state.raw<Visited | null>(null);
  /** Null unless a terminal shows the console. */
  #painter: Painter | null = null;
  /** Moves the line cursor of that terminal. */
  #point: ((line: ConsoleLine) => void) | null = null;

  constructor(on: Viewed) {
    this.#on = on;
  }

  get paused(): boolean {
    return this.#pausedAt !== null;
  }

  /** The number of lines that arrived since the view was paused. */
  get unseen(): number {
    return this.#on.next - (this.#pausedAt ?? this.#on.next);
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

  /** Attaches a terminal's painter; shows the line that was visited last, or the newest lines. */
  attach(painter: Painter): void {
    this.#painter = painter;
    if (this.#visited === null) this.newest();
    else this.#paintVisited(this.#visited);
  }

  detach(painter: Painter): void {
    if (this.#painter === painter) this.#painter = null;
  }

  /** Called after lines were added to the view. */
  added(): void {
    this.#painter?.added();
  }

  togglePause(): void {
    if (this.#pausedAt === null) {
      this.#pausedAt = this.#on.store.next;
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
    this.#on.search.leave();
    this.#painter?.follow(this.#on.since);
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
    if (!this.#sees(line.seq)) this.#on.choose(openFilter);
    this.goTo(line.seq);
  }

  /** Shows a line of the view with its context. */
  goTo(seq: number): void {
    this.#paintVisited({ kind: 'view', seq });
  }

  /** Shows a page of journal lines around the line with that number. */
  goToPage(page: readonly ConsoleLine[], line: number): void {
    this.#paintVisited({ kind: 'journal', line, page });
  }

  /**
   * Goes to the next or previous line with an oddity or an error, and wraps around at the ends.
   * @returns `further`: whether one was found without wrapping; `from`: the line where the search began
   */
  goToTrouble(way: 1 | -1): { readonly further: boolean; readonly from: ConsoleLine | null } {
    const { current } = this;
    const { store, since } = this.#on;
    const all = store.troubles(since);
    const from = current ?? (way === 1 ? -1 : Infinity);
    const sees = (seq: number): boolean => this.#sees(seq);
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

  /** Whether the view contains the line with that number. */
  #sees(seq: number): boolean {
    const { view } = this.#on;
    const at = view.indexOf(seq);
    return view.slice(at, at + 1)[0]?.seq === seq;
  }

  #paintVisited(visited: Visited): void {
    this.#visited = visited;
    const { placesOf } = this.#on.search;
    if (visited.kind === 'view') this.#painter?.show(visited.seq, placesOf);
    else this.#painter?.show(-visited.line, placesOf, visited.page);
  }
}

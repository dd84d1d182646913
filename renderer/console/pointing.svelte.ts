/**
 * The line in focus of a terminal: the line under the pointer, or else the line at the line cursor, which keys move.
 */
import type { Terminal } from '@xterm/xterm';
import type { ConsoleLine } from './lines.ts';
import type { ConsoleModel } from './model.svelte.ts';
import type { PaintedRows, Seen } from './painted.ts';

export class Pointing {
  readonly #term: Terminal;
  #painted: PaintedRows | null = null;
  #model: ConsoleModel | null = null;
  /** The pointer's y coordinate in the window, in pixels; null if the pointer is not over the terminal. */
  #pointer: number | null = null;
  /** Counts the moves of the line cursor, which screen readers announce; they do not announce pointer moves. */
  moved = $state(0);
  cursor = $state.raw<ConsoleLine | null>(null);
  /** The visible rows while a line is in focus; otherwise empty. */
  seen = $state.raw<readonly Seen[]>([]);
  /** The top of the rows, and the height and width of a cell, in pixels; and the numbers of columns and rows. */
  grid = $state.raw({ top: 0, height: 0, width: 0, columns: 0, rows: 0 });
  #hovered = $state.raw<ConsoleLine | null>(null);

  constructor(term: Terminal) {
    this.#term = term;
  }

  get line(): ConsoleLine | null {
    return this.#hovered ?? this.cursor;
  }

  /** Switches to the console that is painted now. */
  show(model: ConsoleModel | null, painted: PaintedRows | null): void {
    this.#model?.cursor.pointBy(null);
    this.#model = model;
    model?.cursor.pointBy((line) => this.#put(line));
    this.#painted = painted;
    this.cursor = null;
    this.refresh();
  }

  /** Sets the position of the pointer. @param y in the window, in pixels; null if it is not over the terminal */
  at(y: number | null): void {
    this.#pointer = y;
    this.refresh();
  }

  /** Updates the lines after the screen has changed. Costs nothing while no line is in focus. */
  refresh(): void {
    if ((this.#pointer === null && this.cursor === null) || this.#painted === null) {
      if (this.seen.length > 0) this.seen = [];
      this.#hovered = null;
      return;
    }
    const { element } = this.#term;
    const screen = element?.querySelector<HTMLElement>('.xterm-screen');
    if (!element || !screen) return;
    const { rows, cols, buffer } = this.#term;
    this.seen = this.#painted.inSight(buffer.active, rows);
    const height = screen.clientHeight / rows;
    const box = screen.getBoundingClientRect();
    const top = box.top - element.getBoundingClientRect().top;
    const width = box.width / cols;
    const { grid } = this;
    if (
      grid.top !== top ||
      grid.height !== height ||
      grid.width !== width ||
      grid.rows !== rows ||
      grid.columns !== cols
    ) {
      this.grid = { top, height, width, columns: cols, rows };
    }
    if (this.#pointer === null) this.#hovered = null;
    else {
      const row = (this.#pointer - box.top) / height;
      const found = this.seen.find(({ top: first, rows: own }) => row >= first && row < first + own);
      this.#hovered = found?.line ?? null;
    }
  }

  /** Moves the line cursor; it starts at the newest visible line. */
  move(way: 1 | -1): void {
    if (this.#painted === null) return;
    const { buffer, rows } = this.#term;
    const isPainted = this.cursor !== null && this.#painted.rowOf(buffer.active, this.cursor) !== null;
    if (isPainted) this.#put(this.#painted.beside(this.cursor, way));
    else this.#put(this.#painted.inSight(buffer.active, rows).at(-1)?.line ?? null);
  }

  /** Shows the lines folded into the row at `y`. @param y in the window, in pixels */
  unfold(y: number): void {
    this.at(y);
    if (!this.#term.hasSelection()) this.#unfold();
  }

  /** Shows the lines folded into the row in focus. @returns whether there are any */
  #unfold(): boolean {
    const fold = this.seen.find(({ line }) => line === this.line)?.fold ?? null;
    if (fold !== null) this.#model?.cursor.goTo(fold.from);
    return fold !== null;
  }

  /**
   * Shows the lines folded into the row in focus, or puts the line cursor on the other side of the pair.
   * @returns whether there was something to show
   */
  jump(): boolean {
    if (this.#unfold()) return true;
    const { line } = this;
    const pair = line === null ? null : (this.#model?.pairOf(line) ?? null);
    const other = pair === null ? null : (this.#model?.otherOf(pair) ?? null);
    if (other === null) return false;
    this.#put(other);
    return true;
  }

  /** Removes the line cursor. @returns whether there was one */
  leave(): boolean {
    const was = this.cursor !== null;
    this.cursor = null;
    this.refresh();
    return was;
  }

  #put(line: ConsoleLine | null): void {
    this.#pointer = null;
    this.cursor = line;
    this.moved++;
    if (line !== null && this.#painted !== null) this.#reveal(line, this.#painted);
    this.refresh();
  }

  #reveal(line: ConsoleLine, painted: PaintedRows): void {
    const { rows, buffer } = this.#term;
    const row = painted.rowOf(buffer.active, line);
    if (row === null) return this.#model?.cursor.visit(line);
    const { viewportY } = buffer.active;
    if (row < viewportY || row >= viewportY + rows) {
      this.#term.scrollToLine(Math.max(0, row - Math.floor(rows / 2)));
    }
  }
}

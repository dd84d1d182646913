import { east, north, south, west } from '../../app/truth/quoridor/steps.ts';

/**
 * The number of steps from every cell to one goal row, ignoring the other pawn. It is updated as edges close and open
 * again: closing one costs only the cells whose every shortest path crossed it.
 */

/** No path leads to the goal row. Beyond any distance on any board, and addable without overflow. */
export const unreachable = 0x3fff;

export class DistanceField {
  /** By cell. Written only here. */
  readonly steps: Int16Array;
  readonly #open: Uint8Array;
  readonly #size: number;
  /** Changed cells with their previous value, for `rollback`: cell * 2^16 + steps. */
  #log: Int32Array;
  #logged = 0;
  /** By cell: 1 if it has lost its shortest paths, 2 if its neighbours must be examined too. */
  readonly #collected: Uint8Array;
  readonly #orphans: Int16Array;
  /** Cells to examine; every orphaned cell adds at most four. */
  readonly #pending: Int16Array;

  /** @param open by cell, the bits of its open neighbours; the owner changes it and then calls `close` */
  constructor(size: number, open: Uint8Array, goalRow: number) {
    const cells = size * size;
    this.#size = size;
    this.#open = open;
    this.steps = new Int16Array(cells).fill(unreachable);
    this.#log = new Int32Array(16 * cells);
    this.#collected = new Uint8Array(cells);
    this.#orphans = new Int16Array(cells);
    this.#pending = new Int16Array(4 * cells + 1);
    this.#flood(goalRow);
  }

  #flood(goalRow: number): void {
    const queue: number[] = [];
    for (let column = 0; column < this.#size; column++) {
      const cell = goalRow * this.#size + column;
      this.steps[cell] = 0;
      queue.push(cell);
    }
    for (const cell of queue) {
      const next = this.steps[cell]! + 1;
      for (const other of this.#neighbours(cell)) {
        if (this.steps[other] !== unreachable) continue;
        this.steps[other] = next;
        queue.push(other);
      }
    }
  }

  #neighbours(cell: number): number[] {
    const bits = this.#open[cell]!;
    const cells: number[] = [];
    if (bits & north) cells.push(cell + this.#size);
    if (bits & east) cells.push(cell + 1);
    if (bits & south) cells.push(cell - this.#size);
    if (bits & west) cells.push(cell - 1);
    return cells;
  }

  /** A point to roll back to. */
  mark(): number {
    return this.#logged;
  }

  /** Undoes every change since `mark`; the owner opens the edges. */
  rollback(mark: number): void {
    const { steps } = this;
    while (this.#logged > mark) {
      const entry = this.#log[--this.#logged]!;
      steps[entry >> 16] = entry & 0xffff;
    }
  }

  /** Updates the distances after the edges a-b and c-d have been removed from `open`. */
  close(a: number, b: number, c: number, d: number): void {
    let count = this.#orphan(a, b, 0);
    count = this.#orphan(c, d, count);
    if (count > 0) this.#settle(count);
  }

  /** The same if that moves `cell` further away; otherwise nothing changes. @returns whether it does */
  closeFor(cell: number, a: number, b: number, c: number, d: number): boolean {
    let count = this.#orphan(a, b, 0);
    count = this.#orphan(c, d, count);
    if (this.#collected[cell] !== 0) {
      this.#settle(count);
      return true;
    }
    for (let i = 0; i < count; i++) this.#collected[this.#orphans[i]!] = 0;
    return false;
  }

  /**
   * Collects the cells that have no shortest path left now that the edge a-b is closed: those without a neighbour that
   * is one step nearer and not collected itself. @returns how many are collected in all
   */
  #orphan(a: number, b: number, count: number): number {
    const { steps } = this;
    if (steps[a] === steps[b]) return count;
    const collected = this.#collected;
    const open = this.#open;
    const pending = this.#pending;
    const size = this.#size;
    let top = 0;
    pending[top++] = steps[a]! > steps[b]! ? a : b;
    // In any order: a cell that loses its last support later is examined again.
    while (top > 0) {
      const cell = pending[--top]!;
      if (collected[cell] !== 0) continue;
      const bits = open[cell]!;
      const own = steps[cell]!;
      const nearer = own - 1;
      if (bits & north && steps[cell + size] === nearer && collected[cell + size] === 0) continue;
      if (bits & south && steps[cell - size] === nearer && collected[cell - size] === 0) continue;
      if (bits & east && steps[cell + 1] === nearer && collected[cell + 1] === 0) continue;
      if (bits & west && steps[cell - 1] === nearer && collected[cell - 1] === 0) continue;
      collected[cell] = 1;
      this.#orphans[count++] = cell;
      const further = own + 1;
      if (bits & north && steps[cell + size] === further) pending[top++] = cell + size;
      if (bits & south && steps[cell - size] === further) pending[top++] = cell - size;
      if (bits & east && steps[cell + 1] === further) pending[top++] = cell + 1;
      if (bits & west && steps[cell - 1] === further) pending[top++] = cell - 1;
    }
    return count;
  }

  /** Gives each collected cell its new distance, from its neighbours inwards. */
  #settle(count: number): void {
    const { steps } = this;
    const open = this.#open;
    const orphans = this.#orphans;
    const collected = this.#collected;
    const size = this.#size;
    this.#makeRoom(count);
    const log = this.#log;
    for (let i = 0; i < count; i++) {
      const cell = orphans[i]!;
      log[this.#logged++] = (cell << 16) | steps[cell]!;
      steps[cell] = unreachable;
    }
    // A ring of cells whose neighbours may come nearer; each occurs at most once.
    const ring = this.#pending;
    let head = 0;
    let waiting = 0;
    for (let i = 0; i < count; i++) {
      const cell = orphans[i]!;
      const bits = open[cell]!;
      let best = unreachable;
      if (bits & north && steps[cell + size]! < best) best = steps[cell + size]!;
      if (bits & south && steps[cell - size]! < best) best = steps[cell - size]!;
      if (bits & east && steps[cell + 1]! < best) best = steps[cell + 1]!;
      if (bits & west && steps[cell - 1]! < best) best = steps[cell - 1]!;
      if (best === unreachable) continue;
      steps[cell] = best + 1;
      collected[cell] = 2;
      ring[waiting++] = cell;
    }
    const capacity = ring.length;
    while (waiting > 0) {
      const cell = ring[head]!;
      head = head + 1 === capacity ? 0 : head + 1;
      waiting--;
      collected[cell] = 1;
      const bits = open[cell]!;
      const next = steps[cell]! + 1;
      for (let bit = north; bit <= west; bit <<= 1) {
        if ((bits & bit) === 0) continue;
        const other =
          bit === north ? cell + size : bit === south ? cell - size : bit === east ? cell + 1 : cell - 1;
        // Cells that are not collected keep their distance, which is no more than this.
        if (steps[other]! <= next) continue;
        steps[other] = next;
        if (collected[other] === 2) continue;
        collected[other] = 2;
        const tail = head + waiting;
        ring[tail >= capacity ? tail - capacity : tail] = other;
        waiting++;
      }
    }
    for (let i = 0; i < count; i++) collected[orphans[i]!] = 0;
  }

  #makeRoom(entries: number): void {
    if (this.#logged + entries <= this.#log.length) return;
    const larger = new Int32Array(2 * this.#log.length + entries);
    larger.set(this.#log);
    this.#log = larger;
  }
}

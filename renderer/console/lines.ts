import type { TrafficLine } from '../../app/api/contract.ts';

/** Lines in the order of their numbers, some of which may be missing: a store, or what is seen of one. */
export interface Lines {
  /** The number after the newest line. */
  readonly next: number;
  readonly size: number;
  /** The index of the first line whose number is at least `seq`. */
  indexOf(seq: number): number;
  /** By index, `to` excluded. */
  slice(from: number, to?: number): TrafficLine[];
  /** How many lines between two numbers, `to` excluded, a painter passes over when it paints neither of them. */
  missing(from: number, to: number): number;
}

/** The index of the first of an ordered list, from `low` on, whose number is at least `least`. */
export function firstAtLeast<T>(
  all: readonly T[],
  low: number,
  least: number,
  numberOf: (one: T) => number,
): number {
  let high = all.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numberOf(all[middle]!) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Lines that stay the same to whoever paints them while others take their place behind it. */
export class View implements Lines {
  shown: Lines;

  constructor(shown: Lines) {
    this.shown = shown;
  }

  get next(): number {
    return this.shown.next;
  }

  get size(): number {
    return this.shown.size;
  }

  indexOf(seq: number): number {
    return this.shown.indexOf(seq);
  }

  slice(from: number, to?: number): TrafficLine[] {
    return this.shown.slice(from, to);
  }

  missing(from: number, to: number): number {
    return this.shown.missing(from, to);
  }
}

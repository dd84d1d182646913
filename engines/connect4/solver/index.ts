/**
 * The exact solver of the board of 7x6, as a module for the host: no runtime, no garbage, a memory that it
 * lays out itself. A bitboard crosses the border as two halves of 32 bits.
 */
import { board, cells, nextCells, winningCells } from './board';
import { exactScore, layLists, wasStopped } from './search';
import { clearTable, layTable } from './table';

export { nodeCount } from './search';

/** Instead of a score. */
const stoppedScore: i32 = -128;

/** Call this first, and once. @param entries of the table, two to this power, from 4 to 28, of 8 bytes each */
export function initialise(entries: u32): void {
  const table = (layLists(__heap_base) + 63) & ~63;
  const end = layTable(table, entries);
  memory.grow(<i32>((end + 0xffff) >> 16) - memory.size());
}

export function clear(): void {
  clearTable();
}

/**
 * The score of a position without a four, within bounds that the host knows of: -21 and 21 where it knows none.
 * @param stonesLow the mover's stones; `mask` is all stones
 */
export function solve(
  stonesLow: u32,
  stonesHigh: u32,
  maskLow: u32,
  maskHigh: u32,
  lowest: i32,
  highest: i32,
): i32 {
  const stones = (<u64>stonesHigh << 32) | stonesLow;
  const mask = (<u64>maskHigh << 32) | maskLow;
  const count = <i32>popcnt(mask);
  const soonest = (cells + 1 - count) / 2;
  if (winningCells(stones, board ^ mask) & nextCells(mask)) return min(soonest, highest);
  if (count == cells) return 0;
  const score = exactScore(stones, mask, max(lowest, -(cells - count) / 2), min(highest, (cells - 1 - count) / 2));
  return wasStopped() ? stoppedScore : score;
}

/**
 * The exact solver of the 7x6 board, as a module for the host: no runtime, no garbage collection, its own memory
 * layout. A bitboard is passed as two halves of 32 bits.
 */
import { board, cells, nextCells, winningCells } from './board';
import { clearCount, exactScore, placeLists, reaches, wasStopped } from './search';
import { clearTable, placeTable } from './table';

export { nodeCount } from './search';

/** Returned in place of a score. */
const stoppedScore: i32 = -128;

/**
 * Call this first, and once.
 * @param entries of the table, two to this power, from 4 to 28, of 8 bytes each; an eighth more is for late positions
 */
export function initialise(entries: u32): void {
  const table = (placeLists(__heap_base) + 63) & ~63;
  const end = placeTable(table, entries);
  memory.grow(<i32>((end + 0xffff) >> 16) - memory.size());
}

export function clear(): void {
  clearTable();
}

/**
 * The score of a position without a four; -128 if stopped.
 * @param stonesLow the mover's stones; `mask` is all stones
 * @param least a lower bound of it
 */
export function solve(stonesLow: u32, stonesHigh: u32, maskLow: u32, maskHigh: u32, least: i32): i32 {
  return scoreOf(joined(stonesLow, stonesHigh), joined(maskLow, maskHigh), least);
}

/** The value of a column, which must not be full, for the mover. @param most an upper bound of it */
export function solveColumn(
  stonesLow: u32,
  stonesHigh: u32,
  maskLow: u32,
  maskHigh: u32,
  column: u32,
  most: i32,
): i32 {
  const stones = joined(stonesLow, stonesHigh);
  const mask = joined(maskLow, maskHigh);
  const move = nextCells(mask) & ((<u64>63) << (7 * <u64>column));
  clearCount();
  if (winningCells(stones, board ^ mask) & move) return (cells + 1 - <i32>popcnt(mask)) / 2;
  const score = scoreOf(stones ^ mask, mask | move, -most);
  return score == stoppedScore ? stoppedScore : -score;
}

/** Whether a column, which must not be full, is worth `score` to the mover or more: 1 or 0. */
export function columnReaches(
  stonesLow: u32,
  stonesHigh: u32,
  maskLow: u32,
  maskHigh: u32,
  column: u32,
  score: i32,
): i32 {
  const stones = joined(stonesLow, stonesHigh);
  const mask = joined(maskLow, maskHigh);
  const count = <i32>popcnt(mask);
  const move = nextCells(mask) & ((<u64>63) << (7 * <u64>column));
  const full = mask | move;
  clearCount();
  if (winningCells(stones, board ^ mask) & move) return i32((cells + 1 - count) / 2 >= score);
  if (winningCells(stones ^ mask, board ^ full) & nextCells(full)) return i32(-(cells - count) / 2 >= score);
  if (count + 1 == cells) return i32(0 >= score);
  const reached = reaches(stones ^ mask, full, 1 - score);
  return wasStopped() ? stoppedScore : i32(!reached);
}

/** @param least a lower bound of the score */
function scoreOf(stones: u64, mask: u64, least: i32): i32 {
  const count = <i32>popcnt(mask);
  clearCount();
  if (winningCells(stones, board ^ mask) & nextCells(mask)) return (cells + 1 - count) / 2;
  if (count == cells) return 0;
  const score = exactScore(stones, mask, max(least, -(cells - count) / 2), (cells - 1 - count) / 2);
  return wasStopped() ? stoppedScore : score;
}

// @ts-ignore: decorator
@inline
function joined(low: u32, high: u32): u64 {
  return (<u64>high << 32) | low;
}

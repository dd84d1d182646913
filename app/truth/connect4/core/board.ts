/**
 * The 7x6 board in 64 bits: 7 columns of 7 bits each, the lowest bit the bottom row, the highest always empty, so that
 * bits shifted out of a column are lost. Rows are counted from 1.
 */
export const cells: i32 = 42;

export const bottom: u64 = 0x40810204081;
export const board: u64 = bottom * 0b111111;
/** The bits above the columns. */
export const tops: u64 = bottom << 6;
/** Rows 1, 3 and 5, and rows 2, 4 and 6. */
export const oddRows: u64 = bottom * 0b010101;
export const evenRows: u64 = bottom * 0b101010;

/** By column, the cell where a stone lands. */
// @ts-ignore: decorator
@inline
export function nextCells(mask: u64): u64 {
  return (mask + bottom) & board;
}

// @ts-ignore: decorator
@inline
export function columnOf(cell: u64): u64 {
  return <u64>63 << ((<u64>ctz(cell) / 7) * 7);
}

/** In each column, the lowest of `some` and all cells above it. */
// @ts-ignore: decorator
@inline
export function atOrAbove(some: u64): u64 {
  return ((tops - some) | some) & board;
}

/** For each column that holds one of `some`, the bit above it. */
// @ts-ignore: decorator
@inline
export function topsOf(some: u64): u64 {
  return ~(tops - some) & tops;
}

export function mirrored(some: u64): u64 {
  return (
    ((some & 0x7f) << 42) |
    ((some & 0x3f80) << 28) |
    ((some & 0x1fc000) << 14) |
    (some & 0xfe00000) |
    ((some >> 14) & 0x1fc000) |
    ((some >> 28) & 0x3f80) |
    ((some >> 42) & 0x7f)
  );
}

/** The empty cells that complete a four of `stones`. */
export function winningCells(stones: u64, empty: u64): u64 {
  const found =
    ((stones << 1) & (stones << 2) & (stones << 3)) |
    winningAlong(stones, 7) |
    winningAlong(stones, 6) |
    winningAlong(stones, 8);
  return found & empty;
}

// @ts-ignore: decorator
@inline
function winningAlong(stones: u64, step: u64): u64 {
  const before = (stones << step) & (stones << (2 * step));
  const after = (stones >> step) & (stones >> (2 * step));
  return (
    (before & ((stones << (3 * step)) | (stones >> step))) |
    (after & ((stones << step) | (stones >> (3 * step))))
  );
}

export function hasFour(stones: u64): bool {
  let pairs = stones & (stones >> 1);
  let fours = pairs & (pairs >> 2);
  pairs = stones & (stones >> 7);
  fours |= pairs & (pairs >> 14);
  pairs = stones & (stones >> 6);
  fours |= pairs & (pairs >> 12);
  pairs = stones & (stones >> 8);
  fours |= pairs & (pairs >> 16);
  return fours != 0;
}

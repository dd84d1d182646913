/**
 * A plain version of the solver that Pascal Pons publishes step by step at http://blog.gamesolver.org, the reference
 * for ours. 7 columns of 7 bits, the lowest bit the bottom row and the highest always empty; a table of about 2^24
 * positions that always keeps the newer one, indexed by the remainder of a prime.
 */
const width: i32 = 7;
const height: i32 = 6;
const cells: i32 = width * height;
const minScore: i32 = -cells / 2 + 3;
const maxScore: i32 = (cells + 1) / 2 - 3;

const bottom: u64 = 0x40810204081;
const board: u64 = bottom * 63;

/** The first prime from 2^24 on. Keys have 49 bits: together with the remainder, 32 of them identify a key. */
const tableSize: u64 = 16777259;

const keys: usize = __heap_base;
const values: usize = keys + 4 * <usize>tableSize;
/** The moves of each ply: seven pairs of a move and its score. */
const sorted: usize = (values + <usize>tableSize + 7) & ~7;
const plySize: usize = 7 * 16;

let nodes: u32 = 0;

/** Call this first. */
export function initialise(): void {
  const end = sorted + plySize * (cells + 1);
  memory.grow(<i32>((end + 0xffff) >> 16) - memory.size());
}

export function reset(): void {
  memory.fill(keys, 0, sorted - keys);
}

export function nodeCount(): u32 {
  return nodes;
}

/** @returns the score of the position; `stones` are the mover's, `mask` is all stones */
export function solve(stonesLow: u32, stonesHigh: u32, maskLow: u32, maskHigh: u32): i32 {
  const stones: u64 = (<u64>stonesHigh << 32) | stonesLow;
  const mask: u64 = (<u64>maskHigh << 32) | maskLow;
  const moves = <i32>popcnt(mask);
  nodes = 0;
  if (winningCells(stones, mask) & possible(mask)) return (cells + 1 - moves) / 2;
  let min = -(cells - moves) / 2;
  let max = (cells + 1 - moves) / 2;
  while (min < max) {
    let middle = min + (max - min) / 2;
    if (middle <= 0 && min / 2 < middle) middle = min / 2;
    else if (middle >= 0 && max / 2 > middle) middle = max / 2;
    const score = negamax(stones, mask, moves, middle, middle + 1);
    if (score <= middle) max = score;
    else min = score;
  }
  return min;
}

function negamax(stones: u64, mask: u64, moves: i32, alpha: i32, beta: i32): i32 {
  nodes++;
  const open = nonLosingMoves(stones, mask);
  if (open == 0) return -(cells - moves) / 2;
  if (moves >= cells - 2) return 0;

  let min = -(cells - 2 - moves) / 2;
  if (alpha < min) {
    alpha = min;
    if (alpha >= beta) return alpha;
  }
  let max = (cells - 1 - moves) / 2;
  if (beta > max) {
    beta = max;
    if (alpha >= beta) return beta;
  }

  const key = stones + mask;
  const slot = <usize>(key % tableSize);
  const known: i32 = load<u32>(keys + (slot << 2)) == <u32>key ? load<u8>(values + slot) : 0;
  if (known != 0) {
    if (known > maxScore - minScore + 1) {
      min = known + 2 * minScore - maxScore - 2;
      if (alpha < min) {
        alpha = min;
        if (alpha >= beta) return alpha;
      }
    } else {
      max = known + minScore - 1;
      if (beta > max) {
        beta = max;
        if (alpha >= beta) return beta;
      }
    }
  }

  // From the outside inwards: the last of equal scores is taken first.
  const from = sorted + plySize * moves;
  let count: i32 = 0;
  for (let i: i32 = width - 1; i >= 0; i--) {
    const column = width / 2 + ((1 - 2 * (i & 1)) * (i + 1)) / 2;
    const move = open & (<u64>63 << (<u64>column * 7));
    if (move == 0) continue;
    const score = <i32>popcnt(winningCells(stones | move, mask));
    let at = count++;
    for (; at > 0; at--) {
      const before = from + (<usize>(at - 1) << 4);
      if (load<i32>(before, 8) <= score) break;
      store<u64>(before, load<u64>(before), 16);
      store<i32>(before, load<i32>(before, 8), 24);
    }
    store<u64>(from + (<usize>at << 4), move);
    store<i32>(from + (<usize>at << 4), score, 8);
  }

  while (count > 0) {
    const move = load<u64>(from + (<usize>--count << 4));
    const score = -negamax(stones ^ mask, mask | move, moves + 1, -beta, -alpha);
    if (score >= beta) {
      remember(slot, key, score + maxScore - 2 * minScore + 2);
      return score;
    }
    if (score > alpha) alpha = score;
  }
  remember(slot, key, alpha - minScore + 1);
  return alpha;
}

function remember(slot: usize, key: u64, value: i32): void {
  store<u32>(keys + (slot << 2), <u32>key);
  store<u8>(values + slot, <u8>value);
}

function possible(mask: u64): u64 {
  return (mask + bottom) & board;
}

function nonLosingMoves(stones: u64, mask: u64): u64 {
  let open = possible(mask);
  const threats = winningCells(stones ^ mask, mask);
  const forced = open & threats;
  if (forced) {
    if (forced & (forced - 1)) return 0;
    open = forced;
  }
  return open & ~(threats >> 1);
}

/** The empty cells that complete a four of `stones`. */
function winningCells(stones: u64, mask: u64): u64 {
  let cellsFound = (stones << 1) & (stones << 2) & (stones << 3);
  cellsFound |= alongLine(stones, 7);
  cellsFound |= alongLine(stones, 6);
  cellsFound |= alongLine(stones, 8);
  return cellsFound & (board ^ mask);
}

// @ts-ignore: a decorator on a function
@inline
function alongLine(stones: u64, step: u64): u64 {
  let pair = (stones << step) & (stones << (2 * step));
  let found = pair & (stones << (3 * step));
  found |= pair & (stones >> step);
  pair = (stones >> step) & (stones >> (2 * step));
  found |= pair & (stones << step);
  found |= pair & (stones >> (3 * step));
  return found;
}

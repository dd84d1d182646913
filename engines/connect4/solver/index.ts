// @ts-ignore
@external("host", "poll")
declare function poll(nodes: u32): i32;

const cells: i32 = 42;
const bottom: u64 = 0x40810204081;
const board: u64 = bottom * 63;
/** Rows 2, 4 and 6. */
const evenRows: u64 = bottom * 0b101010;
const oddRows: u64 = bottom * 0b010101;

const unknown: i32 = -100;

let nodes: u32 = 0;
let stopped: bool = false;

// ---- table: buckets of 4 entries of 8 bytes
const scratch: usize = __heap_base;
const plySize: usize = 7 * 32;
const table: usize = (scratch + plySize * 43 + 63) & ~63;
let bucketBits: i32 = 0;
let bucketMask: u64 = 0;

export function initialise(log2: i32): void {
  bucketBits = log2 - 2;
  bucketMask = ((<u64>1) << bucketBits) - 1;
  const end = table + ((<usize>8) << log2);
  const pages = <i32>((end + 0xffff) >> 16);
  if (pages > memory.size()) memory.grow(pages - memory.size());
}
export function reset(): void {
  memory.fill(table, 0, (<usize>32) << bucketBits);
}
export function nodeCount(): u32 {
  return nodes;
}

export function solve(stonesLow: u32, stonesHigh: u32, maskLow: u32, maskHigh: u32): i32 {
  const stones: u64 = (<u64>stonesHigh << 32) | stonesLow;
  const mask: u64 = (<u64>maskHigh << 32) | maskLow;
  const moves = <i32>popcnt(mask);
  nodes = 0;
  stopped = false;
  const mine = winningCells(stones, mask);
  const theirs = winningCells(stones ^ mask, mask);
  if (mine & ((mask + bottom) & board)) return (cells + 1 - moves) / 2;
  if (moves == cells) return 0;
  let min = -(cells - moves) / 2;
  let max = (cells - 1 - moves) / 2;
  while (min < max) {
    let middle = min + (max - min) / 2;
    if (middle <= 0 && min / 2 < middle) middle = min / 2;
    else if (middle >= 0 && max / 2 > middle) middle = max / 2;
    const score = search(stones, mask, mine, theirs, moves, middle + 1);
    if (stopped) return unknown;
    if (score <= middle) max = score;
    else min = score;
  }
  return min;
}

// @ts-ignore
@inline
function mix(key: u64): u64 {
  // A bijection of 49 bits
  let k = key ^ (key >> 25);
  k = (k * 0x1c35ac5d1b9e3) & 0x1ffffffffffff;
  k ^= k >> 24;
  return k;
}

function mirrored(b: u64): u64 {
  return (
    ((b & 0x7f) << 42) | ((b & 0x3f80) << 28) | ((b & 0x1fc000) << 14) | (b & 0xfe00000) |
    ((b >> 14) & 0x1fc000) | ((b >> 28) & 0x3f80) | ((b >> 42) & 0x7f)
  );
}

/**
 * @param mine empty cells that win for the mover; `theirs` for the opponent; the mover has no win at once
 * @returns at least `beta`: a lower bound; else an upper bound
 */
function search(stones: u64, mask: u64, mine: u64, theirs: u64, moves: i32, beta: i32): i32 {
  nodes++;
  if ((nodes & 1023) == 0 && poll(nodes)) { stopped = true; return 0; }
  let open = (mask + bottom) & board;
  const forced = open & theirs;
  if (forced) {
    if (forced & (forced - 1)) return -(cells - moves) / 2;
    open = forced;
  }
  open &= ~(theirs >> 1);
  if (open == 0) return -(cells - moves) / 2;
  if (moves >= cells - 2) return 0;

  let low = -(cells - 2 - moves) / 2;
  if (low >= beta) return low;
  let high = (cells - 1 - moves) / 2;
  if (high < beta) return high;

  if (!forced) {
    // nobody can make four
    if (beta > 0) { if (!fourIn(board ^ mask ^ stones)) return 0; }
    else if (!fourIn(board ^ stones)) return 0;
  }

  const opposite = mask ^ stones;
  if (!forced) {
    const bound = followUp(stones, opposite, mask, theirs, moves, beta);
    if (bound != unknown) return bound;
  }
  let slot: usize = 0;
  let tag: u64 = 0;
  if (!forced) {
    let key = stones + mask;
    if (moves < 14) { const m = mirrored(stones) + mirrored(mask); if (m < key) key = m; }
    key = mix(key);
    slot = table + (<usize>(key & bucketMask) << 5);
    tag = key >> bucketBits;
    const entry = probe(slot, tag);
    if (entry != 0) {
      const l = <i32>(entry & 63) - 22;
      const h = <i32>((entry >> 6) & 63) - 22;
      if (l >= beta) return l;
      if (h < beta) return h;
      low = max(low, l);
      high = min(high, h);
    }
  }
  const begun = nodes;

  const from = scratch + plySize * moves;
  let count: i32 = 0;
  const nextTheirs = theirs;
  for (let i: i32 = 6; i >= 0; i--) {
    const column = 3 + ((1 - 2 * (i & 1)) * (i + 1)) / 2;
    const move = open & (<u64>63 << (<u64>column * 7));
    if (move == 0) continue;
    const next = stones | move;
    const full = mask | move;
    const wins = winningCells(next, full);
    const direct = wins & ((full + bottom) & board);
    if (direct && ((direct & (direct - 1)) | (wins & (direct << 1)))) {
      return (cells - 1 - moves) / 2;
    }
    const score = <i32>popcnt(wins);
    let at = count++;
    for (; at > 0; at--) {
      const before = from + (<usize>(at - 1) << 5);
      if (load<i32>(before, 16) <= score) break;
      store<u64>(before, load<u64>(before), 32);
      store<u64>(before, load<u64>(before, 8), 40);
      store<i32>(before, load<i32>(before, 16), 48);
    }
    const e = from + (<usize>at << 5);
    store<u64>(e, move);
    store<u64>(e, wins, 8);
    store<i32>(e, score, 16);
  }

  let best: i32 = low > -40 ? -100 : -100;
  while (count > 0) {
    const e = from + (<usize>--count << 5);
    const move = load<u64>(e);
    const value = -search(opposite, mask | move, nextTheirs & ~move, load<u64>(e, 8), moves + 1, 1 - beta);
    if (stopped) return 0;
    if (value > best) {
      best = value;
      if (value >= beta) break;
    }
  }
  if (!forced) {
    if (best >= beta) low = best;
    else high = min(high, best);
    keep(slot, tag, low, high, nodes - begun);
    if (best < beta) best = high;
  }
  return best;
}

function followUp(stones: u64, opposite: u64, mask: u64, theirs: u64, moves: i32, beta: i32): i32 {
  const empty = board ^ mask;
  const open = (mask + bottom) & board;
  const odd = open & evenRows;
  if (moves & 1) {
    // mover is second
    if (beta <= 1) {
      // mover claims even rows after playing one of `odd`
      const all = opposite | (empty & oddRows);
      if (!fourIn(all)) {
        let rest = odd;
        while (rest) {
          const first = rest & -rest;
          rest ^= first;
          if (!fourIn(all | (odd ^ first))) {
            const wins = fourIn(stones | first | (empty & evenRows & ~odd));
            const value = wins ? 1 : 0;
            if (value >= beta) return value;
          }
        }
      }
    }
    // opponent (first) has an odd threat
    let t = theirs & oddRows;
    while (t) {
      const cell = t & -t;
      t ^= cell;
      const c = <u64>ctz(cell) / 7;
      const col: u64 = <u64>63 << (c * 7);
      if ((odd & col) == 0) continue;
      const mineHere = empty & col & evenRows & (cell - 1);
      const set = stones | (empty & oddRows & ~col) | (odd & ~col) | mineHere;
      if (fourIn(set)) continue;
      const M = moves + <i32>popcnt(empty & ~col) + <i32>popcnt(empty & col & (cell - 1));
      const ub = -(43 - M) / 2;
      if (ub < beta) return ub;
    }
  } else {
    // mover is first; opponent claims even rows
    const all = stones | (empty & oddRows) | odd;
    let t = theirs & evenRows & ~odd;
    while (t) {
      const cell = t & -t;
      t ^= cell;
      const c = <u64>ctz(cell) / 7;
      const col: u64 = <u64>63 << (c * 7);
      if ((odd & col) != 0) continue;
      const mineHere = empty & col & oddRows & (cell - 1);
      const set = stones | (empty & oddRows & ~col) | (odd & ~col) | mineHere;
      if (fourIn(set)) continue;
      const M = moves + <i32>popcnt(empty & ~col) + <i32>popcnt(empty & col & (cell - 1));
      const ub = -(43 - M) / 2;
      if (ub < beta) return ub;
    }
    if (beta >= 0 && !fourIn(all)) {
      const value = fourIn(opposite | (empty & evenRows & ~odd)) ? -1 : 0;
      if (value < beta) return value;
    }
  }
  return unknown;
}

// entry: bits 0-5 low, 6-11 high, 12-16 work, 17.. tag (49 - bucketBits bits)
// @ts-ignore
@inline
function probe(slot: usize, tag: u64): u64 {
  let e = load<u64>(slot); if (e >> 17 == tag && e != 0) return e;
  e = load<u64>(slot, 8); if (e >> 17 == tag && e != 0) return e;
  e = load<u64>(slot, 16); if (e >> 17 == tag && e != 0) return e;
  e = load<u64>(slot, 24); if (e >> 17 == tag && e != 0) return e;
  return 0;
}

function keep(slot: usize, tag: u64, low: i32, high: i32, work: u32): void {
  const w: u64 = <u64>(32 - clz(work + 1));
  const e: u64 = (tag << 17) | ((w & 31) << 12) | (<u64>(high + 22) << 6) | <u64>(low + 22);
  let at = slot;
  let least: u64 = 100;
  for (let i = 0; i < 4; i++) {
    const s = slot + (<usize>i << 3);
    const o = load<u64>(s);
    if (o == 0 || o >> 17 == tag) { at = s; break; }
    const ow = (o >> 12) & 31;
    if (ow < least) { least = ow; at = s; }
  }
  store<u64>(at, e);
}

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

function fourIn(stones: u64): bool {
  let p = stones & (stones >> 1);
  let f = p & (p >> 2);
  p = stones & (stones >> 7);
  f |= p & (p >> 14);
  p = stones & (stones >> 6);
  f |= p & (p >> 12);
  p = stones & (stones >> 8);
  f |= p & (p >> 16);
  return f != 0;
}

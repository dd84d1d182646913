/**
 * The transposition table: buckets of four entries, each bucket one cache line. An entry of 64 bits holds the whole key
 * except the part given by the bucket's number, so that two positions are never confused:
 *
 * | bits | what |
 * | 0-5 | lower bound of the score, from `least` on |
 * | 6-11 | upper bound, likewise |
 * | 12-16 | digits of the number of nodes that this cost |
 * | 17- | the key without the bucket's number, at most 49 |
 */
import { bottom } from './board';

const least: i32 = -22;

let start: usize = 0;
let bucketBits: u64 = 0;
let bucketMask: u64 = 0;

/** @param entries two to this power, from 2^4 to 2^28; `at` is a multiple of 64. @returns the end */
export function placeTable(at: usize, entries: u32): usize {
  start = at;
  bucketBits = entries - 2;
  bucketMask = ((<u64>1) << bucketBits) - 1;
  return start + ((<usize>8) << entries);
}

export function clearTable(): void {
  memory.fill(start, 0, (<usize>32) << (<usize>bucketBits));
}

/** A key of 49 bits, mixed by an invertible function. */
// @ts-ignore: decorator
@inline
export function keyOf(stones: u64, mask: u64): u64 {
  // The bit above each column's stones marks its height: no empty column or board has the key 0.
  const key = stones + mask + bottom;
  const mixed = ((key ^ (key >> 25)) * 0x1c35ac5d1b9e3) & 0x1ffffffffffff;
  return mixed ^ (mixed >> 24);
}

// @ts-ignore: decorator
@inline
function bucketOf(key: u64): usize {
  return start + (<usize>(key & bucketMask) << 5);
}

/** @returns the entry; 0 if none */
// @ts-ignore: decorator
@inline
export function recall(key: u64): u64 {
  const bucket = bucketOf(key);
  const rest = key >> bucketBits;
  let entry = load<u64>(bucket);
  if (entry >> 17 == rest) return entry;
  entry = load<u64>(bucket, 8);
  if (entry >> 17 == rest) return entry;
  entry = load<u64>(bucket, 16);
  if (entry >> 17 == rest) return entry;
  entry = load<u64>(bucket, 24);
  if (entry >> 17 == rest) return entry;
  return 0;
}

// @ts-ignore: decorator
@inline
export function lowerOf(entry: u64): i32 {
  return <i32>(entry & 63) + least;
}

// @ts-ignore: decorator
@inline
export function upperOf(entry: u64): i32 {
  return <i32>((entry >> 6) & 63) + least;
}

/** Replaces the cheapest entry. */
export function remember(key: u64, lower: i32, upper: i32, cost: u32): void {
  const bucket = bucketOf(key);
  const rest = key >> bucketBits;
  const digits = <u64>(32 - clz(cost));
  const entry = (rest << 17) | (digits << 12) | (<u64>(upper - least) << 6) | <u64>(lower - least);
  let place = bucket;
  let cheapest: u64 = 64;
  for (let at = bucket; at < bucket + 32; at += 8) {
    const there = load<u64>(at);
    if (there == 0 || there >> 17 == rest) {
      place = at;
      break;
    }
    const digitsThere = (there >> 12) & 31;
    if (digitsThere < cheapest) {
      cheapest = digitsThere;
      place = at;
    }
  }
  store<u64>(place, entry);
}

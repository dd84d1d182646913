/**
 * The transposition table: buckets of four entries, each bucket half a cache line. An entry of 64 bits holds the whole
 * key except the part given by the bucket's number, so that two positions are never confused:
 *
 * | bits | what |
 * | 0-5 | lower bound of the score, from `least` on |
 * | 6-11 | upper bound, likewise |
 * | 12-16 | digits of the number of nodes that this cost |
 * | 17- | the key without the bucket's number, at most 49 |
 *
 * Positions with many stones have a part of their own, which is small: they are by far the most, each is cheap to
 * search again, and a part that stays in the processor's nearest caches answers several times sooner.
 */
import { bottom } from './board';

const least: i32 = -22;

/** The fewest stones of the positions with a part of their own, and its most entries, as a power of two. */
const late: i32 = 24;
const lateEntries: u32 = 15;
/** It has at most an eighth of the other entries, as a power of two. */
const fewerEntries: u32 = 3;
const fewestEntries: u32 = 4;

let start: usize = 0;
let bucketBits: u64 = 0;
let lateStart: usize = 0;
let lateBits: u64 = 0;
let end: usize = 0;

/**
 * @param at a multiple of 64
 * @param entries two to this power, from 2^4 to 2^28; the part for many stones comes on top
 * @returns the end
 */
export function placeTable(at: usize, entries: u32): usize {
  const fewer = entries < fewestEntries + fewerEntries ? fewestEntries : min(entries - fewerEntries, lateEntries);
  lateStart = at;
  lateBits = fewer - 2;
  start = lateStart + ((<usize>8) << fewer);
  bucketBits = entries - 2;
  end = start + ((<usize>8) << entries);
  return end;
}

export function clearTable(): void {
  memory.fill(lateStart, 0, end - lateStart);
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
function bitsFor(count: i32): u64 {
  return count < late ? bucketBits : lateBits;
}

// @ts-ignore: decorator
@inline
function bucketOf(key: u64, count: i32, bits: u64): usize {
  return (count < late ? start : lateStart) + (<usize>(key & (((<u64>1) << bits) - 1)) << 5);
}

/** @param count of the position's stones. @returns the entry; 0 if none */
// @ts-ignore: decorator
@inline
export function recall(key: u64, count: i32): u64 {
  const bits = bitsFor(count);
  const bucket = bucketOf(key, count, bits);
  const rest = key >> bits;
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
export function remember(key: u64, count: i32, lower: i32, upper: i32, cost: u32): void {
  const bits = bitsFor(count);
  const bucket = bucketOf(key, count, bits);
  const rest = key >> bits;
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

/**
 * Negamax with null windows. A score says who wins and how soon, from the mover's view: 1 for a win with one's last
 * stone, 2 with the last but one, and so on; negative for the opponent's win; 0 for a draw. Values are bounds: from
 * `beta` on a lower one, below it an upper one.
 */
import { board, cells, hasFour, mirrored, nextCells, winningCells } from './board';
import { claim, nothing } from './claims';
import { promise } from './order';
import { keyOf, lowerOf, recall, remember, upperOf } from './table';

/** Called every thousandth node; anything but 0 ends the search. */
// @ts-ignore: decorator
@external("host", "poll")
declare function poll(nodes: u32): i32;

/** Mirror images share entries up to this number of stones; later, both of a pair are hardly ever reached. */
const folded: i32 = 16;

/** With fewer stones than this, it pays to examine every reply before searching any. */
const lookaheadBelow: i32 = 38;

/** With as many stones or more, a search is sooner done than looked up. */
const unkept: i32 = 38;
const unkeptReplies: i32 = 36;

/** The moves of each ply: seven of a move, the cells that win after it, the key of what it leads to, its promise. */
const moveSize: usize = 32;
const plySize: usize = 7 * moveSize;
let lists: usize = 0;

/** Near ends are searched at scores this far apart, down to the remote ones. */
const stride: i32 = 3;
const remote: i32 = 4;

let lowest: i32 = 0;
let highest: i32 = 0;
let nodes: u32 = 0;
let stopped: bool = false;

/** @returns the end of the memory it takes from `at` on */
export function placeLists(at: usize): usize {
  lists = at;
  return at + plySize * cells;
}

export function nodeCount(): u32 {
  return nodes;
}

export function clearCount(): void {
  nodes = 0;
}

export function wasStopped(): bool {
  return stopped;
}

/**
 * @param stones the mover's; it has no four, cannot make one at once, and there is an empty cell
 * @param from a lower bound of the score, as `to` is an upper one
 */
export function exactScore(stones: u64, mask: u64, from: i32, to: i32): i32 {
  lowest = from;
  highest = to;
  stopped = false;
  const count = <i32>popcnt(mask);
  // A bound that comes from a neighbour is the score itself more often than not.
  if (from > -(cells - count) / 2) narrow(stones, mask, from + 1);
  // Near wins and losses are found quickly: search them first, then further away.
  const soonest = (cells - 1 - count) / 2;
  for (let score = soonest - stride; score >= remote; score -= stride) {
    if (lowest >= score || highest < -score) break;
    narrow(stones, mask, score);
    narrow(stones, mask, -score);
  }
  // Then who wins; then from bound to bound, since values next to a bound are mostly in the table.
  narrow(stones, mask, 1);
  let above = lowest >= 1;
  while (lowest < highest && !stopped) {
    above = narrow(stones, mask, above ? lowest + 1 : highest);
  }
  return lowest;
}

/** Whether the score is `score` or more; for positions as above. */
export function reaches(stones: u64, mask: u64, score: i32): bool {
  lowest = -cells;
  highest = cells;
  stopped = false;
  return narrow(stones, mask, score);
}

/** Whether the score is `beta` or more, if that is not known yet. */
function narrow(stones: u64, mask: u64, beta: i32): bool {
  if (beta <= lowest) return true;
  if (beta > highest || stopped) return false;
  const theirs = winningCells(stones ^ mask, board ^ mask);
  const count = <i32>popcnt(mask);
  const score = search(stones, mask, theirs, count, keyAt(stones, mask, count), beta);
  if (stopped) return false;
  if (score >= beta) lowest = min(score, highest);
  else highest = max(score, lowest);
  return score >= beta;
}

/**
 * @param stones the mover's; it has no four and cannot make one at once
 * @param theirs the empty cells that win for the opponent
 * @param count of stones on the board
 * @param key the position's
 */
function search(stones: u64, mask: u64, theirs: u64, count: i32, key: u64, beta: i32): i32 {
  if ((++nodes & 1023) == 0 && poll(nodes)) {
    stopped = true;
    return 0;
  }
  let open = nextCells(mask);
  const forced = open & theirs;
  if (forced) open = forced & (forced - 1) ? 0 : forced;
  open &= ~(theirs >> 1);
  if (open == 0) return -(cells - count) / 2;
  if (count >= cells - 2) return 0;

  let lower = -(cells - 2 - count) / 2;
  if (lower >= beta) return lower;
  let upper = (cells - 1 - count) / 2;
  if (upper < beta) return upper;

  const opponent = mask ^ stones;
  const empty = board ^ mask;
  if (!forced) {
    // A side without an open line cannot win.
    if (!hasFour(empty | (beta > 0 ? stones : opponent))) return 0;
    const claimed = claim(stones, opponent, theirs, count);
    if (claimed < beta) return claimed;
    const entry = count < unkept ? recall(key, count) : 0;
    if (entry) {
      const known = lowerOf(entry);
      if (known >= beta) return known;
      upper = min(upper, upperOf(entry));
      if (upper < beta) return upper;
      lower = max(lower, known);
    }
  }
  const before = nodes;

  const list = lists + plySize * count;
  let length: usize = 0;
  for (let rest = open; rest; rest &= rest - 1) {
    const move = rest & -rest;
    const mover = stones | move;
    const left = empty ^ move;
    const wins = winningCells(mover, left);
    const next = nextCells(mask | move);
    const direct = wins & next;
    // The opponent has no defence: a four with the next stone but one, the soonest possible.
    if (direct & (direct - 1)) return (cells - 1 - count) / 2;
    if (((direct ? direct : next) & ~(wins >> 1)) == 0) return (cells - 1 - count) / 2;
    const at = list + length;
    store<u64>(at, move);
    store<u64>(at, wins, 8);
    store<u64>(at, keyAt(opponent, mask | move, count + 1), 16);
    store<i32>(at, promise(move, wins, theirs), 24);
    length += moveSize;
  }
  upper = min(upper, (cells - 3 - count) / 2);
  if (upper < beta) return upper;

  if (!forced && count < lookaheadBelow) {
    for (let at = list; at < list + length; at += moveSize) {
      const move = load<u64>(at);
      const claimed = -claim(opponent, stones | move, load<u64>(at, 8), count + 1);
      if (claimed >= beta) return claimed;
    }
  }
  if (!forced && count < unkeptReplies) {
    for (let at = list; at < list + length; at += moveSize) {
      const entry = recall(load<u64>(at, 16), count + 1);
      if (entry && -upperOf(entry) >= beta) return -upperOf(entry);
    }
  }

  let best = -nothing;
  while (length > 0) {
    const at = list + mostPromising(list, length);
    const move = load<u64>(at);
    const wins = load<u64>(at, 8);
    const leadsTo = load<u64>(at, 16);
    length -= moveSize;
    const last = list + length;
    store<u64>(at, load<u64>(last));
    store<u64>(at, load<u64>(last, 8), 8);
    store<u64>(at, load<u64>(last, 16), 16);
    store<i32>(at, load<i32>(last, 24), 24);
    const value = -search(opponent, mask | move, wins, count + 1, leadsTo, 1 - beta);
    if (stopped) return 0;
    best = max(best, value);
    if (best >= beta) break;
  }
  if (best < beta) upper = best = min(upper, best);
  else lower = max(lower, best);
  if (!forced && count < unkept) remember(key, count, lower, upper, nodes - before);
  return best;
}

/**
 * The place in the list. Most lists are needed for one or two moves only, and a comparison of promises is a branch that
 * no processor can predict: so they are not sorted, and the greatest is found without branches.
 */
// @ts-ignore: decorator
@inline
function mostPromising(list: usize, length: usize): usize {
  let best = load<i32>(list, 24) << 8;
  for (let place: usize = moveSize; place < length; place += moveSize) {
    const other = (load<i32>(list + place, 24) << 8) | <i32>place;
    const difference = best - other;
    best -= difference & (difference >> 31);
  }
  return best & 255;
}

function keyAt(stones: u64, mask: u64, count: i32): u64 {
  if (count >= folded) return keyOf(stones, mask);
  const other = keyOf(mirrored(stones), mirrored(mask));
  return min(keyOf(stones, mask), other);
}

/**
 * What a side can guarantee by replying to each stone in the same column. The idea is Victor Allis's claimeven and
 * zugzwang ("A Knowledge-based Approach of Connect-Four", 1988). The bounds follow from what the replies guarantee:
 *
 * The *mover* is to move, the *claimer* replies. A column with an even number of empty cells is filled in pairs: the
 * mover gets the odd rows, the claimer the even ones. A column with an odd number would leave the claimer without a
 * reply to its last cell, and must be one of two kinds.
 * - *Paired*: with another such column; when the mover takes the next cell of one, the claimer takes that
 *   of the other. The mover may get either; both columns are even from then on.
 * - *Guarded*: the claimer threatens to win on an odd row above the next cell. Here the claimer gets the odd
 *   rows, and wins before the column ends.
 * A threat of the claimer on a cell that falls to it ends its column: the mover cannot enter the cell below without
 * losing at once. So if the mover's stones and all the cells that it may get hold no four, the mover cannot win. With
 * such a threat, the mover runs out of other cells and loses, at the latest after as many moves as there are such cells.
 * Without one, the board is filled, and the claimer wins with its last stone at the latest if its stones and its cells
 * hold a four.
 */
import { atOrAbove, board, cells, evenRows, hasFour, nextCells, oddRows, tops, topsOf } from './board';

/** Greater than every score. */
export const nothing: i32 = 100;

/**
 * @param threats the empty cells that win for the claimer
 * @param count of stones on the board
 * @returns an upper bound of the mover's score, or `nothing`
 */
export function claim(mover: u64, claimer: u64, threats: u64, count: i32): i32 {
  const next = nextCells(mover | claimer);
  const odd = next & evenRows;
  const guards = threats & oddRows & atOrAbove(odd);
  const guarded = topsOf(guards);
  if (((popcnt(odd) - popcnt(guarded)) & 1) == 0) return claimGuarding(mover, claimer, threats, next, guarded, count);
  // One column is left over: it pairs with one of the guarded ones.
  let best = nothing;
  for (let rest = guarded; rest; rest &= rest - 1) {
    const one = rest & -rest;
    best = min(best, claimGuarding(mover, claimer, threats, next, guarded ^ one, count));
  }
  return best;
}

/** @param guarded the tops of the guarded columns */
// @ts-ignore: decorator
@inline
function claimGuarding(mover: u64, claimer: u64, threats: u64, next: u64, guarded: u64, count: i32): i32 {
  const empty = board ^ mover ^ claimer;
  const guardedColumns = guarded - (guarded >> 6);
  const claimers = (oddRows & guardedColumns) | (evenRows & ~guardedColumns);
  // The mover can take what is directly playable.
  const ends = threats & claimers & ~next;
  const free = empty & ~atOrAbove(ends);
  const paired = next & claimers;
  if (hasFour(mover | (free & (~claimers | paired)))) return nothing;
  if (ends == 0) return hasFour(claimer | (empty & claimers & ~paired)) ? -1 : 0;
  // In all ended columns but the last, the cell below the threat is never filled.
  const most = <i32>popcnt(free) - <i32>popcnt(topsOf(ends)) + 1;
  const before = count + most - (~most & 1);
  return -(cells + 1 - before) / 2;
}

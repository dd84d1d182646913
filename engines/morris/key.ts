/**
 * Under what a position is kept in the transposition table: the position itself, mixed up without loss, so that
 * no other is ever taken for it. Symmetric ones count once while men are placed; later they hardly ever meet.
 */
import { MAX_QUIET } from '../../app/games/morris/index.ts';
import type { SearchBoard } from './board.ts';
import { canonicalSymmetry, image } from './symmetry.ts';

export interface TableKey {
  low: number;
  high: number;
  /** What leads from the board to the one that is kept. */
  symmetry: number;
}

/**
 * Writes the key of the board that is to be searched to this depth. A position that stood in the game before is
 * another than it was then: one more time and it is a draw, and so may be what follows it.
 */
export function setKey(
  key: TableKey,
  { own, enemy, placing, quiet }: SearchBoard,
  depth: number,
  stood: number,
): void {
  const left = placing > 0 ? placing : 0;
  const symmetry = left > 0 ? canonicalSymmetry(own, enemy) : 0;
  // How near the draw by quiet plies is matters only where the search could reach it.
  const near = quiet + depth >= MAX_QUIET ? quiet : 0;
  const high = image(enemy, symmetry) | (near << 24) | (stood << 31);
  let low = (image(own, symmetry) | (left << 24)) ^ Math.imul(high, 0x9e3779b1);
  // Each step can be undone: two keys are never the same.
  low = Math.imul(low ^ (low >>> 15), 0x2c1b3c6d);
  low = Math.imul(low ^ (low >>> 12), 0x297a2d39);
  key.low = low ^ (low >>> 15);
  key.high = high;
  key.symmetry = symmetry;
}

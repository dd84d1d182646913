/**
 * The 16 symmetries of the board: four rotations, each mirrored or not, with the inner and the outer ring swapped or
 * not. Symmetry 2d keeps the rings and 2d + 1 swaps them.
 */
import { NONE } from './rings.ts';
import { MAX_QUIET } from '../../app/games/morris/index.ts';
import type { MorrisBoard } from './board.ts';

export const SYMMETRIES = 16;

const onRing = (dihedral: number, place: number): number =>
  (dihedral < 4 ? place + 2 * dihedral : 16 - place - 2 * (dihedral - 4)) % 8;

/** By dihedral symmetry and the men of a ring: their images. */
const RING_IMAGES = Uint8Array.from({ length: 8 * 256 }, (_, index) => {
  let image = 0;
  for (let place = 0; place < 8; place++) {
    if ((index >> place) & 1) image |= 1 << onRing(index >> 8, place);
  }
  return image;
});

/** By symmetry and bit (32 per symmetry): its image; none maps to none. */
const BIT_IMAGES = Uint8Array.from({ length: SYMMETRIES * 32 }, (_, index) => {
  const bit = index & 31;
  if (bit >= NONE) return NONE;
  const symmetry = index >> 5;
  const ring = symmetry & 1 ? 2 - (bit >> 3) : bit >> 3;
  return 8 * ring + onRing(symmetry >> 1, bit & 7);
});

/** By symmetry, its inverse. */
const INVERSES = Uint8Array.from({ length: SYMMETRIES }, (_, symmetry) => {
  for (let other = 0; ; other++) {
    const undoes = (bit: number): boolean => bitImage(bitImage(bit, symmetry), other) === bit;
    if (Array.from({ length: NONE }, (_bit, bit) => bit).every(undoes)) return other;
  }
});

function bitImage(bit: number, symmetry: number): number {
  return BIT_IMAGES[(symmetry << 5) | bit];
}

const ringsChanged = (men: number): number => ((men & 0xff) << 16) | (men & 0xff00) | (men >> 16);

/** The image of these men. */
export function image(men: number, symmetry: number): number {
  const at = (symmetry >> 1) << 8;
  const turned =
    RING_IMAGES[at | (men & 0xff)] |
    (RING_IMAGES[at | ((men >> 8) & 0xff)] << 8) |
    (RING_IMAGES[at | (men >> 16)] << 16);
  return symmetry & 1 ? ringsChanged(turned) : turned;
}

/** The symmetry that minimises the two sides' men, compared as a pair of numbers. */
export function canonicalSymmetry(own: number, enemy: number): number {
  const outer = own & 0xff;
  const middle = (own >> 8) & 0xff;
  const inner = own >> 16;
  let best = 0;
  let least = own;
  let leastEnemy = enemy;
  for (let at = 0; at < SYMMETRIES << 7; at += 256) {
    const a = RING_IMAGES[at | outer];
    const b = RING_IMAGES[at | middle] << 8;
    const c = RING_IMAGES[at | inner];
    for (let change = 0; change < 2; change++) {
      const found = change === 0 ? a | b | (c << 16) : c | b | (a << 16);
      if (found > least) continue;
      const symmetry = (at >> 7) | change;
      const foundEnemy = image(enemy, symmetry);
      if (found === least && foundEnemy >= leastEnemy) continue;
      best = symmetry;
      least = found;
      leastEnemy = foundEnemy;
    }
  }
  return best;
}

/** The image of a move of the search (see board.ts), and the inverse. */
export const moveImage = (move: number, symmetry: number): number =>
  (bitImage(move >> 10, symmetry) << 10) |
  (bitImage((move >> 5) & 31, symmetry) << 5) |
  bitImage(move & 31, symmetry);
export const moveBack = (move: number, symmetry: number): number => moveImage(move, INVERSES[symmetry]);

export interface TableKey {
  low: number;
  high: number;
  /** The symmetry from the board to the stored one. */
  symmetry: number;
}

/**
 * Writes the key of a board that is to be searched to this depth: the position mixed by an invertible function, so that
 * two positions are never confused. Symmetric positions share a key while men are placed; later, two of them are hardly
 * ever reached. A position that occurred earlier in the game has another key: one more occurrence is a draw, which may
 * change what follows.
 */
export function setKey(
  key: TableKey,
  { own, enemy, placing, quiet }: MorrisBoard,
  depth: number,
  stood: number,
): void {
  const left = placing > 0 ? placing : 0;
  const symmetry = left > 0 ? canonicalSymmetry(own, enemy) : 0;
  // The distance to the draw by quiet plies matters only if the search could reach it.
  const near = quiet + depth >= MAX_QUIET ? quiet : 0;
  const high = image(enemy, symmetry) | (near << 24) | (stood << 31);
  let low = (image(own, symmetry) | (left << 24)) ^ Math.imul(high, 0x9e3779b1);
  // Each step is invertible: keys never collide.
  low = Math.imul(low ^ (low >>> 15), 0x2c1b3c6d);
  low = Math.imul(low ^ (low >>> 12), 0x297a2d39);
  key.low = low ^ (low >>> 15);
  key.high = high;
  key.symmetry = symmetry;
}

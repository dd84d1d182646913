import type { Piece, Point } from '../../app/games/game.ts';

/** A few characters about a move, drawn where the game says that its chip belongs. */
export interface Chip extends Point {
  readonly id: string;
  /** The area that completes the move. */
  readonly area: string;
  readonly text: string;
  /** In full, for a tip and a screen reader; said after the area's name. */
  readonly words: string;
  /** `plain` is an estimate; the others are proven. */
  readonly tone: 'win' | 'draw' | 'loss' | 'plain';
  readonly best: boolean;
}

/** A ring around where a piece of a recommended move would stand. */
export interface Ring {
  readonly id: string;
  readonly piece: Piece;
  /** 1 for the best; less is drawn thinner. */
  readonly weight: number;
}

/** A piece of a line to come, as it will stand, with its number in the line. */
export interface LineGhost {
  readonly id: string;
  readonly piece: Piece;
  /** Counted from 1. */
  readonly ply: number;
}

/** About what a character of the interface's font takes of its size. */
export const CHARACTER = 0.56;

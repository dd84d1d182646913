/** Playing below its strength: it looks less far, and misjudges what it sees. */
import { oneStep } from './evaluate.ts';

interface Level {
  /** Plies that it looks ahead. */
  readonly depth: number;
  /** By how many steps it may overrate a move. */
  readonly error: number;
}

const levels: readonly Level[] = [
  { depth: 1, error: 4 },
  { depth: 1, error: 2.5 },
  { depth: 2, error: 2 },
  { depth: 2, error: 1.2 },
  { depth: 3, error: 1 },
  { depth: 3, error: 0.4 },
  { depth: 4, error: 0.2 },
  { depth: 5, error: 0.1 },
  { depth: 7, error: 0.1 },
  { depth: 255, error: 0 },
];

/** It plays as well as it can. */
export const strongest = levels.length;

/** How far a level looks ahead, in plies. */
export const levelDepth = (level: number): number => levels[level - 1]!.depth;
/** How far a level may overrate a move, in hundredths of a step. */
export const levelSpread = (level: number): number => Math.round(oneStep * levels[level - 1]!.error);

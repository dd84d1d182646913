/** Playing below its strength; errors in C stones. */
import type { Level } from '../shared/levels.ts';

export const levels: readonly Level[] = [
  { depth: 1, error: 25 },
  { depth: 1, error: 8 },
  { depth: 1, error: 2 },
  { depth: 2, error: 8 },
  { depth: 2, error: 0.5 },
  { depth: 3, error: 4 },
  { depth: 3, error: 0.2 },
  { depth: 4, error: 0.5 },
  { depth: 5, error: 0.1 },
  { depth: 255, error: 0 },
];

/** It plays as well as it can. */
export const strongest = levels.length;

/** Playing below its strength; errors in men. */
import type { Level } from '../shared/levels.ts';

export const levels: readonly Level[] = [
  { depth: 1, error: 1.5 },
  { depth: 1, error: 0.8 },
  { depth: 2, error: 0.8 },
  { depth: 2, error: 0.5 },
  { depth: 3, error: 0.5 },
  { depth: 4, error: 0.4 },
  { depth: 5, error: 0.3 },
  { depth: 6, error: 0.2 },
  { depth: 8, error: 0.1 },
  { depth: 255, error: 0 },
];

/** It plays as well as it can. */
export const strongest = levels.length;

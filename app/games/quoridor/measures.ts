/** Steps to the goal, and walls left. */
import type { GameMeasure } from '../game.ts';
import type { QuoridorPosition } from './board.ts';
import { distance } from './paths.ts';

export const measures: readonly GameMeasure<QuoridorPosition>[] = [
  { id: 'path', name: 'Shortest path', unit: 'steps', value: distance },
  { id: 'walls', name: 'Walls left', unit: 'walls', value: ({ wallsLeft }, seat) => wallsLeft[seat] },
];

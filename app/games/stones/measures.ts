/** Visible stones of each type, and attacks. */
import type { GameMeasure } from '../game.ts';
import { TYPES, typeText } from './board.ts';
import { attacks, visible, type StonesPosition } from './rules.ts';

export const measures: readonly GameMeasure<StonesPosition>[] = [
  ...TYPES.map((type): GameMeasure<StonesPosition> => ({
    id: typeText(type).toLowerCase(),
    name: `Stones ${typeText(type)}`,
    unit: 'visible stones',
    value: (position, seat) => visible(position, seat, type),
  })),
  { id: 'attacks', name: 'Attacks', unit: 'attacks', value: ({ stones }, seat) => attacks(stones, seat) },
];

/** Visible stones of each type, and attacks. */
import type { Measure } from '../game.ts';
import { TYPES, typeText } from './board.ts';
import { attacks, visible, type StonesPosition } from './rules.ts';

export const measures: readonly Measure<StonesPosition>[] = [
  ...TYPES.map((type): Measure<StonesPosition> => ({
    id: typeText(type).toLowerCase(),
    name: `Stones ${typeText(type)}`,
    unit: 'visible stones',
    value: (position, seat) => visible(position, seat, type),
  })),
  { id: 'attacks', name: 'Attacks', unit: 'attacks', value: ({ stones }, seat) => attacks(stones, seat) },
];

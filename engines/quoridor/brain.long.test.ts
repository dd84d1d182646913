import { describe, expect, it } from 'vitest';
import { strongest } from './settings.ts';
import { convert, keptClaims } from './testing/conversion.ts';
import { brain } from './testing/engine.ts';
import { defenders, waitingPlayer } from './testing/players.ts';
import { strengthTests } from './testing/strength.ts';
import { mirrored, swapped, wonPosition } from './testing/positions.ts';

describe('play', () => {
  strengthTests({
    games: [20, 19, 4000],
    races: 30,
    lastWalls: [24, 20_000],
    levels: [
      12,
      1000,
      [
        [strongest, 1, 11],
        [5, 1, 9],
        [strongest, 5, 7],
      ],
    ],
  });
});

describe('a won game is brought to its end', () => {
  const won = wonPosition();

  it.each([1, 10, 100, 1000, 10_000, 100_000])(
    'with %i nodes, with either defender, turned in any way',
    (nodes) => {
      for (const start of [won, mirrored(won), swapped(won), swapped(mirrored(won))]) {
        for (const defender of defenders(brain({ nodes: 1000 }))) {
          for (const forgets of [false, true]) {
            const played = convert(start, defender, { nodes, forgets, most: 60 });
            expect(played).toMatchObject({ won: true });
            if (!forgets) expect(played.broken).toEqual([]);
          }
        }
      }
    },
  );

  it('in the time that it takes by itself', () => {
    const clock = (): number => performance.now();
    for (const forgets of [false, true]) {
      const settings = { time: 1, nodes: Infinity, forgets, most: 60 };
      expect(convert(won, waitingPlayer(), settings, clock)).toMatchObject({ won: true });
    }
  });

  it('within the plies that it tells, from wherever it tells of a win', () => {
    expect(keptClaims(48, 5000)).toBeGreaterThan(100);
  });
});

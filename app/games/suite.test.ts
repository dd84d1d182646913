/** Every game of the registry, run through the shared suite; `docs/adding.md` lists its requirements. */
import { describe, expect, it } from 'vitest';
import { gameById, games } from './registry.ts';
import { gameSuite } from './testing/suite.ts';

describe('the registry', () => {
  it('has games under their own ids, and says which when asked for another', () => {
    for (const [id, game] of games) {
      expect(game.id).toBe(id);
      expect(gameById(id)).toBe(game);
    }
    expect(() => gameById('tennis')).toThrow(/unknown game "tennis"; known games: .*connect4/);
  });
});

describe.each([...games.values()])('$id', (game) => gameSuite(game));

import type { Game } from './game.ts';
import { connect4 } from './connect4/index.ts';
import { morris } from './morris/index.ts';
import { quoridor } from './quoridor/index.ts';
import { stones } from './stones/index.ts';

/** Every game, one line each. */
const all: readonly [Game, ...Game[]] = [connect4, quoridor, morris, stones];

/** The game on the board until the user chooses another one. */
export const defaultGame: Game = all[0];

export const games: ReadonlyMap<string, Game> = new Map(all.map((game) => [game.id, game]));

/** @throws RangeError naming the known games */
export function gameById(id: string): Game {
  const game = games.get(id);
  if (!game) throw new RangeError(`unknown game "${id}"; known games: ${[...games.keys()].join(', ')}`);
  return game;
}

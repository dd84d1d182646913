/** Who plays a game, and what that means for its engines: pure. */
import type { Game } from '../games/game.ts';
import type { Player } from '../library/shapes.ts';

export type Players = readonly [Player, Player];

export type EngineSeat = Extract<Player, { kind: 'engine' }>;

export const humans: Players = [{ kind: 'human' }, { kind: 'human' }];

export const plays = (player: Player, engine: string): boolean =>
  player.kind === 'engine' && player.engine === engine;

/** Whether taking back may end here: a turn of the user begins, or any turn if both or neither side is an engine's. */
export function isRestingPlace(game: Game, position: unknown, players: Players): boolean {
  if (!game.beginsTurn(position)) return false;
  const alone = players.every((player) => player.kind === players[0].kind);
  return alone || players[game.seatToMove(position)].kind === 'human';
}

/** Whether a seat's engine process can go on serving after the change. */
export function sameProcess(a: Player, b: Player): boolean {
  return a.kind === 'engine' && b.kind === 'engine' && a.engine === b.engine && a.protocol === b.protocol;
}

/** What a change of the record or of the players means for the game on the board: pure. */
import { gameById } from '../games/registry.ts';
import type { Player } from '../library/shapes.ts';
import { goTo, recordLine, type GameRecord } from '../records/record.ts';

export type Players = readonly [Player, Player];

export type EngineSeat = Extract<Player, { kind: 'engine' }>;

export const humans: Players = [{ kind: 'human' }, { kind: 'human' }];

export const plays = (player: Player, engine: string): boolean =>
  player.kind === 'engine' && player.engine === engine;

/** People in the seats that an engine had. */
export function without([first, second]: Players, engine: string): Players {
  const freed = (player: Player): Player => (plays(player, engine) ? { kind: 'human' } : player);
  return [freed(first), freed(second)];
}

/** The record at the last turn of a person, or one turn back where only people play; there is a move to take back. */
export function takenBack(record: GameRecord, players: Players): GameRecord {
  let back = record;
  do back = goTo(back, back.cursor - 1);
  while (back.cursor > 0 && !isRestingPlace(back, players));
  return back;
}

/** Whether taking back may end here: a turn of a person begins, or any turn where only people play. */
function isRestingPlace(record: GameRecord, players: Players): boolean {
  const game = gameById(record.gameId);
  const { position } = recordLine(record);
  if (!game.beginsTurn(position)) return false;
  const alone = players.every((player) => player.kind === players[0].kind);
  return alone || players[game.seatToMove(position)].kind === 'human';
}

/** Whether two records show the same position of the same game: the moves that led to it are the same. */
export function samePosition(a: GameRecord, b: GameRecord): boolean {
  if (a.key !== b.key || a.cursor !== b.cursor) return false;
  for (let ply = 0; ply < a.cursor; ply++) if (a.moves[ply] !== b.moves[ply]) return false;
  return true;
}

/** Whether a seat's engine process can go on serving after the change. */
export function sameProcess(a: Player, b: Player): boolean {
  return a.kind === 'engine' && b.kind === 'engine' && a.engine === b.engine && a.protocol === b.protocol;
}

/** Words about a game, shared by several components. */
import type { Game, Result, Seat } from '../../app/games/game.ts';
import { gameById, games } from '../../app/games/registry.ts';
import type { GameEnding, GameHeader, HostState, Limit } from '../../app/api/contract.ts';
import { visible } from '../ui/visible.ts';
import { quotationMarks } from '../ui/quotes.ts';

/** `Quoridor: Club final`. */
export const gameTitle = ({ gameId, headers }: Pick<GameHeader, 'gameId' | 'headers'>): string =>
  [gameById(gameId).name, headers['event']]
    .filter(Boolean)
    .map((word) => visible(word!))
    .join(': ');

/** `1-0`, `0-1`, `1/2-1/2`, or `*` if the game has no result. */
export function resultText(ending: Pick<GameEnding, 'word' | 'winner'>): string {
  if (ending.word === 'draw' || ending.word === 'adjudicated') return '1/2-1/2';
  if (ending.winner === null) return '*';
  return ending.winner === 0 ? '1-0' : '0-1';
}

/** How the game ended at the place shown, in one sentence. */
export function endingSentence(game: Game, ending: GameEnding): string {
  const isFlag = ending.word === 'time' && ending.fault === null;
  if ((ending.word === 'win' || isFlag) && ending.winner !== null) {
    return `${game.seats[ending.winner].name} has won: ${ending.reason}.`;
  }
  if (ending.word === 'draw') return `Draw: ${ending.reason}.`;
  if (ending.word === 'adjudicated') return `Draw by adjudication: ${ending.reason}.`;
  // The reason may quote the engine.
  return quotationMarks(visible(ending.reason));
}

/** Whether a fault of an engine or of Plywire ended the game, not a rule or an adjudication. */
export const isFailure = ({ word, fault }: Pick<GameEnding, 'word' | 'fault'>): boolean =>
  word !== 'win' && word !== 'draw' && word !== 'adjudicated' && !(word === 'time' && fault === null);

/** A result by the rules as an ending. */
export const endingOfResult = (result: Result): GameEnding => ({
  word: result.kind,
  winner: result.kind === 'win' ? result.winner : null,
  fault: null,
  reason: result.reason,
  advice: '',
});

export function limitText(limit: Limit): string {
  if (limit.kind === 'none') return 'no limit';
  return limit.kind === 'time' ? `${limit.seconds} s per move` : `depth ${limit.plies}`;
}

export const seats: readonly Seat[] = [0, 1];

/** The purposes of the players' sessions, by seat. */
export const seatPurposes = ['first player', 'second player'] as const;

/** What a session is for. A player's session has the name of its side in the protocol's game: `Player 1`, `White`. */
export function purposeWords(
  state: Pick<HostState, 'about' | 'game'> | null,
  { purpose, protocol }: { readonly purpose: string; readonly protocol: string | null },
): string {
  const seat = seats.find((each) => seatPurposes[each] === purpose);
  if (purpose === 'contact') return 'connection test';
  if (seat === undefined || state === null) return purpose;
  const played = state.about.protocols.find(({ id }) => id === protocol)?.games ?? [];
  const { gameId } = state.game;
  const game = games.get(played.includes(gameId) ? gameId : (played[0] ?? gameId));
  return game?.seats[seat].name ?? purpose;
}

/** Whether the games of a match that goes on can be played up to where they stand, and those that ended did so. */
import type { Game } from '../games/game.ts';
import { resultOf } from '../matches/entry-values.ts';
import { faultOf, reachedBy, type GameLine, type MatchRecord } from '../matches/match-record.ts';
import { endingByRule } from '../play/ending.ts';
import type { MatchEntry, Opening } from '../shapes/matches.ts';
import { Refused } from '../shapes/refused.ts';
import { Exit, exitCodes } from './exit.ts';

/**
 * The journal may have been changed by hand.
 * @param journal its path
 * @throws Exit for a move of an open game that the rules do not allow
 */
export function requireLegal(journal: string, { open }: MatchRecord, game: Game): void {
  for (const [number, { began, texts }] of open) {
    const fault = faultOf(game, began.opening, texts);
    if (fault === null) continue;
    throw new Exit(
      exitCodes.usage,
      `${journal}: game ${number}, ${fault} The file was changed by another program: restore it from a copy, or begin its open games anew with --replay-game.`,
    );
  }
}

/**
 * The same of a game that has ended, which cannot begin anew. Its result must be the one of its moves, or of its fault.
 * @throws Refused, for `readEntries` to add the line
 */
export function requirePlayed(
  game: Game,
  { number, moves }: Pick<GameLine, 'number' | 'moves'>,
  ended: Ended,
  opening: Opening,
): void {
  const reached = reachedBy(game, opening, moves);
  if ('fault' in reached) throw new Refused(`Game ${number}, ${reached.fault}`);
  const words = contradiction(game, reached.position, ended);
  if (words === null) return;
  throw new Refused(`Game ${number} has the result ${ended.result} (${ended.ending}), but ${words}.`);
}

type Ended = Pick<Extract<MatchEntry, { kind: 'ended' }>, 'result' | 'ending' | 'fault' | 'adjudicated'>;

/** @returns what makes another result of the game; null if nothing does */
function contradiction(
  game: Game,
  position: unknown,
  { result, ending, fault, adjudicated }: Ended,
): string | null {
  switch (ending) {
    case 'win':
    case 'draw':
    case 'adjudicated': {
      const over = game.result(position);
      if (over !== null) {
        const byRules = resultOf(endingByRule(over));
        if (over.kind !== ending || result !== byRules) return `its moves give ${byRules} (${over.kind})`;
      } else if (ending !== 'adjudicated') return 'its moves do not end it';
      if (fault !== null) return 'no engine is at fault in such a game';
      const isLimited = adjudicated === 'plies' || adjudicated === 'repetition';
      if (isLimited && result !== '1/2-1/2') return `what the limit of ${adjudicated} ends is drawn`;
      return result === '*' ? 'only a void game has none' : null;
    }
    case 'void':
      return result === '*' ? null : 'a void game has none';
    default:
      // Its moves may end it: an engine that did not start again when only the ending was missing has lost it, too.
      if (fault === null) return 'no engine is at fault';
      return result === (fault === 0 ? '0-1' : '1-0')
        ? null
        : `the engine of ${game.seats[fault].name} is at fault`;
  }
}

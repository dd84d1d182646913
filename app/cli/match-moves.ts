/** Whether the games of a match that goes on can be played up to where they stand. */
import type { Game } from '../games/game.ts';
import { faultOf, type GameLine, type MatchRecord } from '../matches/match-record.ts';
import type { Opening } from '../shapes/matches.ts';
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

/** The same of a game that has ended, which cannot begin anew. @throws Refused, for `readEntries` to add the line */
export function requirePlayed(game: Game, { number, moves }: GameLine, opening: Opening): void {
  const fault = faultOf(game, opening, moves);
  if (fault !== null) throw new Refused(`Game ${number}, ${fault}`);
}

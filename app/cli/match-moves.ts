/** Whether the games of a match that are to go on can be played up to where they stand. */
import { fullStop } from '../games/full-stop.ts';
import { BadNotation, IllegalMove, type Game } from '../games/game.ts';
import { playedPlies, startAt } from '../games/plies.ts';
import type { MatchRecord } from '../matches/match-record.ts';
import { Exit, exitCodes } from './exit.ts';

/**
 * The journal may have been changed by hand.
 * @param journal its path
 * @throws Exit for a move that the rules do not allow
 */
export function requireLegal(journal: string, { open }: MatchRecord, game: Game): void {
  for (const [number, { began, texts }] of open) {
    let played = 0;
    try {
      for (const _ of playedPlies(game, startAt(game, began.opening.start), texts)) played++;
    } catch (error) {
      if (!(error instanceof IllegalMove || error instanceof BadNotation)) throw error;
      // The moves of the opening stay when a game begins anew.
      const isOpening = played < began.opening.moves.length;
      const anew = isOpening ? '' : ', or begin its open games anew with --replay-game';
      throw new Exit(
        exitCodes.usage,
        `${journal}: game ${number}, ply ${played + 1} cannot be played: ${fullStop(error.message)} The file was changed by another program: restore it from a copy${anew}.`,
      );
    }
  }
}

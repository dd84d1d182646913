/** Whether the games of a match that are to go on can be played up to where they stand. */
import { BadNotation, IllegalMove, type Game } from '../games/game.ts';
import type { MatchRecord } from '../matches/match-record.ts';
import { Exit, exitCodes } from './exit.ts';

/**
 * The journal may have been changed by hand.
 * @param journal its path
 * @throws Exit for a move that the rules do not allow
 */
export function requireLegal(journal: string, { open }: MatchRecord, game: Game): void {
  for (const [number, { began, texts }] of open) {
    const { start, moves } = began.opening;
    let position = start === null ? game.initial() : game.parsePosition(start);
    for (const [at, text] of texts.entries()) {
      try {
        position = game.play(position, game.parseMove(position, text));
      } catch (error) {
        if (!(error instanceof IllegalMove || error instanceof BadNotation)) throw error;
        // The moves of the opening stay when a game begins anew.
        const anew = at < moves.length ? '' : ', or begin its open games anew with --replay-game';
        throw new Exit(
          exitCodes.usage,
          `${journal}: game ${number}, ply ${at + 1} cannot be played: ${error.message.replace(/\.$/, '')}. The file was changed by another program: restore it from a copy${anew}.`,
        );
      }
    }
  }
}

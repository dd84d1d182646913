import { otherSeat, type Game, type Result, type Seat } from '../games/game.ts';
import { harmless } from '../sessions/harmless.ts';
import { quoted } from '../sessions/ending/endings.ts';
import type { Retry } from './ask.ts';
import type { SessionEnding } from '../shapes/sessions.ts';
import type { GameEnding, GameEndingWord } from '../shapes/games.ts';

/** A finding about a finished game, without words; `describe` has them. */
export type GameFault =
  /**
   * `move` is ours for what the engine said in its own `text`, null where the rules have no such move; `position` is
   * where it would have been made.
   */
  | {
      readonly kind: 'illegal';
      readonly move: string | null;
      readonly text: string;
      readonly why: string;
      readonly position: string;
    }
  | { readonly kind: 'no move'; readonly text: string }
  | { readonly kind: 'unreadable'; readonly text: string; readonly why: string }
  /** It was asked for what the protocol's text obliges it to, and did not obey. */
  | { readonly kind: 'disobeyed'; readonly why: string }
  /** It was not asked, since it cannot be. */
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'session'; readonly ending: SessionEnding };

export function endingByRule(result: Result): GameEnding {
  return {
    word: result.kind,
    winner: result.kind === 'win' ? result.winner : null,
    fault: null,
    reason: result.reason,
    advice: '',
  };
}

/** The ending when `seat`'s engine is at fault: the other side wins, unless the fault is ours. */
export function endingByFault(game: Game, seat: Seat, fault: GameFault): GameEnding {
  const word = wordOf(fault);
  return {
    word,
    winner: word === 'void' ? null : otherSeat(seat),
    fault: word === 'void' ? null : seat,
    ...describe(`The engine of ${game.seats[seat].name}`, fault),
  };
}

/** That an engine failed, and has a second try. */
export const retryWords = (game: Game, seat: Seat, { failure, reason }: Retry): string =>
  `The engine of ${game.seats[seat].name} failed (${harmless(clause(failure)).slice(0, 300)}) and was restarted in the same game: ${clause(reason)}.`;

/** What a game would end as. */
export function wordOf(fault: GameFault): GameEndingWord {
  switch (fault.kind) {
    case 'illegal':
    case 'no move':
      return 'illegal';
    case 'unreadable':
    case 'disobeyed':
      return 'malformed';
    case 'refused':
      return 'void';
    case 'session':
      switch (fault.ending.word) {
        case 'crashed':
        case 'stalled':
        case 'malformed':
        case 'time':
        case 'limit':
          return fault.ending.word;
        case 'handshake':
          return fault.ending.rung === 'by itself' ? 'crashed' : 'stalled';
        case 'unstartable':
        case 'quit':
        case 'void':
          return 'void';
      }
  }
}

/** In characters: what a sentence holds without hiding the rest of it. A board cell by cell is on the screen anyway. */
const LONGEST_POSITION = 160;

function describe(who: string, fault: GameFault): { reason: string; advice: string } {
  switch (fault.kind) {
    case 'illegal': {
      const which = fault.move === null ? '' : ` (${fault.move} on the board)`;
      const where = fault.position.length > LONGEST_POSITION ? '' : `; the position was ${fault.position}`;
      return {
        reason: `${who} played ${quoted(fault.text)}${which}, which is illegal: ${clause(fault.why)}${where}.`,
        advice: 'See the last lines in the console, or take the move back and continue yourself.',
      };
    }
    case 'no move':
      return {
        reason: `${who} said that it has no legal move (${quoted(fault.text)}), but it has one.`,
        advice: 'The console shows the position that it was sent.',
      };
    case 'unreadable':
      return {
        reason: `${who} answered ${quoted(fault.text)}, which is not a move: ${clause(fault.why)}.`,
        advice: 'Compare the answer in the console with the protocol.',
      };
    case 'disobeyed':
      return {
        reason: `${who} failed: ${clause(fault.why)}.`,
        advice: 'The console shows the line that it did not obey.',
      };
    case 'refused':
      return {
        reason: `${who} could not be asked for a move: ${clause(fault.why)}.`,
        advice: 'Choose another engine, protocol or limit for this side.',
      };
    case 'session':
      return { reason: `${who} failed: ${clause(fault.ending.reason)}.`, advice: fault.ending.advice };
  }
}

/** Words that may have come as a sentence of their own, for the end of another one. */
const clause = (text: string): string => text.replace(/[.\s]+$/, '');

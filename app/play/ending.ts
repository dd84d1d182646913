/** How a game ended: from the rules or from the fault of an engine, with the words for users. */
import { otherSeat, type Game, type Result, type Seat } from '../games/game.ts';
import { beginningOf } from '../protocols/text.ts';
import { harmless } from '../sessions/harmless.ts';
import { quoted } from '../sessions/ending/remains.ts';
import type { Retry } from './ask.ts';
import type { SessionEnding } from '../shapes/sessions.ts';
import type { GameEnding, GameEndingWord } from '../shapes/games.ts';

/** A fact about a finished game, without words; `describe` adds them. */
export type GameFault =
  /**
   * `move` is our notation for what the engine said in its own `text`, null if the rules have no such move; `position`
   * is where it would have been played.
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
  /** The engine did not do what the protocol's text requires. */
  | { readonly kind: 'disobeyed'; readonly why: string }
  /** The engine could not be asked. */
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

/** The ending when the engine of `seat` is at fault: the other side wins, unless the fault is Plywire's. */
export function endingByFault(game: Game, seat: Seat, fault: GameFault): GameEnding {
  const word = wordOf(fault);
  return {
    word,
    winner: word === 'void' ? null : otherSeat(seat),
    fault: word === 'void' ? null : seat,
    ...describe(`The engine of ${game.seats[seat].name}`, fault),
  };
}

/** An engine failed and gets a second try. */
export function retryWords(game: Game, seat: Seat, { failure, reason }: Retry): string {
  const short = beginningOf(harmless(clause(failure)), LONGEST_FAILURE);
  return `The engine of ${game.seats[seat].name} failed (${short}) and was restarted in the same game: ${clause(reason)}.`;
}

/** In characters: enough for any failure with the line that it quotes. */
const LONGEST_FAILURE = 400;

/** How a game ends after such an outcome. */
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

/** In characters: what fits into a sentence without hiding its rest. A board cell by cell is on the screen anyway. */
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
        reason: `${who} answered ${fault.text === '' ? 'without a move' : quoted(fault.text)}: ${clause(fault.why)}.`,
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

/** A sentence of its own, made fit for the end of another one. */
const clause = (text: string): string => text.replace(/[.\s]+$/, '');

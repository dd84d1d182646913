/**
 * What the rules say about the answer of an engine, and when a game between engines is ended although its rules would
 * go on: after too many plies or repetitions.
 */
import { IllegalMove, type Game } from '../games/game.ts';
import type { Line } from '../games/line.ts';
import type { Answer, Report } from '../protocols/protocol.ts';
import type { Decision } from './ask.ts';
import type { GameFault } from './ending.ts';
import type { GameLimits } from '../library/settings-table.ts';
import type { GameEnding } from '../shapes/games.ts';

/** An answer that the rules allow. */
export interface LegalMove {
  readonly kind: 'move';
  readonly move: unknown;
  /** Canonical. */
  readonly text: string;
  /** The position after the move. */
  readonly reached: unknown;
}

/** The verdict of the rules on an engine's answer. */
export type Verdict = LegalMove | { readonly kind: 'fault'; readonly fault: GameFault };

/** A decision whose answer may have been judged already. */
export type JudgedDecision =
  | Decision
  | { readonly kind: 'report'; readonly report: Report; readonly verdict: Verdict };

/** Checks an answer against the position that the engine was asked about. */
export function judge(line: Line, answer: Answer): Verdict {
  switch (answer.kind) {
    case 'none':
      return { kind: 'fault', fault: { kind: 'no move', text: answer.text } };
    case 'unreadable':
      return { kind: 'fault', fault: { kind: 'unreadable', text: answer.text, why: answer.reason } };
    case 'illegal':
      return illegal(line, null, answer.text, answer.reason);
    case 'move': {
      const text = line.game.moveText(line.position, answer.move);
      try {
        const reached = line.game.play(line.position, answer.move);
        return { kind: 'move', move: answer.move, text, reached };
      } catch (error) {
        if (!(error instanceof IllegalMove)) throw error;
        return illegal(line, text, answer.text, error.message);
      }
    }
  }
}

/** @param move our notation for it; null if the rules have no such move */
function illegal({ game, position }: Line, move: string | null, text: string, why: string): Verdict {
  const fault = { kind: 'illegal', move, text, why, position: game.positionText(position) } as const;
  return { kind: 'fault', fault };
}

/** Why an answer is not a legal move, in words; null if it is one. */
export function faultInWords(verdict: Verdict): string | null {
  if (verdict.kind === 'move') return null;
  const { fault } = verdict;
  switch (fault.kind) {
    case 'illegal':
      return `${fault.move ?? fault.text} is illegal: ${fault.why}`;
    case 'no move':
      return 'the engine says that it has no legal move, but it has one';
    case 'unreadable':
    case 'disobeyed':
    case 'refused':
      return fault.why;
    case 'session':
      return fault.ending.reason;
  }
}

/** The limits of a game: `chosen` apply to this one in any case, `usual` only if its rules set no end. */
export const limitsFor = (
  game: Game,
  usual: GameLimits,
  chosen: Partial<GameLimits> = {},
): Partial<GameLimits> => (game.endless ? { ...usual, ...chosen } : chosen);

const adjudicated = (reason: string): GameEnding => ({
  word: 'adjudicated',
  winner: null,
  fault: null,
  reason,
  advice: '',
});

/** Follows a growing line. If it is given another line, it examines that one from the start. */
export class Adjudicator {
  #gameKey: string | null = null;
  /** The line that was examined last. */
  #texts: readonly string[] = [];
  /** The positions of that line, the start position first. */
  #positions: string[] = [];

  /** How play ends at the end of `line`; null if it continues. @param texts its moves, canonical */
  endingAt(line: Line, texts: readonly string[], limits: Partial<GameLimits>): GameEnding | null {
    const { plies, repetitions } = limits;
    if (repetitions !== undefined && texts.length > 0) {
      this.#follow(line, texts);
      const last = this.#positions.at(-1);
      const times = this.#positions.filter((text) => text === last).length;
      if (times >= repetitions) return adjudicated(`the position occurred ${times} times`);
    }
    if (plies !== undefined && texts.length >= plies) {
      return adjudicated(`the game reached the limit of ${plies} plies`);
    }
    return null;
  }

  #follow(line: Line, texts: readonly string[]): void {
    const { game, start, moves, position, gameKey } = line;
    const other = this.#gameKey === gameKey ? texts.findIndex((text, ply) => text !== this.#texts[ply]) : 0;
    const known = other === -1 ? texts.length : other;
    if (known === texts.length || (known > 0 && known === texts.length - 1)) {
      this.#positions.length = known + 1;
      if (known < texts.length) this.#positions.push(game.positionText(position));
    } else {
      this.#positions = [game.positionText(start)];
      let reached = start;
      for (const move of moves) {
        reached = game.play(reached, move);
        this.#positions.push(game.positionText(reached));
      }
    }
    this.#gameKey = gameKey;
    this.#texts = [...texts];
  }
}

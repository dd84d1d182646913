/** What reading a game gave: the game as far as it could be read, and what could not. */
import { BadNotation, IllegalMove, type Game } from '../../games/game.ts';
import { TooManyMoves, type PlayedGame } from './played.ts';
import type { Unit } from './unit.ts';

/** A place in a text that cannot be read, and why. */
export interface Fault {
  /** Counted from 1. */
  readonly line: number;
  /** In characters, counted from 1. */
  readonly column: number;
  /** The action that was due, counted from 1; null where it is not about a move. */
  readonly ply: number | null;
  /** The text there, shortened. */
  readonly text: string;
  readonly why: string;
}

export interface Reading {
  /** Null if not even a start could be read. */
  readonly whole: PlayedGame | null;
  /** In the order of the text; at most `mostFaults`. */
  readonly faults: readonly Fault[];
  /** The game of ours that the text names, where it is another one than the one it was read as. */
  readonly named?: Game;
  /** The text names the game that it was read as. */
  readonly isNamed?: boolean;
}

/** The text names another game of ours than the one it is read as. */
export class OtherGame extends BadNotation {
  readonly game: Game;

  constructor(game: Game, readAs: Game) {
    super(`this is a game of ${game.name}, not of ${readAs.name}`);
    this.game = game;
  }
}

/** The most faults of one game; further ones say nothing new. */
export const mostFaults = 20;

/** In characters. */
const mostQuoted = 40;

/** Control characters as spaces, shortened. */
function excerptAt(text: string, at: number): string {
  const end = text.slice(at, at + mostQuoted).search(/[\r\n]/);
  const part = text.slice(at, at + (end < 0 ? mostQuoted : end));
  return part.replace(/[\u0000-\u001f\u007f]/g, ' ');
}

export function faultAt(unit: Unit, at: number, ply: number | null, why: string): Fault {
  let line = unit.line;
  let begin = 0;
  for (let next = unit.text.indexOf('\n'); next >= 0 && next < at; next = unit.text.indexOf('\n', next + 1)) {
    line++;
    begin = next + 1;
  }
  return { line, column: at - begin + 1, ply, text: excerptAt(unit.text, at), why };
}

/** Where and why, in words. */
export const faultWords = ({ line, column, ply, text, why }: Fault): string => {
  const at = ply === null ? '' : `, ply ${ply}`;
  return `line ${line}, column ${column}${at}: ${why}${text === '' ? '' : `: ${text}`}`;
};

/** The message of an error that a text is to blame for. @throws every other error */
export function blameOf(error: unknown): string {
  if (error instanceof BadNotation || error instanceof IllegalMove || error instanceof TooManyMoves) {
    return error.message;
  }
  throw error;
}

/** A form cannot hold this game; `message` says why. */
export class CannotWrite extends Error {
  override readonly name = 'CannotWrite';
}

/** What a form has no room for. */
export type Lost =
  | 'variations'
  | 'comments'
  | 'blanks around comments'
  | 'owners of walls'
  | 'glyphs'
  | 'marks'
  | 'clocks'
  | 'evaluations'
  | 'headers'
  | 'moves'
  | 'properties of other programs';

export interface Written {
  readonly text: string;
  readonly lost: readonly Lost[];
}

/**
 * How other programs write games and positions of one game. A form is a file of the game's folder `forms/`; what all forms
 * have in common (tags, comments, variations, lines, decisions between forms) is in `app/records/forms`. Forms are pure,
 * and everything that they read is played by the rules before it counts.
 */
import type { Seat } from './game.ts';

/** Who won, if anyone, and after how many plies. */
export interface FormOutcome {
  readonly winner: Seat | null;
  readonly plies: number;
}

/** What a program says of a position, as seen by the side to move there. */
export type FormScore =
  /** `plies` until the end, null if unknown; negative scores are losses. */
  { readonly kind: 'win' | 'loss'; readonly plies: number | null } | { readonly kind: 'draw' };

interface Named {
  /** For the command line; unique among all forms. */
  readonly id: string;
  /** Fits in a list: "PlayOK". */
  readonly name: string;
  /** Whole texts, each with at least one move or position; tests read and write them. */
  readonly examples: readonly string[];
}

/** What a line says beside its moves. */
export interface FormLine<Position> {
  /** The part of the line with the moves: from this index, up to `end`. */
  readonly begin: number;
  readonly end?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Instead of the initial position. */
  readonly start?: Position;
  /** Of the position after the last move. */
  readonly score?: FormScore;
}

/** Games as words separated by blanks: plain lists, numbered lists, PGN. */
export interface WordsForm<Position = unknown, Move = unknown> extends Named {
  readonly kind: 'words';
  /** Each line is a game. Otherwise a game may take several lines: numbered moves, or PGN with its tags. */
  readonly aLineEach?: true;
  /** Written with PGN's tags and move numbers, not as a plain list. */
  readonly isPgn?: true;
  /** Values of PGN's tag `Variant` that mean this form; the first is written. */
  readonly variants?: readonly string[];
  /** The parts of a word that is more than one action; without it, a word is one. @throws BadNotation */
  readonly parts?: (word: string, position: Position) => readonly string[];
  /** Whether a word belongs to the action before it, such as a capture that stands alone. */
  readonly joins?: (word: string) => boolean;
  /** Null if the line is not of this form. @throws BadNotation */
  readonly line?: (text: string) => FormLine<Position> | null;
  /** The text before the moves of a game; empty by default. */
  readonly before?: (start: Position, outcome: FormOutcome) => string;
  /** Positions in PGN's tag `FEN`, if they are not the game's own texts. */
  readonly fen?: { read(text: string): Position; write(position: Position): string };
  /** Does not check legality. @throws BadNotation */
  readMove(position: Position, word: string): Move;
  /** Absent if the form is only read. @throws BadNotation if it has no word for the move */
  readonly moveText?: (position: Position, move: Move) => string;
  /** What stands between two moves; a blank by default. */
  readonly between?: string;
  /** It has no room for a start position: games that begin elsewhere cannot be written. */
  readonly fromInitial?: true;
}

export interface FormPosition<Position> {
  readonly position: Position;
  readonly score?: FormScore;
}

/** A position on each line. */
export interface PositionsForm<Position = unknown> extends Named {
  readonly kind: 'positions';
  /** @throws BadNotation */
  read(text: string): FormPosition<Position>;
  /** Absent if the form is only read. @throws BadNotation if the form cannot hold the position */
  readonly write?: (position: Position) => string;
  /** What it has no room for: told where a position that was written is another one when it is read. */
  readonly lacks?: 'owners of walls';
}

/** A whole file with one position and the moves after it. */
export interface FileForm<Position = unknown, Move = unknown> extends Named {
  readonly kind: 'file';
  /**
   * The start, and the moves as far as they can be read; `fault` says why reading stopped.
   * @throws BadNotation if there is no start position
   */
  read(text: string): {
    readonly start: Position;
    readonly moves: readonly Move[];
    readonly fault: { readonly at: number; readonly why: string } | null;
  };
  readonly write?: (start: Position, moves: readonly Move[]) => string;
}

/** One property of a node of SGF. */
export type SgfProperty = readonly [name: string, values: readonly string[]];

/** Games in SGF of another program, which has its own properties for moves. */
export interface SgfForm<Position = unknown, Move = unknown> extends Named {
  readonly kind: 'sgf';
  /**
   * What the root says. Null if the game is not of this form.
   * @throws BadNotation if it is, but begins in a way that its text does not tell
   */
  root(properties: readonly SgfProperty[]): {
    readonly start: Position;
    readonly headers: Readonly<Record<string, string>>;
  } | null;
  /** The actions of a node, empty if it has none; `state` is shared by the nodes of a line. @throws BadNotation */
  readMoves(
    position: Position,
    properties: readonly SgfProperty[],
    state: Map<string, string>,
  ): readonly Move[];
  /**
   * Whether `root` and `readMoves` read all that a value says, or `write` writes it again. What they do not read is kept, and
   * told where the form has no room for it.
   */
  reads(name: string, value: string): boolean;
  readonly write?: (start: Position, moves: readonly Move[]) => string;
}

export type Form<Position = unknown, Move = unknown> =
  | WordsForm<Position, Move>
  | PositionsForm<Position>
  | FileForm<Position, Move>
  | SgfForm<Position, Move>;

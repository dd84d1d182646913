/** The engine's side of a protocol, on which the bundled engines are built. Sans-I/O, as a driver is. */
import type { Limit } from '../shapes/engines.ts';
import type { Score } from '../shapes/games.ts';

export interface Job {
  readonly id: number;
  /** A position of the responder's game. */
  readonly position: unknown;
  readonly limit: Limit;
  readonly only: unknown;
  /** The moves to choose from, if not all legal ones: at least one. */
  readonly among?: readonly unknown[];
}

/** The result of a search, in the game's own moves. */
export interface Finding {
  readonly bestmove: unknown;
  readonly score: Score | null;
  readonly scores: readonly { readonly move: unknown; readonly score: Score }[];
  /** The expected line of play from the position. */
  readonly line: readonly unknown[];
  readonly depth: number;
  readonly nodes: number;
}

export type ResponderEvent =
  | { readonly kind: 'send'; readonly line: string }
  /** Allocate tables now; later lines of the same batch wait for it. */
  | { readonly kind: 'prepare' }
  /** Begin this search, and call `progress` and `answer` for it. */
  | { readonly kind: 'search'; readonly job: Job }
  /** End this search at once, and call `answer` with the best move so far. */
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'option'; readonly name: string; readonly value: string }
  | { readonly kind: 'newGame' }
  /** Text for stderr, if the protocol has no answer to a command that cannot be obeyed. */
  | { readonly kind: 'complain'; readonly text: string }
  | { readonly kind: 'exit' };

/** The mirror image of a driver. */
export interface Responder {
  /** The engine's first lines, if the protocol lets it speak first. */
  open?(): readonly ResponderEvent[];
  receive(line: string): readonly ResponderEvent[];
  /** Progress of a search, which the responder may report or not. */
  progress(id: number, finding: Finding): readonly ResponderEvent[];
  /** The search is over; a null bestmove means that there is no move. */
  answer(id: number, finding: Finding): readonly ResponderEvent[];
}

/** The engine's side of a protocol, on which the bundled engines stand. Sans-I/O, as a driver is. */
import type { Limit } from '../shapes/engines.ts';
import type { Score } from '../shapes/games.ts';

/** What the engine's side is asked to find out. */
export interface Job {
  readonly id: number;
  /** A position of the game that the responder was made for. */
  readonly position: unknown;
  readonly limit: Limit;
  readonly only: unknown;
}

/** What an engine found, in the game's own moves. */
export interface Finding {
  readonly bestmove: unknown;
  readonly score: Score | null;
  readonly scores: readonly { readonly move: unknown; readonly score: Score }[];
  /** The expected line of play from the position on. */
  readonly line: readonly unknown[];
  readonly depth: number;
  readonly nodes: number;
}

export type ResponderEvent =
  | { readonly kind: 'send'; readonly line: string }
  /** Allocate tables and the like now; lines that follow in the same batch wait for it. */
  | { readonly kind: 'prepare' }
  /** Begin this search; `progress` and `answer` are told of it. */
  | { readonly kind: 'search'; readonly job: Job }
  /** End this search at once and `answer` with the best so far. */
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'option'; readonly name: string; readonly value: string }
  | { readonly kind: 'newGame' }
  /** Words for whoever reads stderr, where the protocol has none for a command that cannot be obeyed. */
  | { readonly kind: 'complain'; readonly text: string }
  | { readonly kind: 'exit' };

/** The engine's side of a conversation, the mirror image of a driver. */
export interface Responder {
  /** What the engine says before it has heard anything, where the protocol has it speak first. */
  open?(): readonly ResponderEvent[];
  receive(line: string): readonly ResponderEvent[];
  /** How far the search has come; the responder decides whether the partner hears of it. */
  progress(id: number, finding: Finding): readonly ResponderEvent[];
  /** The search is over; `null` bestmove says that there is no move. */
  answer(id: number, finding: Finding): readonly ResponderEvent[];
}

/**
 * Setting up a position by hand. A draft is a value of the game's position type that may break the rules for positions
 * while it is edited; whatever draws a position draws a draft too. Each game declares what can be edited (`Game.editor`);
 * what all have in common is in editing.ts.
 */
import type { Area, Piece, Seat } from './board.ts';

/** Something of the palette that is used at an area of the board. */
export interface Tool {
  readonly id: string;
  /** "White's pawn", "one storey higher". */
  readonly name: string;
  /** Whose piece it places; null if it changes pieces of both sides. */
  readonly seat: Seat | null;
  /** Drawn in the palette: the piece, centred on the origin, or a character. */
  readonly icon: Piece | string;
}

interface FieldBase {
  readonly id: string;
  readonly label: string;
  readonly value: number;
  /** What the value means, in a sentence, where the label does not say it. */
  readonly hint?: string;
}

/** A number or a choice that belongs to the position and is not on the board: a size, walls left. */
export type EditorField = FieldBase &
  (
    | { readonly kind: 'number'; readonly min: number; readonly max: number; readonly step: number }
    | {
        readonly kind: 'choice';
        readonly choices: readonly { readonly value: number; readonly title: string }[];
      }
  );

/** Something wrong or unusual about a draft. */
export interface Fault<Position = unknown> {
  /** A sentence with its place, without a full stop: "both pawns stand on e5". */
  readonly words: string;
  /** An `error` is not a position of the game; a `warning` is one that no game, or not every program, knows. */
  readonly level: 'error' | 'warning';
  /** The areas of the editor that it is about. */
  readonly at: readonly string[];
  readonly remedy?: { readonly title: string; readonly draft: Position };
}

/** A draft after a change, or why it cannot be changed so; empty if there is nothing to tell. */
export type Edited<Position> =
  | { readonly draft: Position; readonly refusal?: never }
  | { readonly refusal: string };

/** The part of a game that the position editor needs. No function writes to a draft. */
export interface Editor<Position = unknown> {
  /** The areas to pick, if they are not those of the geometry: each cell instead of whole columns. */
  areas?(draft: Position): readonly Area[];
  /** What stands on each area that has something, if the view does not say it. */
  standing?(draft: Position): Readonly<Record<string, string>>;
  readonly tools: readonly Tool[];
  fields(draft: Position): readonly EditorField[];
  /** Sets a field of `fields` to a value within its range. What does not fit a smaller board is left out. */
  withField(draft: Position, id: string, value: number): Position;
  withMover(draft: Position, seat: Seat): Position;
  /** The same board without anything that can be removed from it. */
  cleared(draft: Position): Position;
  /** Uses a tool. A piece that stands there already is removed. */
  put(draft: Position, tool: string, area: string): Edited<Position>;
  removed(draft: Position, area: string): Edited<Position>;
  /** Where each piece can be moved, as pairs of areas. */
  paths(draft: Position): readonly (readonly [from: string, to: string])[];
  /** @param path one of `paths` */
  moved(draft: Position, path: readonly [from: string, to: string]): Position;
  /** Errors are what `parsePosition` would throw. */
  faults(draft: Position): readonly Fault<Position>[];
  /** As `parsePosition`, and also what breaks the rules in ways that `faults` tells. @throws BadNotation */
  read(text: string): Position;
}

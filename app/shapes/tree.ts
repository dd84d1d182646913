/** The tree of a game: what a node holds beside its move, and the edits that change it. */
import * as v from 'valibot';
import { count, list, text, type Shape } from './base.ts';

/** The most nodes of one game, including deleted ones. */
export const mostNodes = 100_000;

/** The most characters of a comment. */
export const mostComment = 65_536;

/** An integer that the game gives to each node once; 0 is the root, the start position. */
export const NodeId = count;
export type NodeId = Shape<typeof NodeId>;

/** Numeric annotation glyphs as PGN numbers them: 1 is `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`. */
export const Glyph = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(255));
export type Glyph = Shape<typeof Glyph>;

export const MarkColor = v.picklist(['green', 'red', 'blue', 'yellow']);
export type MarkColor = Shape<typeof MarkColor>;

/** A ring around a spot of the board, or an arrow from one spot to another. */
export const Mark = v.strictObject({
  color: MarkColor,
  /** Names of spots, as the game's geometry gives them. `to` is null for a ring. */
  from: text(64),
  to: v.nullable(text(64)),
});
export type Mark = Shape<typeof Mark>;

/** What a node holds beside its move. */
export const Annotations = v.strictObject({
  comment: text(mostComment),
  glyphs: list(Glyph),
  marks: list(Mark),
  /** In seconds: what the clock of the side that moved showed after the move; null if it is unknown. */
  clock: v.nullable(v.number()),
  /** In seconds: what the move took; null if it is unknown. */
  spent: v.nullable(v.number()),
  /** Properties of the node in a file that Plywire itself does not use. */
  properties: v.record(text(64), list(v.string())),
});
export type Annotations = Shape<typeof Annotations>;

/** A node as files and clients have it; what is absent is empty or unknown. The root has no move. */
export const SavedNode = v.strictObject({
  parent: v.optional(NodeId),
  move: v.optional(v.string()),
  children: v.optional(list(NodeId)),
  /** It was deleted, with all that follows it, and can be restored. */
  isDeleted: v.optional(v.literal(true)),
  ...v.partial(Annotations).entries,
});
export type SavedNode = Shape<typeof SavedNode>;

const NewMoves = v.pipe(list(text(64)), v.minLength(1), v.maxLength(mostNodes));

/** One change of a tree. `at` and `node` name nodes that the game has; a move is its canonical text. */
export const Edit = v.variant('kind', [
  /** Moves in sequence after `at`, as its last child: a move made, or a line inserted. */
  v.strictObject({ kind: v.literal('play'), at: NodeId, moves: NewMoves }),
  /** Deletes a node with all that follows it. */
  v.strictObject({ kind: v.literal('delete'), node: NodeId }),
  /** Puts a deleted node back, as this child of its parent. */
  v.strictObject({ kind: v.literal('restore'), node: NodeId, index: count }),
  /** Makes a node this child of its parent; the first child is the main line. */
  v.strictObject({ kind: v.literal('order'), node: NodeId, index: count }),
  /** Replaces those annotations that are named. */
  v.strictObject({ kind: v.literal('annotate'), node: NodeId, to: v.partial(Annotations) }),
  /** A header of the game (players, event, date, result …); null removes it. */
  v.strictObject({ kind: v.literal('header'), name: text(64), text: v.nullable(text(mostComment)) }),
]);
export type Edit = Shape<typeof Edit>;

/** Edits that are made, undone and redone as one. */
export const Change = v.pipe(list(Edit), v.minLength(1));
export type Change = Shape<typeof Change>;

/** One step of a game as it is stored: applied to the game before, it gives the game after. */
export const GameStep = v.union([
  v.strictObject({ do: Change }),
  v.strictObject({ undo: v.literal(true) }),
  v.strictObject({ redo: v.literal(true) }),
]);
export type GameStep = Shape<typeof GameStep>;

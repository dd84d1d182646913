/** The games that are open, and the one shown. */
import * as v from 'valibot';
import { Player } from '../../library/shapes.ts';
import { count, Id, list, pair, SeatIndex } from '../../shapes/base.ts';
import { GameFile } from '../../shapes/files.ts';
import { GameEnding } from '../../shapes/games.ts';
import { NodeId, SavedNode } from '../../shapes/tree.ts';

export const Setup = v.record(v.string(), v.pipe(v.number(), v.integer()));

/** What a list of games shows. */
export const GameHeader = v.strictObject({
  id: Id,
  gameId: v.string(),
  players: pair(Player),
  headers: v.record(v.string(), v.string()),
  /** Of the main line. */
  plies: count,
  /** All moves, those of variations included. */
  moves: count,
  /** The last moves of the main line, as canonical texts, at most three. */
  last: list(v.string()),
  /** It has no moves, and nothing was done in it: closing it would only make room for another like it. */
  isEmpty: v.boolean(),
  /** Milliseconds since 1970; 0 if nothing was done in it. */
  touchedAt: v.number(),
  running: v.boolean(),
  thinking: v.boolean(),
  /** The file of the user's that it is from; null if it is from none. */
  file: v.nullable(GameFile),
});
export type GameHeader = v.InferOutput<typeof GameHeader>;

/** A game that is not open here. */
export const OtherGame = v.strictObject({
  ...v.pick(GameHeader, ['id', 'gameId', 'headers', 'plies', 'moves', 'last', 'touchedAt']).entries,
  /** Another host has it open. */
  isElsewhere: v.boolean(),
});
export type OtherGame = v.InferOutput<typeof OtherGame>;

export const GameState = v.strictObject({
  key: Id,
  gameId: v.string(),
  setup: Setup,
  /** The start as position text; null is the initial position of the setup. */
  start: v.nullable(v.string()),
  headers: v.record(v.string(), v.string()),
  /** By their ids; the first is the root. */
  nodes: list(SavedNode),
  shown: NodeId,
  /** Grows with each change of the nodes or of the one shown, as long as the host has the game open. */
  revision: count,
  players: pair(Player),
  /** Whether engines are asked when it is their turn. */
  running: v.boolean(),
  /** The node at which play goes on; null while it does not run. */
  tip: v.nullable(NodeId),
  /** The side whose engine is being asked, and the node it is asked about. */
  thinking: v.nullable(v.strictObject({ seat: SeatIndex, at: NodeId })),
  /** How the game ended at the node shown; null if it goes on there. */
  ending: v.nullable(GameEnding),
  /** Null if the game has no clock. */
  clocks: v.nullable(
    v.strictObject({
      /** Seconds of each side at the beginning of its turn. */
      left: pair(v.number()),
      /** The side whose clock runs, with its seconds at `since`, in milliseconds since 1970; null if none does. */
      running: v.nullable(v.strictObject({ seat: SeatIndex, left: v.number(), since: v.number() })),
    }),
  ),
  /** The example of a home without games, as it was. */
  isExample: v.boolean(),
  canUndo: v.boolean(),
  canRedo: v.boolean(),
});
export type GameState = v.InferOutput<typeof GameState>;

/** What a call about the place shown has led to: the state shows it from that revision of the game on. */
export const Reached = v.strictObject({ node: NodeId, revision: count });
export type Reached = v.InferOutput<typeof Reached>;

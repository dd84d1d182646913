/** The game on the board, and a place in it. */
import * as v from 'valibot';
import { Id, Player } from '../../library/shapes.ts';
import { count, SeatIndex } from './base.ts';

export const Setup = v.record(v.string(), v.pipe(v.number(), v.integer()));

export const GameEnding = v.strictObject({
  word: v.picklist([
    'win',
    'draw',
    'illegal',
    'time',
    'malformed',
    'crashed',
    'stalled',
    'limit',
    'adjudicated',
    'void',
  ]),
  /** Null for a draw, and for `adjudicated` and `void`. */
  winner: v.nullable(SeatIndex),
  /** Whose fault it was, where it was one. */
  fault: v.nullable(SeatIndex),
  /** The rule's name, or one sentence of what happened. */
  reason: v.string(),
  advice: v.string(),
});
export type GameEnding = v.InferOutput<typeof GameEnding>;

/** What names one position of one game: the game's key and how many moves of it have been made. */
export const Place = v.strictObject({ key: Id, cursor: count });
export type Place = v.InferOutput<typeof Place>;

export const GameState = v.strictObject({
  key: Id,
  gameId: v.string(),
  setup: Setup,
  /** Position text of the start; null is the initial position of the setup. */
  start: v.nullable(v.string()),
  /** Canonical move texts, from the start. */
  moves: v.array(v.string()),
  cursor: count,
  players: v.tuple([Player, Player]),
  /** Engines are asked when it is their turn. */
  running: v.boolean(),
  /** The seat whose engine is being asked. */
  thinking: v.nullable(SeatIndex),
  /** How the game ended at the place shown; null while it goes on there. */
  ending: v.nullable(GameEnding),
  canUndo: v.boolean(),
  canRedo: v.boolean(),
});
export type GameState = v.InferOutput<typeof GameState>;

/** The game on the board. */
import * as v from 'valibot';
import { Player } from '../../library/shapes.ts';
import { GameEnding } from '../../shapes/games.ts';
import { count, Id, list, pair, SeatIndex } from '../../shapes/base.ts';

export const Setup = v.record(v.string(), v.pipe(v.number(), v.integer()));

export const GameState = v.strictObject({
  key: Id,
  gameId: v.string(),
  setup: Setup,
  /** The start as position text; null is the initial position of the setup. */
  start: v.nullable(v.string()),
  /** Canonical move texts, from the start. */
  moves: list(v.string()),
  cursor: count,
  players: pair(Player),
  /** Whether engines are asked when it is their turn. */
  running: v.boolean(),
  /** The seat whose engine is being asked. */
  thinking: v.nullable(SeatIndex),
  /** How the game ended at the place shown; null if it continues there. */
  ending: v.nullable(GameEnding),
  canUndo: v.boolean(),
  canRedo: v.boolean(),
});
export type GameState = v.InferOutput<typeof GameState>;

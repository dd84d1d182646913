/**
 * Reads games as they were stored before a game was a tree of moves, by versions before 0.1.0: a record as JSON. Nothing
 * writes them any more. The shape is checked first, then the rules of the game.
 */
import * as v from 'valibot';
import { BadNotation } from '../games/game.ts';
import { games } from '../games/registry.ts';
import { newRecord, withMoves, type GameRecord } from './record.ts';

const RECORD_VERSION = 1;

/** In plies: longer than any game of the four; bounds the cost of a damaged file. */
export const MAX_RECORD_PLIES = 10_000;

/** In characters of any one text; a 25 by 25 Quoridor board full of walls takes about 2900. */
const MAX_TEXT = 3_000;

const text = v.pipe(v.string(), v.maxLength(MAX_TEXT));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** The shape only; `decodeRecord` also applies the rules. */
const recordSchema = v.object({
  version: v.literal(RECORD_VERSION),
  key: v.pipe(text, v.nonEmpty()),
  game: text,
  setup: v.record(text, v.number()),
  start: v.nullable(text),
  moves: v.pipe(v.array(text), v.maxLength(MAX_RECORD_PLIES)),
  cursor: count,
});

/** @throws BadNotation naming what is wrong and where */
export function decodeRecord(json: unknown): GameRecord {
  const shape = v.safeParse(recordSchema, json);
  if (!shape.success) {
    const [issue] = shape.issues;
    const path = v.getDotPath(issue);
    throw new BadNotation(`this is not a record${path === null ? '' : `, at ${path}`}: ${issue.message}`);
  }
  const { key, game: id, setup, start, moves, cursor } = shape.output;
  const game = games.get(id);
  if (!game) throw new BadNotation(`the record is of an unknown game, "${id}"`);
  const opened = newRecord(game, key, { setup, start });
  for (const [field, value] of Object.entries(setup)) {
    if (opened.setup[field] !== value) {
      throw new BadNotation(`the record's ${field} is ${value}, but its start position has another`);
    }
  }
  if (cursor > moves.length) {
    throw new BadNotation(`the record has ${moves.length} moves and stands after move ${cursor}`);
  }
  return { ...withMoves(opened, moves), cursor };
}

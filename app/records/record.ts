/**
 * One line of a game: its start, its moves and the current ply. Records are immutable; texts are canonical, so that
 * a record means the same to every reader. A record has one line of play, stored as `moves` and `cursor`; `recordLine`
 * gives it to readers.
 */
import type { Game, Setup } from '../games/game.ts';
import { playOn, type Line } from '../games/line.ts';
import { gameById } from '../games/registry.ts';
import { LineCache } from './line-cache.ts';

export interface GameRecord {
  /** Identifies the game; becomes `Line.gameKey`. */
  readonly key: string;
  readonly gameId: string;
  readonly setup: Setup;
  /** The start position's text; null is the initial position of the setup. */
  readonly start: string | null;
  /** Canonical texts, one per ply. */
  readonly moves: readonly string[];
  /** The number of moves made in the current position: 0 to `moves.length`. */
  readonly cursor: number;
}

/** The start of a record. A start text overrides the setup, since it includes its own. */
export interface GameStart {
  readonly setup?: Setup;
  readonly start?: string | null;
}

/** @throws BadNotation if the setup or the start text cannot be read */
export function newRecord(game: Game, key: string, opening: GameStart = {}): GameRecord {
  const { setup, start } = normalStart(game, opening);
  return { key, gameId: game.id, setup, start, moves: [], cursor: 0 };
}

/** The same opening with a complete setup and a canonical text, or null for the initial position. */
export function normalStart(
  game: Game,
  { setup, start = null }: GameStart,
): { readonly setup: Setup; readonly start: string | null } {
  const position = start === null ? game.initial(setup) : game.parsePosition(start);
  const complete = game.setupOf(position);
  if (start === null) return { setup: complete, start };
  const text = game.positionText(position);
  return { setup: complete, start: text === game.positionText(game.initial(complete)) ? null : text };
}

export function startPosition(record: Pick<GameRecord, 'gameId' | 'setup' | 'start'>): unknown {
  const game = gameById(record.gameId);
  return record.start === null ? game.initial(record.setup) : game.parsePosition(record.start);
}

/** For the record read last, which is nearly always a record of the game on the board. */
const played = new LineCache();

/** @throws BadNotation naming the ply, counted from 1 */
function lineOf(record: GameRecord, texts: readonly string[]): Line {
  const beginning = {
    text: record.start ?? JSON.stringify(record.setup),
    position: () => startPosition(record),
  };
  return { ...played.line(gameById(record.gameId), beginning, texts), gameKey: record.key };
}

/** Canonical texts of moves made from `start`, one per ply. @throws IllegalMove */
export function moveTexts(game: Game, start: unknown, moves: readonly unknown[]): readonly string[] {
  let position = start;
  return moves.map((move) => {
    const text = game.moveText(position, move);
    position = playOn(game, position, move);
    return text;
  });
}

/** The line of play up to the cursor. */
export const recordLine = (record: GameRecord): Line => lineOf(record, record.moves.slice(0, record.cursor));

/** The record at another ply, clamped to its ends. */
export function goTo(record: GameRecord, ply: number): GameRecord {
  const cursor = Math.max(0, Math.min(record.moves.length, Math.trunc(ply)));
  return cursor === record.cursor ? record : { ...record, cursor };
}

/** The record with its line replaced by these move texts, at its end. @throws BadNotation */
export function withMoves(record: GameRecord, texts: readonly string[]): GameRecord {
  const line = lineOf(record, texts);
  const moves = moveTexts(line.game, line.start, line.moves);
  return { ...record, moves, cursor: moves.length };
}

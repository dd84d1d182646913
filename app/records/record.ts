/**
 * The record of one game: its start, its moves and the current ply. Records are immutable; texts are canonical, so that
 * a record means the same to every reader. A record has one line of play, stored as `moves` and `cursor`; `recordLine`
 * gives it to readers.
 */
import type { Game, Setup } from '../games/game.ts';
import type { Line } from '../games/line.ts';
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
    position = game.play(position, move);
    return text;
  });
}

/** The line of play up to the cursor. */
export const recordLine = (record: GameRecord): Line => lineOf(record, record.moves.slice(0, record.cursor));

/** The line of play to its end. */
export const fullLine = (record: GameRecord): Line => lineOf(record, record.moves);

/**
 * Plays `move` at the cursor. If the record has that move there, the cursor steps forward; any other move replaces what
 * followed.
 * @throws IllegalMove
 */
export function playMove(record: GameRecord, move: unknown): GameRecord {
  const { game, position } = recordLine(record);
  game.play(position, move);
  const text = game.moveText(position, move);
  const cursor = record.cursor + 1;
  if (record.moves[record.cursor] === text) return { ...record, cursor };
  return { ...record, moves: [...record.moves.slice(0, record.cursor), text], cursor };
}

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

/**
 * The most edits that can be undone. Edits share texts, so a record takes a few kilobytes at most and 200 of them stay
 * under a megabyte.
 */
export const HISTORY_LIMIT = 200;

/**
 * Undo and redo over records. Browsing is not an edit: it amends the present record. The value is immutable and bounded,
 * and counts the edits it has dropped.
 */
export interface History {
  /** Oldest first. */
  readonly past: readonly GameRecord[];
  readonly present: GameRecord;
  /** The next redo first. */
  readonly future: readonly GameRecord[];
  /** Edits too old to be undone. */
  readonly forgotten: number;
}

export const newHistory = (present: GameRecord): History => ({ past: [], present, future: [], forgotten: 0 });

/** An edit: `undo` restores `present`; undone edits are dropped. */
export function commit(history: History, present: GameRecord): History {
  if (present === history.present) return history;
  const past = [...history.past, history.present];
  const excess = Math.max(0, past.length - HISTORY_LIMIT);
  return { past: past.slice(excess), present, future: [], forgotten: history.forgotten + excess };
}

/** Another cursor on the present record, without a step to undo. */
export const amend = (history: History, present: GameRecord): History => ({ ...history, present });

/** Returns the same history if there is nothing to undo. */
export function undo(history: History): History {
  const present = history.past.at(-1);
  if (!present) return history;
  return {
    ...history,
    past: history.past.slice(0, -1),
    present,
    future: [history.present, ...history.future],
  };
}

/** Returns the same history if there is nothing to redo. */
export function redo(history: History): History {
  const [present, ...future] = history.future;
  if (!present) return history;
  return { ...history, past: [...history.past, history.present], present, future };
}

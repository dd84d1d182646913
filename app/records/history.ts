/**
 * Undo and redo over records: what an edit replaced, and what undoing it replaced in turn. Browsing is no
 * edit: it amends the present record. Immutable, bounded, and it counts what it let go.
 */
import type { GameRecord } from './record.ts';

/**
 * In edits that can be undone. A record is some kilobytes at most, since edits share its texts, so 200 of
 * them stay under a megabyte; and nobody counts further back by key.
 */
export const HISTORY_LIMIT = 200;

export interface History {
  /** Oldest first. */
  readonly past: readonly GameRecord[];
  readonly present: GameRecord;
  /** The next redo first. */
  readonly future: readonly GameRecord[];
  /** Edits that are too old to be undone. */
  readonly forgotten: number;
}

export const newHistory = (present: GameRecord): History => ({ past: [], present, future: [], forgotten: 0 });

/** An edit: `present` can be had back by `undo`, what was undone before is gone. */
export function commit(history: History, present: GameRecord): History {
  if (present === history.present) return history;
  const past = [...history.past, history.present];
  const excess = Math.max(0, past.length - HISTORY_LIMIT);
  return { past: past.slice(excess), present, future: [], forgotten: history.forgotten + excess };
}

/** Another look at the present record (its cursor); no step of its own to undo. */
export const amend = (history: History, present: GameRecord): History => ({ ...history, present });

/** The same history where there is nothing to undo. */
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

/** The same history where there is nothing to redo. */
export function redo(history: History): History {
  const [present, ...future] = history.future;
  if (!present) return history;
  return { ...history, past: [...history.past, history.present], present, future };
}

/**
 * A tree with what can be undone and redone. Immutable; there is no limit, since a step holds only the change that
 * undoes it and shares everything else.
 */
import type { Change } from '../shapes/tree.ts';
import { applyChange } from './edits.ts';
import type { GameTree } from './tree.ts';

interface Step {
  /** To be applied when the step is taken. */
  readonly change: Change;
  readonly next: Step | null;
}

export interface EditedTree {
  readonly tree: GameTree;
  readonly undo: Step | null;
  readonly redo: Step | null;
}

export const unedited = (tree: GameTree): EditedTree => ({ tree, undo: null, redo: null });

/** What was undone before can no longer be redone. @throws StaleEdit | TreeIsFull */
export function edited(open: EditedTree, change: Change): EditedTree {
  const { tree, undo } = open;
  const applied = applyChange(tree, change);
  return { tree: applied.tree, undo: { change: applied.inverse, next: undo }, redo: null };
}

/** Null if there is nothing to undo. */
export function undone({ tree, undo, redo }: EditedTree): EditedTree | null {
  if (undo === null) return null;
  const applied = applyChange(tree, undo.change);
  return { tree: applied.tree, undo: undo.next, redo: { change: applied.inverse, next: redo } };
}

/** Null if there is nothing to redo. Restored nodes keep their ids. */
export function redone({ tree, undo, redo }: EditedTree): EditedTree | null {
  if (redo === null) return null;
  const applied = applyChange(tree, redo.change);
  return { tree: applied.tree, undo: { change: applied.inverse, next: undo }, redo: redo.next };
}

/** The changes of a stack, the next one first. */
export function stepsOf(stack: Step | null): readonly Change[] {
  const changes: Change[] = [];
  for (let step = stack; step !== null; step = step.next) changes.push(step.change);
  return changes;
}

/** A tree with these changes to be undone and redone, the next one first. */
export function withSteps(tree: GameTree, undo: readonly Change[], redo: readonly Change[]): EditedTree {
  const stacked = (changes: readonly Change[]): Step | null =>
    changes.reduceRight<Step | null>((next, change) => ({ change, next }), null);
  return { tree, undo: stacked(undo), redo: stacked(redo) };
}

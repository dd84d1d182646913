/**
 * Iterative deepening: from a task to each column's value.
 *
 * What a finished iteration of depth d says is what plain minimax of depth d says: a four that can be
 * forced within d plies is found, with its exact distance (the shortest win, the longest loss), and no
 * other four is claimed. With `extend` forced replies cost no depth; then fours *beyond* d may be found as
 * well, and those within d keep their distances.
 */
import { lineBehind } from './line.ts';
import { Tree, type TreeTask } from './tree.ts';
import { infinity, isDecisive, pliesOf } from './evaluate.ts';

export interface SearchTask extends TreeTask {
  /** The columns to look at, none of them full, the preferred ones first: they win ties. */
  readonly columns: readonly number[];
  /** In plies; what goes beyond the full board is cut. */
  readonly maxDepth: number;
  /** An exact value for each column, and not for the best one alone. */
  readonly everyColumn: boolean;
  /** Asked once in `pollInterval` nodes, from the second iteration on; `nodes` is how many there were. */
  shouldStop(nodes: number): boolean;
  /** Whether the answer is waited for, so that its line must be short of time; `shouldStop` where left out. */
  isAwaited?(): boolean;
  /** Told of each finished iteration. */
  onIteration?(iteration: Iteration): void;
}

export interface ColumnValue {
  readonly column: number;
  readonly value: number;
}

/** What a finished iteration found. */
export interface Iteration {
  readonly depth: number;
  readonly best: ColumnValue;
  /** Exact values: of each column looked at, or (without `everyColumn`) of the best one alone. */
  readonly values: readonly ColumnValue[];
  readonly nodes: number;
}

export interface SearchResult extends Iteration {
  /**
   * The expected columns from the root on. Where the value is decisive it goes up to the four, unless the
   * four lies beyond the depth (`extend`) or playing it out would take too long: longer than a moment
   * where the search was stopped.
   */
  readonly line: readonly number[];
  /** Deeper iterations would say nothing new about the values. */
  readonly proven: boolean;
  /** Cut short before `maxDepth`. */
  readonly stopped: boolean;
}

/** @throws RangeError where `columns` is empty. */
export function search(task: SearchTask): SearchResult {
  const { board } = task;
  const first = task.columns[0];
  if (first === undefined) throw new RangeError('there is no column to look at');
  task.table?.age();
  const tree = new Tree(task);
  const shouldStop = (): boolean => task.shouldStop(tree.nodes);
  const deepest = Math.max(1, Math.min(task.maxDepth, board.empty));
  const known = new Map<number, ColumnValue>();
  let last: Iteration | null = null;
  let proven = false;
  for (let depth = 1; depth <= deepest && !proven; depth++) {
    tree.begin(depth, depth > 1 ? shouldStop : () => false);
    const values: ColumnValue[] | null = task.everyColumn
      ? everyColumn(task, tree, depth, known, last)
      : bestColumn(task, tree, depth, last);
    if (values === null) break;
    const best = bestOf(values);
    last = { depth, best, values, nodes: tree.nodes };
    const settled = (value: number): boolean => isDecisive(value) && pliesOf(value) <= depth;
    proven = depth >= board.empty || values.every(({ value }) => settled(value));
    task.onIteration?.(last);
  }
  // The first iteration cannot be stopped.
  const found = last!;
  const { stopped } = tree;
  const isAwaited = task.isAwaited ?? shouldStop;
  const line = lineBehind(task, tree, found.best, found.depth, () => stopped || isAwaited());
  return { ...found, line, nodes: tree.nodes, proven, stopped };
}

/** Of equal values the first: columns come with the preferred ones first. */
export function bestOf(values: readonly ColumnValue[]): ColumnValue {
  return values.reduce((a, b) => (b.value > a.value ? b : a));
}

/** The exact value of each column; null when stopped. */
function everyColumn(
  task: SearchTask,
  tree: Tree,
  depth: number,
  known: Map<number, ColumnValue>,
  last: Iteration | null,
): ColumnValue[] | null {
  const values: ColumnValue[] = [];
  for (const column of task.columns) {
    const before = known.get(column);
    // A four within the depth of an earlier iteration has its final distance.
    const settled = before !== undefined && isDecisive(before.value) && pliesOf(before.value) <= last!.depth;
    const value = settled ? before.value : tree.columnValue(column, -infinity, infinity, depth);
    if (tree.stopped) return null;
    values.push({ column, value });
  }
  for (const entry of values) known.set(entry.column, entry);
  return values;
}

/** The best column with its exact value, alone; null when stopped. */
function bestColumn(
  task: SearchTask,
  tree: Tree,
  depth: number,
  last: Iteration | null,
): ColumnValue[] | null {
  const first = last?.best.column ?? task.columns[0]!;
  const columns = [first, ...task.columns.filter((column) => column !== first)];
  let best: ColumnValue | null = null;
  for (const column of columns) {
    const alpha: number = best?.value ?? -infinity;
    let value: number =
      best === null
        ? tree.columnValue(column, alpha, infinity, depth)
        : tree.columnValue(column, alpha, alpha + 1, depth);
    if (best !== null && value > alpha && !tree.stopped) {
      value = tree.columnValue(column, alpha, infinity, depth);
    }
    if (tree.stopped) return null;
    if (best === null || value > best.value) best = { column, value };
  }
  return [best!];
}

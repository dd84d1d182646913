/**
 * Iterative deepening: from a task to each column's value.
 *
 * A finished iteration of depth d returns what plain minimax of depth d returns: a four that can be forced within d
 * plies is found with its exact distance (the shortest win, the longest loss), and no other four is claimed. With
 * `extend`, forced replies cost no depth; then fours *beyond* d may be found too, and those within d keep their
 * distances.
 */
import { lineBehind } from './line.ts';
import { Connect4Tree, type TreeTask } from './tree.ts';
import { infinity, isDecisive, pliesOf } from './evaluate.ts';

export interface SearchTask extends TreeTask {
  /** The columns to search, none of them full; earlier ones win ties. */
  readonly columns: readonly number[];
  /** In plies; clamped to the full board. */
  readonly maxDepth: number;
  /** Exact values for every column, not only for the best. */
  readonly everyColumn: boolean;
  /** Called once per `pollInterval` nodes from the second iteration on; `nodes` is the count so far. */
  shouldStop(nodes: number): boolean;
  /** Whether the answer is awaited, so that its line must be quick; defaults to `shouldStop`. */
  isAwaited?(): boolean;
  /** Called with each finished iteration. */
  onIteration?(iteration: Iteration): void;
}

export interface ColumnValue {
  readonly column: number;
  readonly value: number;
}

/** The result of a finished iteration. */
export interface Iteration {
  readonly depth: number;
  readonly best: ColumnValue;
  /** Exact values: of each column searched, or (without `everyColumn`) of the best one only. */
  readonly values: readonly ColumnValue[];
  readonly nodes: number;
}

export interface SearchResult extends Iteration {
  /**
   * The expected columns from the root on. For a decisive value it reaches the four, unless the four lies beyond the
   * depth (`extend`) or playing it out would take too long (after a stop: longer than a moment).
   */
  readonly line: readonly number[];
  /** Deeper iterations would not change the values. */
  readonly proven: boolean;
  /** Cut short before `maxDepth`. */
  readonly stopped: boolean;
}

/** @throws RangeError if `columns` is empty */
export function search(task: SearchTask): SearchResult {
  const { board } = task;
  const first = task.columns[0];
  if (first === undefined) throw new RangeError('there is no column to look at');
  task.table?.age();
  const tree = new Connect4Tree(task);
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

/** The first of equal values, since preferred columns come first. */
export function bestOf(values: readonly ColumnValue[]): ColumnValue {
  return values.reduce((a, b) => (b.value > a.value ? b : a));
}

/** The exact value of each column; null if stopped. */
function everyColumn(
  task: SearchTask,
  tree: Connect4Tree,
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

/** The best column only, with its exact value; null if stopped. */
function bestColumn(
  task: SearchTask,
  tree: Connect4Tree,
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

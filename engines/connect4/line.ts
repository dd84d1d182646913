/** The line behind a value: the columns that both sides are expected to play. */
import { moveOf, noMove } from './table.ts';
import type { Connect4Tree, TreeTask } from './tree.ts';
import { isDecisive, pliesOf, win } from './evaluate.ts';

/** In nodes: the limit for playing out the line of a decisive value. */
const patientBudget = 300_000;

/** The same once the answer is awaited: about five milliseconds. */
const hastyBudget = 6_000;

/**
 * A decisive value is played out: every move on its line keeps the value, which null-window searches show. Otherwise
 * the table's moves are followed as far as they go.
 *
 * @param column the first of the line
 * @param value the column's
 * @param depth of the iteration that found it
 * @param waited whether the answer is awaited; called repeatedly
 */
export function lineBehind(
  task: TreeTask,
  tree: Connect4Tree,
  { column, value }: { readonly column: number; readonly value: number },
  depth: number,
  waited: () => boolean,
): number[] {
  if (!isDecisive(value)) return followTable(task, column, depth);
  let limit = tree.nodes + patientBudget;
  let hasty = false;
  const hurry = (): boolean => {
    if (!hasty && waited()) {
      hasty = true;
      limit = Math.min(limit, tree.nodes + hastyBudget);
    }
    return tree.nodes >= limit;
  };
  hurry();
  tree.begin(depth, hurry);
  return followDecisive(task, tree, column, value);
}

function followDecisive(
  { board, order }: TreeTask,
  tree: Connect4Tree,
  first: number,
  value: number,
): number[] {
  const line = [first];
  const plies = pliesOf(value);
  board.play(first);
  while (line.length < plies) {
    const ply = line.length;
    const wanted = ply % 2 === 0 ? value : -value;
    const next = order.find((column) => {
      if (!board.canPlay(column)) return false;
      if (board.winsAt(column)) return wanted === win - ply - 1;
      if (ply + 1 === plies) return false;
      board.play(column);
      const reached = -tree.value(-wanted - 1, -wanted + 1, plies - ply - 1, ply + 1);
      board.undo(column);
      return reached === wanted && !tree.stopped;
    });
    if (next === undefined) break;
    board.play(next);
    line.push(next);
  }
  for (const column of [...line].reverse()) board.undo(column);
  return line;
}

function followTable({ board, table, salt }: TreeTask, first: number, depth: number): number[] {
  const line = [first];
  if (table === null) return line;
  board.play(first);
  while (line.length < depth && board.empty > 0) {
    const data = table.probe(board.hashLow ^ salt, board.hashHigh);
    const column = data === 0 ? noMove : moveOf(data);
    if (column >= board.width || !board.canPlay(column) || board.winsAt(column)) break;
    board.play(column);
    line.push(column);
  }
  for (const column of [...line].reverse()) board.undo(column);
  return line;
}

/** Iterative deepening. Knows nothing of protocols, settings, levels or threads. */
import type { SearchBoard } from './board.ts';
import { moveOf, noMove, type Table } from './table.ts';
import { longestLine, Tree } from './tree.ts';
import { infinity, isDecisive } from './values.ts';

export interface SearchTask {
  /** Must have a legal move. Comes back as it was. */
  readonly board: SearchBoard;
  readonly table: Table;
  /** In plies, 1 or more. */
  readonly maxDepth: number;
  /** How far below the best a move's value is still wanted, in hundredths of a step; 0 wants the best alone. */
  readonly spread: number;
  /** By move, what is taken off an estimate of it. */
  readonly penalties: ReadonlyMap<number, number>;
  /** Asked at every few hundredth node. The first iteration is finished whatever it says. */
  shouldStop(nodes: number): boolean;
  /** Asked before each iteration but the first. */
  mayDeepen(nodes: number): boolean;
  onIteration?(iteration: Iteration): void;
}

export interface MoveValue {
  readonly move: number;
  /** From the mover's view. */
  readonly value: number;
}

export interface Iteration {
  readonly depth: number;
  readonly best: MoveValue;
  /** The best first, and after it those within the spread, in no order. */
  readonly values: readonly MoveValue[];
  /** In this search so far. */
  readonly nodes: number;
}

/** After so many iterations with the same end in sight no further one is made. */
const settledAfter = 3;

/** The deepest finished iteration, with the better move of the one that was broken off if it had one. */
export function search(task: SearchTask): Iteration {
  const { board, table } = task;
  table.age();
  let looked = false;
  const tree = new Tree(board, table, (nodes) => looked && task.shouldStop(nodes));
  const moves = tree.rootMoves(2);
  const deepest = Math.min(task.maxDepth, longestLine - 1);
  let last: Iteration | null = null;
  let settled = 0;
  for (let depth = 1; depth <= deepest; depth++) {
    if (last !== null && !task.mayDeepen(tree.nodes)) break;
    const values = iterate(task, tree, moves, depth);
    if (values.length === 0) break;
    const found: Iteration = { depth, best: values[0], values, nodes: tree.nodes };
    if (tree.stopped) {
      // The first move was looked at anew, and whatever beat it did so at the full depth.
      if (task.spread === 0 || last === null) last = { ...found, depth: last?.depth ?? 1 };
      break;
    }
    settled = last?.best.value === found.best.value && isDecisive(found.best.value) ? settled + 1 : 0;
    last = found;
    looked = true;
    task.onIteration?.(last);
    if (settled >= settledAfter || isProven(board, last.best.value) || moves.length === 1) break;
  }
  return { ...last!, nodes: tree.nodes };
}

/** An end against a side that has nothing but its pawn: no reply was left out, so that nothing can change it. */
function isProven(board: SearchBoard, value: number): boolean {
  if (!isDecisive(value)) return false;
  return board.wallsLeft[value > 0 ? 1 - board.mover : board.mover] === 0;
}

/**
 * One iteration; puts the best move in front of `moves`. @returns what is known of the moves, the best first;
 * when stopped, of those that were finished.
 */
function iterate(task: SearchTask, tree: Tree, moves: number[], depth: number): MoveValue[] {
  const { spread, penalties } = task;
  const values: MoveValue[] = [];
  let best = -infinity;
  for (const move of [...moves]) {
    const penalty = penalties.get(move) ?? 0;
    const floor = best === -infinity ? -infinity : best - spread + penalty;
    let value: number;
    if (best === -infinity || spread > 0) {
      value = tree.moveValue(move, depth, floor, infinity);
    } else {
      value = tree.moveValue(move, depth, floor, floor + 1);
      if (value > floor && !tree.stopped) value = tree.moveValue(move, depth, floor, infinity);
    }
    if (tree.stopped) break;
    if (best !== -infinity && value <= floor) continue;
    if (!isDecisive(value)) value -= penalty;
    if (value > best) {
      best = value;
      values.unshift({ move, value });
      moves.splice(moves.indexOf(move), 1);
      moves.unshift(move);
    } else {
      values.push({ move, value });
    }
  }
  return spread > 0 ? values.filter(({ value }) => value >= best - spread) : values.slice(0, 1);
}

/** The line that the table remembers behind a move at the root, that move included. */
export function lineBehind(board: SearchBoard, table: Table, move: number): number[] {
  const line: number[] = [];
  const undo: (() => void)[] = [];
  const legal = new Int16Array(board.moveCount);
  for (let next = move; line.length < longestLine;) {
    if (board.isPawnMove(next)) {
      if (!legal.subarray(0, board.pawnMoves(legal, 0)).includes(next)) break;
      const home = board.fields[board.mover].steps[next] === 0;
      const from = board.movePawn(next);
      undo.push(() => board.unmovePawn(from));
      line.push(next);
      if (home) break;
    } else {
      if (board.wallsLeft[board.mover] === 0 || !board.placeWall(next)) break;
      undo.push(() => board.unplaceWall());
      line.push(next);
    }
    const entry = table.probe(board.hashLow, board.hashHigh);
    if (entry === 0 || moveOf(entry) === noMove) break;
    next = moveOf(entry);
  }
  for (const back of undo.reverse()) back();
  return line;
}

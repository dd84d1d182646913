/** The search from one position. Knows nothing of protocols, settings, levels or threads. */
import { deepen, type Iteration } from '../shared/deepening.ts';
import type { SearchTask } from '../shared/skill.ts';
import { moveOf, noMove, type Table } from '../shared/table.ts';
import { decisive, isDecisive, pliesOf } from '../shared/values.ts';
import type { SearchBoard } from './board.ts';
import type { Breadth } from './candidates.ts';
import { longestLine, Tree } from './tree.ts';

/** After so many more iterations with the same end in sight, and a move that leads nearer to it, no further one is made. */
const settledAfter = 3;

export function search(task: SearchTask<SearchBoard>): Iteration {
  task.table.age();
  const found = searchMoves(task, 2, 0);
  // Among the moves that were left aside may be one that does not lose.
  const isLost = found.best.value < -decisive && task.board.wallsLeft[task.board.mover]! > 0;
  return isLost ? searchMoves(task, 3, found.nodes) : found;
}

/** @param nodes searched before. */
function searchMoves(
  { board, table, ...task }: SearchTask<SearchBoard>,
  breadth: Breadth,
  nodes: number,
): Iteration {
  const moves = new Tree(board, table, () => false).rootMoves(breadth);
  let before: number | null = null;
  let settled = 0;
  return deepen({
    ...task,
    tree: (shouldStop) => new Tree(board, table, shouldStop, nodes),
    moves,
    maxDepth: Math.min(task.maxDepth, longestLine - 1),
    isSettled({ depth, best: { move, value } }) {
      // A winning move that leads no nearer may be one that puts the win off: others are looked at further.
      settled = before === value && isDecisive(value) && leadsNearer(board, move) ? settled + 1 : 0;
      before = value;
      if (settled >= settledAfter || isProven(board, value) || moves.length === 1) return true;
      // A loss among some of the moves, or an end within what was looked at: looking further finds no nearer one.
      return isDecisive(value) && ((value < 0 && breadth < 3) || pliesOf(value) <= depth);
    },
  });
}

/** Whether it is a step that shortens the mover's way. */
export function leadsNearer(board: SearchBoard, move: number): boolean {
  return board.isPawnMove(move) && board.fields[board.mover].steps[move]! < board.distance(board.mover);
}

/** An end against a side that has nothing but its pawn: no reply was left out, so that nothing can change it. */
function isProven(board: SearchBoard, value: number): boolean {
  if (!isDecisive(value)) return false;
  return board.wallsLeft[value > 0 ? 1 - board.mover : board.mover] === 0;
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

/** The search from one position. Knows nothing of protocols, settings, levels or threads. */
import { deepen, type Iteration } from '../shared/deepening.ts';
import type { SearchTask } from '../shared/skill.ts';
import { moveOf, noMove, type Table } from '../shared/table.ts';
import { isDecisive } from '../shared/values.ts';
import type { SearchBoard } from './board.ts';
import { longestLine, Tree } from './tree.ts';

/** After so many iterations with the same end in sight no further one is made. */
const settledAfter = 3;

export function search({ board, table, ...task }: SearchTask<SearchBoard>): Iteration {
  table.age();
  const moves = new Tree(board, table, () => false).rootMoves(2);
  let before: number | null = null;
  let settled = 0;
  return deepen({
    ...task,
    tree: (shouldStop) => new Tree(board, table, shouldStop),
    moves,
    maxDepth: Math.min(task.maxDepth, longestLine - 1),
    isSettled({ best: { value } }) {
      settled = before === value && isDecisive(value) ? settled + 1 : 0;
      before = value;
      return settled >= settledAfter || isProven(board, value) || moves.length === 1;
    },
  });
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

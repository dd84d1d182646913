/** The search from one position. Knows nothing of protocols, settings, levels or threads. */
import { MAX_QUIET } from '../../app/games/morris/index.ts';
import { deepen, type Iteration } from '../shared/deepening.ts';
import type { SearchTask } from '../shared/skill.ts';
import { moveOf, noMove, type Table } from '../shared/table.ts';
import { isDecisive, pliesOf } from '../shared/values.ts';
import { longestLine, mostMoves, type SearchBoard } from './board.ts';
import { setKey } from './key.ts';
import { moveBack } from './symmetry.ts';
import { Tree } from './tree.ts';

/** In hundredths of a man: for going back to where the game has been, since that leads nowhere. */
const penalty = 15;

/** In plies: how deeply a move is looked at that has no alternative. */
const forcedDepth = 8;

export function search({ board, table, ...task }: SearchTask<SearchBoard>): Iteration {
  table.age();
  const out = new Int16Array(mostMoves);
  const moves = [...out.subarray(0, board.moves(out))];
  return deepen({
    ...task,
    tree: (shouldStop) => new Tree(board, table, shouldStop),
    moves,
    penalties: new Map(moves.map((move) => [move, penalty * stoodAfter(board, move)])),
    maxDepth: Math.min(task.maxDepth, longestLine - 1, moves.length === 1 ? forcedDepth : Infinity),
    // An end that lies within what was looked at: looking further finds no nearer one.
    isSettled: ({ depth, best: { value } }) => isDecisive(value) && pliesOf(value) <= depth,
  });
}

function stoodAfter(board: SearchBoard, move: number): number {
  board.make(move);
  const { stood } = board;
  board.unmake();
  // A third time is a draw, and that is what it is worth.
  return stood === 1 ? 1 : 0;
}

/** The line that the table remembers behind a move at the root, that move included. */
export function lineBehind(board: SearchBoard, table: Table, move: number): number[] {
  const line: number[] = [];
  const legal = new Int16Array(mostMoves);
  const key = { low: 0, high: 0, symmetry: 0 };
  for (let next = move; line.length < longestLine;) {
    if (!legal.subarray(0, board.moves(legal)).includes(next)) break;
    board.make(next);
    line.push(next);
    if (board.lost || board.quiet >= MAX_QUIET || board.stood > 1) break;
    setKey(key, board, 0, board.stood);
    const entry = table.probe(key.low, key.high);
    if (entry === 0 || moveOf(entry) === noMove) break;
    next = moveBack(moveOf(entry), key.symmetry);
  }
  for (let left = line.length; left > 0; left--) board.unmake();
  return line;
}

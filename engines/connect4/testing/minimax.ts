/**
 * Plain minimax over the rules: nothing cut, nothing remembered. What the search is measured against. The
 * rules say who has won; only the static value of a leaf is the engine's own.
 */
import { connect4, type Connect4Position } from '../../../app/games/connect4/index.ts';
import { SearchBoard } from '../board.ts';
import { evaluate, seatWeights } from '../evaluate.ts';
import { win } from '../values.ts';

const weights = seatWeights('Normal', 0);

function minimax(position: Connect4Position, board: SearchBoard, depth: number, ply: number): number {
  const result = connect4.result(position);
  if (result !== null) return result.kind === 'draw' ? 0 : ply - win;
  if (depth === 0) return evaluate(board, weights);
  let best = -Infinity;
  for (const move of connect4.moves(position)) {
    board.play(move);
    best = Math.max(best, 0 - minimax(connect4.play(position, move), board, depth - 1, ply + 1));
    board.undo(move);
  }
  return best;
}

/** By column what minimax of `depth` plies says, from the mover's view. */
export function minimaxColumns(position: Connect4Position, depth: number): Map<number, number> {
  const board = new SearchBoard(position);
  const values = new Map<number, number>();
  for (const move of connect4.moves(position)) {
    board.play(move);
    values.set(move, 0 - minimax(connect4.play(position, move), board, depth - 1, 1));
    board.undo(move);
  }
  return values;
}

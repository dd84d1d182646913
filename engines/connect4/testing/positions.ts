/** Positions for tests, the same in every run. */
import { connect4, makePosition, type Connect4Position } from '../../../app/games/connect4/index.ts';
import { Connect4SearchBoard } from '../board.ts';
import { evaluate, seatWeights, win } from '../evaluate.ts';
import { readFileSync } from 'node:fs';

/** A position after `plies` random moves, or at the end of the game. */
export function playedPosition(
  random: () => number,
  width: number,
  height: number,
  plies: number,
): Connect4Position {
  let position = connect4.initial({ width, height });
  for (let ply = 0; ply < plies; ply++) {
    const moves = connect4.moves(position);
    const next = connect4.play(position, moves[Math.floor(random() * moves.length)]!);
    if (connect4.result(next) !== null) return position;
    position = next;
  }
  return position;
}

/** A board that need not obey gravity, filled to about `density`, without a four and not full. */
export function floatingPosition(
  random: () => number,
  width: number,
  height: number,
  density: number,
): Connect4Position {
  for (;;) {
    const cells = Uint8Array.from({ length: width * height }, () =>
      random() < density ? (random() < 0.5 ? 1 : 2) : 0,
    );
    const position = makePosition({ width, height, cells }, random() < 0.5 ? 0 : 1);
    if (connect4.result(position) === null) return position;
  }
}

const weights = seatWeights('Normal', 0);

function minimax(position: Connect4Position, board: Connect4SearchBoard, depth: number, ply: number): number {
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

/** By column, the value of minimax to `depth` plies, from the mover's view. */
export function minimaxColumns(position: Connect4Position, depth: number): Map<number, number> {
  const board = new Connect4SearchBoard(position);
  const values = new Map<number, number>();
  for (const move of connect4.moves(position)) {
    board.play(move);
    values.set(move, 0 - minimax(connect4.play(position, move), board, depth - 1, 1));
    board.undo(move);
  }
  return values;
}

/** By the number of stones (L3 most, L1 fewest) and the distance of the end (R1 near, R3 far). */
export type SolvedSet = 'L3_R1' | 'L2_R1' | 'L2_R2' | 'L1_R1' | 'L1_R2' | 'L1_R3';

export interface SolvedPosition {
  /** Columns from 1 on. */
  readonly moves: string;
  readonly position: Connect4Position;
  readonly score: number;
}

export function playedMoves(moves: string): Connect4Position {
  let position = connect4.initial();
  for (const digit of moves) position = connect4.play(position, Number(digit) - 1);
  return position;
}

/** @param folder of the data; the working folder is the repository's root in tests and benchmarks */
export function solvedPositions(set: SolvedSet, folder = 'tests/data/connect4'): SolvedPosition[] {
  const lines = readFileSync(`${folder}/Test_${set}.txt`, 'utf8').trim().split('\n');
  return lines.map((line) => {
    const [moves = '', score = ''] = line.trim().split(' ');
    return { moves, position: playedMoves(moves), score: Number(score) };
  });
}

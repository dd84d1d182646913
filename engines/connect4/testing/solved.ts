/** The solved positions of `tests/data/connect4`, with their exact scores. */
import { readFileSync } from 'node:fs';
import { connect4, type Connect4Position } from '../../../app/games/connect4/index.ts';

/** By how many stones stand (L3 most, L1 fewest) and how far the end is (R1 near, R3 far). */
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

/** @param folder of the data; the working folder is the repository's root in tests and benches */
export function solvedPositions(set: SolvedSet, folder = 'tests/data/connect4'): SolvedPosition[] {
  const lines = readFileSync(`${folder}/Test_${set}.txt`, 'utf8').trim().split('\n');
  return lines.map((line) => {
    const [moves = '', score = ''] = line.trim().split(' ');
    return { moves, position: playedMoves(moves), score: Number(score) };
  });
}

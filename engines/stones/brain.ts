/** The engine's knowledge of the Game of Stones, and the search from one position. */
import { stones, type StonesPosition } from '../../app/games/stones/index.ts';
import { SearchingBrain } from '../shared/brain.ts';
import type { SearchSettings } from '../shared/settings.ts';
import type { Skill, SearchTask } from '../shared/skill.ts';
import { StonesBoard, longestLine, mostMoves } from './board.ts';
import { levels } from './settings.ts';
import { deepen, type Iteration } from '../shared/deepening.ts';
import { moveOf, noMove, isDecisive, pliesOf, type Table } from '../shared/table.ts';
import { StonesTree } from './tree.ts';

const skill: Skill<StonesBoard> = {
  levels,
  board(given) {
    const position = given as StonesPosition;
    return stones.result(position) === null ? new StonesBoard(position) : null;
  },
  search,
  lineBehind,
  seed: ({ hashLow, hashHigh }) => hashLow ^ hashHigh,
  toGame: (move) => move,
};

export class StonesBrain extends SearchingBrain<SearchSettings, StonesBoard> {
  /** @param now in milliseconds. @param chance in [0, 1), for a seed of 0 */
  constructor(settings: SearchSettings, now: () => number, chance: () => number) {
    super(skill, settings, now, chance);
  }
}

/** In plies: the depth for a move without an alternative. */
const forcedDepth = 4;

export function search({
  board,
  table,
  mayChoose = () => true,
  ...task
}: SearchTask<StonesBoard>): Iteration {
  table.age();
  const moves = new StonesTree(board, table, () => false).rootMoves().filter((move) => mayChoose(move));
  return deepen({
    ...task,
    tree: (shouldStop) => new StonesTree(board, table, shouldStop),
    moves,
    maxDepth: Math.min(task.maxDepth, longestLine - 1, moves.length === 1 ? forcedDepth : Infinity),
    // An end within the depth: a deeper search finds no nearer one.
    isSettled: ({ depth, best: { value } }) => isDecisive(value) && pliesOf(value) <= depth,
  });
}

/** The table's line after a move at the root, including that move. */
export function lineBehind(board: StonesBoard, table: Table, move: number): number[] {
  const line: number[] = [];
  const legal = new Int16Array(mostMoves);
  for (let next = move; line.length < longestLine;) {
    if (!legal.subarray(0, board.moves(legal)).includes(next)) break;
    const over = board.wins(next);
    board.make(next);
    line.push(next);
    if (over) break;
    const entry = table.probe(board.hashLow, board.hashHigh);
    if (entry === 0 || moveOf(entry) === noMove) break;
    next = moveOf(entry);
  }
  for (let left = line.length; left > 0; left--) board.unmake();
  return line;
}

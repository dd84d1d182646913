/** The engine's knowledge of nine men's morris, and the search from one position. */
import { morris, MAX_QUIET, type MorrisPosition } from '../../app/games/morris/index.ts';
import { SearchingBrain } from '../shared/brain.ts';
import type { Skill, SearchTask } from '../shared/skill.ts';
import { MorrisBoard, toGame, longestLine, mostMoves } from './board.ts';
import { levels, type MorrisSettings } from './settings.ts';
import { deepen, type Iteration } from '../shared/deepening.ts';
import { moveOf, noMove, isDecisive, pliesOf, type Table } from '../shared/table.ts';
import { setKey, moveBack } from './symmetry.ts';
import { MorrisTree } from './tree.ts';

const skill: Skill<MorrisBoard> = {
  levels,
  board(given) {
    const position = given as MorrisPosition;
    return morris.result(position) === null ? new MorrisBoard(position) : null;
  },
  search,
  lineBehind,
  seed: ({ own, enemy, placing }) => Math.imul(own, 0x9e3779b1) ^ Math.imul(enemy, 0x85ebca6b) ^ placing,
  toGame,
};

export class MorrisBrain extends SearchingBrain<MorrisSettings, MorrisBoard> {
  /** @param now in milliseconds. @param chance in [0, 1), for a seed of 0 */
  constructor(settings: MorrisSettings, now: () => number, chance: () => number) {
    super(skill, settings, now, chance);
  }
}

/** In hundredths of a man: for returning to an earlier position, which makes no progress. */
const penalty = 15;

/** In plies: the depth for a move without an alternative. */
const forcedDepth = 8;

export function search({ board, table, ...task }: SearchTask<MorrisBoard>): Iteration {
  table.age();
  const out = new Int16Array(mostMoves);
  const moves = [...out.subarray(0, board.moves(out))];
  return deepen({
    ...task,
    tree: (shouldStop) => new MorrisTree(board, table, shouldStop),
    moves,
    penalties: new Map(moves.map((move) => [move, penalty * stoodAfter(board, move)])),
    maxDepth: Math.min(task.maxDepth, longestLine - 1, moves.length === 1 ? forcedDepth : Infinity),
    // An end within the depth: a deeper search finds no nearer one.
    isSettled: ({ depth, best: { value } }) => isDecisive(value) && pliesOf(value) <= depth,
  });
}

function stoodAfter(board: MorrisBoard, move: number): number {
  board.make(move);
  const { stood } = board;
  board.unmake();
  // The third occurrence is a draw and valued as such.
  return stood === 1 ? 1 : 0;
}

/** The table's line after a move at the root, including that move. */
export function lineBehind(board: MorrisBoard, table: Table, move: number): number[] {
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

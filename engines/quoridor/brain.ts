/** The engine's knowledge of Quoridor, and the search from one position. */
import { quoridor, type QuoridorPosition } from '../../app/games/quoridor/index.ts';
import type { Finding } from '../../app/protocols/responder.ts';
import { SearchingBrain } from '../shared/brain.ts';
import type { SearchSettings } from '../shared/settings.ts';
import { noFinding, type Skill, type SearchTask } from '../shared/skill.ts';
import {
  infinity,
  scoreOf,
  win,
  moveOf,
  noMove,
  decisive,
  isDecisive,
  pliesOf,
  type Table,
} from '../shared/table.ts';
import { QuoridorBoard } from './board.ts';
import { levels, withOption } from './settings.ts';
import { RaceSolution, type RaceTable } from '../../app/truth/quoridor/race.ts';
import { deepen, type Iteration } from '../shared/deepening.ts';
import type { Breadth } from './candidates.ts';
import { longestLine, QuoridorTree } from './tree.ts';

export class QuoridorBrain extends SearchingBrain<SearchSettings, QuoridorBoard> {
  /** @param now in milliseconds. @param chance in [0, 1), for a seed of 0 */
  constructor(settings: SearchSettings, now: () => number, chance: () => number) {
    super(new QuoridorSkill(), settings, now, chance, withOption);
  }
}

/** In steps. */
const largeLead = 6;

class QuoridorSkill implements Skill<QuoridorBoard> {
  readonly levels = levels;
  readonly search = search;
  readonly lineBehind = lineBehind;
  /** Of the walls of the last such position; `table` is null until it is solved. */
  #race: { readonly walls: string; solution: RaceSolution | null; table: RaceTable | null } | null = null;

  board(given: unknown): QuoridorBoard | null {
    const position = given as QuoridorPosition;
    return quoridor.moves(position).length === 0 ? null : new QuoridorBoard(position);
  }

  seed(board: QuoridorBoard): number {
    return board.hashLow ^ board.hashHigh;
  }

  /**
   * All moves except a step that leads no nearer while the race is all but won: a weak level could otherwise go back
   * and forth for ever.
   */
  mayOverrate(board: QuoridorBoard, move: number): boolean {
    if (!board.isPawnMove(move) || leadsNearer(board, move)) return true;
    const { mover } = board;
    return board.distance(mover === 0 ? 1 : 0) - board.distance(mover) < largeLead;
  }

  toGame(move: number): number {
    return move;
  }

  /** Once neither side has a wall left, the exact result is known, given the time to compute it, over several moves. */
  known(board: QuoridorBoard, mustSearch: () => boolean): Finding | null {
    if (board.wallsLeft[0]! > 0 || board.wallsLeft[1]! > 0) return null;
    const walls = `${board.size} ${board.walls.join('')}`;
    if (this.#race?.walls !== walls) {
      this.#race = { walls, solution: new RaceSolution(board.size, board.open.slice()), table: null };
    }
    const race = this.#race;
    race.table ??= race.solution!.advance(mustSearch);
    const { table } = race;
    if (table === null) return null;
    // It takes many times the memory of its table.
    race.solution = null;
    const line: number[] = [];
    const first = bestRaced(board, table);
    const black = board.pawns[0]!;
    const white = board.pawns[1]!;
    const { mover } = board;
    let next = first;
    // A race that never ends has an infinite line.
    for (let left = Math.abs(first.plies); left > 0; left--) {
      line.push(next.move);
      board.movePawn(next.move);
      if (left > 1) next = bestRaced(board, table);
    }
    board.setPawns(black, white, mover);
    const { plies, move } = first;
    const value = plies > 0 ? win - plies : plies < 0 ? -win - plies : 0;
    return {
      ...noFinding,
      bestmove: move,
      score: scoreOf(value),
      line: line.length > 0 ? line : [move],
      depth: Math.abs(plies),
    };
  }
}

/** The shortest win; failing that, a race without an end; failing that, the longest loss. */
function bestRaced(
  board: QuoridorBoard,
  table: RaceTable,
): { readonly move: number; readonly plies: number } {
  const moves = new Int16Array(board.moveCount);
  const { mover } = board;
  let best = { move: -1, plies: 0 };
  let most = -infinity;
  for (const move of moves.subarray(0, board.pawnMoves(moves, 0))) {
    const home = board.fields[mover].steps[move] === 0;
    const black = mover === 0 ? move : board.pawns[0]!;
    const white = mover === 0 ? board.pawns[1]! : move;
    const after = home ? 0 : table.plies(black, white, mover === 0 ? 1 : 0);
    const plies = home ? 1 : after > 0 ? -1 - after : after < 0 ? 1 - after : 0;
    const rank = plies > 0 ? win - plies : plies < 0 ? -win - plies : 0;
    if (rank <= most) continue;
    most = rank;
    best = { move, plies };
  }
  return best;
}

/**
 * The search stops after this many further iterations with the same decisive value and a move that leads nearer to it.
 */
const settledAfter = 3;

export function search(task: SearchTask<QuoridorBoard>): Iteration {
  task.table.age();
  const found = searchMoves(task, 2, 0);
  // One of the moves left out might not lose.
  const isLost = found.best.value < -decisive && task.board.wallsLeft[task.board.mover]! > 0;
  return isLost ? searchMoves(task, 3, found.nodes) : found;
}

/** @param nodes searched before */
function searchMoves(
  { board, table, ...task }: SearchTask<QuoridorBoard>,
  breadth: Breadth,
  nodes: number,
): Iteration {
  const moves = new QuoridorTree(board, table, () => false).rootMoves(breadth);
  let before: number | null = null;
  let settled = 0;
  return deepen({
    ...task,
    tree: (shouldStop) => new QuoridorTree(board, table, shouldStop, nodes),
    moves,
    maxDepth: Math.min(task.maxDepth, longestLine - 1),
    isSettled({ depth, best: { move, value } }) {
      // A winning move that leads no nearer may postpone the win: others are searched further.
      settled = before === value && isDecisive(value) && leadsNearer(board, move) ? settled + 1 : 0;
      before = value;
      if (settled >= settledAfter || isProven(board, value) || moves.length === 1) return true;
      // A loss among some of the moves, or an end within the depth: a deeper search finds no nearer one.
      return isDecisive(value) && ((value < 0 && breadth < 3) || pliesOf(value) <= depth);
    },
  });
}

/** Whether the move shortens the mover's path. */
function leadsNearer(board: QuoridorBoard, move: number): boolean {
  return board.isPawnMove(move) && board.fields[board.mover].steps[move]! < board.distance(board.mover);
}

/** An end against a side without walls is final: no reply was left out. */
function isProven(board: QuoridorBoard, value: number): boolean {
  if (!isDecisive(value)) return false;
  return board.wallsLeft[value > 0 ? 1 - board.mover : board.mover] === 0;
}

/** The table's line after a move at the root, including that move. */
export function lineBehind(board: QuoridorBoard, table: Table, move: number): number[] {
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

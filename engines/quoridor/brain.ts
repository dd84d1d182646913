/** The engine's mind: what it knows of Quoridor. */
import { quoridor, type QuoridorPosition } from '../../app/games/quoridor/index.ts';
import type { Finding } from '../../app/protocols/responder.ts';
import { SearchingBrain } from '../shared/brain.ts';
import type { SearchSettings } from '../shared/settings.ts';
import { noFinding, type Skill } from '../shared/skill.ts';
import { infinity, scoreOf, win } from '../shared/values.ts';
import { SearchBoard } from './board.ts';
import { levels, withOption } from './settings.ts';
import { solveRace, type RaceTable } from './race.ts';
import { leadsNearer, lineBehind, search } from './search.ts';

export class Brain extends SearchingBrain<SearchSettings, SearchBoard> {
  /** @param now in milliseconds. @param chance in [0, 1), for a seed of 0. */
  constructor(settings: SearchSettings, now: () => number, chance: () => number) {
    super(new QuoridorSkill(), settings, now, chance, withOption);
  }
}

/** In steps. */
const largeLead = 6;

class QuoridorSkill implements Skill<SearchBoard> {
  readonly levels = levels;
  readonly search = search;
  readonly lineBehind = lineBehind;
  #race: { readonly walls: string; readonly table: RaceTable } | null = null;

  board(given: unknown): SearchBoard | null {
    const position = given as QuoridorPosition;
    return quoridor.moves(position).length === 0 ? null : new SearchBoard(position);
  }

  seed(board: SearchBoard): number {
    return board.hashLow ^ board.hashHigh;
  }

  /** Not, where the race is all but won, a step that leads no nearer: a level could walk to and fro for ever. */
  mayOverrate(board: SearchBoard, move: number): boolean {
    if (!board.isPawnMove(move) || leadsNearer(board, move)) return true;
    const { mover } = board;
    return board.distance(mover === 0 ? 1 : 0) - board.distance(mover) < largeLead;
  }

  toGame(move: number): number {
    return move;
  }

  /** Where neither side has a wall left all is known, given the time to find it out. */
  known(board: SearchBoard, isLate: () => boolean): Finding | null {
    if (board.wallsLeft[0]! > 0 || board.wallsLeft[1]! > 0) return null;
    const walls = `${board.size} ${board.walls.join('')}`;
    if (this.#race?.walls !== walls) {
      const table = solveRace(board, isLate);
      if (table === null) return null;
      this.#race = { walls, table };
    }
    const { table } = this.#race;
    const line: number[] = [];
    const first = bestRaced(board, table);
    const black = board.pawns[0]!;
    const white = board.pawns[1]!;
    const { mover } = board;
    let next = first;
    // A race that goes round in circles has a line without an end.
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

/** The shortest win, or neither, or the longest loss. */
function bestRaced(board: SearchBoard, table: RaceTable): { readonly move: number; readonly plies: number } {
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

/** The engine's mind: from a job to a finding, by its settings. Knows no lines and no threads. */
import { quoridor, type QuoridorPosition } from '../../app/games/quoridor/index.ts';
import type { Finding, Job } from '../../app/protocols/protocol.ts';
import { chosenWith, type Iteration, type MoveValue } from '../shared/deepening.ts';
import { seededRandom } from '../shared/random.ts';
import { searchBounds, type SearchSettings } from '../shared/settings.ts';
import { Table } from '../shared/table.ts';
import { infinity, scoreOf, win } from '../shared/values.ts';
import type { Mind } from '../shared/worker.ts';
import { SearchBoard } from './board.ts';
import { levelDepth, levelSpread } from './levels.ts';
import { solveRace, type RaceTable } from './race.ts';
import { lineBehind, search } from './search.ts';
import { withOption } from './settings.ts';

const noMoves: Finding = { bestmove: null, score: null, scores: [], line: [], depth: 0, nodes: 0 };

export class Brain implements Mind {
  #settings: SearchSettings;
  readonly #now: () => number;
  readonly #chance: () => number;
  #table: Table | null = null;
  #gameSeed: number;
  #race: { readonly walls: string; readonly table: RaceTable } | null = null;

  /** @param now in milliseconds. @param chance in [0, 1), for a seed of 0. */
  constructor(settings: SearchSettings, now: () => number, chance: () => number) {
    this.#settings = settings;
    this.#now = now;
    this.#chance = chance;
    this.#gameSeed = this.#drawn();
  }

  prepare(): void {
    this.#table ??= new Table(this.#settings.hash);
  }

  newGame(): void {
    this.#gameSeed = this.#drawn();
  }

  option(name: string, value: string): void {
    this.#settings = withOption(this.#settings, name, value);
  }

  /** The best move for the position's mover, or none where the game is over. */
  search(job: Job, isCancelled: () => boolean, onProgress: (finding: Finding) => void): Finding {
    this.prepare();
    const position = job.position as QuoridorPosition;
    const board = new SearchBoard(position);
    if (quoridor.moves(position).length === 0) return noMoves;

    const { level } = this.#settings;
    const { isLate, shouldStop, mayDeepen } = searchBounds(this.#settings, job.limit, this.#now, isCancelled);
    const raced = this.#raced(board, isLate);
    if (raced !== null) return raced;

    const depth = job.limit.kind === 'depth' ? job.limit.plies : Infinity;
    const spread = levelSpread(level);
    const result = search({
      board,
      table: this.#table!,
      maxDepth: Math.max(1, Math.min(depth, levelDepth(level))),
      spread,
      shouldStop,
      mayDeepen,
      onIteration: (iteration) => onProgress(finding(iteration, iteration.best, [])),
    });
    const best = spread === 0 ? result.best : chosenWith(spread, result.values, this.#random(board));
    return finding(result, best, lineBehind(board, this.#table!, best.move));
  }

  /** Where neither side has a wall left all is known; null elsewhere, and when there was no time to find out. */
  #raced(board: SearchBoard, shouldStop: () => boolean): Finding | null {
    if (board.wallsLeft[0]! > 0 || board.wallsLeft[1]! > 0) return null;
    const walls = `${board.size} ${board.walls.join('')}`;
    if (this.#race?.walls !== walls) {
      const table = solveRace(board, shouldStop);
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
      ...noMoves,
      bestmove: move,
      score: scoreOf(value),
      line: line.length > 0 ? line : [move],
      depth: Math.abs(plies),
    };
  }

  #drawn(): number {
    return Math.floor(this.#chance() * 2 ** 32);
  }

  /** The same seed makes the same choices in the same positions. */
  #random(board: SearchBoard): () => number {
    const { seed, level } = this.#settings;
    return seededRandom(
      (seed === 0 ? this.#gameSeed : seed) ^ board.hashLow ^ Math.imul(board.hashHigh, level),
    );
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

function finding({ depth, nodes }: Iteration, best: MoveValue, line: readonly number[]): Finding {
  return {
    bestmove: best.move,
    score: scoreOf(best.value),
    scores: [],
    line: line.length > 0 ? line : [best.move],
    depth,
    nodes,
  };
}

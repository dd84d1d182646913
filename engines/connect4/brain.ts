/** Searches for moves, following the engine's settings. Independent of lines and threads. */
import { connect4, type Connect4Position } from '../../app/games/connect4/index.ts';
import type { Finding, Job } from '../../app/protocols/responder.ts';
import type { EngineCore } from '../shared/worker.ts';
import { Connect4SearchBoard } from './board.ts';
import { seatWeights, styles, scoreOf, win } from './evaluate.ts';
import { levelDepth, seenAtLevel, strongest } from './levels.ts';
import { seededRandom } from '../../app/games/random.ts';
import { Book } from '../../app/truth/connect4/book.ts';
import { Memories } from './memories.ts';
import { solvable, type ColumnScore } from '../../app/truth/connect4/solver.ts';
import { bestOf, search, type Iteration, type SearchResult } from './search.ts';
import { exactValue, toldColumns } from './told.ts';
import { clearHash, defaultSettings, preferredOrder, withOption, type Connect4Settings } from './settings.ts';
import type { Score } from '../../app/shapes/games.ts';

/**
 * What a search is for. `scores` (CFSI): every column exactly, nothing beyond the depth, static values divided by ten
 * per ply. `move` (CFP): the best move as soon as possible, and no score.
 */
export type SearchPurpose = 'scores' | 'move';

/** In milliseconds: the interval of progress reports during a long iteration. */
const progressEvery = 500;

/**
 * In plies. Up to this depth the search is fast and runs alone, returning what plain minimax returns; beyond it, the
 * search takes turns with the solver.
 */
const shallow = 11;

/** In milliseconds; each turn is twice as long as the one before. */
const firstTurn = 60;

/** The search's turn if the only question is whether one column leads to an end within the depth. */
const shortTurn = 5;

/**
 * In nodes: the limit for playing out the line of a move, about half a second. It is not a time, so that lines do not
 * become shorter on a busy machine.
 */
const lineNodes = 5_000_000;

/** Deeper than any board. */
const boundless = 255;

const noMoves: Finding = { bestmove: null, score: null, scores: [], line: [], depth: 0, nodes: 0 };

/** A position, the value of every column, and the search's result. */
interface Proven {
  readonly position: string;
  readonly known: ReadonlyMap<number, ColumnScore>;
  readonly result: SearchResult;
}

export class Connect4Brain implements EngineCore {
  private readonly purpose: SearchPurpose;
  private readonly now: () => number;
  private readonly chance: () => number;
  private settings: Connect4Settings = defaultSettings;
  private readonly memories = new Memories(defaultSettings.hash);
  private book: Book | null = null;
  private gameSeed: number;
  /** The last proven position, kept because an analysis asks for it again with increasing depth. */
  private proven: Proven | null = null;

  /**
   * @param now a monotonic clock in milliseconds
   * @param chance numbers in [0, 1): a seed for each game if the settings name none
   */
  constructor(purpose: SearchPurpose, now: () => number, chance: () => number) {
    this.purpose = purpose;
    this.now = now;
    this.chance = chance;
    this.gameSeed = chance() * 2 ** 32;
  }

  /** The memory of the solver alone, in bytes: the runtime does not count it among its buffers. */
  get solverBytes(): number {
    return this.memories.solverBytes;
  }

  prepare(): void {
    this.memories.make();
  }

  newGame(): void {
    this.gameSeed = this.chance() * 2 ** 32;
    this.clear();
  }

  /** @throws BadOption */
  option(name: string, value: string): void {
    if (name.trim().toLowerCase() === clearHash.toLowerCase()) this.clear();
    this.proven = null;
    this.settings = withOption(this.settings, name, value);
    this.memories.resize(this.settings.hash);
  }

  search(job: Job, shouldStop: () => boolean, onProgress: (finding: Finding) => void): Finding {
    const position = job.position as Connect4Position;
    const board = new Connect4SearchBoard(position);
    const order = preferredOrder(this.settings, board.width);
    const columns = order.filter(
      (column) =>
        board.canPlay(column) && (job.only === undefined || job.only === null || job.only === column),
    );
    if (columns.length === 0) return noMoves;

    const { level, style } = this.settings;
    const weak = level < strongest;
    const extend = this.purpose === 'move' && this.settings.extend && !weak;
    const depthLimit = job.limit.kind === 'depth' ? job.limit.plies : boundless;
    const begun = this.now();
    const deadline = job.limit.kind === 'time' ? begun + 1000 * job.limit.seconds : Infinity;
    const stops = (): boolean => shouldStop() || this.now() >= deadline;
    let told = begun;
    let deepest = 0;
    const iterations: Iteration[] = [];
    const run = (until: number): SearchResult => {
      const result = search({
        board,
        table: this.memories.table,
        columns,
        order,
        weights: seatWeights(style, position.mover),
        salt: saltOf(style === 'Normal' ? 0 : 2 * styles.indexOf(style) + position.mover, extend),
        maxDepth: Math.min(depthLimit, levelDepth(level)),
        everyColumn: weak || this.purpose === 'scores',
        extend,
        shouldStop: (searched) => {
          if (shouldStop()) return true;
          const time = this.now();
          if (time >= told + progressEvery) {
            told = time;
            onProgress({ ...this.finding(iterations.at(-1)!), nodes: searched });
          }
          return time >= Math.min(deadline, until);
        },
        // The end of a turn does not stop the search: its result is the answer, with the whole line.
        isAwaited: stops,
        onIteration: (iteration) => {
          // A later turn repeats the earlier iterations with the help of the table.
          if (iteration.depth <= deepest) return;
          deepest = iteration.depth;
          iterations.push(iteration);
          onProgress(this.finding(iteration));
        },
      });
      const last = iterations.at(-1)!;
      return result.depth < last.depth ? { ...result, ...last } : result;
    };

    if (!weak && depthLimit > shallow && solvable(position)) {
      return this.prove(position, columns, order, depthLimit, run, stops, onProgress);
    }
    const result = run(Infinity);
    if (!weak) return { ...this.finding(result), line: result.line };

    const random = seededRandom(this.seed() ^ board.hashLow ^ Math.imul(board.hashHigh, level));
    const values = seenAtLevel(level, iterations, random);
    const best = bestOf(values);
    return this.finding({ ...result, values, best });
  }

  /** The search and the solver take turns until one of them has proven everything. */
  private prove(
    position: Connect4Position,
    columns: readonly number[],
    order: readonly number[],
    depthLimit: number,
    run: (until: number) => SearchResult,
    stops: () => boolean,
    onProgress: (finding: Finding) => void,
  ): Finding {
    const { solver } = this.memories;
    solver.book = this.settings.book ? (this.book ??= new Book()) : null;
    const known = new Map<number, ColumnScore>();
    const stones = position.cells.filter((cell) => cell !== 0).length;
    const limit = this.purpose === 'scores' ? depthLimit : boundless;
    // The requested depth: the solver has left out nothing within it.
    const depth = Math.min(depthLimit, position.cells.length - stones);
    const text = connect4.positionText(position);
    const finish = (result: SearchResult, all: Proven['known'], nodes: number): Finding => {
      const values = toldColumns(result.values, columns, all, stones, limit);
      const finding = this.finding({ depth, values, best: bestOf(values), nodes });
      onProgress(finding);
      const score = all.get(finding.bestmove as number)!;
      return { ...finding, line: this.provenLine(position, score, stones, limit, order, stops) };
    };
    const { proven } = this;
    if (proven?.position === text && columns.every((column) => proven.known.has(column))) {
      return finish(proven.result, proven.known, 0);
    }
    const within = columns.length === 1 && limit < position.cells.length - stones;
    let nodes = 0;
    for (let turn = firstTurn; ; turn *= 2) {
      const result = run(this.now() + (within ? shortTurn : turn));
      nodes += result.nodes;
      if (!result.stopped) return { ...this.finding({ ...result, nodes }), line: result.line };
      const seen = (): Iteration => {
        const values = toldColumns(result.values, columns, known, stones, limit);
        return { ...result, values, best: bestOf(values), nodes };
      };
      if (stops()) return this.finding(seen());
      const until = this.now() + turn;
      let told = this.now();
      this.memories.solverStops = (searched) => {
        const time = this.now();
        if (time >= told + progressEvery) {
          told = time;
          onProgress({ ...this.finding(seen()), nodes: nodes + searched });
        }
        return time >= until || stops();
      };
      const left = columns.filter((column) => !known.has(column));
      const { complete } = within
        ? this.proveWithin(position, columns[0]!, limit, known)
        : solver.analyse(position, left, (column) => {
            known.set(column.column, column);
            if (known.size < columns.length) onProgress(this.finding(seen()));
          });
      nodes += solver.nodes;
      if (complete) {
        if (!within) this.proven = { position: text, known, result };
        return finish(result, known, nodes);
      }
      if (stops()) return this.finding(seen());
    }
  }

  /** The value of the one column asked for, as far as it may be reported. */
  private proveWithin(
    position: Connect4Position,
    column: number,
    limit: number,
    known: Map<number, ColumnScore>,
  ): { readonly complete: boolean } {
    const score = this.memories.solver.columnWithin(position, column, limit);
    if (score !== null) known.set(column, { column, score });
    return { complete: score !== null };
  }

  /** The line behind a proven score, if it may be reported; CFSI only reports those of its own wins. */
  private provenLine(
    position: Connect4Position,
    { column, score }: ColumnScore,
    stones: number,
    limit: number,
    order: readonly number[],
    stops: () => boolean,
  ): readonly number[] {
    const next = connect4.play(position, column);
    if (this.purpose === 'scores' && score < 0) return [column];
    if (score === 0 || Math.abs(exactValue(score, stones)) < win - limit) return [column];
    if (connect4.result(next) !== null) return [column];
    const most = this.purpose === 'scores' ? Infinity : lineNodes;
    // A line adds to the nodes that were searched for its score.
    const before = this.memories.solver.nodes;
    this.memories.solverStops = (searched) => stops() || searched >= before + most;
    return [column, ...this.memories.solver.line(next, 0 - score, order)];
  }

  private clear(): void {
    this.proven = null;
    this.memories.clear();
  }

  private seed(): number {
    return this.settings.seed === 0 ? this.gameSeed : this.settings.seed;
  }

  private finding({ best, values, depth, nodes }: Iteration): Finding {
    return {
      bestmove: best.column,
      score: this.score(best.value, depth),
      scores: values.map(({ column, value }) => ({ move: column, score: this.score(value, depth) })),
      line: [best.column],
      depth,
      nodes,
    };
  }

  private score(value: number, depth: number): Score {
    const score = scoreOf(value);
    if (score.type === 'decisive' || this.purpose === 'move') return score;
    return { type: 'static', value: score.value / 10 ** (depth - 1) };
  }
}

/** Separates values of different settings in one table; 0 for the defaults. */
function saltOf(way: number, extend: boolean): number {
  return Math.imul(2 * way + (extend ? 1 : 0), 0x9e3779b1);
}

/** The engine's mind: from a job to a finding, by its settings. Knows no lines and no threads. */
import type { Connect4Position } from '../../app/games/connect4/index.ts';
import type { Finding, Job, Score } from '../../app/protocols/protocol.ts';
import type { Mind } from '../shared/worker.ts';
import { SearchBoard } from './board.ts';
import { seatWeights, styles } from './evaluate.ts';
import { levelDepth, seenAtLevel, strongest } from './levels.ts';
import { seededRandom } from './random.ts';
import { search, type ColumnValue, type Iteration } from './search.ts';
import { clearHash, defaultSettings, preferredOrder, withOption, type Settings } from './settings.ts';
import { Table } from './table.ts';
import { scoreOf } from './values.ts';

/**
 * What is wanted of a search. `scores`: CFSI's way, every column exactly, nothing beyond the depth, static
 * values divided by ten a ply. `move`: CFP's way, the best move as soon as possible, and no score.
 */
export type Purpose = 'scores' | 'move';

/** In milliseconds: how often a long iteration says how far it has come. */
const progressEvery = 500;

/** Deeper than any board. */
const boundless = 255;

const noMoves: Finding = { bestmove: null, score: null, scores: [], line: [], depth: 0, nodes: 0 };

export class Brain implements Mind {
  private readonly purpose: Purpose;
  private readonly now: () => number;
  private readonly chance: () => number;
  private settings: Settings = defaultSettings;
  private table: Table | null = null;
  private gameSeed: number;

  /**
   * @param now a monotonic clock in milliseconds.
   * @param chance numbers in [0, 1): a seed for each game where the settings name none.
   */
  constructor(purpose: Purpose, now: () => number, chance: () => number) {
    this.purpose = purpose;
    this.now = now;
    this.chance = chance;
    this.gameSeed = chance() * 2 ** 32;
  }

  prepare(): void {
    this.memory();
  }

  newGame(): void {
    this.gameSeed = this.chance() * 2 ** 32;
    this.table?.clear();
  }

  /** @throws BadOption */
  option(name: string, value: string): void {
    if (name.trim().toLowerCase() === clearHash.toLowerCase()) this.table?.clear();
    const before = this.settings;
    this.settings = withOption(before, name, value);
    if (this.settings.hash !== before.hash) this.table = null;
  }

  search(job: Job, shouldStop: () => boolean, onProgress: (finding: Finding) => void): Finding {
    const position = job.position as Connect4Position;
    const board = new SearchBoard(position);
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
    let told = begun;
    const iterations: Iteration[] = [];
    const result = search({
      board,
      table: this.memory(),
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
        return time >= deadline;
      },
      onIteration: (iteration) => {
        iterations.push(iteration);
        onProgress(this.finding(iteration));
      },
    });
    if (!weak) return { ...this.finding(result), line: result.line };

    const random = seededRandom(this.seed() ^ board.hashLow ^ Math.imul(board.hashHigh, level));
    const values = seenAtLevel(level, iterations, random);
    const best = bestOf(values);
    return this.finding({ ...result, values, best });
  }

  /** The table, as large as the settings say; made when it is first needed. */
  private memory(): Table {
    return (this.table ??= new Table(this.settings.hash));
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

function bestOf(values: readonly ColumnValue[]): ColumnValue {
  return values.reduce((a, b) => (b.value > a.value ? b : a));
}

/** Keeps apart in one table what was valued in different ways; 0 for the plain way. */
function saltOf(way: number, extend: boolean): number {
  return Math.imul(2 * way + (extend ? 1 : 0), 0x9e3779b1);
}

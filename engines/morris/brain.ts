/** The engine's mind: from a job to a finding, by its settings. Knows no lines and no threads. */
import { morris, type MorrisPosition } from '../../app/games/morris/index.ts';
import type { Finding, Job } from '../../app/protocols/protocol.ts';
import { chosenWith, type Iteration, type MoveValue } from '../shared/deepening.ts';
import { seededRandom } from '../shared/random.ts';
import { searchBounds } from '../shared/settings.ts';
import { Table } from '../shared/table.ts';
import { scoreOf } from '../shared/values.ts';
import type { Mind } from '../shared/worker.ts';
import { SearchBoard, toGame } from './board.ts';
import { levelDepth, levelSpread } from './levels.ts';
import { lineBehind, search } from './search.ts';
import type { Settings } from './settings.ts';

const noMoves: Finding = { bestmove: null, score: null, scores: [], line: [], depth: 0, nodes: 0 };

export class Brain implements Mind {
  readonly #settings: Settings;
  readonly #now: () => number;
  readonly #chance: () => number;
  #table: Table | null = null;
  #gameSeed: number;

  /** @param now in milliseconds. @param chance in [0, 1), for a seed of 0. */
  constructor(settings: Settings, now: () => number, chance: () => number) {
    this.#settings = settings;
    this.#now = now;
    this.#chance = chance;
    this.#gameSeed = this.#drawn();
  }

  prepare(): void {
    this.#table ??= new Table(this.#settings.hash);
  }

  /** What the table holds stays true: it is kept. */
  newGame(): void {
    this.#gameSeed = this.#drawn();
  }

  option(): void {
    // The protocol has none.
  }

  /** The best move for the position's mover, or none where the game is over. */
  search(job: Job, isCancelled: () => boolean, onProgress: (finding: Finding) => void): Finding {
    this.prepare();
    const position = job.position as MorrisPosition;
    if (morris.result(position) !== null) return noMoves;
    const board = new SearchBoard(position);
    const { level } = this.#settings;
    const { shouldStop, mayDeepen } = searchBounds(this.#settings, job.limit, this.#now, isCancelled);
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

  #drawn(): number {
    return Math.floor(this.#chance() * 2 ** 32);
  }

  /** The same seed makes the same choices in the same positions. */
  #random({ own, enemy, placing }: SearchBoard): () => number {
    const { seed, level } = this.#settings;
    const place = Math.imul(own, 0x9e3779b1) ^ Math.imul(enemy, 0x85ebca6b) ^ placing;
    return seededRandom((seed === 0 ? this.#gameSeed : seed) ^ place ^ Math.imul(level, 0x2c1b3c6d));
  }
}

function finding({ depth, nodes }: Iteration, best: MoveValue, line: readonly number[]): Finding {
  return {
    bestmove: toGame(best.move),
    score: scoreOf(best.value),
    scores: [],
    line: (line.length > 0 ? line : [best.move]).map(toGame),
    depth,
    nodes,
  };
}

/**
 * An engine with levels that searches by iterative deepening with a transposition table: it turns a job into a finding,
 * following its settings. The game comes from a `Skill`. Independent of lines and threads.
 */
import type { Finding, Job } from '../../app/protocols/responder.ts';
import { chosenWith, type Iteration, type MoveValue } from './deepening.ts';
import { seededRandom } from '../../app/games/random.ts';
import { spreadOf, noFinding, type Skill } from './skill.ts';
import { searchBounds, type SearchSettings } from './settings.ts';
import { Table, scoreOf } from './table.ts';
import type { EngineCore } from './worker.ts';

export class SearchingBrain<Settings extends SearchSettings, Board> implements EngineCore {
  readonly #skill: Skill<Board>;
  #settings: Settings;
  readonly #withOption: (settings: Settings, name: string, value: string) => Settings;
  readonly #now: () => number;
  readonly #chance: () => number;
  #table: Table | null = null;
  #gameSeed: number;

  /**
   * @param now in milliseconds. @param chance in [0, 1), for a seed of 0
   * @param withOption the settings after an option of the protocol, if it has any
   */
  constructor(
    skill: Skill<Board>,
    settings: Settings,
    now: () => number,
    chance: () => number,
    withOption: (settings: Settings, name: string, value: string) => Settings = (same) => same,
  ) {
    this.#skill = skill;
    this.#settings = settings;
    this.#withOption = withOption;
    this.#now = now;
    this.#chance = chance;
    this.#gameSeed = this.#drawn();
  }

  prepare(): void {
    this.#table ??= new Table(this.#settings.hash);
  }

  /** The table stays valid and is kept. */
  newGame(): void {
    this.#gameSeed = this.#drawn();
  }

  option(name: string, value: string): void {
    this.#settings = this.#withOption(this.#settings, name, value);
  }

  /** The best move for the position's mover, or none if the game is over. */
  search(job: Job, isCancelled: () => boolean, onProgress: (finding: Finding) => void): Finding {
    this.prepare();
    const skill = this.#skill;
    const table = this.#table!;
    const board = skill.board(job.position);
    if (board === null) return noFinding;
    const { mustSearch, shouldStop, mayDeepen } = searchBounds(
      this.#settings,
      job.limit,
      this.#now,
      isCancelled,
    );
    const known = skill.known?.(board, mustSearch);
    if (known) return known;
    const level = skill.levels[this.#settings.level - 1]!;
    const spread = spreadOf(level);
    const depth = job.limit.kind === 'depth' ? job.limit.plies : Infinity;
    const { among } = job;
    const result = skill.search({
      board,
      table,
      ...(among && { mayChoose: (move: number) => among.includes(skill.toGame(move)) }),
      maxDepth: Math.max(1, Math.min(depth, level.depth)),
      spread,
      shouldStop,
      mayDeepen,
      onIteration: (iteration) => onProgress(this.#finding(iteration, iteration.best, [])),
    });
    const mayOverrate = (move: number): boolean => skill.mayOverrate?.(board, move) ?? true;
    const best =
      spread === 0 ? result.best : chosenWith(spread, result.values, this.#random(board), mayOverrate);
    return this.#finding(result, best, skill.lineBehind(board, table, best.move));
  }

  #finding({ depth, nodes }: Iteration, best: MoveValue, line: readonly number[]): Finding {
    const skill = this.#skill;
    return {
      bestmove: skill.toGame(best.move),
      score: scoreOf(best.value),
      scores: [],
      line: (line.length > 0 ? line : [best.move]).map((move) => skill.toGame(move)),
      depth,
      nodes,
    };
  }

  #drawn(): number {
    return Math.floor(this.#chance() * 2 ** 32);
  }

  /** The same seed makes the same choices in the same positions. */
  #random(board: Board): () => number {
    const { seed, level } = this.#settings;
    const place = this.#skill.seed(board);
    return seededRandom((seed === 0 ? this.#gameSeed : seed) ^ place ^ Math.imul(level, 0x2c1b3c6d));
  }
}

/** Stores in a folder of their own, and things to say. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Game } from '../../games/game.ts';
import { gameById } from '../../games/registry.ts';
import { readHosts, Register } from '../../library/running/register.ts';
import type { JudgedReport } from '../../shapes/analysis.ts';
import type { Source, Teller } from '../../shapes/evaluations.ts';
import { EvaluationStore, type StoreOptions } from '../store.ts';

const connect4 = gameById('connect4');

/** The position of Connect Four after these moves from the usual start. */
export const after = (moves: string): unknown =>
  connect4
    .parseMoves(connect4.initial(), moves)
    .reduce((at, move) => connect4.play(at, move), connect4.initial());

export class Home {
  readonly folder = mkdtempSync(join(tmpdir(), 'plywire-evaluations-'));
  readonly evaluations = join(this.folder, 'evaluations');
  readonly said: string[] = [];
  readonly faults: (Error | null)[] = [];
  readonly #running = join(this.folder, 'running');
  readonly #stores: EvaluationStore[] = [];
  readonly #registers: Register[] = [];

  /** A store as another host of this home has it. */
  async open(options: Partial<StoreOptions> = {}): Promise<EvaluationStore> {
    const register = new Register(this.#running, () => undefined);
    this.#registers.push(register);
    const store = new EvaluationStore({
      ...{ folder: this.evaluations, register, say: (sentence) => void this.said.push(sentence) },
      others: () => readHosts(this.#running, register.path),
      limit: () => 1024 ** 3,
      written: (error) => void this.faults.push(error),
      onChange: () => undefined,
      ...options,
    });
    this.#stores.push(store);
    await store.open();
    return store;
  }

  async remove(): Promise<void> {
    for (const store of this.#stores) await store.close();
    for (const register of this.#registers) register.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export const tellerOf = (number: number, more: Partial<Teller> = {}): Teller => ({
  id: number.toString(16).padStart(64, '0'),
  engine: `e-${number}`,
  name: `Engine ${number}`,
  protocol: 'cfsi',
  files: [{ name: 'engine', sha256: 'a'.repeat(64) }],
  args: [],
  settings: {},
  options: {},
  ...more,
});

export const sourceOf = (text: string): Source => ({ session: 's-00', at: 100, nth: 0, text });

/** A report of the best move, with what else it says. */
export const reportOf = (bestmove: string, more: Partial<JudgedReport> = {}): JudgedReport => ({
  ...{ bestmove, turn: [bestmove], text: bestmove, fault: null, score: null, scores: null },
  ...{ staticScale: 1, winningMoves: null, depth: null, nodes: null, seconds: 1 },
  ...{ truncated: false, exhaustive: false },
  ...more,
});

export function say(
  store: Pick<EvaluationStore, 'record'>,
  game: Game,
  position: unknown,
  report: JudgedReport,
  teller: Teller = tellerOf(1),
  source: Source | null = sourceOf(report.text),
): boolean {
  return store.record({ game, position, teller, looked: report, judged: () => report, source });
}

/**
 * The report on a game: finds out what each of its positions is worth, by proof and by any number of engines side by
 * side, and what each move did to that value. For each position the truth is asked for first, then what is known of an
 * engine's earlier answers, then the engine. Proofs are always looked for from the last position to the first, so that
 * they climb; engines go through the positions in the order that was chosen.
 */
import { hash } from 'node:crypto';
import type { Line } from '../../games/line.ts';
import { distinctNames } from '../../library/distinct-names.ts';
import { Positions } from '../../records/positions.ts';
import type { GameTree } from '../../records/tree.ts';
import type { Teller } from '../../shapes/evaluations.ts';
import type {
  ReportedMove,
  ReportEngineState,
  ReportOptions,
  ReportScope,
  ReportSide,
  TriedMove,
} from '../../shapes/report.ts';
import type { NodeId } from '../../shapes/tree.ts';
import { best, verdictOfResult, type PositionTruth } from '../../truth/verdict.ts';
import { thresholdWords } from '../../records/engine-scale.ts';
import { proofLine } from '../proof-line.ts';
import type { AskTruth } from '../truth-asker.ts';
import { Findings, type Judge } from './findings.ts';
import type { Gate } from './gate.ts';
import { Lane, type LaneEngine, type Memory } from './lane.ts';
import { nodesIn, positionsOf } from './scope.ts';
import { sidesOf, turningPointsOf } from './summary.ts';
import { tryMove } from './tried.ts';

/**
 * After so many positions without a proof, those before them are asked about for moments only: proofs get harder towards
 * the start. A win that is missed there is still seen, and where anything is proven the whole time is taken again.
 */
const patience = 3;
/** Seconds for such a position. */
const moment = 0.2;
/** Plies of a better line. */
const betterPlies = 12;

export interface ReportPorts {
  readonly askTruth: AskTruth;
  readonly memory: Memory;
  readonly gate: Gate;
  /** Something that `standing` tells has changed. */
  onChange(): void;
  /** Everything about this move is known; told once for each. */
  onMove?(move: ReportedMove): void;
}

/** Answers and the time that they took. */
interface Pace {
  asked: number;
  seconds: number;
}

/** The part of `ReportState` that the report itself knows. */
export interface ReportStanding {
  readonly done: number;
  readonly total: number;
  readonly secondsLeft: number | null;
  readonly engines: readonly ReportEngineState[];
}

interface EngineEntry extends Judge {
  /** Different from the names of the others, once their programs are known. */
  name: string;
  readonly lane: Lane;
  readonly pace: Pace;
  /** As its answers are kept. Unlike `teller`, its id may be that of another engine of the report, too. */
  who: Teller | null;
  state: ReportEngineState['state'];
  answered: number;
  known: number;
  skipped: number;
  failed: number;
  reason: string | null;
  ending: ReportEngineState['ending'];
}

export class GameReport {
  readonly #findings: Findings;
  readonly #options: ReportOptions;
  readonly #ports: ReportPorts;
  readonly #engines: readonly EngineEntry[];
  readonly #positions: readonly NodeId[];
  /** Of proofs that have the whole time, and of those that have moments. */
  readonly #whole: Pace = { asked: 0, seconds: 0 };
  readonly #brief: Pace = { asked: 0, seconds: 0 };
  /** Positions without a proof since the last one with one. */
  #fruitless = 0;
  /** Positions whose proof was looked for, or is not. */
  #proved = 0;
  /** Resolves for each position when no proof of it is looked for any more. */
  readonly #ready = new Map<NodeId, { readonly promise: Promise<void>; readonly resolve: () => void }>();
  readonly #told = new Set<NodeId>();

  constructor(
    tree: GameTree,
    scope: ReportScope,
    engines: readonly LaneEngine[],
    options: ReportOptions,
    ports: ReportPorts,
  ) {
    const positions = new Positions(tree);
    const moves = nodesIn(tree, positions, scope);
    this.#options = options;
    this.#ports = ports;
    const names = distinctNames(engines.map(({ name }) => ({ name, program: null })));
    this.#engines = engines.map((engine, index) => ({
      name: names[index]!,
      ...{ teller: null, who: null, scale: engine.scale, proves: engine.proves },
      ...{ lane: new Lane(engine, ports.onChange), pace: { asked: 0, seconds: 0 } },
      ...{ state: 'waiting', answered: 0, known: 0, skipped: 0, failed: 0, reason: null, ending: null },
    }));
    this.#positions = positionsOf(tree, moves, options.order);
    this.#findings = new Findings(tree, positions, moves, this.#engines, 1 + engines.length);
    for (const node of this.#positions) this.#ready.set(node, resolvable());
  }

  get nodes(): readonly NodeId[] {
    return this.#findings.moves;
  }

  get tree(): GameTree {
    return this.#findings.tree;
  }

  /** The moves of which something is known, in the order of the game. */
  get moves(): readonly ReportedMove[] {
    return this.#findings.moves.map((node) => this.#findings.move(node));
  }

  /** What is proven about the position after a node's move; null if nothing was looked for. */
  truth(node: NodeId): PositionTruth<string> | null {
    return this.#findings.truth(node);
  }

  get sides(): readonly [ReportSide, ReportSide] {
    return sidesOf(this.moves);
  }

  get turningPoints(): readonly NodeId[] {
    return turningPointsOf(this.moves);
  }

  /** The name of the engine that said something, as the report tells its engines apart. */
  nameOf(teller: string): string {
    return this.#engines.find((engine) => engine.teller === teller)?.name ?? 'an engine';
  }

  get standing(): ReportStanding {
    const engines = this.#engines.map(stateOf);
    const total = this.#positions.length * (1 + this.#engines.length);
    const done = this.#engines.reduce(
      (sum, engine) => sum + doneBy(engine, this.#positions.length),
      this.#proved,
    );
    return { done, total, secondsLeft: this.#secondsLeft(), engines };
  }

  /**
   * Checks a move in the place of a reported one, with a search of each engine that scores where proof does not decide.
   * @throws BadNotation | IllegalMove
   */
  tried(node: NodeId, text: string, signal: AbortSignal): Promise<TriedMove> {
    const advisors = this.#engines.map(({ lane, who, state }) => ({
      engine: lane.engine,
      who: state === 'left' ? null : who,
    }));
    const { askTruth, memory } = this.#ports;
    const nameOf = (teller: string): string => this.nameOf(teller);
    return tryMove({ findings: this.#findings, advisors, askTruth, memory, nameOf }, node, text, signal);
  }

  /** Works until all is known, or `signal` is aborted. Never rejects for what an engine does. @throws Error if proofs failed */
  async run(stopping: AbortSignal): Promise<void> {
    // Where one part fails, the others end with it.
    const failing = new AbortController();
    const signal = AbortSignal.any([stopping, failing.signal]);
    try {
      // No engine speaks before all are told apart.
      const apart = Promise.all([this.#tellNames(), this.#tellTellers()]);
      await Promise.all([
        this.#proveAll(signal),
        ...this.#engines.map(async (engine, index) => {
          await apart;
          await this.#askAll(engine, index, signal);
        }),
      ]);
    } finally {
      failing.abort();
      await Promise.all(this.#engines.map(({ lane }) => lane.close()));
      this.#ports.onChange();
    }
  }

  /** Gives engines of one name names of their own. */
  async #tellNames(): Promise<void> {
    const own = this.#engines.map(({ lane }) => lane.engine);
    if (own.every(({ name }, index) => this.#engines[index]!.name === name)) return;
    const programs = await Promise.all(own.map((engine) => engine.program()));
    const names = distinctNames(own.map(({ name }, index) => ({ name, program: programs[index]! })));
    this.#engines.forEach((engine, index) => void (engine.name = names[index]!));
  }

  /** Finds out who speaks; one engine that is asked within two limits is two tellers of this report. */
  async #tellTellers(): Promise<void> {
    await Promise.all(
      this.#engines.map(async (engine) => {
        try {
          engine.who = await engine.lane.engine.teller();
        } catch (error) {
          engine.reason = (error as Error).message;
          engine.state = 'left';
        }
      }),
    );
    const times = new Map<string, number>();
    for (const engine of this.#engines) {
      if (engine.who === null) continue;
      const { id } = engine.who;
      const before = times.get(id) ?? 0;
      times.set(id, before + 1);
      engine.teller = before === 0 ? id : hash('sha256', `${id} ${before + 1}`, 'hex');
    }
  }

  async #proveAll(signal: AbortSignal): Promise<void> {
    const { truthSeconds } = this.#options;
    /** Positions without a proof, this one included, on the way back from the end of a line. */
    const fruitless = new Map<NodeId, number>();
    const { tree } = this.#findings;
    for (const node of positionsOf(tree, this.#findings.moves, 'backward')) {
      if (signal.aborted) return;
      const before = fruitless.get(node) ?? 0;
      const line = this.#line(node);
      const result = line.game.result(line.position);
      if (result) {
        const verdict = verdictOfResult(result, line.game.seatToMove(line.position));
        this.#findings.prove(node, { verdict, moves: [] });
      } else if (truthSeconds !== null) {
        const isBrief = before >= patience;
        // Where these moments begin: an engine that goes forward would otherwise wait until the last of them is over.
        if (before === patience && this.#options.order === 'forward')
          for (const { resolve } of this.#ready.values()) resolve();
        const seconds = isBrief ? Math.min(moment, truthSeconds) : truthSeconds;
        await this.#prove(node, line, seconds, isBrief ? this.#brief : this.#whole, signal);
        if (signal.aborted) return;
      }
      const truth = this.#findings.truth(node);
      const isFruitless =
        truth === null || (truth.verdict.value === 'unknown' && truth.moves.every(isUnknown));
      const parent = tree.nodes.get(node)!.parent;
      // Of several lines, the one in which most was proven decides.
      const own = isFruitless ? before + 1 : 0;
      this.#fruitless = own;
      if (parent !== null) {
        fruitless.set(parent, Math.min(fruitless.get(parent) ?? Infinity, own));
      }
      // While the tables are warm.
      await this.#findBetter(node, line, signal);
      if (signal.aborted) return;
      this.#proved++;
      this.#ready.get(node)!.resolve();
      this.#finish(node);
    }
  }

  async #prove(node: NodeId, line: Line, seconds: number, pace: Pace, signal: AbortSignal): Promise<void> {
    const { gate } = this.#ports;
    for (;;) {
      await gate.pass(signal);
      if (signal.aborted) return;
      const began = performance.now();
      const { closing } = gate;
      const truth = await this.#ports.askTruth(line, seconds, AbortSignal.any([closing, signal]), 'value');
      // What was proven before it gave way stands; the rest is asked for again.
      if (closing.aborted && !signal.aborted && truth.verdict.value === 'unknown') continue;
      count(pace, began);
      this.#findings.prove(node, truth);
      return;
    }
  }

  async #askAll(engine: EngineEntry, index: number, signal: AbortSignal): Promise<void> {
    const { lane } = engine;
    const stopped = aborted(signal);
    for (const node of this.#positions) {
      // What is proven decides whether the engine is asked.
      if (this.#options.onlyUnknown) await Promise.race([this.#ready.get(node)!.promise, stopped]);
      if (signal.aborted) return;
      if (engine.state !== 'left') await this.#askAt(engine, index, node, signal);
      if (signal.aborted) return;
      this.#finish(node);
    }
    if (engine.state !== 'left') engine.state = 'done';
    // Its process need not wait for slower engines.
    await lane.close();
    this.#ports.onChange();
  }

  async #askAt(engine: EngineEntry, index: number, node: NodeId, signal: AbortSignal): Promise<void> {
    const { gate, memory } = this.#ports;
    const { lane, who } = engine;
    const line = this.#line(node);
    const { limit } = lane.engine;
    const isOver = line.game.result(line.position) !== null;
    if (isOver || (this.#options.onlyUnknown && this.#findings.isSettled(node))) {
      engine.skipped++;
      return;
    }
    const known = this.#options.onlyUnknown ? memory.find(line, who!, limit) : null;
    if (known !== null) {
      engine.known++;
      return this.#findings.say(index, node, known);
    }
    for (;;) {
      await gate.pass(signal);
      if (signal.aborted) return;
      engine.state = 'working';
      const began = performance.now();
      const answer = await lane.ask(line, gate.closing, signal);
      if (signal.aborted) return;
      switch (answer.kind) {
        case 'stopped':
          continue;
        case 'report':
          count(engine.pace, began);
          engine.answered++;
          memory.keep(line, who!, limit, answer.report);
          return this.#findings.say(index, node, answer.report);
        case 'unable':
          engine.skipped++;
          // A failure matters more.
          if (engine.failed === 0) engine.reason = answer.reason;
          return;
        case 'failed':
          engine.failed++;
          engine.reason = answer.reason;
          return;
        case 'left':
          engine.state = 'left';
          engine.reason = answer.reason;
          engine.ending = answer.word;
          return;
      }
    }
  }

  /** Better lines for the proven errors among the moves from a position. */
  async #findBetter(node: NodeId, line: Line, signal: AbortSignal): Promise<void> {
    const { truthSeconds } = this.#options;
    const errors = this.#findings.errorsFrom(node);
    if (truthSeconds === null || errors.length === 0) return;
    const truth = await this.#ports.askTruth(line, truthSeconds, signal, 'line');
    if (signal.aborted) return;
    let better = truth.line?.slice(0, betterPlies) ?? [];
    const first = best(truth.moves);
    if (better.length === 0 && first !== null) {
      const move = line.game.parseMove(line.position, first);
      for await (const event of proofLine(this.#ports.askTruth, line, move, signal)) {
        if (event.kind === 'move') better = [...better, event.move];
        if (better.length >= betterPlies / 2) break;
      }
    }
    if (better.length > 0) for (const id of errors) this.#findings.improve(id, better);
  }

  #finish(node: NodeId): void {
    for (const id of this.#findings.finish(node)) {
      if (this.#told.has(id)) continue;
      this.#told.add(id);
      this.#ports.onMove?.(this.#findings.move(id));
    }
    this.#ports.onChange();
  }

  #line(node: NodeId): Line {
    return this.#findings.positions.line(this.#findings.tree, node);
  }

  /** The longest of the parts, each by the time that its answers took so far. */
  #secondsLeft(): number | null {
    const { length } = this.#positions;
    const unproved = this.#options.truthSeconds === null ? 0 : length - this.#proved;
    const lefts = [
      { left: unproved, seconds: this.#proofSeconds(unproved) },
      ...this.#engines.map((engine) => {
        const left = length - doneBy(engine, length);
        return { left, seconds: engine.pace.asked === 0 ? null : left * meanOf(engine.pace) };
      }),
    ].filter(({ left }) => left > 0);
    if (lefts.length === 0) return 0;
    const known = lefts.flatMap(({ seconds }) => (seconds === null ? [] : [seconds]));
    return known.length === 0 ? null : Math.max(...known);
  }

  /** Seconds for so many positions, if nothing more is proven; null before the first one. */
  #proofSeconds(left: number): number | null {
    if (this.#whole.asked === 0) return null;
    const whole = meanOf(this.#whole);
    const brief = this.#brief.asked === 0 ? Math.min(moment, whole) : meanOf(this.#brief);
    const wholes = Math.min(left, Math.max(0, patience - this.#fruitless));
    return wholes * whole + (left - wholes) * brief;
  }
}

const isUnknown = ({ verdict }: { readonly verdict: { readonly value: string } }): boolean =>
  verdict.value === 'unknown';

function stateOf(engine: EngineEntry): ReportEngineState {
  const { name, lane, who, teller, state, answered, known, skipped, failed, reason, ending, scale } = engine;
  const { protocol, limit } = lane.engine;
  return {
    teller: who === null || teller === null ? null : { ...who, id: teller },
    ...{ name, protocol, limit, state, answered, known, skipped, failed },
    ...{ reason, ending },
    restarts: lane.restarts,
    scale: scale === null ? null : thresholdWords(scale),
  };
}

const doneBy = ({ state, answered, known, skipped, failed }: EngineEntry, positions: number): number =>
  state === 'done' || state === 'left' ? positions : answered + known + skipped + failed;

/** In seconds an answer, of at least one. */
const meanOf = ({ asked, seconds }: Pace): number => seconds / asked;

function count(pace: Pace, began: number): void {
  pace.asked++;
  pace.seconds += (performance.now() - began) / 1000;
}

function resolvable(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

/**
 * Finds out which protocols a program speaks. The probes of all protocols run side by side, each with its own process,
 * since some engines exit at unknown commands.
 */
import { Breach } from '../protocols/conformance.ts';
import type { Probe, Proof } from '../protocols/check-talk.ts';
import { capabilitiesOf, protocols } from '../protocols/registry.ts';
import { BoundedWire } from './bounded-wire.ts';
import { nonEngineHint, nonEngineWords, type NonEngine } from './non-engine.ts';
import type { RunningWire } from './running-wire.ts';
import { sideBySide, type Agenda, type SideBySideOptions, type Task } from './side-by-side.ts';
import type { ProbeEvent, ProbeResult } from '../shapes/checks.ts';

/** As `OpenWire`, for a conversation in this protocol. @throws Unstartable */
export type OpenProbe = (protocol: string, signal: AbortSignal) => Promise<RunningWire | null>;

export interface ProbeOptions extends SideBySideOptions {
  /** In milliseconds, monotonic. */
  readonly now: () => number;
  /** In milliseconds, the limit on all waiting; see `defaultAllowed`. */
  readonly allowed?: number;
}

/**
 * In milliseconds, so that probing a silent program takes less than eight seconds in all. The slowest protocol allows
 * five for a first answer.
 */
const defaultAllowed = 7_000;

/** In sentences. */
const heldBackHint =
  'It printed nothing until it was told to quit: an engine must flush its output after each line.';

/** In milliseconds. After a success the other probes get one and a half times as long as it took, plus this. */
const grace = 1_000;

interface Attempt {
  readonly protocol: string;
  readonly probe: Probe;
}

interface Tried extends Attempt {
  readonly proof: Proof | null;
  /** Why there is no proof. */
  readonly why: string;
  readonly heard: string | null;
  readonly nonEngine: NonEngine | null;
  /** Whether it printed a line before it was told to quit. */
  readonly inTime: boolean;
  /** Whether it printed nothing until it was told to quit, and something then. */
  readonly heldBack: boolean;
  /** How Plywire itself may have caused its silence or exit; else empty. */
  readonly around: string;
}

/** Aborting the signal or leaving the loop early ends the processes. */
export function probeEngine(
  probes: ReadonlyMap<string, readonly Probe[]>,
  open: OpenProbe,
  options: ProbeOptions,
): AsyncGenerator<ProbeEvent> {
  return sideBySide<ProbeEvent>((tell) => new Run(probes, open, options, tell), options);
}

class Run implements Agenda<ProbeEvent> {
  readonly #probes: ReadonlyMap<string, readonly Probe[]>;
  readonly #waiting: Attempt[];
  readonly #open: OpenProbe;
  readonly #now: () => number;
  readonly #tell: (event: ProbeEvent) => void;
  readonly #began: number;
  readonly #tried: Tried[] = [];
  readonly #results: ProbeResult[] = [];
  /** In milliseconds for each attempt, from the start of its process. */
  #allowed: number;

  constructor(
    probes: ReadonlyMap<string, readonly Probe[]>,
    open: OpenProbe,
    { jobs, now, allowed = defaultAllowed }: ProbeOptions,
    tell: (event: ProbeEvent) => void,
  ) {
    this.#probes = probes;
    this.#waiting = [...probes].flatMap(([protocol, all]) => all.map((probe) => ({ protocol, probe })));
    this.#open = open;
    this.#now = now;
    this.#tell = tell;
    this.#began = now();
    // Attempts that cannot run at the same time share the time.
    this.#allowed = allowed / Math.ceil(this.#waiting.length / jobs);
    tell({ kind: 'begins', protocols: [...probes.keys()] });
  }

  next(): Task | null {
    const attempt = this.#waiting.shift();
    if (!attempt) return null;
    const { protocol, probe } = attempt;
    if (this.#probes.get(protocol)![0] === probe) this.#tell({ kind: 'trying', protocol });
    return {
      open: (signal) => this.#open(protocol, signal),
      run: async (wire, signal) => {
        const tried = await this.#put(attempt, wire);
        if (signal.aborted) return;
        // The result is reported before the process has ended.
        this.#tried.push(tried);
        this.#settle(protocol);
      },
    };
  }

  get over(): boolean {
    return this.#results.length === this.#probes.size;
  }

  summary(): ProbeEvent {
    const nonEngine = this.#tried.find((tried) => tried.nonEngine !== null)?.nonEngine ?? null;
    const speaks = this.#spoken();
    // The same hint may come from several attempts; the first is enough.
    const around = this.#tried.map((tried) => tried.around).filter((words) => words !== '');
    // A program that waits for its opponent in one protocol may well answer at once in another.
    const isHeldBack =
      nonEngine === null &&
      this.#tried.some(({ heldBack }) => heldBack) &&
      this.#tried.every(({ inTime }) => !inTime);
    const hints = [
      ...(nonEngine === null ? [] : [nonEngineHint(nonEngine)]),
      ...(isHeldBack ? [heldBackHint] : around.slice(0, 1)),
    ];
    const hint = speaks.length > 0 || hints.length === 0 ? null : hints.join(' ');
    return { kind: 'summary', speaks, hint, seconds: this.#seconds };
  }

  async #put(attempt: Attempt, wire: RunningWire): Promise<Tried> {
    let proof: Proof | null = null;
    let why = '';
    try {
      proof = await attempt.probe.run(new BoundedWire(wire, () => this.#allowed));
      this.#allowed = Math.min(this.#allowed, wire.now * 1.5 + grace);
    } catch (error) {
      if (!(error instanceof Breach)) throw error;
      why = `expected ${error.expected}: ${error.instead}`;
    }
    const { exchange } = wire;
    const last = (wanted: 'heard' | 'stderr'): string | undefined =>
      exchange.findLast(({ direction, text }) => direction === wanted && text.trim() !== '')?.text;
    const { nonEngine = null, around = '' } = wire.program ?? {};
    // What a silent program prints at its end tells whether it only holds its answers back.
    const inTime = last('heard') !== undefined;
    if (!inTime) await wire.close();
    const heard = last('heard') ?? last('stderr') ?? null;
    return {
      ...attempt,
      proof,
      why,
      heard,
      ...{ nonEngine, around, inTime },
      heldBack: wire.program?.heldBack ?? false,
    };
  }

  /** Reports the result of a protocol when all its probes are done. */
  #settle(protocol: string): void {
    const all = this.#probes.get(protocol)!;
    const tried = all.flatMap((probe) => this.#tried.find((one) => one.probe === probe) ?? []);
    if (tried.length < all.length) return;
    const result = { protocol, ...verdictOf(tried), seconds: this.#seconds };
    this.#results.push(result);
    this.#tell({ kind: 'tried', result });
  }

  /** The surest protocol first; among equals, the ones that reveal more about a position. */
  #spoken(): readonly string[] {
    const worth = ({ protocol, sure }: ProbeResult): number => {
      const spoken = protocols.get(protocol);
      const { score, scoresPerMove } = spoken
        ? capabilitiesOf(spoken)
        : { score: false, scoresPerMove: false };
      return 4 * Number(sure) + Number(score) + Number(scoresPerMove);
    };
    return this.#results
      .filter(({ speaks }) => speaks)
      .sort((one, other) => worth(other) - worth(one))
      .map(({ protocol }) => protocol);
  }

  get #seconds(): number {
    return Math.round(this.#now() - this.#began) / 1000;
  }
}

/** The result for a protocol, which is spoken if one of its probes succeeded. */
function verdictOf(tried: readonly Tried[]): Pick<ProbeResult, 'speaks' | 'sure' | 'how' | 'heard'> {
  const proven = tried.filter(({ proof }) => proof !== null);
  const first = proven[0];
  if (first?.proof) {
    const ways = proven.map(({ probe }) => probe.way).filter((way) => way !== '');
    const how = [first.proof.how, ...(ways.length > 0 ? [ways.join(' and ')] : [])].join(', ');
    return { speaks: true, sure: proven.some(({ proof }) => proof!.sure), how, heard: first.heard };
  }
  const { why, heard, nonEngine } = tried.find((one) => one.heard !== null) ?? tried[0]!;
  const how = nonEngine === null ? why : `${why}; it ${nonEngineWords[nonEngine]}`;
  return { speaks: false, sure: false, how, heard };
}

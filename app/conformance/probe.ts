/**
 * Finds out which protocols a program speaks. The probes of all protocols run side by side, each with its own process,
 * since some engines exit at unknown commands.
 */
import { Breach, Silence } from '../protocols/conformance.ts';
import { waits, type Probe, type Proof } from '../protocols/check-talk.ts';
import { capabilitiesOf, protocols } from '../protocols/registry.ts';
import { inSeconds } from '../protocols/text.ts';
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
  /** In milliseconds, the limit on all waiting while the program prints nothing; by default that of an opening. */
  readonly allowed?: number;
}

/**
 * The share of the limit for a program that prints lines, so that probing it takes less than eight seconds. The slowest
 * protocol allows five for a first answer.
 */
const talking = 0.7;

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
  /** Whether the time was over while an answer was awaited. */
  readonly isSilent: boolean;
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

/** In sentences, as below. What is printed at the end was not flushed before, or the answer of a slow program. */
const heldBackHint = (within: string): string =>
  `It printed nothing within ${within}, until it was told to quit: it does not flush its output after each line, ` +
  'or needs longer to start or to think; then name its protocol.';

const silentHint = (within: string): string =>
  `It printed nothing within ${within}. If it needs longer to start or to think, name its protocol.`;

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
  /** Whether a line was heard from any process. */
  #hasSpoken = false;

  constructor(
    probes: ReadonlyMap<string, readonly Probe[]>,
    open: OpenProbe,
    { jobs, now, allowed = waits.opening }: ProbeOptions,
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
    const saysNothing = nonEngine === null && this.#tried.every(({ inTime }) => !inTime);
    const isHeldBack = saysNothing && this.#tried.some(({ heldBack }) => heldBack);
    const isSilent = saysNothing && this.#tried.some((tried) => tried.isSilent);
    const within = inSeconds(Math.round(this.#allowed / 100) * 100);
    const hints = [
      ...(nonEngine === null ? [] : [nonEngineHint(nonEngine)]),
      ...(isHeldBack
        ? [heldBackHint(within)]
        : [...(isSilent ? [silentHint(within)] : []), ...around.slice(0, 1)]),
    ];
    const hint = speaks.length > 0 || hints.length === 0 ? null : hints.join(' ');
    return { kind: 'summary', speaks, hint, seconds: this.#seconds };
  }

  async #put(attempt: Attempt, wire: RunningWire): Promise<Tried> {
    let proof: Proof | null = null;
    let why = '';
    let isSilent = false;
    const bounded = new BoundedWire(
      wire,
      () => this.#allowed,
      () => this.#hear(wire.now),
    );
    try {
      proof = await attempt.probe.run(bounded);
      this.#allowed = Math.min(this.#allowed, wire.now * 1.5 + grace);
    } catch (error) {
      if (!(error instanceof Breach)) throw error;
      why = `expected ${error.expected}; instead: ${error.instead}`;
      isSilent = error instanceof Silence;
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
      ...{ nonEngine, around, inTime, isSilent },
      heldBack: wire.program?.heldBack ?? false,
    };
  }

  /** @param now milliseconds since the start of the process that printed a line */
  #hear(now: number): void {
    if (this.#hasSpoken) return;
    this.#hasSpoken = true;
    // After a late first line it gets the rest of the limit for its further answers.
    this.#allowed = Math.max(this.#allowed * talking, now + this.#allowed * (1 - talking));
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

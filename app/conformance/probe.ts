/**
 * Which protocols a program speaks, found out by its behaviour alone: the probes of all protocols are put to it side by
 * side, each in a process of its own, since some engines die of a word that they do not know. All that succeed are
 * told, each as soon as it is known.
 */
import { Breach } from '../protocols/conformance.ts';
import type { Probe, Proof } from '../protocols/probing.ts';
import { capabilitiesOf, protocols } from '../protocols/registry.ts';
import { BoundedWire } from './bounded-wire.ts';
import { Unstartable, type RunningWire } from './run.ts';

/**
 * Starts a process that is to be spoken to over this protocol, as soon as there is room; null where `signal` called it
 * off before. @throws Unstartable
 */
export type OpenProbe = (protocol: string, signal: AbortSignal) => Promise<RunningWire | null>;

export interface ProbeResult {
  readonly protocol: string;
  readonly speaks: boolean;
  /** It has shown that it knows the game, and not the words alone. */
  readonly sure: boolean;
  /** Where it speaks it goes on from "it": "answered `cfp` by `cfpok`". Elsewhere what was expected and what came. */
  readonly how: string;
  /** The last line that it said to this, the beginning of it where it is long; null where it said nothing. */
  readonly heard: string | null;
  /** Until that was known. */
  readonly seconds: number;
}

export type ProbeEvent =
  /** All that are tried. */
  | { readonly kind: 'begins'; readonly protocols: readonly string[] }
  /** A process is asked over it; these and what comes of them are told in the order of time. */
  | { readonly kind: 'trying'; readonly protocol: string }
  | { readonly kind: 'tried'; readonly result: ProbeResult }
  /** Those that it speaks, the best first. */
  | { readonly kind: 'summary'; readonly speaks: readonly string[]; readonly seconds: number }
  | { readonly kind: 'unstartable'; readonly reason: string; readonly advice: string };

export interface ProbeOptions {
  /** How many processes may run at a time. */
  readonly jobs: number;
  /** In milliseconds, monotonic. */
  readonly now: () => number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * In milliseconds, for all that is waited for: with the starts and the ends of its processes a silent program takes
 * less than eight seconds. The slowest of the texts allows five for a first answer.
 */
const allowed = 7_000;

/**
 * Where one probe has succeeded, the others have half as long again as that took, and this: whoever speaks several
 * protocols is not much slower over another one.
 */
const grace = 1_000;

interface Attempt {
  readonly protocol: string;
  readonly probe: Probe;
}

interface Tried extends Attempt {
  readonly proof: Proof | null;
  /** Why there is none. */
  readonly why: string;
  readonly heard: string | null;
}

/** Leaving the loop early, or the signal, ends the processes that run. */
export async function* probeEngine(
  probes: ReadonlyMap<string, readonly Probe[]>,
  open: OpenProbe,
  options: ProbeOptions,
): AsyncGenerator<ProbeEvent> {
  const run = new Run(probes, open, options);
  const cancel = () => run.cancel();
  options.signal?.addEventListener('abort', cancel);
  if (options.signal?.aborted) cancel();
  try {
    yield* run.events();
  } finally {
    options.signal?.removeEventListener('abort', cancel);
    cancel();
    await run.gone();
  }
}

class Run {
  readonly #probes: ReadonlyMap<string, readonly Probe[]>;
  readonly #waiting: Attempt[];
  readonly #open: OpenProbe;
  readonly #options: ProbeOptions;
  readonly #began: number;
  readonly #under = new Set<Promise<void>>();
  readonly #wires = new Set<RunningWire>();
  readonly #tried: Tried[] = [];
  readonly #results: ProbeResult[] = [];
  readonly #told: ProbeEvent[] = [];
  /** For one attempt, from the start of its process. */
  #allowed: number;
  readonly #cancel = new AbortController();
  #unstartable: Unstartable | null = null;
  #broken: { readonly error: unknown } | null = null;
  /** Something has happened since the attempts were last looked at. */
  #stirred = false;
  #wake = (): void => {};

  constructor(probes: ReadonlyMap<string, readonly Probe[]>, open: OpenProbe, options: ProbeOptions) {
    this.#probes = probes;
    this.#waiting = [...probes].flatMap(([protocol, all]) => all.map((probe) => ({ protocol, probe })));
    this.#open = open;
    this.#options = options;
    this.#began = options.now();
    // Where not all may run at a time, they share the time.
    this.#allowed = allowed / Math.ceil(this.#waiting.length / options.jobs);
  }

  async *events(): AsyncGenerator<ProbeEvent> {
    yield { kind: 'begins', protocols: [...this.#probes.keys()] };
    while (!this.#cancelled) {
      this.#stirred = false;
      this.#begin();
      for (let event = this.#told.shift(); event; event = this.#told.shift()) yield event;
      if (this.#broken) throw this.#broken.error;
      if (this.#unstartable) {
        const { message, advice } = this.#unstartable;
        return yield { kind: 'unstartable', reason: message, advice };
      }
      if (this.#results.length === this.#probes.size) {
        return yield { kind: 'summary', speaks: this.#spoken(), seconds: this.#seconds };
      }
      if (!this.#stirred) await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  cancel(): void {
    this.#cancel.abort();
    for (const wire of this.#wires) void wire.close();
    this.#stir();
  }

  async gone(): Promise<void> {
    await Promise.all(this.#under);
  }

  #begin(): void {
    while (!this.#cancelled && this.#under.size < this.#options.jobs) {
      const attempt = this.#waiting.shift();
      if (!attempt) return;
      const { protocol, probe } = attempt;
      if (this.#probes.get(protocol)![0] === probe) this.#told.push({ kind: 'trying', protocol });
      const work = this.#attempt(attempt).finally(() => {
        this.#under.delete(work);
        this.#stir();
      });
      this.#under.add(work);
    }
  }

  async #attempt(attempt: Attempt): Promise<void> {
    try {
      const wire = await this.#open(attempt.protocol, this.#cancel.signal);
      if (wire === null) return;
      this.#wires.add(wire);
      try {
        if (this.#cancelled) return;
        const tried = await this.#put(attempt, wire);
        if (this.#cancelled) return;
        // Whoever waits for it hears of it before the process has left.
        this.#tried.push(tried);
        this.#settle(attempt.protocol);
      } finally {
        await wire.close();
        this.#wires.delete(wire);
      }
    } catch (error) {
      if (error instanceof Unstartable) this.#unstartable ??= error;
      else this.#broken ??= { error };
    }
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
    return { ...attempt, proof, why, heard: last('heard') ?? last('stderr') ?? null };
  }

  /** Tells of a protocol once all of its probes are over. */
  #settle(protocol: string): void {
    const all = this.#probes.get(protocol)!;
    const tried = all.flatMap((probe) => this.#tried.find((one) => one.probe === probe) ?? []);
    if (tried.length < all.length) return;
    const result = { protocol, ...verdictOf(tried), seconds: this.#seconds };
    this.#results.push(result);
    this.#told.push({ kind: 'tried', result });
    this.#stir();
  }

  /** The surest first; of those that are as sure, those that tell more of a position. */
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

  get #cancelled(): boolean {
    return this.#cancel.signal.aborted;
  }

  get #seconds(): number {
    return Math.round(this.#options.now() - this.#began) / 1000;
  }

  #stir(): void {
    this.#stirred = true;
    this.#wake();
  }
}

/** What came of all probes of one protocol, of which one that succeeds is enough. */
function verdictOf(tried: readonly Tried[]): Pick<ProbeResult, 'speaks' | 'sure' | 'how' | 'heard'> {
  const proven = tried.filter(({ proof }) => proof !== null);
  const first = proven[0];
  if (first?.proof) {
    const ways = proven.map(({ probe }) => probe.way).filter((way) => way !== '');
    const how = [first.proof.how, ...(ways.length > 0 ? [ways.join(' and ')] : [])].join(', ');
    return { speaks: true, sure: proven.some(({ proof }) => proof!.sure), how, heard: first.heard };
  }
  const { why, heard } = tried.find((one) => one.heard !== null) ?? tried[0]!;
  return { speaks: false, sure: false, how: why, heard };
}

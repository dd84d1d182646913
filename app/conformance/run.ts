/**
 * Runs the checks of a protocol, each over a wire of its own, several at a time where asked. Results are told
 * in the order of the checks, whatever order they come in, so that two runs can be compared line by line.
 */
import {
  judge,
  levels,
  type Check,
  type CheckWire,
  type Entry,
  type Level,
} from '../protocols/conformance.ts';

/** A wire with the life of its process. */
export interface RunningWire extends CheckWire {
  readonly exchange: readonly Entry[];
  /** Ends the process, however it stands; never rejects. */
  close(): Promise<void>;
}

/** Starts a process, when there is room for one; null where `signal` called it off before. @throws Unstartable */
export type OpenWire = (signal: AbortSignal) => Promise<RunningWire | null>;

/** There is nobody to check. */
export class Unstartable extends Error {
  override readonly name = 'Unstartable';
  readonly advice: string;

  constructor(reason: string, advice: string) {
    super(reason);
    this.advice = advice;
  }
}

export type Verdict = 'pass' | 'fail' | 'not run' | 'not offered';

export interface CheckResult {
  readonly id: string;
  readonly level: Level;
  readonly sentence: string;
  readonly clause: string;
  readonly verdict: Verdict;
  /** Where it was not run: the checks that failed and that it stands on. */
  readonly needs: readonly string[];
  /** Where it failed; else null. */
  readonly failure: {
    readonly expected: string;
    readonly instead: string;
    readonly advice: string;
    readonly exchange: readonly Entry[];
  } | null;
  readonly seconds: number;
}

export type Tally = Readonly<Record<Verdict, number>>;

export interface CheckSummary {
  readonly kind: 'summary';
  readonly levels: Readonly<Record<Level, Tally>>;
  /** Nothing that must hold has failed. */
  readonly holds: boolean;
  readonly seconds: number;
}

export type CheckEvent =
  | { readonly kind: 'begins'; readonly checks: number }
  /** A check has its process; these come in the order of time. */
  | { readonly kind: 'running'; readonly id: string }
  | { readonly kind: 'checked'; readonly result: CheckResult }
  | CheckSummary
  | { readonly kind: 'unstartable'; readonly reason: string; readonly advice: string };

export interface RunOptions {
  /** How many processes may run at a time. */
  readonly jobs: number;
  /** The least binding level that is checked. */
  readonly level: Level;
  /** Ids of the checks that are wanted, whatever their level, with those that they stand on; all where it is left out. */
  readonly only?: readonly string[] | undefined;
  /** In milliseconds, monotonic. */
  readonly now: () => number;
  readonly signal?: AbortSignal | undefined;
}

/** To the millisecond. */
const secondsOf = (milliseconds: number): number => Math.round(milliseconds) / 1000;

const rank = (level: Level): number => levels.indexOf(level);

function chosen(all: readonly Check[], { only, level }: RunOptions): readonly Check[] {
  if (only === undefined) return all.filter((check) => rank(check.level) <= rank(level));
  const wanted = new Set(only);
  // What a check stands on comes before it.
  for (const check of all.toReversed()) {
    if (wanted.has(check.id)) for (const need of check.needs) wanted.add(need);
  }
  return all.filter(({ id }) => wanted.has(id));
}

/** Leaving the loop early, or the signal, ends the processes that run. */
export async function* runChecks(
  all: readonly Check[],
  open: OpenWire,
  options: RunOptions,
): AsyncGenerator<CheckEvent> {
  const run = new Run(chosen(all, options), open, options);
  const abort = () => run.cancel();
  options.signal?.addEventListener('abort', abort);
  if (options.signal?.aborted) run.cancel();
  try {
    yield* run.events();
  } finally {
    options.signal?.removeEventListener('abort', abort);
    run.cancel();
    await run.gone();
  }
}

class Run {
  readonly #checks: readonly Check[];
  readonly #open: OpenWire;
  readonly #options: RunOptions;
  readonly #results = new Map<string, CheckResult>();
  readonly #under = new Map<string, Promise<void>>();
  readonly #wires = new Set<RunningWire>();
  readonly #told: CheckEvent[] = [];
  readonly #cancelling = new AbortController();
  #unstartable: Unstartable | null = null;
  #broken: { readonly error: unknown } | null = null;
  /** Something has changed since the checks were last looked at. */
  #stirred = false;
  #wake = (): void => {};

  constructor(checks: readonly Check[], open: OpenWire, options: RunOptions) {
    this.#checks = checks;
    this.#open = open;
    this.#options = options;
  }

  async *events(): AsyncGenerator<CheckEvent> {
    const began = this.#options.now();
    yield { kind: 'begins', checks: this.#checks.length };
    let next = 0;
    while (!this.#cancelled) {
      this.#stirred = false;
      this.#begin();
      for (let event = this.#told.shift(); event; event = this.#told.shift()) yield event;
      if (this.#broken) throw this.#broken.error;
      if (this.#unstartable) {
        const { message, advice } = this.#unstartable;
        return yield { kind: 'unstartable', reason: message, advice };
      }
      for (; next < this.#checks.length; next++) {
        const result = this.#results.get(this.#checks[next]!.id);
        if (!result) break;
        yield { kind: 'checked', result };
      }
      if (next === this.#checks.length)
        return yield summaryOf([...this.#results.values()], this.#options.now() - began);
      if (!this.#stirred) await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  get #cancelled(): boolean {
    return this.#cancelling.signal.aborted;
  }

  cancel(): void {
    this.#cancelling.abort();
    for (const wire of this.#wires) void wire.close();
    this.#stir();
  }

  async gone(): Promise<void> {
    await Promise.all(this.#under.values());
  }

  /** Begins what can begin, the first ones first; what stands on something failed is settled at once. */
  #begin(): void {
    for (const check of this.#checks) {
      if (this.#cancelled || this.#under.size >= this.#options.jobs) return;
      if (this.#results.has(check.id) || this.#under.has(check.id)) continue;
      const needed = check.needs.map((id) => this.#results.get(id));
      const failed = needed.flatMap((result) =>
        result?.verdict === 'fail' ? [result.id] : (result?.needs ?? []),
      );
      if (needed.includes(undefined)) continue;
      if (failed.length > 0) this.#settle(check, 'not run', { needs: [...new Set(failed)] });
      else if (needed.some((result) => result?.verdict === 'not offered')) this.#settle(check, 'not offered');
      else this.#under.set(check.id, this.#run(check));
    }
  }

  async #run(check: Check): Promise<void> {
    try {
      const wire = await this.#open(this.#cancelling.signal);
      if (wire === null) return;
      this.#wires.add(wire);
      try {
        if (this.#cancelled) return;
        this.#told.push({ kind: 'running', id: check.id });
        this.#stir();
        const began = this.#options.now();
        const outcome = await judge(check, wire);
        const seconds = secondsOf(this.#options.now() - began);
        const { advice } = check;
        // What an engine says on its way out may tell why it was silent before.
        if (outcome.kind === 'fail') await wire.close();
        if (this.#cancelled) return;
        this.#settle(
          check,
          outcome.kind,
          outcome.kind === 'fail'
            ? {
                seconds,
                failure: {
                  expected: outcome.expected,
                  instead: outcome.instead,
                  advice,
                  exchange: wire.exchange,
                },
              }
            : { seconds },
        );
      } finally {
        await wire.close();
        this.#wires.delete(wire);
      }
    } catch (error) {
      if (error instanceof Unstartable) this.#unstartable ??= error;
      else this.#broken ??= { error };
    } finally {
      this.#under.delete(check.id);
      this.#stir();
    }
  }

  #stir(): void {
    this.#stirred = true;
    this.#wake();
  }

  #settle(
    check: Check,
    verdict: Verdict,
    more: Partial<Pick<CheckResult, 'needs' | 'failure' | 'seconds'>> = {},
  ): void {
    const { id, level, sentence, clause } = check;
    this.#results.set(id, {
      ...{ id, level, sentence, clause, verdict, needs: [], failure: null, seconds: 0 },
      ...more,
    });
  }
}

/** How many checks of each level ended how, and whether all holds that must. */
export function summaryOf(results: readonly CheckResult[], milliseconds: number): CheckSummary {
  const tally = (level: Level): Tally => {
    const count = (verdict: Verdict) =>
      results.filter((result) => result.level === level && result.verdict === verdict).length;
    return {
      pass: count('pass'),
      fail: count('fail'),
      'not run': count('not run'),
      'not offered': count('not offered'),
    };
  };
  return {
    kind: 'summary',
    levels: { must: tally('must'), should: tally('should'), may: tally('may'), beyond: tally('beyond') },
    holds: !results.some(({ level, verdict }) => level === 'must' && verdict === 'fail'),
    seconds: secondsOf(milliseconds),
  };
}

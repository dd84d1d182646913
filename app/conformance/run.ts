/**
 * Runs the checks of a protocol side by side, each over its own wire. Results come in the order of the checks, so that
 * two runs can be compared line by line.
 */
import { judge, type Check } from '../protocols/conformance.ts';
import { adviceFor } from './advice.ts';
import type { OpenWire, RunningWire } from './running-wire.ts';
import { sideBySide, type Agenda, type SideBySideOptions, type Task } from './side-by-side.ts';
import { CheckLevel } from '../shapes/checks.ts';
import type { CheckEvent, CheckResult, CheckSummary, CheckTally, Verdict } from '../shapes/checks.ts';

export interface RunOptions extends SideBySideOptions {
  /** The least binding level to check. */
  readonly level: CheckLevel;
  /** Ids of checks to run, of any level; the checks that they need run too. All checks if absent. */
  readonly only?: readonly string[] | undefined;
  /** In milliseconds, monotonic. */
  readonly now: () => number;
}

/** Rounded to milliseconds. */
const secondsOf = (milliseconds: number): number => Math.round(milliseconds) / 1000;

const rank = (level: CheckLevel): number => CheckLevel.options.indexOf(level);

function chosen(all: readonly Check[], { only, level }: RunOptions): readonly Check[] {
  if (only === undefined) return all.filter((check) => rank(check.level) <= rank(level));
  const wanted = new Set(only);
  // A check needs only earlier checks.
  for (const check of all.toReversed()) {
    if (wanted.has(check.id))
      for (const before of [...check.needs, ...(check.explainedBy ?? [])]) wanted.add(before);
  }
  return all.filter(({ id }) => wanted.has(id));
}

/** Aborting the signal or leaving the loop early ends the processes. */
export function runChecks(
  all: readonly Check[],
  open: OpenWire,
  options: RunOptions,
): AsyncGenerator<CheckEvent> {
  return sideBySide<CheckEvent>((tell) => new Run(chosen(all, options), open, options.now, tell), options);
}

class Run implements Agenda<CheckEvent> {
  readonly #checks: readonly Check[];
  readonly #open: OpenWire;
  readonly #now: () => number;
  readonly #tell: (event: CheckEvent) => void;
  readonly #began: number;
  readonly #begun = new Set<string>();
  readonly #results = new Map<string, CheckResult>();
  /** The number of results reported. */
  #told = 0;

  constructor(
    checks: readonly Check[],
    open: OpenWire,
    now: () => number,
    tell: (event: CheckEvent) => void,
  ) {
    this.#checks = checks;
    this.#open = open;
    this.#now = now;
    this.#tell = tell;
    this.#began = now();
    tell({ kind: 'begins', checks: checks.length });
  }

  /** On the way, settles the checks whose needs have failed. */
  next(): Task | null {
    for (const check of this.#checks) {
      if (this.#begun.has(check.id)) continue;
      const needed = check.needs.map((id) => this.#results.get(id));
      if (needed.includes(undefined)) continue;
      if (check.explainedBy?.some((id) => !this.#results.has(id))) continue;
      this.#begun.add(check.id);
      const failed = needed.flatMap((result) =>
        result?.verdict === 'fail' ? [result.id] : (result?.needs ?? []),
      );
      if (failed.length > 0) this.#settle(check, 'not run', { needs: [...new Set(failed)] });
      else if (needed.some((result) => result?.verdict === 'not offered')) this.#settle(check, 'not offered');
      else return { open: this.#open, run: (wire, signal) => this.#run(check, wire, signal) };
    }
    return null;
  }

  get over(): boolean {
    return this.#told === this.#checks.length;
  }

  summary(): CheckSummary {
    return summaryOf([...this.#results.values()], this.#now() - this.#began);
  }

  async #run(check: Check, wire: RunningWire, signal: AbortSignal): Promise<void> {
    this.#tell({ kind: 'running', id: check.id });
    const began = this.#now();
    const outcome = await judge(check, wire);
    const seconds = secondsOf(this.#now() - began);
    // The engine's last lines may explain its silence.
    if (outcome.kind === 'fail') await wire.close();
    if (signal.aborted) return;
    if (outcome.kind !== 'fail') return this.#settle(check, outcome.kind, { seconds });
    const { expected, instead, ended, isSilent } = outcome;
    const explaining = (check.explainedBy ?? []).filter((id) => this.#results.get(id)?.verdict === 'fail');
    if (ended === null && explaining.length > 0) {
      return this.#settle(check, 'not run', { needs: explaining, seconds });
    }
    const advice = adviceFor(check, { ended, isSilent }, wire);
    this.#settle(check, 'fail', {
      seconds,
      failure: { expected, instead, advice, exchange: wire.exchange },
    });
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
    for (; this.#told < this.#checks.length; this.#told++) {
      const result = this.#results.get(this.#checks[this.#told]!.id);
      if (!result) return;
      this.#tell({ kind: 'checked', result });
    }
  }
}

export function summaryOf(results: readonly CheckResult[], milliseconds: number): CheckSummary {
  const tally = (level: CheckLevel): CheckTally => {
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

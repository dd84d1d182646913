/** The check of one engine: its options, its progress and its results. */
import type { CheckEvent, CheckLevel, CheckRecord, CheckResult } from '../../app/api/contract.ts';
import type { App } from '../state/app.svelte.ts';
import type { Filter } from './words.ts';

/** The default number of processes at a time: as many as a machine with four cores can run beside the window. */
const usualJobs = 2;

/** A run in progress: of all checks, or of one and those it depends on. */
interface Run {
  readonly stop: AbortController;
  /** The id of the check that is run again; null for all checks. */
  readonly again: string | null;
  /** `performance.now()` at the start. */
  readonly began: number;
}

export class CheckModel {
  readonly engine: string;
  /** The protocol of the next run; null for the engine's usual one. */
  protocol = $state<string | null>(null);
  level = $state<CheckLevel>('beyond');
  jobs = $state(usualJobs);
  filter = $state<Filter | null>(null);

  /** What the results belong to; `at` is the start in milliseconds of the wall clock. */
  checked = $state.raw<{ readonly protocol: string; readonly level: CheckLevel; readonly at: number } | null>(
    null,
  );
  /** `cancelled`: stopped before the end. */
  state = $state.raw<'none' | CheckRecord['state']>('none');
  results = $state.raw<readonly CheckResult[]>([]);
  /** The number of checks of this run. */
  total = $state.raw(0);
  /** The number of checks of this run that have a result. */
  done = $state.raw(0);
  /** Ids of the checks that have started and have no result yet. */
  begun = $state.raw<readonly string[]>([]);
  /** How long the run of all checks took. */
  seconds = $state.raw(0);
  trouble = $state.raw<CheckRecord['trouble']>(null);
  #run = $state.raw<Run | null>(null);
  #looked = false;

  constructor(engine: string) {
    this.engine = engine;
  }

  get running(): boolean {
    return this.#run !== null;
  }

  /** The id of the check that is being run again; null if there is none. */
  get again(): string | null {
    return this.#run?.again ?? null;
  }

  /** When the run began, by `performance.now()`; null if none is in progress. */
  get began(): number | null {
    return this.#run?.began ?? null;
  }

  get failed(): readonly CheckResult[] {
    return this.results.filter(({ verdict }) => verdict === 'fail');
  }

  get notRun(): readonly CheckResult[] {
    return this.results.filter(({ verdict }) => verdict === 'not run');
  }

  /** Whether no required rule has failed so far. */
  get holds(): boolean {
    return !this.failed.some(({ level }) => level === 'must');
  }

  /** Fetches the result of an earlier check from the host, once: the page may have been reloaded since. */
  async look(app: App): Promise<void> {
    if (this.#looked || this.state !== 'none') return;
    this.#looked = true;
    const record = await app.run(app.client.jobs.checked({ engine: this.engine }));
    // A check may have started meanwhile.
    if (!record || this.state !== 'none') return;
    this.protocol ??= record.protocol;
    this.level = record.level;
    this.checked = { protocol: record.protocol, level: record.level, at: Date.parse(record.at) };
    // A check ends with the page that started it.
    this.state = record.state === 'running' ? 'cancelled' : record.state;
    this.results = record.results;
    this.total = record.results.length;
    this.seconds = record.summary.seconds;
    this.trouble = record.trouble;
  }

  /** Runs all checks of the chosen protocol and level. */
  start(app: App, usual: string): Promise<void> {
    const protocol = this.protocol ?? usual;
    const { level } = this;
    this.checked = { protocol, level, at: Date.now() };
    this.results = [];
    this.filter = null;
    this.seconds = 0;
    return this.#follow(app, null);
  }

  /** Runs one check again and those it depends on; the other results stay. */
  runAgain(app: App, id: string): Promise<void> {
    return this.#follow(app, id);
  }

  cancel(): void {
    this.#run?.stop.abort();
  }

  async #follow(app: App, again: string | null): Promise<void> {
    if (this.#run !== null || this.checked === null) return;
    const { engine, jobs } = this;
    const { protocol, level } = this.checked;
    const stop = new AbortController();
    const before = this.state;
    this.#run = { stop, again, began: performance.now() };
    this.state = 'running';
    this.trouble = null;
    [this.total, this.done, this.begun] = [0, 0, []];
    try {
      await app.run(
        (async () => {
          const only = again === null ? {} : { only: [again] };
          const events = await app.client.jobs.check(
            { engine, protocol, level, jobs, ...only },
            { signal: stop.signal },
          );
          for await (const event of events) this.#take(event);
        })(),
      );
    } finally {
      // If a repeated check is cancelled, the results of the others are still complete.
      if (this.state === 'running') this.state = again !== null && before === 'done' ? 'done' : 'cancelled';
      this.#run = null;
      this.begun = [];
    }
  }

  #take(event: CheckEvent): void {
    switch (event.kind) {
      case 'begins':
        this.total = event.checks;
        break;
      case 'running':
        this.begun = [...this.begun, event.id];
        break;
      case 'checked': {
        const { result } = event;
        const at = this.results.findIndex(({ id }) => id === result.id);
        this.results = at === -1 ? [...this.results, result] : this.results.with(at, result);
        this.begun = this.begun.filter((id) => id !== result.id);
        this.done++;
        break;
      }
      case 'summary':
        this.state = 'done';
        if (this.again === null) this.seconds = event.seconds;
        break;
      case 'unstartable':
        this.state = 'unstartable';
        this.trouble = { reason: event.reason, advice: event.advice };
        break;
    }
  }
}

/** The checks of all engines: a check continues while its dialog is closed. */
class Checks {
  readonly #byEngine = new Map<string, CheckModel>();

  of(engine: string): CheckModel {
    let model = this.#byEngine.get(engine);
    if (model === undefined) {
      model = new CheckModel(engine);
      this.#byEngine.set(engine, model);
    }
    return model;
  }
}

export const checks = new Checks();

/** The check of one engine: what was asked for, how far it is, and what it found. */
import type { CheckEvent, CheckLevel, CheckRecord, CheckResult } from '../../app/api/contract.ts';
import type { App } from '../state/app.svelte.ts';
import type { Filter } from './words.ts';

/** Default number of processes at a time: what a machine of four cores can run beside a window. */
const usualJobs = 2;

/** What is under way: all checks, or one of them and what it stands on. */
interface Run {
  readonly stop: AbortController;
  readonly again: string | null;
  /** In milliseconds of the page's own clock. */
  readonly began: number;
}

export class CheckModel {
  readonly engine: string;
  /** What the next check is to be. Null is the engine's usual protocol. */
  protocol = $state<string | null>(null);
  level = $state<CheckLevel>('beyond');
  jobs = $state(usualJobs);
  filter = $state<Filter | null>(null);

  /** What the results are of; `at` is when it began, in milliseconds of the clock on the wall. */
  checked = $state.raw<{ readonly protocol: string; readonly level: CheckLevel; readonly at: number } | null>(
    null,
  );
  /** `cancelled`: it was left before the end. */
  state = $state.raw<'none' | CheckRecord['state']>('none');
  results = $state.raw<readonly CheckResult[]>([]);
  total = $state.raw(0);
  /** Of this run. */
  done = $state.raw(0);
  /** Ids of the checks that were begun and are not told yet. */
  begun = $state.raw<readonly string[]>([]);
  /** That the whole check took. */
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

  /** The check that is run again. */
  get again(): string | null {
    return this.#run?.again ?? null;
  }

  /** When the run began; null while none is under way. */
  get began(): number | null {
    return this.#run?.began ?? null;
  }

  get failed(): readonly CheckResult[] {
    return this.results.filter(({ verdict }) => verdict === 'fail');
  }

  get notRun(): readonly CheckResult[] {
    return this.results.filter(({ verdict }) => verdict === 'not run');
  }

  /** Nothing that must hold has failed so far. */
  get holds(): boolean {
    return !this.failed.some(({ level }) => level === 'must');
  }

  /** Asks the host what an earlier check found, once: this page may have been loaded anew. */
  async look(app: App): Promise<void> {
    if (this.#looked || this.state !== 'none') return;
    this.#looked = true;
    const record = await app.run(app.client.jobs.checked({ engine: this.engine }));
    // A check may have begun meanwhile.
    if (!record || this.state !== 'none') return;
    this.protocol ??= record.protocol;
    this.level = record.level;
    this.checked = { protocol: record.protocol, level: record.level, at: Date.parse(record.at) };
    // What ran in a page that is gone runs no more.
    this.state = record.state === 'running' ? 'cancelled' : record.state;
    this.results = record.results;
    this.total = record.results.length;
    this.seconds = record.summary.seconds;
    this.trouble = record.trouble;
  }

  /** Checks everything that was chosen. */
  start(app: App, usual: string): Promise<void> {
    const protocol = this.protocol ?? usual;
    const { level } = this;
    this.checked = { protocol, level, at: Date.now() };
    this.results = [];
    this.filter = null;
    this.seconds = 0;
    return this.#follow(app, null);
  }

  /** One check again and what it stands on; the others keep what was found of them. */
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

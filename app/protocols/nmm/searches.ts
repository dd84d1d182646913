/** Searches taken, replaced and ended. One is served and one waits at most; the table is in `driver.ts`. */
import type { DriverEvent, Failure, Search } from '../protocol.ts';
import type { Report } from '../report.ts';
import type { Notations } from './notations.ts';
import {
  makeTask,
  nextStep,
  refusalOf,
  stopTime,
  tellWhole,
  type Purpose,
  type Step,
  type Task,
} from './position.ts';
import type { Go, Wire } from './states.ts';

export const failed = ({ id }: Search, reason: string, by?: Failure): DriverEvent => ({
  kind: 'failed',
  search: id,
  reason,
  ...(by && { by }),
});

export const reported = ({ id }: Search, report: Report, final: boolean): DriverEvent => ({
  kind: 'report',
  search: id,
  report,
  final,
});

const STOPPED = 'stopped before it began';
const REPLACED = 'superseded by a newer search before it began';

export class Searches {
  readonly #wire: Wire<Purpose>;
  readonly #notations: Notations;
  #current: Task | null = null;
  #waiting: Task | null = null;

  constructor(wire: Wire<Purpose>, notations: Notations) {
    this.#wire = wire;
    this.#notations = notations;
  }

  /** The search that is served. */
  get current(): Task | null {
    return this.#current;
  }

  /** @param refusal why the engine cannot serve it; null where it can */
  take(search: Search, refusal: string | null, out: DriverEvent[]): void {
    this.#replace(REPLACED, out);
    if (refusal === null) this.#waiting = makeTask(search);
    else out.push(failed(search, refusal));
  }

  stop(out: DriverEvent[]): void {
    this.#replace(STOPPED, out);
  }

  /** The engine was told to quit. */
  quit(out: DriverEvent[]): void {
    const reason = 'the engine was told to quit';
    this.#dropWaiting(reason, out);
    if (this.#current) this.finish(this.#current, failed(this.#current.search, reason), out);
  }

  /** Forgets all searches without an event: the fault that ends the session speaks for them. */
  drop(): void {
    this.#current = null;
    this.#waiting = null;
  }

  finish(task: Task, last: DriverEvent, out: DriverEvent[]): void {
    task.over = true;
    task.ending = true;
    if (this.#current === task) this.#current = null;
    out.push(last);
  }

  /** The next line for an idle engine; null where there is nothing to say yet. */
  next(now: number, quietUntil: number, out: DriverEvent[]): Step | null {
    for (;;) {
      this.#current ??= this.#promoted();
      const task = this.#current;
      if (!task || now < quietUntil) return null;
      const refusal = refusalOf(task, this.#wire.board, this.#notations);
      if (refusal !== null && !tellWhole(task)) {
        this.finish(task, failed(task.search, refusal, 'refused'), out);
        continue;
      }
      const step = nextStep(task, this.#wire.board, this.#notations);
      if (typeof step !== 'string') return step;
      this.finish(task, failed(task.search, step, 'unable'), out);
    }
  }

  /** The purpose of a proposed line now that it went out: a typed line may have been faster. */
  purposeOf({ line, purpose }: Step): Purpose | null {
    if (!purpose) return null;
    const task = this.#current;
    if (task === null || (purpose.kind === 'task' && purpose.task.over)) return { kind: 'nothing' };
    const due = nextStep(task, this.#wire.board, this.#notations);
    const isSame = typeof due !== 'string' && due.line === line && due.purpose?.kind === purpose.kind;
    return isSame ? purpose : { kind: 'nothing' };
  }

  wantsStop(go: Go<Purpose>, now: number): boolean {
    if (go.stoppedAt !== null) return false;
    const { purpose } = go;
    const until = stopTime(go);
    if (until !== null && now >= until) return true;
    if (go.mistold || go.board?.told?.refusal) return purpose !== null;
    if (purpose === null) return this.#current !== null || this.#waiting !== null;
    return purpose.kind === 'task' && purpose.task.ending;
  }

  #promoted(): Task | null {
    const task = this.#waiting;
    this.#waiting = null;
    return task;
  }

  /** Ends the search that is served: at once where the engine is not thinking about it, else by its next answer. */
  #replace(reason: string, out: DriverEvent[]): void {
    this.#dropWaiting(reason, out);
    const task = this.#current;
    if (!task) return;
    task.ending = true;
    if (this.#wire.gos.some(({ purpose }) => purpose?.kind === 'task' && purpose.task === task)) return;
    const { search, held } = task;
    this.finish(task, held ? reported(search, held, true) : failed(search, reason), out);
  }

  #dropWaiting(reason: string, out: DriverEvent[]): void {
    if (this.#waiting) out.push(failed(this.#waiting.search, reason));
    this.#waiting = null;
  }
}

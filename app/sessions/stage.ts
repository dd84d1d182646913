/** Where a session stands in its life, and what was asked of it before there was a process to ask. */
import type { DriverState } from '../shapes/engines.ts';
import type { SessionStanding } from '../shapes/sessions.ts';
export class Stage {
  #phase: 'new' | 'starting' | 'running' | 'closing' | 'ended' = 'new';
  /** Requests and typed lines from before the process was there; null from then on. */
  #early: (() => void)[] | null = [];
  #told: SessionStanding = 'starting';
  #startedAt: Date | null = null;

  get phase(): 'new' | 'starting' | 'running' | 'closing' | 'ended' {
    return this.#phase;
  }

  /** Null until it was started. */
  get startedAt(): Date | null {
    return this.#startedAt;
  }

  /** As clients are told it: a session that runs is where its driver is. */
  stateWith(driver: DriverState): SessionStanding {
    if (this.#phase === 'running') return driver;
    return this.#phase === 'new' ? 'starting' : this.#phase;
  }

  /** That state where it is another than was told last, else null. */
  news(driver: DriverState): SessionStanding | null {
    const state = this.stateWith(driver);
    if (state === this.#told) return null;
    return (this.#told = state);
  }

  /** False where it has begun before. `at` is the time of its start, where it is one. */
  begin(at: Date | null): boolean {
    if (this.#phase !== 'new') return false;
    this.#phase = 'starting';
    this.#startedAt = at;
    return true;
  }

  /** The process is there. Gives what waited for it; null where the session is on its way out by now. */
  run(): readonly (() => void)[] | null {
    if (this.#phase !== 'starting') return null;
    this.#phase = 'running';
    const early = this.#early ?? [];
    this.#early = null;
    return early;
  }

  close(): void {
    this.#phase = 'closing';
    this.#early = null;
  }

  end(): void {
    this.#phase = 'ended';
  }

  /** Does it now, or once the process is there. False when the session is past taking wishes. */
  soon(work: () => void): boolean {
    if (this.#phase === 'closing' || this.#phase === 'ended') return false;
    if (this.#early !== null) this.#early.push(work);
    else work();
    return true;
  }
}

/** The phase of a session, and the requests that wait for its process. */
import type { DriverState } from '../shapes/engines.ts';
import type { SessionStanding } from '../shapes/sessions.ts';

export class Stage {
  #phase: 'new' | 'starting' | 'running' | 'closing' | 'ended' = 'new';
  /** Requests and typed lines from before the process started; null from then on. */
  #early: (() => void)[] | null = [];
  #told: SessionStanding = 'starting';
  #startedAt: Date | null = null;

  get phase(): 'new' | 'starting' | 'running' | 'closing' | 'ended' {
    return this.#phase;
  }

  /** Null before the start. */
  get startedAt(): Date | null {
    return this.#startedAt;
  }

  /** The state as clients see it: while the session runs, that of its driver. */
  stateWith(driver: DriverState): SessionStanding {
    if (this.#phase === 'running') return driver;
    return this.#phase === 'new' ? 'starting' : this.#phase;
  }

  /** The state if it differs from the last one reported; else null. */
  changedState(driver: DriverState): SessionStanding | null {
    const state = this.stateWith(driver);
    if (state === this.#told) return null;
    return (this.#told = state);
  }

  /**
   * @param at the time of the start; null if the session ends without one
   * @returns false if it has begun before
   */
  begin(at: Date | null): boolean {
    if (this.#phase !== 'new') return false;
    this.#phase = 'starting';
    this.#startedAt = at;
    return true;
  }

  /**
   * The process has started.
   * @returns the work that waited for it; null if the session is already being shut down
   */
  handleStarted(): readonly (() => void)[] | null {
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

  /** Does the work now, or when the process has started. @returns false if the session no longer takes requests */
  whenStarted(work: () => void): boolean {
    if (this.#phase === 'closing' || this.#phase === 'ended') return false;
    if (this.#early !== null) this.#early.push(work);
    else work();
    return true;
  }
}

/** Lets a report work, or has it wait: while the person has paused it, and while something that goes first is under way. */
export type Obstacle = 'play' | 'analysis';

export class Gate {
  readonly #onChange: () => void;
  #isPaused = false;
  #obstacle: Obstacle | null = null;
  /** The person has let it work beside what goes first. */
  #isBeside = false;
  #waiting: (() => void)[] = [];
  #closing = new AbortController();

  constructor(onChange: () => void = () => undefined) {
    this.#onChange = onChange;
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** What the report waits for; null if it works or is paused. */
  get waitsFor(): Obstacle | null {
    return this.#isPaused || this.#isBeside ? null : this.#obstacle;
  }

  get isOpen(): boolean {
    return !this.#isPaused && this.waitsFor === null;
  }

  /** Aborted when the gate closes: a search that can be stopped gives way. A new one for each time that it is open. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  pause(isPaused: boolean): void {
    this.#isPaused = isPaused;
    // Going on by hand means now, whatever else is under way.
    if (!isPaused && this.#obstacle !== null) this.#isBeside = true;
    this.#turn();
  }

  /** @param obstacle what goes first now; null for nothing */
  yieldTo(obstacle: Obstacle | null): void {
    if (obstacle === this.#obstacle) return;
    this.#obstacle = obstacle;
    if (obstacle === null) this.#isBeside = false;
    this.#turn();
  }

  /** Works on although something that goes first is under way. */
  workBeside(): void {
    this.#isBeside = true;
    this.#turn();
  }

  /** Resolves when the gate is open, or `signal` is aborted. */
  async pass(signal: AbortSignal): Promise<void> {
    while (!this.isOpen && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          signal.removeEventListener('abort', wake);
          resolve();
        };
        signal.addEventListener('abort', wake);
        this.#waiting.push(wake);
      });
    }
  }

  #turn(): void {
    if (this.isOpen) {
      if (this.#closing.signal.aborted) this.#closing = new AbortController();
      const waiting = this.#waiting;
      this.#waiting = [];
      for (const wake of waiting) wake();
    } else {
      this.#closing.abort();
    }
    this.#onChange();
  }
}

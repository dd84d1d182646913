/** Makes an engine leave in increasingly forceful steps, within five seconds. */
import type { Clock, Timer } from '../clock.ts';
import type { Rung } from '../../shapes/sessions.ts';

export interface LadderStep {
  readonly rung: Exclude<Rung, 'by itself'>;
  /** How long to wait for the exit before the next step. */
  readonly milliseconds: number;
}

/** The total of all steps, including the wait after KILL; `furtherWaits` extends it on a busy machine. */
export const ladderMilliseconds = 5000;

const stdinMilliseconds = 500;
const termMilliseconds = 1000;
const killMilliseconds = 500;
/**
 * Further waits for a killed process that is not stuck in the kernel: on a busy machine it may not have been scheduled
 * yet, or its exit may not have reached us.
 */
const furtherWaits = 10;

/**
 * The steps for a protocol whose quit lines may take `quitMilliseconds`. This time is shortened if necessary, so that
 * the later steps fit.
 */
export function ladderSteps(quitMilliseconds: number): readonly LadderStep[] {
  const most = ladderMilliseconds - stdinMilliseconds - termMilliseconds - killMilliseconds;
  return [
    { rung: 'quit lines', milliseconds: Math.min(Math.max(0, quitMilliseconds), most) },
    { rung: 'stdin closed', milliseconds: stdinMilliseconds },
    { rung: 'TERM', milliseconds: termMilliseconds },
    { rung: 'KILL', milliseconds: killMilliseconds },
  ];
}

/** What the steps do. */
export interface LadderActions {
  /** Sends the protocol's quit lines. */
  quit(): void;
  closeInput(): void;
  /** Signals the whole process group. */
  signal(signal: 'SIGTERM' | 'SIGKILL'): void;
  note(text: string): void;
  /** The killed process is stuck in the kernel, where no signal ends it. False if that cannot be determined. */
  isStuck(): boolean;
  /** Stop waiting: not even KILL ended it in time. */
  abandon(): void;
}

export class Ladder {
  readonly #clock: Clock;
  readonly #steps: readonly LadderStep[];
  readonly #actions: LadderActions;
  #timer: Timer | null = null;
  #rung: Rung = 'by itself';
  #stopped = false;

  constructor(clock: Clock, steps: readonly LadderStep[], actions: LadderActions) {
    this.#clock = clock;
    this.#steps = steps;
    this.#actions = actions;
  }

  /** The last step taken. */
  get rung(): Rung {
    return this.#rung;
  }

  /**
   * Takes the step `from` at once and the later ones in time; earlier steps are skipped. A later call may go on at a
   * later step.
   */
  start(from: LadderStep['rung'] = 'quit lines'): void {
    this.#timer?.clear();
    this.#step(this.#steps.findIndex(({ rung }) => rung === from));
  }

  /** Ends the ladder: the process has exited. */
  stop(): void {
    this.#stopped = true;
    this.#timer?.clear();
  }

  #step(index: number): void {
    const step = this.#steps[index];
    if (step === undefined) return this.#outlived(0);
    this.#rung = step.rung;
    this.#act(step.rung);
    // The step itself may have found that the process is gone.
    if (!this.#stopped) this.#timer = this.#clock.setTimer(() => this.#step(index + 1), step.milliseconds);
  }

  #outlived(waits: number): void {
    if (waits < furtherWaits && !this.#actions.isStuck()) {
      this.#timer = this.#clock.setTimer(() => this.#outlived(waits + 1), killMilliseconds);
      return;
    }
    this.#actions.note('the process did not end after it was killed');
    this.#actions.abandon();
  }

  #act(rung: LadderStep['rung']): void {
    switch (rung) {
      case 'quit lines':
        return this.#actions.quit();
      case 'stdin closed':
        this.#actions.note('closing stdin');
        return this.#actions.closeInput();
      case 'TERM':
        this.#actions.note('sending TERM');
        return this.#actions.signal('SIGTERM');
      case 'KILL':
        this.#actions.note('sending KILL');
        return this.#actions.signal('SIGKILL');
    }
  }
}

/** How an engine is made to leave: politely first, then less so, in at most five seconds. */
import type { Clock, Timer } from '../clock.ts';
import type { Rung } from '../../shapes/sessions.ts';

export interface LadderStep {
  readonly rung: Exclude<Rung, 'by itself'>;
  /** How long the process may take to leave before the next step is taken. */
  readonly milliseconds: number;
}

/** The whole ladder, the wait after KILL included; see `furtherWaits` for a busy machine. */
export const ladderMilliseconds = 5000;

const stdinMilliseconds = 500;
const termMilliseconds = 1000;
const killMilliseconds = 500;
/**
 * How many more times that is waited for a killed process that is not stuck in the kernel: on a busy machine it has not
 * had its turn to end yet, or we have not had ours to hear of it.
 */
const furtherWaits = 10;

/**
 * The steps for a protocol whose quit lines may take `quitMilliseconds`. Where that would not fit, the
 * quit lines are given less: the steps that cannot be refused have to be reached.
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
  /** Sends the protocol's own quit lines. */
  quit(): void;
  closeInput(): void;
  /** To the whole process group. */
  signal(signal: 'SIGTERM' | 'SIGKILL'): void;
  note(text: string): void;
  /** The killed process is in the kernel, where no signal ends it. False too where that cannot be known. */
  isStuck(): boolean;
  /** Not even KILL ended it in time: stop waiting. */
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

  /** The last step that was taken. */
  get rung(): Rung {
    return this.#rung;
  }

  /**
   * Takes a step at once and those after it in time: all of them, or from a later one on where the engine is
   * not to be asked. May be called again to go on at a later one.
   */
  start(from: LadderStep['rung'] = 'quit lines'): void {
    this.#timer?.clear();
    this.#step(this.#steps.findIndex(({ rung }) => rung === from));
  }

  /** The process has ended: no further step. */
  stop(): void {
    this.#stopped = true;
    this.#timer?.clear();
  }

  #step(index: number): void {
    const step = this.#steps[index];
    if (step === undefined) return this.#outlived(0);
    this.#rung = step.rung;
    this.#act(step.rung);
    // The step itself may have found that no process is left.
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

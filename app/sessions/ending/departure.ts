/**
 * Ends a session: the first cause counts, the ladder makes the process leave, its last output is awaited, the journal
 * is closed, and the ending is reported.
 */
import type { Driver, FaultWord, Protocol } from '../../protocols/protocol.ts';
import type { Clock, Timer } from '../clock.ts';
import type { Conversation } from '../wire/conversation.ts';
import { describeEnding, type Cause } from './endings.ts';
import type { Recorder } from '../journal/recorder.ts';
import type { ManagedProcess } from '../managed-process.ts';
import type { Status } from '../status.ts';
import type { Renewal } from '../types.ts';
import type { Flood } from '../watch/flood.ts';
import type { LimitPassed } from '../watch/watchdog.ts';
import type { SessionEnding } from '../../shapes/sessions.ts';

/** The parts of a session that its end involves. */
export interface Departing {
  readonly id: string;
  readonly protocol: Protocol;
  readonly driver: Driver;
  readonly conversation: Conversation;
  readonly recorder: Recorder;
  readonly status: Status;
  /** Why it replaced another session. */
  readonly renewal: Renewal | null;
}

/** The longest time between the closing of a pipe and the exit, since an engine may have some last work to do. */
export const closedPipeMilliseconds = 1000;

export interface DepartureListener {
  /** The session takes no more requests. May be called repeatedly. */
  onClosing(): void;
  /** The process is gone and the journal is closed. Called once. */
  onEnded(ending: SessionEnding): void;
}

export class Departure {
  readonly #clock: Clock;
  readonly #session: Departing;
  readonly #listener: DepartureListener;
  readonly #process: ManagedProcess;
  #cause: Cause | null = null;
  #gone = false;
  /** It left because of a quit line typed by the user. */
  #isQuitByHand = false;
  /** Fires when the time granted to the process is over. */
  #patience: Timer | null = null;

  constructor(clock: Clock, session: Departing, listener: DepartureListener) {
    this.#clock = clock;
    this.#session = session;
    this.#listener = listener;
    this.#process = session.conversation.process;
  }

  /** Whether it has begun, or will once the time granted to the process is over. */
  get isDue(): boolean {
    return this.#cause !== null || this.#patience !== null;
  }

  /** Whether the protocol has quit lines. If not, the engine is asked to leave by closing its input. */
  get #hasQuitLines(): boolean {
    return this.#session.protocol.shutdown.lines.length > 0;
  }

  /** There is no process and there will be none. */
  refuse(cause: Cause): void {
    this.#cause = cause;
    this.#clock.setTimer(() => this.gone(), 0);
  }

  /** The operating system refused to start the process. */
  refused(cause: Cause): void {
    // This cause overrides others: the process never started.
    this.#cause = cause;
    this.gone();
  }

  /** Makes the process leave, unless it is leaving already. */
  begin(cause: Cause): void {
    if (this.#cause !== null) {
      // The session ended as requested, but bytes were lost, which matters more.
      if (this.#cause.kind === 'quit' && cause.kind === 'journal') this.#cause = cause;
      return;
    }
    this.#cause = cause;
    if (cause.kind === 'driver') this.#process.settle();
    this.#close();
    // A process that has already ended is only waited for.
    if (this.#process.hasExited) return;
    // An engine that floods its output does not read quit lines, and could add a gigabyte to the journal each second.
    if (cause.kind === 'flood') this.#process.leave('TERM');
    else this.#process.leave(this.#hasQuitLines ? 'quit lines' : 'stdin closed');
  }

  /** It exceeded a limit and is killed, even if it was already leaving. */
  strike(passed: LimitPassed): void {
    this.#cause ??= { kind: 'passed', passed };
    this.#close();
  }

  /** It floods its output with useless lines. */
  flooded(flood: Flood): void {
    if (this.#cause !== null) return;
    const { protocol, status } = this.#session;
    this.begin({ kind: 'flood', flood, opened: status.opened, opening: openingOf(protocol) });
  }

  /** The driver has given up. The journal notes it at this line, unless the session is already ending. */
  fault(ending: FaultWord, reason: string): void {
    if (this.#cause !== null || this.#process.hasExited) return;
    this.#session.recorder.note(`${ending}: ${reason}`);
    this.begin({ kind: 'driver', ending, reason });
  }

  /** It closed its output or input. If the process goes on, the conversation is over. */
  cutOff(kind: 'stdout closed' | 'stdin closed'): void {
    if (this.#process.hasExited || this.#session.driver.state === 'quitting') return;
    const { protocol, status } = this.#session;
    this.#wait(closedPipeMilliseconds, { kind, opened: status.opened, opening: openingOf(protocol) });
  }

  /** The user typed the quit line: the engine gets the time that its protocol grants, and is then killed. */
  handleQuitTyped(): void {
    if (this.#cause === null)
      this.#wait(this.#session.protocol.shutdown.milliseconds, { kind: 'quit', asked: false });
  }

  /** The process has ended; some of its output may not have been read. */
  exited(exitCode: number | null, signal: string | null): void {
    this.#patience?.clear();
    // A quit line typed by the user counts as the rung `quit lines`.
    this.#isQuitByHand =
      this.#cause === null && this.#session.driver.state === 'quitting' && this.#hasQuitLines;
    this.#close();
    this.#session.recorder.note(signal === null ? `exit code ${exitCode}` : `ended by ${signal}`);
  }

  /** The process has ended or never started, and all of its output has been read. */
  gone(): void {
    if (this.#gone) return;
    this.#gone = true;
    this.#patience?.clear();
    const { driver, protocol, status } = this.#session;
    this.#cause ??=
      driver.state === 'quitting'
        ? { kind: 'quit', asked: false }
        : this.#process.blame(status.opened, openingOf(protocol));
    this.#close();
    void this.#finish();
  }

  async #finish(): Promise<void> {
    const { id, recorder, status } = this.#session;
    const orphans = await this.#process.endOrphans();
    if (orphans > 0) {
      recorder.note(`ended ${orphans} ${orphans === 1 ? 'process' : 'processes'} that had left its group`);
    }
    const { word, reason } = this.#describe(this.#cause!);
    recorder.note(`${word}: ${reason}`);
    const oddities = Object.fromEntries(status.oddities);
    const forfeit = status.forfeit === null ? {} : { forfeit: status.forfeit };
    await recorder.close({ session: id, ending: { word, reason }, oddities, ...forfeit });
    this.#listener.onEnded(this.#describe(this.#cause!));
  }

  /** Begins the end for this cause after this time, unless the process has exited by then. */
  #wait(milliseconds: number, cause: Cause): void {
    this.#patience?.clear();
    this.#patience = this.#clock.setTimer(() => this.begin(cause), milliseconds);
  }

  #close(): void {
    this.#session.conversation.silence();
    this.#listener.onClosing();
  }

  #describe(cause: Cause): SessionEnding {
    const { renewal } = this.#session;
    const { answered } = this.#session.status;
    const { remains, confined } = this.#process;
    const rung = this.#isQuitByHand ? 'quit lines' : remains.rung;
    return describeEnding(cause, { ...remains, rung }, answered ? null : renewal, confined, answered);
  }
}

const openingOf = (protocol: Protocol): string =>
  protocol.opening ?? `the ${protocol.name} conversation was open`;

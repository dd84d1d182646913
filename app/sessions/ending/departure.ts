/**
 * How a session comes to its end: the first cause is the cause, the ladder makes the process leave, its
 * last output is awaited, the journal is closed, and then there is an account of it all.
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

/** The parts of a session that its end concerns. */
export interface Departing {
  readonly id: string;
  readonly protocol: Protocol;
  readonly driver: Driver;
  readonly conversation: Conversation;
  readonly recorder: Recorder;
  readonly status: Status;
  /** Why it takes the place of another session. */
  readonly renewal: Renewal | null;
}

/** An engine's pipes are closed by its exit, which comes at once or by way of some last business of its own. */
export const muteMilliseconds = 1000;

export interface DepartureListener {
  /** Nothing is asked of the engine any more. Told whenever a further part of it is over. */
  onClosing(): void;
  /** The process is gone and the journal is closed. Told once. */
  onEnded(ending: SessionEnding): void;
}

export class Departure {
  readonly #clock: Clock;
  readonly #session: Departing;
  readonly #listener: DepartureListener;
  readonly #process: ManagedProcess;
  #cause: Cause | null = null;
  #gone = false;
  /** It left because it was told to by hand. */
  #isTold = false;
  /** Until when the process is left to itself. */
  #patience: Timer | null = null;

  constructor(clock: Clock, session: Departing, listener: DepartureListener) {
    this.#clock = clock;
    this.#session = session;
    this.#listener = listener;
    this.#process = session.conversation.process;
  }

  /** Without a word of the protocol's own for it, an engine is asked to leave by the end of its input. */
  get #hasWords(): boolean {
    return this.#session.protocol.shutdown.lines.length > 0;
  }

  /** There is no process and there will be none. */
  refuse(cause: Cause): void {
    this.#cause = cause;
    this.#clock.setTimer(() => this.gone(), 0);
  }

  /** The operating system refused to start the process. */
  refused(cause: Cause): void {
    // Whatever else was the matter, the process never started.
    this.#cause = cause;
    this.gone();
  }

  /** Puts the process on its way out, unless it is leaving. */
  begin(cause: Cause): void {
    if (this.#cause !== null) {
      // What was asked for has happened, and yet bytes were lost: that is the greater news.
      if (this.#cause.kind === 'quit' && cause.kind === 'journal') this.#cause = cause;
      return;
    }
    this.#cause = cause;
    if (cause.kind === 'driver') this.#process.settle();
    this.#close();
    // A process that has ended already is only waited for.
    if (this.#process.hasExited) return;
    // One that pours reads no words of ours, and each second more of it is a gigabyte of journal.
    if (cause.kind === 'flood') this.#process.leave('TERM');
    else this.#process.leave(this.#hasWords ? 'quit lines' : 'stdin closed');
  }

  /** It takes too much of the machine, and is killed, be it on its way out already. */
  strike(passed: LimitPassed): void {
    this.#cause ??= { kind: 'passed', passed };
    this.#close();
  }

  /** It pours out what cannot be used. */
  flooded(flood: Flood): void {
    if (this.#cause !== null) return;
    const { protocol, status } = this.#session;
    this.begin({ kind: 'flood', flood, opened: status.opened, opening: openingOf(protocol) });
  }

  /** The driver has given up. Says so in its place among the lines, unless the end has come before. */
  fault(ending: FaultWord, reason: string): void {
    if (this.#cause !== null || this.#process.hasExited) return;
    this.#session.recorder.note(`${ending}: ${reason}`);
    this.begin({ kind: 'driver', ending, reason });
  }

  /** Its output or its input is closed. If the process lives on, nothing can be heard from it or said to it any more. */
  cutOff(kind: 'mute' | 'deaf'): void {
    if (this.#process.hasExited || this.#session.driver.state === 'quitting') return;
    const { protocol, status } = this.#session;
    this.#wait(muteMilliseconds, { kind, opened: status.opened, opening: openingOf(protocol) });
  }

  /** The user typed the quit line: the engine has the time that its protocol grants, and is then killed. */
  told(): void {
    if (this.#cause === null)
      this.#wait(this.#session.protocol.shutdown.milliseconds, { kind: 'quit', asked: false });
  }

  /** The process has ended; its last output may still be on the way. */
  exited(exitCode: number | null, signal: string | null): void {
    this.#patience?.clear();
    // An engine that was told to leave by hand leaves at its quit lines, too.
    this.#isTold = this.#cause === null && this.#session.driver.state === 'quitting' && this.#hasWords;
    this.#close();
    this.#session.recorder.note(signal === null ? `exit code ${exitCode}` : `ended by ${signal}`);
  }

  /** The process has ended, or never was, and nothing more comes from it. */
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

  /** Begins the end for this cause unless the process has ended by then. */
  #wait(milliseconds: number, cause: Cause): void {
    this.#patience?.clear();
    this.#patience = this.#clock.setTimer(() => this.begin(cause), milliseconds);
  }

  #close(): void {
    this.#session.conversation.silence();
    this.#listener.onClosing();
  }

  #describe(cause: Cause): SessionEnding {
    const { status, renewal } = this.#session;
    const { remains, confined } = this.#process;
    const rung = this.#isTold ? 'quit lines' : remains.rung;
    return describeEnding(cause, { ...remains, rung }, status.answered ? null : renewal, confined);
  }
}

function openingOf(protocol: Protocol): string {
  return protocol.opening === undefined
    ? `the ${protocol.name} conversation was open`
    : `\`${protocol.opening}\``;
}

/**
 * A check's wire to a real process, which is launched, confined and watched like that of a session. There is no driver
 * and no journal: the check itself converses, and the exchange keeps the lines.
 */
import { counted } from '../games/sentences.ts';
import type { Ended, WireEvent } from '../protocols/conformance.ts';
import { copyOf } from '../protocols/text.ts';
import type { Protocol } from '../protocols/protocol.ts';
import { systemClock, type Clock } from '../sessions/clock.ts';
import { describeEnding, type Cause } from '../sessions/ending/endings.ts';
import type { LadderStep } from '../sessions/ending/ladder.ts';
import { noRemains } from '../sessions/ending/remains.ts';
import { commandLine } from '../sessions/launch/command-line.ts';
import { unendedNote } from '../sessions/journal/output-end.ts';
import { ManagedProcess, type ManagedListener, type ProcessOptions } from '../sessions/managed-process.ts';
import { Wakeup } from '../sessions/wakeup.ts';
import { withoutReturn } from '../sessions/wire/lines.ts';
import { hearingMilliseconds } from '../sessions/wire/pump.ts';
import { confinedAdvice, exitedAdvice, passedWords } from '../sessions/ending/confined-words.ts';
import { Exchange, silence, Unstartable, type ProgramFacts, type RunningWire } from './running-wire.ts';
import { NonEngineDetector } from './non-engine.ts';
import type { CheckEntry } from '../shapes/checks.ts';

export interface WireOptions extends ProcessOptions {
  readonly protocol: Protocol;
  /** The user's values of the engine's options, by name. */
  readonly values?: Readonly<Record<string, string>>;
  /** The protocol's settings for the engine, by id. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Called once, when the process has ended. */
  readonly onClosed?: () => void;
}

/** How to end an engine after its check. The steps are short, since a hanging engine has already used up a deadline. */
const leaving: readonly LadderStep[] = [
  { rung: 'quit lines', milliseconds: 200 },
  { rung: 'KILL', milliseconds: 1000 },
];

/** The most characters of an unfinished line to show. */
const unfinishedShown = 80;

/** The most lines of stderr to keep for the caller. */
const mostComplaints = 1000;

export class ProcessWire implements RunningWire {
  readonly #clock: Clock;
  readonly #options: WireOptions;
  readonly #process: ManagedProcess;
  readonly #exchange = new Exchange();
  readonly #detector = new NonEngineDetector();
  #complaints: string[] = [];
  readonly #lines = new LineQueue((pressed) => this.#process.pause(pressed));
  #began = 0;
  #isUnended = false;
  #ended: Ended | null = null;
  #closing: Promise<void> | null = null;
  /** Lines received before the engine was told to quit, and after. */
  #heard = 0;
  #late = 0;
  #heldBack = false;
  readonly #wakeup = new Wakeup();

  /** @throws Unstartable */
  static open(options: WireOptions): Promise<ProcessWire> {
    return new Promise((resolve, reject) => {
      const wire = new ProcessWire(options, () => resolve(wire), reject);
    });
  }

  private constructor(options: WireOptions, onSpawn: () => void, onFault: (error: Unstartable) => void) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    const fail = (cause: Cause): void => onFault(unstartable(cause));
    const listener: ManagedListener = {
      onSpawn,
      onRefused: fail,
      onLine: (stream, text, _cut, isUnended) => this.#handleLine(stream, text, isUnended),
      onWhole: (split) => {
        split();
        this.#note(unendedNote('stdout'));
      },
      onOutputEnd: (stream, unfinished) => {
        if (unfinished) this.#note(unendedNote(stream));
      },
      onPassed: (passed) =>
        this.#exchange.add('note', `ended by Plywire: ${passedWords(passed).reason}`, this.now),
      onQuit: () => {
        for (const line of options.protocol.shutdown.lines) this.#write(line);
        this.#process.closeInput();
      },
      onGone: () => this.#handleGone(),
    };
    // A complaint must come before the line that followed it.
    this.#process = new ManagedProcess(options, leaving, listener, {
      stderrFirst: () => true,
      isWhole: options.protocol.isWhole,
    });
    this.#began = this.#clock.now();
    const cause = this.#process.start();
    if (cause !== null) fail(cause);
  }

  get now(): number {
    return this.#clock.now() - this.#began;
  }

  get values(): Readonly<Record<string, string>> {
    return this.#options.values ?? {};
  }

  get settings(): Readonly<Record<string, string>> {
    return this.#options.settings ?? {};
  }

  /** Lines of stderr since the last call; of a flood only the first ones. */
  complaints(): readonly string[] {
    const complaints = this.#complaints;
    this.#complaints = [];
    return complaints;
  }

  get isUnended(): boolean {
    return this.#isUnended;
  }

  get exchange(): readonly CheckEntry[] {
    return this.#exchange.entries;
  }

  get program(): ProgramFacts {
    const { confined, passed, plan, remains } = this.#process;
    const words = confined && confinedAdvice(confined, remains, false);
    return {
      command: commandLine(plan),
      nonEngine: this.#detector.nonEngine,
      heldBack: this.#heldBack,
      around: passed ? passedWords(passed).advice : (words ?? this.#possibleCause()),
      sandbox: confined && words !== null ? { words, hides: confined.hidden !== null } : null,
    };
  }

  send(line: string): void {
    if (this.#closing) return;
    this.#exchange.add('sent', line, this.now);
    this.#write(line);
  }

  end(): void {
    this.#exchange.add('note', 'closing stdin', this.now);
    this.#process.closeInput();
  }

  /** @throws Unstartable if the sandbox could not start the engine */
  async next(milliseconds: number): Promise<WireEvent> {
    for (let last = false, deadline = this.now + milliseconds; ;) {
      const line = this.#lines.shift();
      if (line !== undefined) {
        this.#isUnended = line.isUnended;
        return { kind: 'line', text: line.text };
      }
      if (this.#ended) return this.#handleEnd(this.#ended);
      const left = deadline - this.now;
      // If this process was busy, the answer may still be in the pipe: one more turn of the event loop reads it, or a
      // few if other engines are read first.
      const isBehind = this.#process.isBehind && left > -hearingMilliseconds;
      if (left <= 0 && last && !isBehind) {
        // Its line end may still be awaited, and it was said in time.
        if (this.#process.endWhole()) continue;
        break;
      }
      const isWoken = await this.#wakeup.sleep(Math.max(1, left));
      last = left <= 0 && !isWoken;
    }
    this.#exchange.add('note', silence, this.now);
    const begun = this.#process.begun('stdout');
    if (begun !== '') {
      this.#exchange.add(
        'note',
        `printed so far without a line end: ${copyOf(begun, unfinishedShown)}`,
        this.now,
      );
    }
    return { kind: 'silence' };
  }

  async unaskedLines(milliseconds: number): Promise<readonly string[]> {
    for (const deadline = this.now + milliseconds; !this.#ended && this.now < deadline;) {
      await this.#wakeup.sleep(Math.max(1, deadline - this.now));
    }
    const lines: string[] = [];
    for (let line = this.#lines.shift(); line !== undefined; line = this.#lines.shift())
      lines.push(line.text);
    return lines;
  }

  close(): Promise<void> {
    // Set first: lines still in the pipe arrive when reading resumes, and would fill the queue again.
    this.#closing ??= Promise.resolve()
      .then(() => this.#close())
      .finally(() => this.#options.onClosed?.());
    return this.#closing;
  }

  #write(line: string): void {
    this.#detector.sent(line);
    this.#process.write(`${line}\n`);
  }

  async #close(): Promise<void> {
    this.#lines.clear();
    this.#wakeup.wake();
    const isUnfinished = this.#process.begun('stdout') !== '';
    if (!this.#ended) this.#process.leave('quit lines');
    await this.#process.gone;
    const isSilent = this.#heard === 0 && !isUnfinished;
    this.#heldBack = isSilent && this.#late > 0 && this.#detector.nonEngine === null;
    if (this.#heldBack) {
      const words = `it printed nothing until it was told to quit, then ${counted(this.#late, 'line')}`;
      this.#exchange.add('note', `${words}: it probably does not flush stdout after each line`, this.now);
    }
    await this.#process.endOrphans();
  }

  #handleLine(stream: 'stdout' | 'stderr', text: string, isUnended: boolean): void {
    const line = withoutReturn(text);
    if (stream === 'stderr') {
      this.#detector.complained(text);
      if (this.#complaints.length < mostComplaints) this.#complaints.push(text);
      this.#exchange.add('stderr', text, this.now);
      return;
    }
    this.#detector.heard(line);
    if (this.#closing) {
      this.#late++;
      return;
    }
    this.#heard++;
    this.#exchange.add('heard', text, this.now);
    this.#lines.push({ text: line, isUnended });
    this.#wakeup.wake();
  }

  #handleGone(): void {
    const { exitCode, signal } = this.#process.remains;
    this.#ended = { kind: 'ended', exitCode, signal };
    this.#note(signal === null ? `exit code ${exitCode}` : `ended by ${signal}`);
    this.#wakeup.wake();
  }

  /** Ignores what happens during the shutdown. */
  #note(text: string): void {
    if (!this.#closing) this.#exchange.add('note', text, this.now);
  }

  /** A possible cause if the engine exited without printing anything; else empty. */
  #possibleCause(): string {
    const { lastHeard, signal } = this.#process.remains;
    if (lastHeard !== null) return '';
    const cause = this.#process.blame(false, '');
    return cause.kind === 'exited' ? exitedAdvice(cause, { signal }, '').trim() : '';
  }

  /** @throws Unstartable */
  #handleEnd(ended: Ended): Ended {
    const cause = this.#process.blame(false, '');
    if (cause.kind === 'spawn') throw unstartable(cause);
    return ended;
  }
}

function unstartable(cause: Cause): Unstartable {
  const { reason, advice } = describeEnding(cause, noRemains);
  return new Unstartable(reason, advice);
}

/** The most lines to wait for the reader; beyond it, reading pauses and the engine is blocked. */
const waitingLines = 1000;

interface WaitingLine {
  readonly text: string;
  readonly isUnended: boolean;
}

/** Lines that wait for the reader. */
class LineQueue {
  readonly #lines: WaitingLine[] = [];
  readonly #onPressure: (pressed: boolean) => void;
  #pressed = false;

  /** @param onPressure called with whether the engine must wait until lines have been read */
  constructor(onPressure: (pressed: boolean) => void) {
    this.#onPressure = onPressure;
  }

  push(line: WaitingLine): void {
    if (this.#lines.push(line) >= waitingLines) this.#press(true);
  }

  shift(): WaitingLine | undefined {
    const line = this.#lines.shift();
    if (this.#lines.length <= waitingLines / 2) this.#press(false);
    return line;
  }

  clear(): void {
    this.#lines.length = 0;
    this.#press(false);
  }

  #press(pressed: boolean): void {
    if (pressed === this.#pressed) return;
    this.#pressed = pressed;
    this.#onPressure(pressed);
  }
}

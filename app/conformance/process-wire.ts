/**
 * A check's wire over a real process, which is planned, confined and watched as that of a session is. There is
 * no driver and no journal: the check itself talks, and what it said and heard is its exchange.
 */
import type { Ended, Heard } from '../protocols/conformance.ts';
import { copyOf } from '../protocols/text.ts';
import type { Protocol } from '../protocols/protocol.ts';
import type { Caretaker } from '../sessions/caretaker.ts';
import { systemClock, type Clock, type Timer } from '../sessions/clock.ts';
import { Guard, type GuardOptions } from '../sessions/confinement/guard.ts';
import { describeEnding, noRemains } from '../sessions/ending/endings.ts';
import { endStrays, marked, newMark } from '../sessions/ending/strays.ts';
import { commandLine } from '../sessions/launch/command-line.ts';
import { ownHost, planLaunch, type LaunchPlan } from '../sessions/launch/launch.ts';
import { Status } from '../sessions/status.ts';
import type { Launch } from '../sessions/types.ts';
import type { LimitPassed } from '../sessions/watch/watchdog.ts';
import { Wakeup } from '../sessions/wakeup.ts';
import { LineSplitter, withoutReturn } from '../sessions/wire/lines.ts';
import { EngineProcess, type ProcessListener } from '../sessions/wire/process.ts';
import { hearingMilliseconds } from '../sessions/wire/pump.ts';
import { confinedAdvice, exitedAdvice, passedWords } from '../sessions/ending/confined-words.ts';
import { Exchange, silence } from './exchange.ts';
import { LineQueue } from './line-queue.ts';
import { MannerWatch } from './manner.ts';
import { Unstartable, type ProgramFacts, type RunningWire } from './running-wire.ts';
import type { CheckEntry } from '../shapes/checks.ts';

export interface WireOptions extends GuardOptions {
  readonly launch: Launch;
  readonly protocol: Protocol;
  readonly caretaker?: Caretaker;
  /** What a person chose for the engine's options, by name. */
  readonly values?: Readonly<Record<string, string>>;
  /** The protocol's settings for the engine, by id. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Called once, when the process has been let go of. */
  readonly onClosed?: () => void;
}

/**
 * How long an engine may take to leave when its check is over, in milliseconds. One that hangs has cost its
 * check a deadline already, so that the rest is done at once.
 */
const farewell = 200;
/** A killed process that is still there after this is stuck in the kernel. */
const killed = 1000;

/** Characters of an unfinished line that are shown. */
const unfinishedShown = 80;

/** Lines of stderr that wait until somebody asks for them. */
const mostComplaints = 1000;

export class ProcessWire implements RunningWire {
  readonly #clock: Clock = systemClock;
  readonly #options: WireOptions;
  readonly #plan: LaunchPlan;
  readonly #process: EngineProcess;
  readonly #guard: Guard;
  readonly #mark: string;
  readonly #status = new Status();
  readonly #exchange = new Exchange();
  readonly #manner = new MannerWatch();
  #complaints: string[] = [];
  readonly #lines = new LineQueue((pressed) => this.#process.pause(pressed));
  readonly #splitters: { readonly stdout: LineSplitter; readonly stderr: LineSplitter };
  readonly #gone: Promise<void>;
  #began = 0;
  #ended: Ended | null = null;
  #passed: LimitPassed | null = null;
  #closing: Promise<void> | null = null;
  /** Lines before it was told to leave, and since. */
  #heard = 0;
  #late = 0;
  readonly #wakeup = new Wakeup();

  /** @throws Unstartable */
  static open(options: WireOptions): Promise<ProcessWire> {
    return new Promise((resolve, reject) => {
      const wire = new ProcessWire(options, () => resolve(wire), reject);
    });
  }

  private constructor(options: WireOptions, onSpawn: () => void, onFault: (error: Unstartable) => void) {
    this.#options = options;
    this.#mark = newMark(options.caretaker?.owner());
    const plan = marked(planLaunch(options.launch, ownHost()), this.#mark);
    this.#plan = plan;
    this.#guard = new Guard(plan, options.launch, options);
    this.#splitters = {
      stdout: new LineSplitter((text) => this.#handleLine(text)),
      stderr: new LineSplitter((text) => {
        this.#status.complained(text);
        this.#manner.complained(text);
        if (this.#complaints.length < mostComplaints) this.#complaints.push(text);
        this.#exchange.add('stderr', text, this.now);
      }),
    };
    let handleGone = (): void => {};
    this.#gone = new Promise((gone) => (handleGone = gone));
    const processListener: ProcessListener = {
      onSpawn: (pid) => {
        options.caretaker?.entered(pid);
        this.#guard.watch(pid, (passed) => {
          this.#passed = passed;
          this.#exchange.add('note', `ended by Plywire: ${passedWords(passed).reason}`, this.now);
          this.#process.signal('SIGKILL');
        });
        onSpawn();
      },
      onRefused: (code) => {
        const { reason, advice } = describeEnding({ kind: 'spawn', file: plan.file, code }, noRemains);
        onFault(new Unstartable(reason, advice));
      },
      onOutput: (stream, chunk) => this.#splitters[stream].push(chunk),
      onOutputEnd: (stream) => this.#handleOutputEnd(stream),
      onPipeError: () => {},
      onExit: (exitCode, signal) => {
        this.#status.exit = { exitCode, signal, rung: 'by itself' };
      },
      onGone: () => {
        this.#handleGone();
        handleGone();
      },
    };
    // Whoever takes a line has what was complained of before it.
    this.#process = new EngineProcess(plan, this.#clock, processListener, { stderrFirst: true });
    const prepared = this.#guard.prepare();
    if ('cause' in prepared) {
      const { reason, advice } = describeEnding(prepared.cause, noRemains);
      onFault(new Unstartable(reason, advice));
      return;
    }
    this.#began = this.#clock.now();
    this.#process.start(prepared.spawned);
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

  /** Lines of stderr since the last call; of a flood the first. */
  complaints(): readonly string[] {
    const complaints = this.#complaints;
    this.#complaints = [];
    return complaints;
  }

  get exchange(): readonly CheckEntry[] {
    return this.#exchange.entries;
  }

  get program(): ProgramFacts {
    return {
      command: commandLine(this.#plan),
      manner: this.#manner.manner,
      around: this.#passed ? passedWords(this.#passed).advice : this.#behindIt(),
      sandbox: this.#sandbox(),
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

  /** @throws Unstartable where what wraps the engine could not start it */
  async next(milliseconds: number): Promise<Heard> {
    for (let last = false, deadline = this.now + milliseconds; ;) {
      const line = this.#lines.shift();
      if (line !== undefined) return { kind: 'line', text: line };
      if (this.#ended) return this.#handleEnd(this.#ended);
      const left = deadline - this.now;
      // Where this process was busy, the answer may lie in the pipe unread: one more turn reads it, or a few more where
      // others are read meanwhile.
      const isBehind = this.#process.isBehind && left > -hearingMilliseconds;
      if (left <= 0 && last && !isBehind) break;
      const isWoken = await this.#wakeup.sleep(Math.max(1, left));
      last = left <= 0 && !isWoken;
    }
    const { unfinished } = this.#splitters.stdout;
    this.#exchange.add('note', silence, this.now);
    if (unfinished) {
      const begun = copyOf(this.#splitters.stdout.begun, unfinishedShown);
      this.#exchange.add('note', `said without a line end so far: ${begun}`, this.now);
    }
    return { kind: 'silence' };
  }

  async strays(milliseconds: number): Promise<readonly string[]> {
    for (const deadline = this.now + milliseconds; !this.#ended && this.now < deadline;) {
      await this.#wakeup.sleep(Math.max(1, deadline - this.now));
    }
    const lines: string[] = [];
    for (let line = this.#lines.shift(); line !== undefined; line = this.#lines.shift()) lines.push(line);
    return lines;
  }

  close(): Promise<void> {
    this.#closing ??= this.#close().finally(() => this.#options.onClosed?.());
    return this.#closing;
  }

  #write(line: string): void {
    this.#manner.sent(line);
    this.#process.write(`${line}\n`);
  }

  async #close(): Promise<void> {
    this.#lines.clear();
    this.#wakeup.wake();
    if (!this.#ended) {
      for (const line of this.#options.protocol.shutdown.lines) this.#write(line);
      this.#process.closeInput();
      await this.#goneWithin(farewell);
    }
    if (!this.#ended) {
      this.#process.signal('SIGKILL');
      await this.#goneWithin(killed);
    }
    if (!this.#ended) this.#process.abandon();
    if (this.#heard === 0 && this.#late > 0 && this.#manner.manner === null) {
      const words = `it said nothing until it was told to leave, and then ${this.#late} lines`;
      this.#exchange.add('note', `${words}: what it prints seems not to be flushed line by line`, this.now);
    }
    this.#guard.release();
    const { pid } = this.#process;
    if (pid === null) return;
    if (!this.#guard.encloses) await endStrays(this.#mark, pid);
    if (this.#status.exit !== null) this.#options.caretaker?.left(pid);
  }

  #handleLine(text: string): void {
    const line = withoutReturn(text);
    this.#status.heard(line);
    this.#manner.heard(line);
    if (this.#closing) {
      this.#late++;
      return;
    }
    this.#heard++;
    this.#exchange.add('heard', line, this.now);
    this.#lines.push(line);
    this.#wakeup.wake();
  }

  #handleOutputEnd(stream: 'stdout' | 'stderr'): void {
    if (!this.#splitters[stream].unfinished) return;
    this.#splitters[stream].end();
    if (!this.#closing) this.#exchange.add('note', `the last line of ${stream} has no line end`, this.now);
  }

  #handleGone(): void {
    this.#guard.release();
    const { exitCode, signal } = this.#status.exit ?? { exitCode: null, signal: null };
    this.#ended = { kind: 'ended', exitCode, signal };
    if (!this.#closing) {
      const how = signal === null ? `exit code ${exitCode}` : `ended by ${signal}`;
      this.#exchange.add('note', how, this.now);
    }
    this.#wakeup.wake();
  }

  /** What may be behind its end besides the engine itself. */
  #behindIt(): string {
    const sandbox = this.#sandbox();
    if (sandbox !== null) return sandbox.words;
    if (this.#status.lastHeard !== null) return '';
    const cause = this.#guard.blame(this.#status, '', this.#process.reached);
    const signal = this.#status.exit?.signal ?? null;
    return cause.kind === 'exited' ? exitedAdvice(cause, { signal }, '').trim() : '';
  }

  #sandbox(): ProgramFacts['sandbox'] {
    const confined = this.#guard.confined(this.#status.stderrTail);
    if (confined === null) return null;
    const words = confinedAdvice(confined, this.#status.exit?.exitCode ?? null);
    return { words, hides: confined.hidden !== null };
  }

  /** @throws Unstartable */
  #handleEnd(ended: Ended): Ended {
    const cause = this.#guard.blame(this.#status, '', this.#process.reached);
    if (cause.kind !== 'spawn') return ended;
    const { reason, advice } = describeEnding(cause, noRemains);
    throw new Unstartable(reason, advice);
  }

  async #goneWithin(milliseconds: number): Promise<void> {
    let timer: Timer | null = null;
    const late = new Promise<void>((resolve) => (timer = this.#clock.setTimer(resolve, milliseconds)));
    await Promise.race([this.#gone, late]);
    (timer as Timer | null)?.clear();
  }
}

/**
 * The process of one engine, from the launch plan to the end of its orphans: its confinement, the mark that identifies
 * its processes, the watchdog, its lines and its shutdown. Sessions, checks and version questions use it. It knows no
 * protocol and no journal.
 */
import { systemClock, type Clock } from './clock.ts';
import { Guard, type GuardOptions } from './confinement/guard.ts';
import type { Confined } from './ending/confined-words.ts';
import type { Cause } from './ending/endings.ts';
import { Ladder, type LadderStep } from './ending/ladder.ts';
import { endOrphans, marked, newMark } from './ending/orphans.ts';
import type { Remains } from './ending/remains.ts';
import { StderrTail } from './ending/telling-line.ts';
import { commandLine } from './launch/command-line.ts';
import { ownHost, planLaunch, type LaunchHost, type LaunchPlan } from './launch/launch.ts';
import type { Launch } from './types.ts';
import type { LimitPassed } from './watch/watchdog.ts';
import { birthsOfSystem, statOf, type Births } from './proc.ts';
import type { Stream } from './wire/intake.ts';
import { lastLineOf, lineLimit, LineSplitter, withoutReturn } from './wire/lines.ts';
import { Quiet } from './wire/quiet.ts';
import { EngineProcess } from './wire/process.ts';

/** Keeps track of processes, and of whether journals can be written, on behalf of the host. No method throws. */
export interface Caretaker {
  /** The prefix of the marks of all our processes. Called before a process is started. */
  owner(): string;
  /** A process was started, as the leader of a process group. */
  entered(pid: number): void;
  /** The process and its group have ended. */
  left(pid: number): void;
  /** Reports whether a journal could be written; null means success. */
  journalled(error: Error | null): void;
}

export interface ProcessOptions extends GuardOptions {
  readonly launch: Launch;
  readonly clock?: Clock;
  readonly host?: LaunchHost;
  readonly caretaker?: Caretaker;
}

export interface ManagedListener {
  /** It can be written to from now on. */
  onSpawn(): void;
  /** The operating system refused to start it; no further calls follow. */
  onRefused(cause: Cause): void;
  /**
   * A piece of its output; `split` reports the lines that end in it. Without this method, they are reported at once.
   */
  onOutput?(stream: Stream, chunk: Buffer, split: () => void): void;
  /** A line without its LF; `cut` is the number of bytes left off its end. `isUnended`: it had no LF. */
  onLine?(stream: Stream, text: string, cut: number, isUnended: boolean): void;
  /**
   * A line of stdout without a line end counts as whole; `split` reports it. Without this method, it is reported at once.
   */
  onWhole?(split: () => void): void;
  /**
   * Lines of stdout that came together, from the one that begins at `from`: the listener may take the first ones at once.
   * @returns where the first line begins that it leaves to `onLine`, as a `LineTaker`
   */
  onLines?(text: string, from: number): number;
  /** The end of one output. `unfinished`: the last line, already reported, had no line end. */
  onOutputEnd?(stream: Stream, unfinished: boolean): void;
  /** A pipe failed (EPIPE: the engine has closed its input). */
  onPipeError?(pipe: 'stdin' | Stream, code: string): void;
  /** It exceeded a limit and is killed. */
  onPassed?(passed: LimitPassed): void;
  /** Send the quit lines of its protocol, if there are any. */
  onQuit?(): void;
  /** A note on its shutdown, for the journal. */
  onNote?(text: string): void;
  /** It has ended; more output may follow. */
  onExit?(exitCode: number | null, signal: string | null): void;
  /** It has ended or was given up, and all of its output has been reported. */
  onGone?(): void;
}

interface ManagedMeans {
  readonly stderrFirst?: () => boolean;
  readonly isWhole?: ((begun: string) => boolean) | undefined;
}

export class ManagedProcess {
  readonly plan: LaunchPlan;
  /** Resolves when it is gone or could not be started. */
  readonly gone: Promise<void>;
  readonly #caretaker: Caretaker | undefined;
  readonly #listener: ManagedListener;
  readonly #mark: string;
  /** The system's births before its start: processes of the engine came later. */
  #births: Births | null = null;
  readonly #guard: Guard;
  readonly #process: EngineProcess;
  readonly #ladder: Ladder;
  readonly #splitters: Readonly<Record<Stream, LineSplitter>>;
  readonly #isWhole: ((begun: string) => boolean) | undefined;
  readonly #quiet: Quiet;
  readonly #stderr = new StderrTail();
  #lastHeard: string | null = null;
  #cut = 0;
  #isSettled = false;
  #unfinished = '';
  #late = '';
  #passed: LimitPassed | null = null;
  /** Both are null if it was given up. */
  #exit: { readonly exitCode: number | null; readonly signal: string | null } | null = null;
  #isGone = false;
  /** Computed from stderr so far; undefined means outdated. */
  #confined: Confined | null | undefined;
  #resolveGone: () => void = () => {};

  /**
   * @param steps the shutdown ladder
   * @param stderrFirst whether, of output that is read from both pipes at the same time, to report stderr first now
   * @param isWhole whether the beginning of a line of stdout needs no line end, if nothing follows; absent if all lines do
   */
  constructor(
    options: ProcessOptions,
    steps: readonly LadderStep[],
    listener: ManagedListener,
    { stderrFirst = (): boolean => false, isWhole }: ManagedMeans = {},
  ) {
    const clock = options.clock ?? systemClock;
    this.#isWhole = isWhole;
    this.#quiet = new Quiet(clock, () => this.#handleQuiet());
    this.#caretaker = options.caretaker;
    this.#listener = listener;
    this.#mark = newMark(options.caretaker?.owner());
    this.plan = marked(planLaunch(options.launch, options.host ?? ownHost()), this.#mark);
    this.#guard = new Guard(this.plan, options.launch, options);
    this.gone = new Promise((resolve) => (this.#resolveGone = resolve));
    this.#splitters = {
      stdout: new LineSplitter(
        (text, cut, isUnended) => this.#handleLine(text, cut, isUnended),
        lineLimit,
        (text, from) => this.#handleLines(text, from),
      ),
      stderr: new LineSplitter((text, cut, isUnended) => this.#handleComplaint(text, cut, isUnended)),
    };
    const processListener = {
      onSpawn: (pid: number) => this.#handleSpawn(pid),
      onRefused: (code: string) => this.#handleRefused(code),
      onOutput: (stream: Stream, chunk: Buffer) => this.#handleOutput(stream, chunk),
      onOutputEnd: (stream: Stream) => this.#handleOutputEnd(stream),
      onPipeError: (pipe: 'stdin' | Stream, code: string) => listener.onPipeError?.(pipe, code),
      onExit: (exitCode: number | null, signal: string | null) => this.#handleExit(exitCode, signal),
      onGone: () => this.#handleGone(),
    };
    this.#process = new EngineProcess(this.plan, clock, processListener, { stderrFirst });
    this.#ladder = new Ladder(clock, steps, {
      quit: () => listener.onQuit?.(),
      closeInput: () => this.closeInput(),
      signal: (signal) => this.#process.signal(signal),
      note: (text) => listener.onNote?.(text),
      isStuck: () => this.pid !== null && (statOf(this.pid)?.uninterruptible ?? false),
      abandon: () => {
        this.#exit = { exitCode: null, signal: null };
        this.#process.abandon();
      },
    });
  }

  get pid(): number | null {
    return this.#process.pid;
  }

  /** What confines it, as a note for its journal; null if nothing does. */
  get confinement(): string | null {
    return this.#guard.note;
  }

  /** Its scratch folder on disk; null if it has none. */
  get scratch(): string | null {
    return this.#guard.scratch;
  }

  /** Whether lines can still be written. */
  get writable(): boolean {
    return this.#process.writable;
  }

  /** Whether output may still wait in the pipe. */
  get isBehind(): boolean {
    return this.#process.isBehind;
  }

  /** It has ended or was given up. */
  get hasExited(): boolean {
    return this.#exit !== null;
  }

  /** The limit that it exceeded and was killed for. */
  get passed(): LimitPassed | null {
    return this.#passed;
  }

  /** The facts about its end, or about its run so far. */
  get remains(): Remains {
    const { exitCode, signal } = this.#exit ?? { exitCode: null, signal: null };
    const rung = this.#exit === null ? 'by itself' : this.#ladder.rung;
    const heard = { lastHeard: this.#lastHeard, cut: this.#cut };
    const begun = { unfinished: this.#unfinished, late: this.#late };
    return { exitCode, signal, ...heard, ...begun, stderrTail: this.#stderr.lines, rung };
  }

  /** What the sandbox denied it, judging by its stderr so far; null without a sandbox. */
  get confined(): Confined | null {
    if (this.#confined === undefined) this.#confined = this.#guard.confined(this.#stderr.lines);
    return this.#confined;
  }

  /** The part received of an unfinished line; empty if there is none. */
  begun(stream: Stream): string {
    return this.#splitters[stream].begun;
  }

  /** Reports the line that stdout has begun if it is whole but for its line end. @returns whether it was */
  endWhole(): boolean {
    const { stdout } = this.#splitters;
    // During the shutdown, nothing is waited for.
    if (this.#isSettled || !stdout.unfinished || this.#isWhole?.(stdout.begun) !== true) return false;
    const split = (): void => stdout.end();
    if (this.#listener.onWhole) this.#listener.onWhole(split);
    else split();
    return true;
  }

  /**
   * The cause of an end that we did not initiate.
   * @param opened whether the conversation was open
   * @param opening the sentence part that names what opens it
   */
  blame(opened: boolean, opening: string): Cause {
    const { file, platform } = this.plan;
    const { exitCode, stderrTail } = this.remains;
    const code = this.#guard.fault({ exitCode, reached: this.#process.reached, stderr: stderrTail });
    if (code !== null) return { kind: 'spawn', file, code };
    return { kind: 'exited', opened, opening, file, command: commandLine(this.plan), platform };
  }

  /**
   * Starts it. Calls to the listener begin with the next turn of the event loop.
   * @returns why it cannot be started (then no calls follow); else null
   */
  start(): Cause | null {
    const prepared = this.#guard.prepare();
    if ('spawned' in prepared) {
      this.#births = birthsOfSystem();
      this.#process.start(prepared.spawned);
      return null;
    }
    this.#resolveGone();
    return prepared.cause;
  }

  /** @returns bytes that the engine has not taken yet, including these */
  write(text: string): number {
    return this.#process.write(text);
  }

  /** Reads output that has come already: an engine that answers almost at once is served without waiting. */
  readAtOnce(): void {
    this.#process.readAtOnce();
  }

  /** Writes everything that `work` writes in one piece. */
  together(work: () => void): void {
    this.#process.together(work);
  }

  closeInput(): void {
    this.#process.closeInput();
  }

  /** Stops or resumes reading; a full pipe then blocks the engine. */
  pause(paused: boolean): void {
    this.#process.pause(paused);
    if (paused) this.#quiet.stop();
    else this.#awaitEnd();
  }

  /**
   * From now on, lines no longer count as its last words: they are part of the shutdown, as is the end of the line that
   * it has begun.
   */
  settle(): void {
    this.#isSettled = true;
    const begun = this.begun('stdout');
    if (begun.trim() !== '') this.#unfinished = begun;
  }

  /** Starts the shutdown ladder at this step. A later call may go on at a later step. */
  leave(from: LadderStep['rung']): void {
    this.#ladder.start(from);
  }

  /** Kills processes that have left its process group, after it is gone. Never rejects. @returns how many there were */
  async endOrphans(): Promise<number> {
    const { pid } = this;
    if (pid === null) return 0;
    const orphans = this.#guard.encloses ? 0 : await endOrphans(this.#mark, pid, this.#births);
    // A process that survived KILL stays in the register.
    if ((this.#exit?.exitCode ?? this.#exit?.signal ?? null) !== null) this.#caretaker?.left(pid);
    return orphans;
  }

  #handleSpawn(pid: number): void {
    // First, because it could outlive us from now on.
    this.#caretaker?.entered(pid);
    // The watch lasts until the exit: the engine may still misbehave during shutdown.
    this.#guard.watch(pid, (passed) => {
      if (this.#exit !== null) return;
      this.#passed = passed;
      this.#listener.onPassed?.(passed);
      this.leave('KILL');
    });
    this.#listener.onSpawn();
  }

  #handleRefused(code: string): void {
    this.#ladder.stop();
    this.#listener.onRefused({ kind: 'spawn', file: this.plan.file, code });
    this.#resolveGone();
  }

  #handleOutput(stream: Stream, chunk: Buffer): void {
    const split = (): void => this.#splitters[stream].push(chunk);
    if (this.#listener.onOutput) this.#listener.onOutput(stream, chunk, split);
    else split();
    if (stream === 'stdout') this.#awaitEnd();
  }

  /** If stdout is within a line that may be whole, waits whether its end comes. */
  #awaitEnd(): void {
    if (this.#isWhole === undefined) return;
    if (this.#splitters.stdout.unfinished) this.#quiet.wait();
    else this.#quiet.stop();
  }

  #handleQuiet(): void {
    // The end may have been written and wait for us.
    if (this.#process.isBehind) this.#quiet.wait();
    else this.endWhole();
  }

  #handleLine(text: string, cut: number, isUnended: boolean): void {
    // Blank lines, which end an answer in some protocols, are not last words.
    if (text.trim() !== '') {
      if (!this.#isSettled) {
        this.#lastHeard = withoutReturn(text);
        this.#cut = cut;
      } else if (this.#lastHeard === null && this.#unfinished === '') this.#late ||= withoutReturn(text);
    }
    this.#listener.onLine?.('stdout', text, cut, isUnended);
  }

  /** They are never blank, and are never taken during the shutdown: see `#handleLine`. */
  #handleLines(text: string, from: number): number {
    const until = this.#isSettled ? from : (this.#listener.onLines?.(text, from) ?? from);
    if (until > from) {
      this.#lastHeard = lastLineOf(text, until);
      this.#cut = 0;
    }
    return until;
  }

  #handleComplaint(text: string, cut: number, isUnended: boolean): void {
    this.#stderr.push(text);
    this.#confined = undefined;
    this.#listener.onLine?.('stderr', text, cut, isUnended);
  }

  #handleOutputEnd(stream: Stream): void {
    if (stream === 'stdout') this.#quiet.stop();
    const { unfinished } = this.#splitters[stream];
    this.#splitters[stream].end();
    this.#listener.onOutputEnd?.(stream, unfinished);
  }

  #handleExit(exitCode: number | null, signal: string | null): void {
    // A process stuck in the kernel may end long after it was given up.
    if (this.#isGone) return;
    this.#ladder.stop();
    this.#guard.release();
    this.#exit = { exitCode, signal };
    this.#listener.onExit?.(exitCode, signal);
  }

  #handleGone(): void {
    this.#isGone = true;
    this.#quiet.stop();
    this.#ladder.stop();
    this.#guard.release();
    // A pipe that was abandoned reports no end.
    for (const stream of ['stdout', 'stderr'] as const) {
      if (this.#splitters[stream].unfinished) this.#handleOutputEnd(stream);
    }
    this.#listener.onGone?.();
    this.#resolveGone();
  }
}

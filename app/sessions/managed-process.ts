/**
 * The process of one engine with all that belongs to it, from the plan of its start to the end of what it left behind:
 * its confinement, the mark by which its processes are known, the watch over what it takes of the machine, its lines and
 * its leaving. Sessions, checks and questions for a version run engines by it. It knows no protocol and no journal.
 */
import { systemClock, type Clock } from './clock.ts';
import { Guard, type GuardOptions } from './confinement/guard.ts';
import type { Confined } from './ending/confined-words.ts';
import type { Cause, Remains } from './ending/endings.ts';
import { Ladder, type LadderStep } from './ending/ladder.ts';
import { endOrphans, marked, newMark } from './ending/orphans.ts';
import { StderrTail } from './ending/telling-line.ts';
import { ownHost, planLaunch, type LaunchHost, type LaunchPlan } from './launch/launch.ts';
import type { Launch } from './types.ts';
import type { LimitPassed } from './watch/watchdog.ts';
import { statOf } from './proc.ts';
import type { Stream } from './wire/intake.ts';
import { LineSplitter, withoutReturn } from './wire/lines.ts';
import { EngineProcess } from './wire/process.ts';

/** What must be known of a process beyond its own life, and of a session's journal. Nothing of it throws. */
export interface Caretaker {
  /** Asked before a process is started: what the marks of all our processes begin with. */
  owner(): string;
  /** A process was started: the head of a process group of its own. */
  entered(pid: number): void;
  /** It has ended, and its group with it. */
  left(pid: number): void;
  /** A journal could not be written, or one could. */
  journalled(error: Error | null): void;
}

export interface ProcessOptions extends GuardOptions {
  readonly launch: Launch;
  readonly clock?: Clock;
  readonly host?: LaunchHost;
  readonly caretaker?: Caretaker;
}

export interface ManagedListener {
  /** From now on it can be written to. */
  onSpawn(): void;
  /** The operating system refused to start it; nothing follows. */
  onRefused(cause: Cause): void;
  /** A piece of what it wrote; `split` tells the lines that end in it. They are told at once where this is left out. */
  onOutput?(stream: Stream, chunk: Buffer, split: () => void): void;
  /** Without its LF; `cut` bytes are left off its end. */
  onLine?(stream: Stream, text: string, cut: number): void;
  /** The last line, which has been told, may be `unfinished`: it had no line end. */
  onOutputEnd?(stream: Stream, unfinished: boolean): void;
  /** A pipe failed (EPIPE: the engine has closed its input). */
  onPipeError?(pipe: 'stdin' | Stream, code: string): void;
  /** It takes more of the machine than it may, and is killed. */
  onPassed?(passed: LimitPassed): void;
  /** It is to be asked to leave, in its protocol's own words. */
  onQuit?(): void;
  /** A remark on how it is made to leave. */
  onNote?(text: string): void;
  /** It has ended; more output may follow. */
  onExit?(exitCode: number | null, signal: string | null): void;
  /** It has ended, or is waited for no longer, and all of its output has been told. */
  onGone?(): void;
}

export class ManagedProcess {
  readonly plan: LaunchPlan;
  /** Resolves when it is gone, or could not be started. */
  readonly gone: Promise<void>;
  readonly #caretaker: Caretaker | undefined;
  readonly #listener: ManagedListener;
  readonly #mark: string;
  readonly #guard: Guard;
  readonly #process: EngineProcess;
  readonly #ladder: Ladder;
  readonly #splitters: Readonly<Record<Stream, LineSplitter>>;
  readonly #stderr = new StderrTail();
  #lastHeard: string | null = null;
  #isSettled = false;
  #passed: LimitPassed | null = null;
  /** Both null where it was given up. */
  #exit: { readonly exitCode: number | null; readonly signal: string | null } | null = null;
  #isGone = false;
  /** By the complaints so far; undefined until it is asked for. */
  #confined: Confined | null | undefined;
  #resolveGone: () => void = () => {};

  /**
   * @param steps how it is made to leave
   * @param stderrFirst what is read of both outputs at the same time is told with stderr first
   */
  constructor(
    options: ProcessOptions,
    steps: readonly LadderStep[],
    listener: ManagedListener,
    { stderrFirst = false } = {},
  ) {
    const clock = options.clock ?? systemClock;
    this.#caretaker = options.caretaker;
    this.#listener = listener;
    this.#mark = newMark(options.caretaker?.owner());
    this.plan = marked(planLaunch(options.launch, options.host ?? ownHost()), this.#mark);
    this.#guard = new Guard(this.plan, options.launch, options);
    this.gone = new Promise((resolve) => (this.#resolveGone = resolve));
    this.#splitters = {
      stdout: new LineSplitter((text, cut) => this.#handleLine(text, cut)),
      stderr: new LineSplitter((text, cut) => this.#handleComplaint(text, cut)),
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

  /** What confines it, for its journal; null where nothing does. */
  get confinement(): string | null {
    return this.#guard.note;
  }

  /** Its scratch folder on the disk; null where it has none. */
  get scratch(): string | null {
    return this.#guard.scratch;
  }

  /** Whether lines can still be written. */
  get writable(): boolean {
    return this.#process.writable;
  }

  /** Some of what it wrote may wait in the pipe for its turn to be read. */
  get isBehind(): boolean {
    return this.#process.isBehind;
  }

  /** It has ended, or was given up. */
  get hasExited(): boolean {
    return this.#exit !== null;
  }

  /** The limit that it was killed for. */
  get passed(): LimitPassed | null {
    return this.#passed;
  }

  /** What is known of its end, or of its life so far. */
  get remains(): Remains {
    const { exitCode, signal } = this.#exit ?? { exitCode: null, signal: null };
    const rung = this.#exit === null ? 'by itself' : this.#ladder.rung;
    return { exitCode, signal, lastHeard: this.#lastHeard, stderrTail: this.#stderr.lines, rung };
  }

  /** What it did without in the sandbox, by what it complained of so far; null where it ran in none. */
  get confined(): Confined | null {
    if (this.#confined === undefined) this.#confined = this.#guard.confined(this.#stderr.lines);
    return this.#confined;
  }

  /** As much as has come of a line that has not ended; empty where none has begun. */
  begun(stream: Stream): string {
    return this.#splitters[stream].begun;
  }

  /**
   * Why it ended though nothing had ended it.
   * @param opened the conversation was open
   * @param opening what opens one, in words
   */
  blame(opened: boolean, opening: string): Cause {
    const { file, platform } = this.plan;
    const { exitCode, stderrTail } = this.remains;
    const code = this.#guard.fault({ exitCode, reached: this.#process.reached, stderr: stderrTail });
    if (code !== null) return { kind: 'spawn', file, code };
    return { kind: 'exited', opened, opening, file, platform };
  }

  /**
   * Starts it; what follows is told from the next turn of the event loop on.
   * @returns why it cannot be started, and then nothing follows; else null
   */
  start(): Cause | null {
    const prepared = this.#guard.prepare();
    if ('spawned' in prepared) {
      this.#process.start(prepared.spawned);
      return null;
    }
    this.#resolveGone();
    return prepared.cause;
  }

  /** @returns bytes that the engine has not taken yet, these included */
  write(text: string): number {
    return this.#process.write(text);
  }

  /** What is written within `work` goes out in one piece. */
  together(work: () => void): void {
    this.#process.together(work);
  }

  closeInput(): void {
    this.#process.closeInput();
  }

  /** Stops and resumes reading, so that the engine waits for us in turn. */
  pause(paused: boolean): void {
    this.#process.pause(paused);
  }

  /** What it says from here on, on its way out, is not what its end is told by. */
  settle(): void {
    this.#isSettled = true;
  }

  /** Makes it leave, from this step on. May be called again to go on at a later one. */
  leave(from: LadderStep['rung']): void {
    this.#ladder.start(from);
  }

  /** Kills what has left its process group, once it is gone. Never rejects. @returns how many there were */
  async endOrphans(): Promise<number> {
    const { pid } = this;
    if (pid === null) return 0;
    const orphans = this.#guard.encloses ? 0 : await endOrphans(this.#mark, pid);
    // One that not even KILL ended stays written down.
    if ((this.#exit?.exitCode ?? this.#exit?.signal ?? null) !== null) this.#caretaker?.left(pid);
    return orphans;
  }

  #handleSpawn(pid: number): void {
    // First of all, for from now on it could outlive us.
    this.#caretaker?.entered(pid);
    // From the first moment to the last: a bomb may go off at the quit line.
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
  }

  #handleLine(text: string, cut: number): void {
    // A blank line ends an answer in some protocols, and says nothing.
    if (!this.#isSettled && text.trim() !== '') this.#lastHeard = withoutReturn(text);
    this.#listener.onLine?.('stdout', text, cut);
  }

  #handleComplaint(text: string, cut: number): void {
    this.#stderr.push(text);
    this.#confined = undefined;
    this.#listener.onLine?.('stderr', text, cut);
  }

  #handleOutputEnd(stream: Stream): void {
    const { unfinished } = this.#splitters[stream];
    this.#splitters[stream].end();
    this.#listener.onOutputEnd?.(stream, unfinished);
  }

  #handleExit(exitCode: number | null, signal: string | null): void {
    // One that was given up for stuck in the kernel may end long after.
    if (this.#isGone) return;
    this.#ladder.stop();
    this.#guard.release();
    this.#exit = { exitCode, signal };
    this.#listener.onExit?.(exitCode, signal);
  }

  #handleGone(): void {
    this.#isGone = true;
    this.#ladder.stop();
    this.#guard.release();
    // A pipe that had to be let go of has no end of its own.
    for (const stream of ['stdout', 'stderr'] as const) {
      if (this.#splitters[stream].unfinished) this.#handleOutputEnd(stream);
    }
    this.#listener.onGone?.();
    this.#resolveGone();
  }
}

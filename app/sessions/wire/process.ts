/**
 * One child process: the only place that starts it, writes its stdin, reads its output and signals it. It deals in
 * bytes, not in lines or protocols.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Clock, Timer } from '../clock.ts';
import type { Spawned } from '../confinement/confine.ts';
import { planKill, systemRootOf, type LaunchPlan } from '../launch/launch.ts';
import { exitInside } from '../confinement/sandbox.ts';
import { start, type Started } from '../confinement/start.ts';
import { byteLength } from '../journal/blocks.ts';
import { AtOnce, descriptorOf, writeAvailable } from './at-once.ts';
import { Intake, type Inlet } from './intake.ts';

/**
 * After the exit, a child of the engine may still hold the output open. After this many milliseconds the whole group is
 * killed, and after as many again the pipes are abandoned.
 */
export const graceMilliseconds = 250;

/** The most bytes in an engine's pipes: output beyond this after its exit is from another process. */
const pipeBytes = 1024 * 1024;

/** Reads the output of all engines of this process. */
const intake = new Intake();

export interface ProcessListener {
  onSpawn(pid: number): void;
  /** The process could not be started; no further calls follow. `code` is the system's, such as `EACCES`. */
  onRefused(code: string): void;
  /** A piece of its output, in order, when its turn has come. */
  onOutput(stream: 'stdout' | 'stderr', chunk: Buffer): void;
  onOutputEnd(stream: 'stdout' | 'stderr'): void;
  /** A pipe failed (EPIPE: the engine has closed its input). */
  onPipeError(pipe: 'stdin' | 'stdout' | 'stderr', code: string): void;
  /** The process has ended; more output may follow. */
  onExit(exitCode: number | null, signal: string | null): void;
  /** The process has ended and all of its output has been read. */
  onGone(): void;
}

function codeOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}

/** The process group in the sandbox of this `keeper`, as an argument of `kill`; null if it is gone. */
function innerGroup(keeper: number): number | null {
  try {
    const inner = Number(readFileSync(`/proc/${keeper}/task/${keeper}/children`, 'latin1').split(' ')[0]);
    return inner > 0 ? -inner : null;
  } catch {
    return null;
  }
}

export class EngineProcess {
  readonly #plan: LaunchPlan;
  readonly #clock: Clock;
  readonly #listener: ProcessListener;
  #started: Started | null = null;
  #sandboxed = false;
  #grace: Timer | null = null;
  #exited = false;
  #gone = false;
  readonly #stderrFirst: () => boolean;
  /** Work for stdout that waits for the stderr read in the same turn of the event loop. */
  readonly #behindStderr: (() => void)[] = [];
  readonly #inlet: Inlet;
  /** Bytes of its output taken before its exit. */
  #takenAtExit = 0;
  /** What `together` has gathered so far; null outside of it. */
  #gathered: string | null = null;
  #gatheredBytes = 0;
  readonly #atOnce: AtOnce;

  /**
   * @param stderrFirst whether to report stderr now before stdout that is read at the same time: the order in which the
   * pipes become ready means nothing then, and an answer may depend on an earlier complaint
   */
  constructor(
    plan: LaunchPlan,
    clock: Clock,
    listener: ProcessListener,
    { stderrFirst = (): boolean => false } = {},
  ) {
    this.#plan = plan;
    this.#clock = clock;
    this.#stderrFirst = stderrFirst;
    this.#listener = listener;
    this.#inlet = intake.inlet({
      onPiece: (stream, piece) => listener.onOutput(stream, piece),
      onWaiting: (waiting) => this.#pause(waiting),
    });
    this.#atOnce = new AtOnce({
      readable: () => this.#readable,
      hasTime: () => intake.hasTime,
      onOutput: (bytes) => this.#inlet.chunk('stdout', bytes),
    });
  }

  get pid(): number | null {
    return this.#started?.child.pid ?? null;
  }

  /** Whether the engine itself was started; false if a wrapper failed before. */
  get reached(): boolean {
    return this.#started?.reached() ?? false;
  }

  /** Whether lines can still be written. */
  get writable(): boolean {
    return this.#started !== null && !this.#exited && this.#started.stdin.writable;
  }

  /**
   * Starts the process by `spawned`. All results go to the listener, no earlier than the next turn of the event loop.
   */
  start(spawned: Spawned): void {
    const { cwd, detached, windowsHide, verbatim } = this.#plan;
    this.#sandboxed = spawned.wrapper === 'bwrap';
    let started: Started;
    try {
      started = start(spawned, { cwd, detached, windowsHide, windowsVerbatimArguments: verbatim });
    } catch (error) {
      this.#clock.setTimer(() => this.#listener.onRefused(codeOf(error)), 0);
      return;
    }
    this.#started = started;
    const { child } = started;
    child.on('spawn', () => this.#listener.onSpawn(child.pid!));
    child.on('error', (error) => {
      // After the start, `error` only means that a signal could not be sent.
      if (child.pid === undefined) this.#listener.onRefused(codeOf(error));
    });
    for (const pipe of ['stdin', 'stdout', 'stderr'] as const) {
      started[pipe].on('error', (error: Error) => {
        if (child.pid !== undefined) this.#listener.onPipeError(pipe, codeOf(error));
      });
    }
    for (const stream of ['stdout', 'stderr'] as const) {
      const tell = (work: () => void): void =>
        stream === 'stdout' && this.#isBehindStderr ? this.#tellLater(work) : work();
      started[stream].on('data', (chunk: Buffer) => {
        if (stream === 'stdout') this.#atOnce.heard();
        tell(() => this.#inlet.chunk(stream, chunk));
      });
      started[stream].on('end', () =>
        tell(() => this.#inlet.after(() => this.#listener.onOutputEnd(stream))),
      );
    }
    child.on('exit', (exitCode, signal) => this.#handleExit(exitCode, signal));
    child.on('close', () => {
      if (child.pid !== undefined) this.#inlet.after(() => this.#handleClose());
    });
  }

  /** Whether output may still wait in the pipe. */
  get isBehind(): boolean {
    return this.#inlet.isBehind;
  }

  /** @returns bytes that the engine has not taken yet, including these */
  write(text: string): number {
    if (!this.writable) return 0;
    const { stdin } = this.#started!;
    if (this.#gathered !== null) {
      this.#gathered += text;
      this.#gatheredBytes += byteLength(text);
      return stdin.writableLength + this.#gatheredBytes;
    }
    const descriptor = stdin.writableLength === 0 ? descriptorOf(stdin) : null;
    const done = descriptor === null ? 0 : writeAvailable(descriptor, text);
    if (done === 0) stdin.write(text);
    else if (done < byteLength(text)) stdin.write(Buffer.from(text).subarray(done));
    this.#atOnce.wrote();
    return stdin.writableLength;
  }

  /** Called when a question was written: reads the answer of an engine that answers within microseconds. */
  readAtOnce(): void {
    this.#atOnce.read();
  }

  /** The descriptor of stdout; null where it cannot be read beside its stream. */
  get #readable(): number | null {
    if (this.#started === null || this.#exited || this.#isBehindStderr) return null;
    if (this.#inlet.isHeld || this.#inlet.isBehind) return null;
    return descriptorOf(this.#started.stdout);
  }

  /** Writes everything that `work` writes in one piece, which wakes the engine once. Calls are not nested. */
  together(work: () => void): void {
    this.#gathered = '';
    this.#gatheredBytes = 0;
    try {
      work();
    } finally {
      const text = this.#gathered;
      this.#gathered = null;
      if (text !== '') this.write(text);
    }
  }

  closeInput(): void {
    if (!this.writable) return;
    const text = this.#gathered ?? '';
    if (this.#gathered !== null) this.#gathered = '';
    this.#started!.stdin.end(text);
  }

  /** Stops or resumes reading; a full pipe then blocks the engine. */
  pause(paused: boolean): void {
    this.#inlet.hold(paused);
  }

  get #isBehindStderr(): boolean {
    return this.#behindStderr.length > 0 || this.#stderrFirst();
  }

  /** Runs work later in this turn of the event loop, after everything ready has been read, and before `close`. */
  #tellLater(work: () => void): void {
    this.#behindStderr.push(work);
    if (this.#behindStderr.length > 1) return;
    setImmediate(() => {
      for (const each of this.#behindStderr.splice(0)) each();
    });
  }

  #pause(paused: boolean): void {
    for (const stream of [this.#started?.stdout, this.#started?.stderr]) {
      if (paused) stream?.pause();
      else stream?.resume();
    }
  }

  /** Signals the whole group. It is not an error if no process is left. */
  signal(signal: 'SIGTERM' | 'SIGKILL'): void {
    const { platform, env } = this.#plan;
    const { pid, exitCode, signalCode } = this.#started?.child ?? {};
    if (pid === undefined || this.#gone) return;
    const hasExited = exitCode !== null || signalCode !== null;
    const plan = planKill(pid, signal, platform, systemRootOf(env), hasExited);
    if (plan === null) return;
    if (plan.kind === 'run') {
      // The output of taskkill does not matter; the exit of the process does.
      spawn(plan.command, [...plan.args], { windowsHide: true, stdio: 'ignore' }).on('error', () => {});
      return;
    }
    // TERM would end the keeper of a sandbox, and with it the engine before it could exit by itself.
    const group = this.#sandboxed && signal === 'SIGTERM' ? innerGroup(pid) : plan.pid;
    if (group === null) return;
    try {
      process.kill(group, plan.signal);
    } catch {
      // ESRCH: already gone. EPERM (macOS): only zombies are left in the group.
    }
  }

  /** Stops waiting for a process that does not end. */
  abandon(): void {
    this.#exited = true;
    this.#atOnce.stop();
    this.#release();
  }

  #handleExit(exitCode: number | null, signal: string | null): void {
    this.#exited = true;
    this.#atOnce.stop();
    this.#takenAtExit = this.#inlet.taken;
    const inside = this.#sandboxed && signal === null ? exitInside(exitCode) : { code: exitCode, signal };
    this.#listener.onExit(inside.code, inside.signal);
    if (!this.#gone) this.#wait(false);
  }

  #wait(killed: boolean): void {
    this.#grace = this.#clock.setTimer(() => {
      // While we pause the output ourselves, its end cannot have been seen.
      if (this.#inlet.isHeld) return this.#wait(killed);
      if (killed) return this.#mayRelease ? this.#release() : this.#wait(true);
      this.signal('SIGKILL');
      this.#wait(true);
    }, graceMilliseconds);
  }

  /** Whether all that the engine itself wrote has been taken. */
  get #mayRelease(): boolean {
    return !this.#inlet.isBehind || this.#inlet.taken - this.#takenAtExit > pipeBytes;
  }

  #handleClose(): void {
    if (this.#gone) return;
    // Ends children of the engine that hold none of our pipes.
    this.signal('SIGKILL');
    this.#gone = true;
    this.#grace?.clear();
    this.#listener.onGone();
  }

  #release(): void {
    const started = this.#started;
    started?.stdin.destroy();
    started?.stdout.destroy();
    started?.stderr.destroy();
    started?.child.unref();
    this.#inlet.hold(false);
    this.#inlet.after(() => this.#handleClose());
  }
}

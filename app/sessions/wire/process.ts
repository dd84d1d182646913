/**
 * One child process: the only place that starts it, writes its stdin, reads its output and signals it.
 * Knows bytes and nothing of lines or protocols.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Clock, Timer } from '../clock.ts';
import type { Spawned } from '../confinement/confine.ts';
import { planKill, systemRootOf, type LaunchPlan } from '../launch/launch.ts';
import { exitInside } from '../confinement/sandbox.ts';
import { start, type Started } from '../confinement/start.ts';
import { Intake, type Inlet } from './intake.ts';

/**
 * After the process has ended, its output may still be held open by a child of its own, and then it
 * never closes. This long it is waited for; then the whole group is ended, and then we let go of it.
 */
export const graceMilliseconds = 250;

/** Bytes that the pipes of an engine hold at most: bytes beyond them after its end are not its own. */
const pipeBytes = 1024 * 1024;

/** All that this program reads from engines. */
const intake = new Intake();

export interface ProcessListener {
  onSpawn(pid: number): void;
  /** The process could not be started; nothing follows. `code` is the system's, for example `EACCES`. */
  onRefused(code: string): void;
  /** A piece of what it wrote, when its turn has come. What was read before was told before. */
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

/** The group inside the sandbox that `keeper` watches over, as `kill` wants it; null where it has gone. */
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
  readonly #stderrFirst: boolean;
  /** What stdout has to tell, behind what of stderr is read in the same turn of the event loop. */
  readonly #behindStderr: (() => void)[] = [];
  readonly #inlet: Inlet;
  /** Bytes of its output that had been taken when it ended. */
  #takenAtExit = 0;

  /**
   * @param stderrFirst what is read of both outputs at the same time is told with stderr first. Which of them is ready
   *   first says nothing then, and an answer may hang on what was complained of before it.
   */
  constructor(plan: LaunchPlan, clock: Clock, listener: ProcessListener, { stderrFirst = false } = {}) {
    this.#plan = plan;
    this.#clock = clock;
    this.#stderrFirst = stderrFirst;
    this.#listener = listener;
    this.#inlet = intake.inlet({
      onPiece: (stream, piece) => listener.onOutput(stream, piece),
      onWaiting: (waiting) => this.#pause(waiting),
    });
  }

  get pid(): number | null {
    return this.#started?.child.pid ?? null;
  }

  /** Whether the engine was reached at all; false where a wrapper ended before. */
  get reached(): boolean {
    return this.#started?.reached() ?? false;
  }

  /** Whether lines can still be written. */
  get writable(): boolean {
    return this.#started !== null && !this.#exited && this.#started.stdin.writable;
  }

  /**
   * `spawned` is what runs the plan. Answers only through the listener, and never before the next turn of
   * the event loop.
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
      // After a start, `error` only says that a signal could not be sent.
      if (child.pid === undefined) this.#listener.onRefused(codeOf(error));
    });
    for (const pipe of ['stdin', 'stdout', 'stderr'] as const) {
      started[pipe].on('error', (error: Error) => {
        if (child.pid !== undefined) this.#listener.onPipeError(pipe, codeOf(error));
      });
    }
    for (const stream of ['stdout', 'stderr'] as const) {
      const tell = (work: () => void): void =>
        stream === 'stdout' && this.#stderrFirst ? this.#tellLater(work) : work();
      started[stream].on('data', (chunk: Buffer) => tell(() => this.#inlet.chunk(stream, chunk)));
      started[stream].on('end', () =>
        tell(() => this.#inlet.after(() => this.#listener.onOutputEnd(stream))),
      );
    }
    child.on('exit', (exitCode, signal) => this.#handleExit(exitCode, signal));
    child.on('close', () => {
      if (child.pid !== undefined) this.#inlet.after(() => this.#handleClose());
    });
  }

  /** Some of what it wrote may wait in the pipe for its turn to be read. */
  get isBehind(): boolean {
    return this.#inlet.isBehind;
  }

  /** Bytes that the engine has not taken yet, these included. */
  write(text: string): number {
    if (!this.writable) return 0;
    const { stdin } = this.#started!;
    stdin.write(text);
    return stdin.writableLength;
  }

  /** What is written within `work` goes out in one piece. */
  together(work: () => void): void {
    const stdin = this.#started?.stdin;
    stdin?.cork();
    try {
      work();
    } finally {
      stdin?.uncork();
    }
  }

  closeInput(): void {
    if (this.writable) this.#started!.stdin.end();
  }

  /** Stops and resumes reading, so that the engine waits for us in turn. */
  pause(paused: boolean): void {
    this.#inlet.hold(paused);
  }

  /** In this turn of the event loop still, once all has been read that is ready, and before `close`. */
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
    const pid = this.pid;
    if (pid === null || this.#gone) return;
    const plan = planKill(pid, signal, this.#plan.platform, systemRootOf(this.#plan.env));
    if (plan.kind === 'run') {
      // What taskkill has to say does not matter: the exit of the process does.
      spawn(plan.command, [...plan.args], { windowsHide: true, stdio: 'ignore' }).on('error', () => {});
      return;
    }
    // The keeper of a sandbox would end at TERM and take the engine along before it could leave by itself.
    const group = this.#sandboxed && signal === 'SIGTERM' ? innerGroup(pid) : plan.pid;
    if (group === null) return;
    try {
      process.kill(group, plan.signal);
    } catch {
      // ESRCH: gone already. EPERM (macOS): only zombies are left in the group.
    }
  }

  /** Stops waiting for a process that does not end. */
  abandon(): void {
    this.#exited = true;
    this.#release();
  }

  #handleExit(exitCode: number | null, signal: string | null): void {
    this.#exited = true;
    this.#takenAtExit = this.#inlet.taken;
    const inside = this.#sandboxed && signal === null ? exitInside(exitCode) : { code: exitCode, signal };
    this.#listener.onExit(inside.code, inside.signal);
    if (!this.#gone) this.#wait(false);
  }

  #wait(killed: boolean): void {
    this.#grace = this.#clock.setTimer(() => {
      // While we keep the output waiting ourselves, its end cannot have been seen.
      if (this.#inlet.isHeld) return this.#wait(killed);
      if (killed) return this.#mayRelease ? this.#release() : this.#wait(true);
      this.signal('SIGKILL');
      this.#wait(true);
    }, graceMilliseconds);
  }

  /** What the engine itself wrote has been taken. */
  get #mayRelease(): boolean {
    return !this.#inlet.isBehind || this.#inlet.taken - this.#takenAtExit > pipeBytes;
  }

  #handleClose(): void {
    if (this.#gone) return;
    // Children of the engine that hold no pipe of ours are ended with it all the same.
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

/** Runs a command until it has finished, or is interrupted by a signal or a stdout that fails. */
import { constants } from 'node:os';
import { CommanderError, type Command } from 'commander';
import { harmless } from '../sessions/harmless.ts';
import { shutdownMilliseconds } from '../shutdown.ts';
import { Exit, exitCodes, exitOfError } from './exit.ts';
import { flushed, stdoutEnd, watchStdout } from './stdout.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type EndSignal = (typeof signals)[number];

/** The end of a command by a signal, with the exit code that shells use for it. */
class Interrupted extends Exit {
  readonly signal: EndSignal;

  constructor(signal: EndSignal) {
    super(128 + constants.signals[signal], `interrupted by ${signal}`);
    this.signal = signal;
  }
}

/** In milliseconds, from the end of a command to that of its process. */
const endMilliseconds = 200;

/** Runs a program on the process's arguments and sets its exit code. Never throws. */
export async function run(program: Command): Promise<void> {
  // The variable makes Electron act as Node. Programs that Plywire starts, such as a browser, must not inherit it.
  delete process.env['ELECTRON_RUN_AS_NODE'];
  watchStdout();
  process.stderr.on('error', () => undefined);
  let exit = await endOf(program);
  await flushed();
  // Only now: of a command that ends properly once stdout has failed, the end may be another.
  if (exit.code === exitCodes.done) exit = stdoutEnd() ?? exit;
  process.exitCode = exit.code;
  if (exit.message !== '') {
    process.stderr.write(`plywire: ${exit.message.split('\n').map(harmless).join('\n')}\n`);
  }
  if (!(exit instanceof Interrupted)) return;
  // A thread that waits for the writer of a FIFO keeps the process, and even `process.exit` would wait for it.
  setTimeout(() => process.kill(process.pid, exit.signal), endMilliseconds).unref();
}

async function endOf(program: Command): Promise<Exit> {
  try {
    // Explicit, since Commander would take Electron acting as Node for Electron, whose arguments start earlier.
    await program.parseAsync(process.argv, { from: 'node' });
    return new Exit(exitCodes.done, '');
  } catch (error) {
    if (!(error instanceof CommanderError)) return exitOfError(error);
    // Commander has already printed the error or the help.
    return new Exit(error.exitCode === 0 ? exitCodes.done : exitCodes.usage, '');
  }
}

/**
 * Runs `work` until it finishes or is interrupted, by a signal, a closed stdout (`| head`) or one that cannot be
 * written; `work` then ends properly.
 * @throws Exit if interrupted, else what `work` throws
 */
export async function interruptibly(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const interrupt = new AbortController();
  let end: Exit | null = null;
  const interruptWith = (exit: Exit) => {
    end ??= exit;
    interrupt.abort(end);
  };
  const release = onEndSignal((signal) => interruptWith(new Interrupted(signal)));
  process.stdout.on('error', () => interruptWith(stdoutEnd()!));
  // An uncaught error also lets the work end properly.
  const fail = (error: unknown) => interruptWith(exitOfError(error));
  process.on('uncaughtException', fail);
  try {
    await work(interrupt.signal);
  } catch (error) {
    // Failures caused by the interruption are not reported.
    throw end ?? error;
  } finally {
    release();
    process.off('uncaughtException', fail);
  }
  if (end) throw end;
}

/**
 * Calls `handle` for every terminating signal until the returned function is called. Signals stay caught after the
 * first: npm sends Ctrl-C twice, and the second must not cut the shutdown short. Where the shutdown hangs, the next
 * signal ends the process.
 */
export function onEndSignal(handle: (signal: EndSignal) => void): () => void {
  let first: number | null = null;
  const caught = (signal: EndSignal): void => {
    const now = performance.now();
    first ??= now;
    if (now - first <= shutdownMilliseconds) return handle(signal);
    release();
    process.kill(process.pid, signal);
  };
  const release = (): void => {
    for (const signal of signals) process.off(signal, caught);
  };
  for (const signal of signals) process.on(signal, caught);
  return release;
}

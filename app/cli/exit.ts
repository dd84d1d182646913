import { ORPCError } from '@orpc/client';
import type { SessionEnding } from '../api/contract.ts';
import { refusalOf } from '../api/refusal.ts';
import { CommanderError, type Command } from 'commander';
import { harmless } from '../sessions/harmless.ts';
import type { Output } from './output.ts';
import { constants } from 'node:os';

export const exitCodes = {
  done: 0,
  /** An engine failed. */
  failed: 1,
  /** An invalid flag or argument. */
  usage: 2,
  /** An engine could not be started. */
  unstartable: 3,
  /** A fault of Plywire (EX_SOFTWARE of sysexits.h). */
  broken: 70,
} as const;

/** Ends the command with a code and one line on stderr, or no line if the message is empty. */
export class Exit extends Error {
  override readonly name = 'Exit';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const oneLine = (text: string) => text.replaceAll(/\s*\n\s*/g, ' ').trim();

/**
 * A session's ending in one line: the word, the cause, and advice for the next try. Advice about engines that fail
 * later is left to the window.
 */
export function exitOf({ word, reason, advice }: SessionEnding, session = 'last'): Exit {
  const before = word === 'unstartable' || word === 'handshake' ? [advice] : [];
  const code = word === 'unstartable' ? exitCodes.unstartable : exitCodes.failed;
  const next = word === 'unstartable' ? [] : [bundleOffer(session)];
  return new Exit(code, oneLine([`${word}: ${reason.replace(/\.$/, '')}.`, ...before, ...next].join(' ')));
}

/** Offers a bundle of a failed session, named by its id or as `last`. */
export const bundleOffer = (session: string): string =>
  `\`plywire bundle ${session}\` creates a bug-report bundle.`;

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
};

/** The error to throw after a file could not be read: an `Exit` for a failure of the file system. */
export function unreadable(file: string, error: unknown): unknown {
  if (error instanceof Exit) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) return error;
  return new Exit(exitCodes.usage, `${file} cannot be read: ${reasons[code] ?? code}.`);
}

/** Refusals by the contract or the file system are usage errors; anything else is a fault of Plywire. */
export function exitOfError(error: unknown): Exit {
  if (error instanceof Exit) return error;
  if (error instanceof ORPCError && error.code === 'REFUSED') {
    const { advice } = error.data as { advice: string };
    return new Exit(exitCodes.usage, oneLine(`${error.message} ${advice}`));
  }
  if (error instanceof ORPCError && error.code === 'BAD_REQUEST') {
    return new Exit(exitCodes.usage, oneLine(issuesOf(error)));
  }
  const refused = refusalOf(error);
  if (refused instanceof ORPCError && refused !== error) return exitOfError(refused);
  const account = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new Exit(exitCodes.broken, `Plywire itself failed; please report this.\n${account}`);
}

/** The contract's validation errors as text. */
function issuesOf(error: ORPCError<string, unknown>): string {
  const { issues } = (error.data ?? {}) as {
    issues?: readonly { message: string; path?: readonly unknown[] }[];
  };
  if (!issues || issues.length === 0) return error.message;
  return issues
    .map(({ message, path }) => {
      const keys = (path ?? []).map((item) =>
        typeof item === 'object' && item !== null ? (item as { key: unknown }).key : item,
      );
      return keys.length > 0 ? `${keys.join('.')}: ${message}` : message;
    })
    .join('; ');
}

/** Runs a program on the process's arguments and sets its exit code. Never throws. */
export async function run(program: Command): Promise<void> {
  // The variable makes Electron act as Node. Programs that Plywire starts, such as a browser, must not inherit it.
  delete process.env['ELECTRON_RUN_AS_NODE'];
  // The reader of stdout may be gone. Commands that run engines still end them properly.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  try {
    // Explicit, since Commander would take Electron acting as Node for Electron, whose arguments start earlier.
    await program.parseAsync(process.argv, { from: 'node' });
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander has already printed the error or the help.
      process.exitCode = error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
      return;
    }
    const exit = exitOfError(error);
    process.exitCode = exit.code;
    if (exit.message !== '') {
      process.stderr.write(`plywire: ${exit.message.split('\n').map(harmless).join('\n')}\n`);
    }
  }
}

/** The context of every command. */
export interface CommandContext<Client> {
  readonly client: Client;
  readonly output: Output;
  readonly signal: AbortSignal;
}

/**
 * Runs `work` until it finishes or is interrupted, by a signal or a closed stdout (`| head`); `work` then ends
 * properly.
 * @throws Exit if interrupted, else what `work` throws
 */
export async function interruptibly(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const interrupt = new AbortController();
  let end: Exit | null = null;
  const interruptWith = (exit: Exit) => {
    end ??= exit;
    interrupt.abort(end);
  };
  const release = onEndSignal((signal) =>
    interruptWith(new Exit(exitCodeOf(signal), `interrupted by ${signal}`)),
  );
  process.stdout.on('error', () => interruptWith(new Exit(exitCodes.done, '')));
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

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
export type EndSignal = (typeof signals)[number];

/** The exit code that shells use for a signal. */
export const exitCodeOf = (signal: EndSignal): number => 128 + constants.signals[signal];

/**
 * Calls `handle` for every terminating signal until the returned function is called. Signals stay caught after the
 * first: npm sends Ctrl-C twice, and the second must not cut the shutdown short, which takes seconds at most.
 */
export function onEndSignal(handle: (signal: EndSignal) => void): () => void {
  for (const signal of signals) process.on(signal, handle);
  return () => {
    for (const signal of signals) process.off(signal, handle);
  };
}

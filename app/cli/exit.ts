import { ORPCError } from '@orpc/client';
import type { SessionEnding } from '../api/contract.ts';
import { refusalOf } from '../api/refusal.ts';
import { CommanderError, type Command } from 'commander';
import { harmless } from '../sessions/harmless.ts';
import type { Output } from './output.ts';
import { constants } from 'node:os';

/** What the process exits with. */
export const exitCodes = {
  done: 0,
  /** An engine failed. */
  failed: 1,
  /** A flag or a text that cannot be served. */
  usage: 2,
  /** An engine could not be started. */
  unstartable: 3,
  /** A fault of ours (EX_SOFTWARE of sysexits.h). */
  broken: 70,
} as const;

/** Ends the command with a code and one line on stderr, or none where there is nothing to say. */
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
 * How a session's end reads in one line: the word, the cause, and what to do before a next try. What to do
 * about an engine that failed later is said for a window.
 */
export function exitOf({ word, reason, advice }: SessionEnding, session = 'last'): Exit {
  const before = word === 'unstartable' || word === 'handshake' ? [advice] : [];
  const code = word === 'unstartable' ? exitCodes.unstartable : exitCodes.failed;
  const next = word === 'unstartable' ? [] : [bundleOffer(session)];
  return new Exit(code, oneLine([`${word}: ${reason.replace(/\.$/, '')}.`, ...before, ...next].join(' ')));
}

/** What can be done with a session that failed: its id, or `last`. */
export const bundleOffer = (session: string): string =>
  `\`plywire bundle ${session}\` makes one file of it, for whoever is to mend the engine.`;

/** A refusal of the contract, or of the file system, is a question wrongly put; anything else is our fault. */
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

/** The contract's own validation, in words. */
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

/** Runs a program on the process's own arguments and sets its exit code; nothing is thrown. */
export async function run(program: Command): Promise<void> {
  // It made Electron run us as Node would; a browser that we open, for one, is to be what it is.
  delete process.env['ELECTRON_RUN_AS_NODE'];
  // Whoever reads us may have gone; commands that run engines see to their end first.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  try {
    // Said, for Commander would take Electron that acts as Node for Electron, whose arguments begin earlier.
    await program.parseAsync(process.argv, { from: 'node' });
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander has said what is wrong, or shown the help that was asked for.
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

/** What a command asks with. */
export interface Asking<Client> {
  readonly client: Client;
  readonly output: Output;
  readonly signal: AbortSignal;
}

/**
 * Runs `work` until it is done or is told to end: a signal, or a reader of stdout that has enough (`| head`),
 * ends it early and in order.
 * @throws Exit where it was interrupted, else what `work` throws
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
  // Nobody caught it: the work ends in order all the same.
  const fail = (error: unknown) => interruptWith(exitOfError(error));
  process.on('uncaughtException', fail);
  try {
    await work(interrupt.signal);
  } catch (error) {
    // What fails because it was interrupted is no news.
    throw end ?? error;
  } finally {
    release();
    process.off('uncaughtException', fail);
  }
  if (end) throw end;
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
export type EndSignal = (typeof signals)[number];

/** The code that shells know a signal's end by. */
export const exitCodeOf = (signal: EndSignal): number => 128 + constants.signals[signal];

/**
 * Calls `handle` for every signal that asks us to end, until the function it gives is called. They stay
 * caught after the first one: Ctrl-C comes twice under npm, and the second must not cut the ending short,
 * which takes seconds at most.
 */
export function onEndSignal(handle: (signal: EndSignal) => void): () => void {
  for (const signal of signals) process.on(signal, handle);
  return () => {
    for (const signal of signals) process.off(signal, handle);
  };
}

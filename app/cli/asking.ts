import { Exit, exitCodes, exitOfError } from './exit.ts';
import type { Output } from './output.ts';
import { constants } from 'node:os';

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

import { exitCodeOf, onEndSignal } from './ending.ts';
import { Exit, exitCodes, exitOfError } from './exit.ts';
import type { Output } from './output.ts';

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

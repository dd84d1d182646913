import { exitCodeOf, onEndSignal } from './ending.ts';
import { Exit, exitCodes } from './exit.ts';
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
  const interruptWith = (code: number, message: string) => {
    end ??= new Exit(code, message);
    interrupt.abort();
  };
  const release = onEndSignal((signal) => interruptWith(exitCodeOf(signal), `interrupted by ${signal}`));
  process.stdout.on('error', () => interruptWith(exitCodes.done, ''));
  try {
    await work(interrupt.signal);
  } catch (error) {
    // What fails because it was interrupted is no news.
    throw end ?? error;
  } finally {
    release();
  }
  if (end) throw end;
}

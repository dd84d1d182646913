/**
 * Reads a stream of the host that is opened again whenever it breaks. Only opening and reading are tried again: an
 * error of the code that handles the items would come again with each new stream, so it ends the loop and is reported.
 */

/** Waits, but only until `signal` aborts. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}

/**
 * Yields the items of a stream until it ends or `signal` aborts. Leaving the loop also ends the stream at the host.
 * @param open opens the stream, and opens it again after it broke
 * @param milliseconds the pause before it is opened again, so that a failing host is not asked in a tight loop
 */
export async function* reopening<T>(
  open: (signal: AbortSignal) => Promise<AsyncIterable<T>>,
  milliseconds: number,
  signal: AbortSignal,
): AsyncGenerator<T, void> {
  while (!signal.aborted) {
    const stream = new AbortController();
    try {
      for await (const item of await open(AbortSignal.any([signal, stream.signal]))) {
        if (signal.aborted) return;
        yield item;
      }
      return;
    } catch {
      // The connection tells the user that the host is gone; here a broken stream is only opened again.
    } finally {
      stream.abort();
    }
    await pause(milliseconds, signal);
  }
}

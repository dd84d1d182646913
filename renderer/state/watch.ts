/**
 * Follows the host's state: a snapshot, then numbered changes. A gap in the numbers means that something was
 * missed; then, as after a new connection, it starts over with a new snapshot, so that nothing is applied to
 * a state it was not made for.
 */
import { apply, type Watched } from '../../app/api/changes.ts';
import type { HostEvent, HostState } from '../../app/api/contract.ts';

/** Milliseconds before watching anew, so that a host in trouble is not asked in a tight loop. */
const PAUSE = 200;

/** Watches until `signal` aborts. A stream that ends or breaks is opened again. */
export async function follow(
  watch: (signal: AbortSignal) => Promise<AsyncIterable<HostEvent>>,
  onState: (state: HostState) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    // Leaving the loop on a gap must end the stream at the host too.
    const stream = new AbortController();
    const end = (): void => stream.abort();
    signal.addEventListener('abort', end);
    try {
      let watched: Watched | null = null;
      for await (const event of await watch(stream.signal)) {
        watched = apply(watched, event);
        if (watched === null || signal.aborted) break;
        onState(watched.state);
      }
    } catch {
      // A broken stream is told by the connection; here it only means to begin again.
    } finally {
      signal.removeEventListener('abort', end);
      stream.abort();
    }
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

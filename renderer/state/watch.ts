/**
 * Follows the host's state: a snapshot, then numbered changes. After a gap in the numbers, as after a new connection,
 * it starts over with a new snapshot, so that no change is applied to a state that it does not belong to.
 */
import { apply, type Watched } from '../../app/api/changes.ts';
import type { HostEvent, HostState } from '../../app/api/contract.ts';

/** Milliseconds before watching again, so that a failing host is not asked in a tight loop. */
const PAUSE = 200;

/** Watches until `signal` aborts. A stream that ends or breaks is opened again. */
export async function follow(
  watch: (signal: AbortSignal) => Promise<AsyncIterable<HostEvent>>,
  onState: (state: HostState) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    // Leaving the loop at a gap must also end the stream at the host.
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
      // The connection reports a broken stream; here it only means to start over.
    } finally {
      signal.removeEventListener('abort', end);
      stream.abort();
    }
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

/**
 * Follows the host's state: a snapshot, then numbered changes. After a gap in the numbers, as after a new connection,
 * it starts over with a new snapshot, so that no change is applied to a state that it does not belong to.
 */
import { apply, type Watched } from '../../app/api/changes.ts';
import type { HostEvent, HostState } from '../../app/api/contract.ts';
import { pause, reopening } from '../host/reopen.ts';

/** Milliseconds before watching again. */
const PAUSE = 200;

/**
 * Watches until `signal` aborts. A stream that ends or breaks is opened again. Rejects with an error of `apply` or
 * `onState`.
 */
export async function follow(
  watch: (signal: AbortSignal) => Promise<AsyncIterable<HostEvent>>,
  onState: (state: HostState) => void,
  signal: AbortSignal,
): Promise<void> {
  let watched: Watched | null = null;
  const open = (stream: AbortSignal): ReturnType<typeof watch> => {
    watched = null;
    return watch(stream);
  };
  while (!signal.aborted) {
    for await (const event of reopening(open, PAUSE, signal)) {
      watched = apply(watched, event);
      if (watched === null) break;
      onState(watched.state);
    }
    await pause(PAUSE, signal);
  }
}

/** Progress events for long work. */
import { Wakeup } from '../sessions/wakeup.ts';

/** Milliseconds between two progress events. */
export const progressInterval = 200;

/**
 * Yields progress events until the work is done, then returns its result. The first event comes after one interval.
 * @param progress makes the progress event
 * @param interval in milliseconds
 * @throws what the work throws
 */
export async function* withProgress<T, Progress>(
  work: Promise<T>,
  progress: () => Progress,
  interval: number = progressInterval,
): AsyncGenerator<Progress, T> {
  let isDone = false;
  const wakeup = new Wakeup();
  const settle = (): void => {
    isDone = true;
    wakeup.wake();
  };
  // If the caller leaves early, a failure of the work is ignored instead of becoming an unhandled rejection.
  void work.then(settle, settle);
  while (!isDone) {
    await wakeup.sleep(interval);
    if (!isDone) yield progress();
  }
  return work;
}

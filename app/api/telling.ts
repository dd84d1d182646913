/** Progress events for long work. */
import { Wakeup } from '../sessions/wakeup.ts';

/** Milliseconds between two progress events. */
export const tellInterval = 200;

/**
 * Yields progress events until the work is done, then returns its result. The first event comes after one interval.
 * @param word makes the progress event
 * @param interval in milliseconds
 * @throws what the work throws
 */
export async function* telling<T, Word>(
  work: Promise<T>,
  word: () => Word,
  interval: number = tellInterval,
): AsyncGenerator<Word, T> {
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
    if (!isDone) yield word();
  }
  return work;
}

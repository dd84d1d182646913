/** Work that takes its time, whose caller hears meanwhile how far it is. */
import { Wakeup } from '../sessions/wakeup.ts';

/** Milliseconds between two words of how far it is. */
export const tellInterval = 200;

/**
 * Tells how far the work is until it is done, and gives what came of it. The first word comes after an interval.
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
  // A caller that leaves early hears of no failure, and no one else is to.
  void work.then(settle, settle);
  while (!isDone) {
    await wakeup.sleep(interval);
    if (!isDone) yield word();
  }
  return work;
}

/** Work that takes its time, whose caller hears meanwhile how far it is. */

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
  const settle = (): void => void (isDone = true);
  // Whoever leaves early hears of no failure, and nobody else is to.
  const settled = work.then(settle, settle);
  while (!isDone) {
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([settled, new Promise((resolve) => (timer = setTimeout(resolve, interval)))]);
    clearTimeout(timer);
    if (!isDone) yield word();
  }
  return work;
}

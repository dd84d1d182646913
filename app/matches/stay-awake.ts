/** In seconds: more than an engine takes that answers at once, and less than a timer may be late. */
const awakeSeconds = 0.000_25;

/** Whether an answer after so many seconds comes while the event loop is still awake. */
export const isAtOnce = (seconds: number): boolean => seconds < awakeSeconds;

/**
 * Keeps the event loop from sleeping for a moment, since to be woken by the system takes longer than some engines take
 * to answer.
 * @returns a function that ends it
 */
export function stayAwake(): () => void {
  const until = performance.now() + awakeSeconds * 1000;
  let isAwake = true;
  const turn = (): void => {
    if (isAwake && performance.now() < until) setImmediate(turn);
  };
  setImmediate(turn);
  return () => void (isAwake = false);
}

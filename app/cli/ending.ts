/** How a command that is told to end ends: in order, with every engine gone. */
import { constants } from 'node:os';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
export type EndSignal = (typeof signals)[number];

/** The code that shells know a signal's end by. */
export const exitCodeOf = (signal: EndSignal): number => 128 + constants.signals[signal];

/**
 * Calls `handle` for every signal that asks us to end, until the function it gives is called. They stay
 * caught after the first one: Ctrl-C comes twice under npm, and the second must not cut the ending short,
 * which takes seconds at most.
 */
export function onEndSignal(handle: (signal: EndSignal) => void): () => void {
  for (const signal of signals) process.on(signal, handle);
  return () => {
    for (const signal of signals) process.off(signal, handle);
  };
}

import { expect } from 'vitest';

/** Milliseconds: a bound for what should come at once, on a machine that has other things to do. */
const PATIENCE = 30_000;

/** Asserts what `read` gives until it holds. */
export const eventually = <T>(read: () => T, timeout = PATIENCE) =>
  expect.poll(read, { timeout, interval: 50 });

import { expect } from 'vitest';

/** Milliseconds: a bound for what should happen at once, on a busy machine. */
const PATIENCE = 30_000;

/** Retries an assertion on `read` until it holds. */
export const eventually = <T>(read: () => T, timeout = PATIENCE) =>
  expect.poll(read, { timeout, interval: 50 });

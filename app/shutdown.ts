/**
 * In milliseconds. A shutdown takes five seconds at most, by the ladder that ends engines; one that takes longer than
 * this hangs, and a host gives it up.
 */
export const shutdownMilliseconds = 8000;

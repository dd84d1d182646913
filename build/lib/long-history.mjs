/**
 * Records when each long test last ran, and how long it took. The record is stored per user, not in the checkout, so
 * that a machine that tests one fresh clone after another still runs each of them in turn.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * @typedef {{ at: number, took: number }} Run `at` in milliseconds since 1970, `took` in milliseconds
 * @typedef {Readonly<Record<string, Run>>} History by file
 */

const file = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'plywire', 'long-tests.json');

/** The assumed duration of a test that has not run here yet, in milliseconds. */
const unknownLength = 4 * 60_000;

/** @returns {History} empty if it cannot be read */
export function readHistory(from = file) {
  try {
    const read = JSON.parse(readFileSync(from, 'utf8'));
    return typeof read === 'object' && read !== null ? read : {};
  } catch {
    return {};
  }
}

/**
 * @param {string} test
 * @param {Run} run
 */
export function writeHistory(test, run, to = file) {
  try {
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, JSON.stringify({ ...readHistory(to), [test]: run }));
  } catch {
    // Without a history the number of commits decides which test is first.
  }
}

/**
 * The tests that fit into the remaining time, those that have not run for the longest time first.
 * @param {readonly string[]} tests
 * @param {History} history
 * @param {number} left milliseconds
 */
export function chooseFiles(tests, history, left) {
  return tests
    .filter((test) => (history[test]?.took ?? unknownLength) < left)
    .toSorted((one, other) => (history[one]?.at ?? 0) - (history[other]?.at ?? 0));
}

/**
 * @template T
 * @param {readonly T[]} items
 * @param {number} by
 */
export function rotated(items, by) {
  const at = items.length === 0 ? 0 : by % items.length;
  return [...items.slice(at), ...items.slice(0, at)];
}

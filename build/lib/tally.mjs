/** Counts passed and failed tests; a skipped test has not passed. */
import { stripVTControlCharacters } from 'node:util';

/**
 * @typedef {{ passed: number, failed: number, notes: string[], remarks?: string[] }} Tally a note for each failure:
 *   what failed and, on indented lines, the start of its error; remarks count as no failure
 *
 * @typedef {{ status: string, fullName: string, failureMessages?: string[], tags?: string[] }} Assertion
 * @typedef {{ name: string, status: string, message: string, assertionResults: Assertion[] }} FileResult
 */

/** How much of an error to repeat at the end of a run that printed thousands of lines. */
const shownLines = 12;
const shownWidth = 300;

/**
 * @param {string} file
 * @returns {(test: Assertion) => string}
 */
const noteOf =
  (file) =>
  ({ fullName, status, failureMessages = [] }) =>
    `${file}: ${fullName} (${status})${failureMessages.map(beginning).join('')}`;

/**
 * The start of an error, as the lines of a note after the first.
 * @param {string} text
 */
export function beginning(text) {
  const lines = stripVTControlCharacters(text).trim().split('\n').slice(0, shownLines);
  return lines.map((line) => `\n    ${line.slice(0, shownWidth)}`).join('');
}

/**
 * Reads Vitest's JSON report.
 * @param {string | null} text null if none
 * @param {number} exitCode of the run that wrote it
 * @param {string} root removed from the files' names
 * @param {(test: Assertion) => boolean} isLeftOut whether a skipped test belongs to another run, and does not count here
 * @returns {Tally}
 */
export function tallyOf(text, exitCode, root, isLeftOut = () => false) {
  const report = parse(text);
  if (report === null) return { passed: 0, failed: 1, notes: ['the run ended without a report'] };
  let passed = 0;
  /** @type {string[]} */
  const notes = [];
  /** @type {string[]} */
  const remarks = [];
  for (const file of report.testResults) {
    const name = file.name.startsWith(root) ? file.name.slice(root.length + 1) : file.name;
    const tests = file.assertionResults.filter((test) => test.status !== 'skipped' || !isLeftOut(test));
    const others = tests.filter(({ status }) => status !== 'passed');
    passed += tests.length - others.length;
    notes.push(...others.map(noteOf(name)));
    // It has errors of the attempts before.
    const retried = tests.filter(
      ({ status, failureMessages = [] }) => status === 'passed' && failureMessages.length > 0,
    );
    remarks.push(...retried.map((test) => noteOf(name)({ ...test, status: 'passed when tried again' })));
    // The file failed before or outside its tests.
    if (file.status === 'failed' && !others.some(({ status }) => status === 'failed')) {
      notes.push(`${name}: ${file.message.split('\n')[0] || 'failed outside its tests'}`);
    }
  }
  if (passed + notes.length === 0) notes.push('no test was found');
  if (exitCode !== 0 && notes.length === 0) notes.push('the run failed outside its tests: see above');
  return { passed, failed: notes.length, notes, ...(remarks.length > 0 && { remarks }) };
}

/**
 * @param {string | null} text
 * @returns {{ testResults: FileResult[] } | null}
 */
function parse(text) {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** @param {readonly Tally[]} tallies */
export function totalLine(tallies) {
  const sum = (/** @type {'passed' | 'failed'} */ what) =>
    tallies.reduce((all, tally) => all + tally[what], 0);
  return `${sum('passed')} passed, ${sum('failed')} failed`;
}

/** @param {number} since of `performance.now()` */
export const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

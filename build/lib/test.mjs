/** Implements `npm test`. */
import { meetNeeds } from './needs.mjs';
import { ensureInstalled, StepFailed } from './prepare.mjs';
import { runCommands } from './run.mjs';
import { formatChecks, lintChecks, quickTypeChecks, root, typeChecks } from './steps.mjs';
import { beginning, seconds, totalLine } from './tally.mjs';
import { vitest } from './vitest.mjs';

/** @typedef {import('./tally.mjs').Tally} Tally */
/**
 * @typedef {{ name: string, needs: readonly import('./needs.mjs').Need[], work: (prefix: string | undefined) => Promise<Tally> }} Step
 *   `prefix` is put before each line of output if another lane also prints
 */

/**
 * Counts as one test.
 * @param {() => readonly import('./steps.mjs').Command[]} commands
 * @returns {Step['work']}
 */
const checks = (commands) => async () => {
  const failed = await runCommands(commands(), root);
  return failed.length === 0
    ? { passed: 1, failed: 0, notes: [] }
    : { passed: 0, failed: 1, notes: failed.map(({ title, output }) => `${title}${beginning(output)}`) };
};

/**
 * @param {string} project of vitest.config.ts
 * @param {number} workers files that run in parallel; those that mostly wait for processes can share a core
 * @param {{ retry?: number, quick?: boolean }} [options] `retry`: how often a failed test is tried again, which the
 *   summary tells; `quick`: as of `vitest`
 * @returns {Step['work']}
 */
const project =
  (project, workers, options = {}) =>
  (prefix) =>
    vitest({ project, workers, long: false, ...options, prefix });

/**
 * What runs processes and pages is tried again once, since a busy machine may lose a click or starve an engine.
 * @satisfies {Record<string, Step>}
 */
const steps = {
  types: { name: 'types', needs: [], work: checks(typeChecks) },
  lint: { name: 'lint', needs: [], work: checks(lintChecks) },
  format: { name: 'format', needs: [], work: checks(formatChecks) },
  unit: { name: 'unit', needs: [], work: project('unit', 2) },
  process: { name: 'process', needs: ['build', 'bubblewrap'], work: project('process', 3, { retry: 1 }) },
  browser: { name: 'browser', needs: ['chromium'], work: project('browser', 1, { retry: 1 }) },
  e2e: { name: 'e2e', needs: ['build', 'chromium'], work: project('e2e', 2, { retry: 1 }) },
  packaging: { name: 'packaging', needs: ['build', 'chromium', 'seven-zip'], work: project('packaging', 1) },
};

/**
 * The steps of a lane run in order, the lanes side by side.
 * @typedef {readonly (readonly Step[])[]} Lanes
 */

/** One lane mostly computes, the other mostly waits for pages. @type {Lanes} */
const whole = [
  [steps.types, steps.lint, steps.unit, steps.process],
  [steps.e2e, steps.packaging, steps.browser, steps.format],
];

/** Checks that finish within a minute. @type {Lanes} */
const quick = [
  [
    { ...steps.types, work: checks(quickTypeChecks) },
    { ...steps.lint, work: checks(() => lintChecks(root, { quick: true })) },
    { ...steps.format, work: checks(() => formatChecks({ quick: true })) },
  ],
  [{ ...steps.unit, work: project('unit', 2, { quick: true }) }],
];

/**
 * @param {readonly string[]} names of steps, or `quick` alone; empty for all
 * @returns {Lanes}
 */
function lanesOf(names) {
  if (names.length === 0) return whole;
  if (names.length === 1 && names[0] === 'quick') return quick;
  const unknown = names.find((name) => !(name in steps));
  if (unknown !== undefined) {
    throw new StepFailed(`There is no step "${unknown}"; there are quick, ${Object.keys(steps).join(', ')}.`);
  }
  return [whole.flat().filter(({ name }) => names.includes(name))];
}

/** @type {Tally[]} */
const tallies = [];
/** @type {string[]} */
const summary = [];

/**
 * @param {readonly Step[]} lane
 * @param {boolean} alone
 */
async function runLane(lane, alone) {
  for (const { name, work } of lane) {
    console.log(`=== ${name} …`);
    const start = performance.now();
    const tally = await work(alone ? undefined : `${name.padEnd(9)} | `);
    tallies.push(tally);
    const line = `${name.padEnd(9)} ${totalLine([tally]).padEnd(24)} ${seconds(start)}`;
    console.log(`=== ${line}`);
    summary.push(line, ...[...tally.notes, ...(tally.remarks ?? [])].map((note) => `  ${note}`));
  }
}

/** @param {readonly string[]} words names of steps; empty for all */
export async function test(words) {
  const began = performance.now();
  try {
    const lanes = lanesOf(words);
    await ensureInstalled(root);
    await meetNeeds(lanes.flat().flatMap(({ needs }) => needs));
    await Promise.all(lanes.map((lane) => runLane(lane, lanes.length === 1)));
  } catch (error) {
    const why =
      error instanceof StepFailed ? error.message : String(error instanceof Error ? error.stack : error);
    tallies.push({ passed: 0, failed: 1, notes: [why] });
    summary.push(why);
  }
  console.log(`\n${summary.join('\n')}\nin ${seconds(began)}\n`);
  console.log(totalLine(tallies));
  return tallies.some(({ failed }) => failed > 0) ? 1 : 0;
}

/** The work of `npm test`. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { command } from './command.mjs';
import { getBubblewrap } from './get-bubblewrap.mjs';
import { getChromium } from './get-chromium.mjs';
import { getSevenZip } from './get-seven-zip.mjs';
import { runCommands } from './parallel.mjs';
import { ensureBuilt, ensureInstalled, StepFailed } from './prepare.mjs';
import { run } from './run.mjs';
import { formatChecks, lintChecks, root, typeChecks } from './steps.mjs';
import { tallyOf, totalLine } from './tally.mjs';

/** @typedef {import('./tally.mjs').Tally} Tally */
/** @typedef {{ name: string, needsBuild?: boolean, work: () => Promise<Tally> }} Step */

const reports = mkdtempSync(join(tmpdir(), 'plywire-test-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));

/**
 * Counts as one test.
 * @param {readonly import('./steps.mjs').Command[]} commands
 * @returns {Promise<Tally>}
 */
async function checks(commands) {
  const failed = await runCommands(commands, root);
  return failed.length === 0
    ? { passed: 1, failed: 0, notes: [] }
    : { passed: 0, failed: 1, notes: [failed.join(', ')] };
}

/**
 * @param {string} project of vitest.config.ts
 * @returns {Promise<Tally>}
 */
async function vitest(project) {
  const report = join(reports, `${project}.json`);
  const { code } = await run(
    process.execPath,
    [
      join(root, 'node_modules', 'vitest', 'vitest.mjs'),
      'run',
      ...['--project', project, '--reporter', 'default', '--reporter', 'json', '--outputFile.json', report],
    ],
    { cwd: root },
  );
  let text = null;
  try {
    text = readFileSync(report, 'utf8');
  } catch {
    // Told by the tally.
  }
  return tallyOf(text, code, root);
}

/** A browser is looked for once, and only when a step wants it. */
async function withChromium(/** @type {string} */ project) {
  process.env['PLYWIRE_CHROMIUM'] ||= (await getChromium(root)) ?? '';
  if (process.env['PLYWIRE_CHROMIUM'] === '')
    return { passed: 0, failed: 1, notes: ['no Chromium runs here'] };
  return vitest(project);
}

/** Engines of the unit tests run in real sandboxes. */
async function withBubblewrap() {
  await getBubblewrap();
  return vitest('unit');
}

async function withSevenZip() {
  await getSevenZip();
  return withChromium('packaging');
}

/** @type {Step[]} */
const steps = [
  { name: 'types', work: () => checks(typeChecks()) },
  { name: 'lint', work: () => checks(lintChecks()) },
  { name: 'format', work: () => checks(formatChecks()) },
  { name: 'unit', needsBuild: true, work: withBubblewrap },
  { name: 'browser', work: () => withChromium('browser') },
  { name: 'e2e', needsBuild: true, work: () => withChromium('e2e') },
  { name: 'packaging', needsBuild: true, work: withSevenZip },
];

const seconds = (/** @type {number} */ since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** @type {Tally[]} */
const tallies = [];

await command(async () => {
  const began = performance.now();
  const names = process.argv.slice(2);
  const unknown = names.find((name) => !steps.some((step) => step.name === name));
  if (unknown !== undefined) {
    console.error(`There is no step "${unknown}"; there are ${steps.map(({ name }) => name).join(', ')}.`);
    return 2;
  }
  const chosen = steps.filter(({ name }) => names.length === 0 || names.includes(name));
  /** @type {string[]} */
  const summary = [];
  try {
    await ensureInstalled(root);
    if (chosen.some(({ needsBuild }) => needsBuild)) await ensureBuilt(root);
    for (const { name, work } of chosen) {
      console.log(`\n=== ${name}`);
      const start = performance.now();
      const tally = await work();
      tallies.push(tally);
      const line = `${name.padEnd(9)} ${totalLine([tally]).padEnd(24)} ${seconds(start)}`;
      console.log(`=== ${line}`);
      summary.push(line, ...tally.notes.map((note) => `  ${note}`));
    }
  } catch (error) {
    const words =
      error instanceof StepFailed ? error.message : String(error instanceof Error ? error.stack : error);
    tallies.push({ passed: 0, failed: 1, notes: [words] });
    summary.push(words);
  }
  console.log(`\n${summary.join('\n')}\nin ${seconds(began)}\n`);
  console.log(totalLine(tallies));
  return tallies.some(({ failed }) => failed > 0) ? 1 : 0;
});

/** Implements `npm run test:long`. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chooseFiles, readHistory, rotated, writeHistory } from './long-history.mjs';
import { meetNeeds } from './needs.mjs';
import { ensureInstalled, StepFailed } from './prepare.mjs';
import { root } from './steps.mjs';
import { seconds, totalLine } from './tally.mjs';
import { vitest } from './vitest.mjs';

/** @typedef {import('./tally.mjs').Tally} Tally */

/** The time limit per file, in milliseconds; a file that exceeds it fails. */
const fileLimit = 20 * 60_000;

/** @type {Tally[]} */
const tallies = [];

/** The number of commits, so that machines without a history start with different files. */
function commits() {
  const { stdout } = spawnSync('git', ['rev-list', '--count', 'HEAD'], { cwd: root, encoding: 'utf8' });
  return Number.parseInt(stdout ?? '', 10) || 0;
}

/** Files that are long as a whole, and those of ordinary tests in which some are; sorted, relative to the root. */
function longTests() {
  return ['app', 'engines', 'renderer', 'build', 'tests']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        join(folder, file),
      ),
    )
    .filter((file) => file.endsWith('.test.ts') && (isLong(file) || marksSome(file)))
    .map((file) => file.replaceAll('\\', '/'))
    .sort();
}

/** @param {string} file */
const isLong = (file) => file.endsWith('.long.test.ts');

/** @param {string} file */
const marksSome = (file) => /\/support\/long\.ts';$/m.test(readFileSync(join(root, file), 'utf8'));

/**
 * The project of vitest.config.ts that has a test file.
 * @param {string} file
 */
function projectOf(file) {
  if (isLong(file)) return 'long';
  const folder = /^tests\/(e2e|packaging)\//.exec(file)?.[1];
  if (folder !== undefined) return folder;
  const kind = /\.(browser|process|slow)\.test\.ts$/.exec(file)?.[1] ?? 'unit';
  return kind === 'slow' ? 'process' : kind;
}

/**
 * @param {readonly string[]} names parts of file names; empty for all
 * @param {number} budget milliseconds, may be Infinity
 */
async function runFiles(names, budget) {
  const found = longTests().filter((file) => names.length === 0 || names.some((name) => file.includes(name)));
  if (found.length === 0) throw new StepFailed('No long test has such a name.');
  const began = performance.now();
  const left = () => budget - (performance.now() - began);
  const waiting = rotated(found, commits());
  while (waiting.length > 0) {
    const file = chooseFiles(waiting, readHistory(), left())[0];
    if (file === undefined) break;
    waiting.splice(waiting.indexOf(file), 1);
    console.log(`=== ${file} …`);
    const start = performance.now();
    const limit = Math.min(fileLimit, left());
    const end = AbortSignal.timeout(Math.ceil(limit));
    const tally = await vitest({
      ...{ project: projectOf(file), workers: 1, files: [file], end },
      retry: /^tests\/e2e\/|\.process\.test\.ts$/.test(file) ? 1 : 0,
      ...(!isLong(file) && { long: true }),
    });
    const took = performance.now() - start;
    writeHistory(file, { at: Date.now(), took });
    if (end.aborted && limit < fileLimit) {
      console.log(`=== ${file}: stopped after ${seconds(start)}, since the time is up; it does not count`);
      break;
    }
    tallies.push(tally);
    console.log(`=== ${file} ${totalLine([tally])} ${seconds(start)}`);
  }
  for (const file of waiting) console.log(`not run this time: ${file}`);
}

/** @param {readonly string[]} words parts of file names, and `--minutes N` */
export async function testLong(words) {
  const { values, positionals } = parseArgs({
    args: [...words],
    options: { minutes: { type: 'string' } },
    allowPositionals: true,
  });
  const minutes = values.minutes === undefined ? Number.POSITIVE_INFINITY : Number(values.minutes);
  if (!(minutes > 0)) throw new StepFailed('--minutes takes a number above 0.');
  try {
    await ensureInstalled(root);
    await meetNeeds(['build', 'bubblewrap', 'chromium']);
    await runFiles(positionals, minutes * 60_000);
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    tallies.push({ passed: 0, failed: 1, notes: [error.message] });
  }
  for (const note of tallies.flatMap(({ notes, remarks = [] }) => [...remarks, ...notes])) console.log(note);
  console.log(totalLine(tallies));
  return tallies.some(({ failed }) => failed > 0) ? 1 : 0;
}

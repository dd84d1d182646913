/** Prepares what a command needs: packages and a build, each only when due. */
import { join } from 'node:path';
import { install, installReasonAt } from './install.mjs';
import { showProgress } from './progress.mjs';
import { run } from './run.mjs';
import { buildReasonAt, sourceDigest, writeStamp } from './stale.mjs';

/**
 * Installs packages if due. @throws StepFailed
 * @param {string} root
 */
export async function ensureInstalled(root) {
  const reason = installReasonAt(root);
  if (reason === null) return;
  await step(`Installing packages with npm ci (${reason})`, (note) => install(root, note));
}

/** @param {string} root */
export async function ensureBuilt(root) {
  const reason = buildReasonAt(root);
  if (reason === null) return;
  console.log(`A build is due: ${reason}.`);
  await build(root);
}

/** @param {string} root */
export async function build(root) {
  await step('Building into dist/', async () => {
    const sources = sourceDigest(root);
    const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
    const { code, output } = await run(process.execPath, [vite, 'build', '--app'], {
      cwd: root,
      quiet: true,
    });
    if (code !== 0) return output.trimEnd();
    writeStamp(root, sources);
    return null;
  });
}

/**
 * Runs a step and prints what it is, its progress and its duration. @throws StepFailed if it fails
 * @param {string} what
 * @param {(note: (text: string) => void) => Promise<string | null>} work returns why it failed, which is
 *   shown; null on success
 */
async function step(what, work) {
  const began = performance.now();
  const progress = showProgress(what);
  const failure = await work(progress.note).finally(progress.end);
  if (failure !== null) {
    console.log(failure);
    throw new StepFailed(`${what}: failed`);
  }
  console.log(`  done in ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

/** Printed as one line, since the step's output is above. */
export class StepFailed extends Error {}

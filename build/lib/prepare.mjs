/** What a command needs before it can begin: packages and a build, each made only when it is due. */
import { join } from 'node:path';
import { engineNote, install, installReasonAt } from './install.mjs';
import { run } from './run.mjs';
import { buildReasonAt, sourceDigest, writeStamp } from './stale.mjs';

/**
 * Ends the process where the installation fails: nothing can go on without.
 * @param {string} root
 */
export async function ensureInstalled(root) {
  const reason = installReasonAt(root);
  if (reason === null) return;
  const note = engineNote(process.versions.node);
  if (note !== null) console.log(note);
  await step(`Installing packages with npm ci (${reason}); this takes half a minute or so`, () =>
    install(root),
  );
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
    if (code !== 0) {
      console.log(output.trimEnd());
      return false;
    }
    writeStamp(root, sources);
    return true;
  });
}

/**
 * Says what is being done and how long it took; ends the process where it fails.
 * @param {string} what
 * @param {() => Promise<boolean>} work tells whether it went well
 */
async function step(what, work) {
  console.log(`${what} …`);
  const began = performance.now();
  if (!(await work())) throw new StepFailed(`${what}: failed`);
  console.log(`  done in ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

/** Said in one line, for its output stands above. */
export class StepFailed extends Error {}

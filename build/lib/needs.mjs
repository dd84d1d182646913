/** Installs what tests need besides Node, one after the other, since package installers wait for each other. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromiumCandidates, findChromium } from './chromium.mjs';
import { findSevenZip } from './package.mjs';
import { ensureBuilt, StepFailed } from './prepare.mjs';
import { run } from './run.mjs';
import { root } from './steps.mjs';

/** @typedef {'build' | 'bubblewrap' | 'chromium' | 'seven-zip'} Need */

/** @type {Record<Need, () => Promise<void>>} */
const meet = {
  build: () => ensureBuilt(root),
  bubblewrap: getBubblewrap,
  chromium: async () => {
    const found = await getChromium(root);
    if (found === null) throw new StepFailed('no Chromium runs here');
    process.env['PLYWIRE_CHROMIUM'] ||= found;
  },
  'seven-zip': getSevenZip,
};

/** @param {Iterable<Need>} needs */
export async function meetNeeds(needs) {
  for (const need of new Set(needs)) await meet[need]();
}

/**
 * Installs a system package if possible: on Debian and its derivatives, as root.
 *
 * @param {string} name
 */
async function installDebianPackage(name) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return;
  console.log(`Installing the package ${name} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update'], { env });
  await run('apt-get', ['install', '-y', '--no-install-recommends', name], { env });
}

/** Whether the program runs; the tests find out whether it may create a sandbox. */
const hasBubblewrap = () => spawnSync('bwrap', ['--version'], { stdio: 'ignore' }).status === 0;

/** Does not fail: tests that need bubblewrap report that they cannot run. */
async function getBubblewrap() {
  if (process.platform !== 'linux' || hasBubblewrap()) return;
  await installDebianPackage('bubblewrap');
  if (!hasBubblewrap()) {
    console.log(
      'bubblewrap could not be installed: the tests of the sandbox are skipped, and count as failed.',
    );
  }
}

/**
 * One of Debian's packages as root, else Playwright's own.
 *
 * @param {string} root
 * @returns {Promise<string | null>} null, with a message on the console, if none is available
 */
export async function getChromium(root) {
  const { chromium } = await import('playwright');
  const find = () =>
    findChromium(chromiumCandidates(process.env, process.platform, chromium.executablePath()));
  let found = find();
  for (const name of ['chromium-headless-shell', 'chromium']) {
    if (found !== null) break;
    await installDebianPackage(name);
    found = find();
  }
  if (found === null) {
    console.log('No Chromium runs here: getting Playwright’s own …');
    await run(process.execPath, [join(root, 'node_modules', 'playwright', 'cli.js'), 'install', 'chromium'], {
      cwd: root,
    });
    found = find();
  }
  if (found === null) {
    console.log('No Chromium is available: install one, or name yours in PLYWIRE_CHROMIUM.');
    console.log('Where it is there but does not start: npx playwright install-deps chromium');
    return null;
  }
  console.log(`Chromium ${found.version}: ${found.path}`);
  return found.path;
}

/** 7-Zip packs archives; electron-builder would download its own. */
async function getSevenZip() {
  if (findSevenZip(process.env) !== null) return;
  await installDebianPackage('7zip');
  if (findSevenZip(process.env) === null) {
    console.log('7-Zip could not be installed: the tests of the tar.gz are skipped, and count as failed.');
  }
}

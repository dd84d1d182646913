/** Installs bubblewrap if it is missing: Debian's package, as root. Tests that need it say so if they cannot run. */
import { spawnSync } from 'node:child_process';
import { installDebianPackage } from './debian.mjs';

/** Whether a program of that name runs; the tests find out if it may set up a sandbox. */
const isThere = () => spawnSync('bwrap', ['--version'], { stdio: 'ignore' }).status === 0;

export async function getBubblewrap() {
  if (process.platform !== 'linux' || isThere()) return;
  await installDebianPackage('bubblewrap');
  if (!isThere()) {
    console.log('bubblewrap could not be had: the tests of the sandbox are skipped, and count as failed.');
  }
}

/** Gets bubblewrap where it is missing: Debian's package, as root. What needs it says where it cannot run. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { run } from './run.mjs';

/** Whether a program of that name runs; that it may set up a sandbox is found out by the tests. */
const isThere = () => spawnSync('bwrap', ['--version'], { stdio: 'ignore' }).status === 0;

export async function getBubblewrap() {
  if (process.platform !== 'linux' || isThere()) return;
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    console.log('bubblewrap is missing: installing the package …');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update'], { env });
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'bubblewrap'], { env });
  }
  if (!isThere()) {
    console.log('bubblewrap could not be had: the tests of the sandbox are skipped, and count as failed.');
  }
}

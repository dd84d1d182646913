/** Installs system packages where we may: on Debian and its derivatives, as root. */
import { existsSync } from 'node:fs';
import { run } from './run.mjs';

/** @param {string} name */
export async function installDebianPackage(name) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return;
  console.log(`Installing the package ${name} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update'], { env });
  await run('apt-get', ['install', '-y', '--no-install-recommends', name], { env });
}

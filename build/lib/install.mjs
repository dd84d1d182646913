/** Whether `node_modules` is what package-lock.json says, and how to make it so. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeFits } from './node-version.mjs';
import { run } from './run.mjs';

/** @typedef {{ packages?: Record<string, { version?: string, integrity?: string, optional?: boolean, devOptional?: boolean, extraneous?: boolean }> }} Lock */

/**
 * Why an installation is due, in words; null when it is not. npm keeps what it installed in
 * `node_modules/.package-lock.json`, and writes it last, so that a broken installation has none.
 * @param {string | null} lockText package-lock.json
 * @param {string | null} installedText node_modules/.package-lock.json
 */
export function installReason(lockText, installedText) {
  const lock = parse(lockText);
  if (lock === null) return 'package-lock.json cannot be read';
  if (installedText === null) return 'no packages are installed';
  const installed = parse(installedText);
  if (installed === null) return 'the record of installed packages cannot be read';
  for (const [path, wanted] of Object.entries(lock.packages ?? {})) {
    // What npm calls extraneous it leaves out.
    if (path === '' || wanted.extraneous === true) continue;
    const found = installed.packages?.[path];
    const name = path.replace(/^.*node_modules\//, '');
    if (found === undefined) {
      // Optional packages are left out where the platform is not theirs.
      if (wanted.optional === true || wanted.devOptional === true) continue;
      return `${name} is missing`;
    }
    if (found.version !== wanted.version) return `${name} is ${found.version}, wanted is ${wanted.version}`;
    if (found.integrity !== wanted.integrity)
      return `${name} is ${found.version} of other contents than wanted`;
  }
  return null;
}

/**
 * @param {string | null} text
 * @returns {Lock | null}
 */
function parse(text) {
  try {
    const value = text === null ? null : JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/** @param {string} root */
export function installReasonAt(root) {
  return installReason(
    read(join(root, 'package-lock.json')),
    read(join(root, 'node_modules', '.package-lock.json')),
  );
}

/**
 * The npm that runs us, or the one on PATH.
 * @param {NodeJS.ProcessEnv} env
 * @param {NodeJS.Platform} platform
 * @returns {{ command: string, args: string[], shell: boolean }}
 */
export function npmCommand(env, platform) {
  const running = env['npm_execpath'];
  if (running && /\bnpm-cli\.c?js$/.test(running)) {
    return { command: process.execPath, args: [running], shell: false };
  }
  return platform === 'win32'
    ? { command: 'npm.cmd', args: [], shell: true }
    : { command: 'npm', args: [], shell: false };
}

/**
 * What to make of npm's warnings on a Node that is older than some packages ask for: five around Electron,
 * whose parts that we use run on every Node that Plywire runs on.
 * @param {string} version as in `process.versions.node`
 * @returns {string | null} null where npm has nothing to warn of
 */
export function engineNote(version) {
  if (nodeFits(version, '>=22.12.0')) return null;
  return `npm warns of EBADENGINE for five packages around Electron: harmless, they work on Node ${version} too.`;
}

/**
 * Everything we use is a development dependency, as it is bundled: a setting that leaves those out must not win.
 * @param {string} root
 * @returns {Promise<boolean>} whether it went well
 */
export async function install(root) {
  const npm = npmCommand(process.env, process.platform);
  const args = [...npm.args, 'ci', '--include=dev', '--no-audit', '--no-fund'];
  const { code } = await run(npm.command, args, { cwd: root, shell: npm.shell });
  return code === 0;
}

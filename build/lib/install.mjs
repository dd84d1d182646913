/** Whether `node_modules` matches package-lock.json, and how to update it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.mjs';

/** @typedef {{ packages?: Record<string, { version?: string, integrity?: string, optional?: boolean, devOptional?: boolean, extraneous?: boolean }> }} Lock */

/**
 * Why an installation is due; null if it is not. npm lists the installed packages in
 * `node_modules/.package-lock.json`, which it writes last, so that it is missing after a failed installation.
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
    // npm does not install packages marked as extraneous.
    if (path === '' || wanted.extraneous === true) continue;
    const found = installed.packages?.[path];
    const name = path.replace(/^.*node_modules\//, '');
    if (found === undefined) {
      // Optional packages are absent on other platforms.
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

/** The file for npm's output, relative to the root. */
export const installLog = 'install.log';

/** The most lines of npm's output to show if it fails. */
const mostLines = 30;

/**
 * Runs `npm ci`. All packages are development dependencies, since they are bundled, so they must be included even if
 * the user's npm settings omit them. npm's warnings concern the authors of packages; they go to a log.
 * @param {string} root
 * @param {(text: string) => void} note receives the progress
 * @returns {Promise<string | null>} why it failed, with npm's errors; null on success
 */
export async function install(root, note) {
  const npm = npmCommand(process.env, process.platform);
  const args = [...npm.args, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=http'];
  let fetched = 0;
  const { code, output } = await run(npm.command, args, {
    cwd: root,
    shell: npm.shell,
    quiet: true,
    onOutput(text) {
      const more = text.split('\n').filter(isFetch).length;
      if (more > 0) note(`${(fetched += more)} downloads`);
    },
  });
  const kept = keepLog(root, output);
  return code === 0 ? null : failureOf(output, kept);
}

/** @param {string} line */
const isFetch = (line) => /^npm http (fetch|cache) /.test(line);

/**
 * @param {string} root
 * @param {string} text
 * @returns {string | null} its path below the root; null if it cannot be written
 */
function keepLog(root, text) {
  try {
    writeFileSync(join(root, installLog), text);
    return installLog;
  } catch {
    return null;
  }
}

const unreachable = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED)\b/;

/**
 * What to show if npm failed: its output without the lines on each download, and advice.
 * @param {string} output of npm
 * @param {string | null} log the path of the full log
 */
export function failureOf(output, log) {
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !isFetch(line));
  // The first of its errors has the cause; the last ones may only be general remarks of `npm ci`.
  const cause = lines.findIndex((line) => line.startsWith('npm error'));
  const from = cause === -1 ? lines.length - mostLines : Math.max(0, cause - 2);
  const shown = lines
    .slice(Math.max(0, from))
    .slice(0, mostLines)
    .map((line) => `  ${line}`);
  const advice = unreachable.test(output)
    ? ['npm cannot reach where packages come from. Check the network, or the proxy that npm is set to.']
    : [];
  return [...shown, ...advice, ...(log === null ? [] : [`All that npm said is in ${log}.`])].join('\n');
}

/** Finds the desktop's Electron and whether it can run here. Each step gives a short reason if not. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.mjs';

/** @typedef {{ binary: string } | { why: string }} Found */

/**
 * The path of the program within the package's folder, as in its install script.
 * @param {NodeJS.Platform} platform
 */
export function programPath(platform) {
  if (platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron';
  return platform === 'win32' ? 'electron.exe' : 'electron';
}

/** @param {string} root */
export function packageFolder(root) {
  return join(root, 'node_modules', 'electron');
}

/**
 * The program that the package has downloaded; null if there is none of the package's version.
 * @param {string} root
 * @param {NodeJS.Platform} [platform]
 */
export function installedBinary(root, platform = process.platform) {
  const folder = packageFolder(root);
  const program = programPath(platform);
  try {
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const found = readFileSync(join(folder, 'dist', 'version'), 'utf8').replace(/^v/, '');
    const path = readFileSync(join(folder, 'path.txt'), 'utf8');
    const binary = join(folder, 'dist', path);
    return found === version && path === program && existsSync(binary) ? binary : null;
  } catch {
    return null;
  }
}

/**
 * The program that ELECTRON_OVERRIDE_DIST_PATH names, which is never downloaded; null if it is not set.
 * @param {NodeJS.ProcessEnv} env
 * @param {NodeJS.Platform} [platform]
 * @returns {Found | null}
 */
export function namedBinary(env, platform = process.platform) {
  const folder = env['ELECTRON_OVERRIDE_DIST_PATH'];
  if (!folder) return null;
  const binary = join(folder, programPath(platform));
  return existsSync(binary)
    ? { binary }
    : { why: `ELECTRON_OVERRIDE_DIST_PATH is set, but there is no ${binary}` };
}

/**
 * Why no window can be shown; null if one can.
 * @param {NodeJS.ProcessEnv} env
 * @param {NodeJS.Platform} [platform]
 */
export function whyNoWindow(env, platform = process.platform) {
  const shown = platform !== 'linux' || env['DISPLAY'] || env['WAYLAND_DISPLAY'];
  return shown ? null : 'there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)';
}

/**
 * Tests whether the program runs, without opening a window.
 * @param {string} binary
 * @param {NodeJS.ProcessEnv} env
 * @param {number} limit milliseconds within which it must print its version
 * @returns {Promise<string | null>} why it does not run; null if it does
 */
export async function whyNotRun(binary, env, limit) {
  const end = AbortSignal.timeout(limit);
  const { code, output } = await run(binary, ['-p', 'process.versions.electron'], {
    env: { ...env, ELECTRON_RUN_AS_NODE: '1' },
    quiet: true,
    end,
  });
  if (end.aborted) return `Electron does not answer (${limit / 1000} s)`;
  const last = output.trim().split('\n').at(-1)?.trim() ?? '';
  if (code !== 0) return `Electron does not run here (${last || `exit code ${code}`})`;
  // Another program of that name, such as Node itself, prints no such version.
  return /^\d+\.\d+/.test(last) ? null : `${binary} is not Electron`;
}

/** Whether the desktop's Electron can be run here, and where it is; each step says why not in a few words. */
import { lookup } from 'node:dns/promises';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.mjs';

/** @typedef {{ binary: string } | { why: string }} Found */

/** Milliseconds: to look up the place that it is downloaded from, to download it, to say its version. */
const limits = { lookup: 5_000, download: 10 * 60_000, probe: 30_000 };

/**
 * Where the package keeps its program, by its own install script.
 * @param {NodeJS.Platform} platform
 */
export function programPath(platform) {
  if (platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron';
  return platform === 'win32' ? 'electron.exe' : 'electron';
}

/**
 * The program that is there already: one that ELECTRON_OVERRIDE_DIST_PATH names, or the one that the
 * package downloaded. Null where there is none of the package's own version.
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 * @param {NodeJS.Platform} [platform]
 */
export function installedBinary(root, env, platform = process.platform) {
  const program = programPath(platform);
  const override = env['ELECTRON_OVERRIDE_DIST_PATH'];
  if (override) {
    const named = join(override, program);
    return existsSync(named) ? named : null;
  }
  const folder = join(root, 'node_modules', 'electron');
  try {
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const found = readFileSync(join(folder, 'dist', 'version'), 'utf8')
      .trim()
      .replace(/^v/, '');
    const path = readFileSync(join(folder, 'path.txt'), 'utf8');
    const binary = join(folder, 'dist', path);
    return found === version && path === program && existsSync(binary) ? binary : null;
  } catch {
    return null;
  }
}

/**
 * Where the download would come from, as `@electron/get` reads its settings.
 * @param {NodeJS.ProcessEnv} env
 */
export function downloadHost(env) {
  const mirror =
    env['NPM_CONFIG_ELECTRON_MIRROR'] ??
    env['npm_config_electron_mirror'] ??
    env['npm_package_config_electron_mirror'] ??
    env['ELECTRON_MIRROR'] ??
    'https://github.com/electron/electron/releases/download/';
  return URL.canParse(mirror) ? new URL(mirror).hostname : null;
}

/** @param {NodeJS.ProcessEnv} env */
export function usesProxy(env) {
  return ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'GLOBAL_AGENT_HTTPS_PROXY'].some(
    (name) => (env[name] ?? '') !== '',
  );
}

/**
 * Downloads the program by the package's own install script.
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 * @param {(text: string) => void} say hears of the progress
 * @param {Partial<typeof limits>} [patience]
 * @returns {Promise<Found>}
 */
export async function download(root, env, say, patience = {}) {
  const { lookup: lookupLimit, download: downloadLimit } = { ...limits, ...patience };
  const installer = join(root, 'node_modules', 'electron', 'install.js');
  if (!existsSync(installer)) return { why: 'its package is not installed' };
  if (env['ELECTRON_SKIP_BINARY_DOWNLOAD']) return { why: 'ELECTRON_SKIP_BINARY_DOWNLOAD is set' };
  const host = downloadHost(env);
  if (host === null) return { why: 'the address of its mirror cannot be read' };
  // A proxy looks names up itself.
  if (!usesProxy(env) && !(await answers(host, lookupLimit))) {
    return { why: `it is not here yet and ${host}, where it is downloaded from, cannot be found` };
  }
  say(`Downloading Electron from ${host}, about 120 MB; this is done once.`);
  const began = performance.now();
  const ticking = setInterval(() => {
    say(`  still downloading, ${Math.round((performance.now() - began) / 1000)} s`);
  }, 5_000);
  const proxied = usesProxy(env) ? { ELECTRON_GET_USE_PROXY: '1' } : {};
  const { code, output } = await run(process.execPath, [installer], {
    cwd: root,
    env: { ...env, ...proxied },
    quiet: true,
    timeout: downloadLimit,
  });
  clearInterval(ticking);
  const binary = installedBinary(root, env);
  if (code === 0 && binary !== null) {
    say(`  done in ${((performance.now() - began) / 1000).toFixed(1)} s`);
    return { binary };
  }
  if (performance.now() - began >= downloadLimit) {
    return { why: `its download took longer than ${downloadLimit / 60_000} minutes` };
  }
  const [first] = output.split('\n').filter((line) => line.trim() !== '');
  return { why: `it could not be downloaded (${first?.trim() ?? `exit code ${code}`})` };
}

/**
 * @param {string} host
 * @param {number} limit
 */
async function answers(host, limit) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(() => resolve(false), limit);
  });
  const found = lookup(host).then(
    () => true,
    () => false,
  );
  const answered = await Promise.race([found, late]);
  clearTimeout(timer);
  return answered === true;
}

/**
 * Whether the program runs at all and there is a screen for it; null when nothing speaks against it.
 * @param {string} binary
 * @param {NodeJS.ProcessEnv} env
 * @param {NodeJS.Platform} [platform]
 * @returns {Promise<string | null>} why not
 */
export async function whyNotRun(binary, env, platform = process.platform) {
  if (platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY']) return 'there is no display';
  const { code, output } = await run(binary, ['-p', 'process.versions.electron'], {
    env: { ...env, ELECTRON_RUN_AS_NODE: '1' },
    quiet: true,
    timeout: limits.probe,
  });
  if (code === 0) return null;
  const last = output.trim().split('\n').at(-1)?.trim();
  return `Electron does not run here (${last ? last : `exit code ${code}`})`;
}

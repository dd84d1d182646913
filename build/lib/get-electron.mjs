/** Downloads the desktop's Electron by its package's own install script, with limits and progress. */
import { lookup } from 'node:dns/promises';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { downloadHost, proxySettings } from './electron-settings.mjs';
import { installedBinary, packageFolder } from './electron.mjs';
import { run } from './run.mjs';

const watcher = pathToFileURL(join(import.meta.dirname, 'fetch-progress.mjs')).href;

/**
 * @typedef {{ lookup: number, stall: number, download: number, progress: number }} DownloadLimits in
 *   milliseconds: for the lookup of its host, without new bytes, in total, and between two reports of progress
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 * @param {(text: string) => void} say receives the progress
 * @param {DownloadLimits} limits
 * @returns {Promise<import('./electron.mjs').Found>}
 */
export async function download(root, env, say, limits) {
  const installer = join(packageFolder(root), 'install.js');
  if (!existsSync(installer)) return { why: 'the package electron is not installed' };
  if (env['ELECTRON_SKIP_BINARY_DOWNLOAD']) {
    return { why: 'Electron is not here yet, and ELECTRON_SKIP_BINARY_DOWNLOAD is set' };
  }
  const host = downloadHost(env);
  if (host === null)
    return { why: 'Electron is not here yet, and its mirror has no address of http or https' };
  const proxy = proxySettings(env);
  // A proxy resolves names itself.
  if (proxy === null && !(await isFound(host, limits.lookup))) {
    return { why: `Electron is not here yet, and ${host}, where it is downloaded from, cannot be found` };
  }
  say(
    `Downloading Electron from ${host}, about 120 MB; this is done once. \`npm start -- --browser\` does without.`,
  );
  const began = performance.now();
  const { code, late, why } = await install(installer, { ...env, ...proxy }, say, limits);
  const binary = installedBinary(root);
  if (code === 0 && binary !== null) {
    say(`  done in ${((performance.now() - began) / 1000).toFixed(1)} s`);
    return { binary };
  }
  return { why: `Electron could not be downloaded from ${host}: ${late ?? why}` };
}

/**
 * @param {string} installer
 * @param {NodeJS.ProcessEnv} env
 * @param {(text: string) => void} say
 * @param {DownloadLimits} limits
 * @returns {Promise<{ code: number, late: string | null, why: string }>} `late`: the limit that ended it
 */
async function install(installer, env, say, limits) {
  // A known place to clean, since a killed installer leaves its partial download behind.
  const temporary = mkdtempSync(join(tmpdir(), 'plywire-electron-'));
  const clear = () => rmSync(temporary, { recursive: true, force: true, maxRetries: 3 });
  process.once('exit', clear);
  // The installer writes this file last. Without it, a partial new program is not mistaken for the old one.
  rmSync(join(installer, '..', 'path.txt'), { force: true });

  const ending = new AbortController();
  /** @type {string | null} */
  let late = null;
  const giveUp = (/** @type {string} */ reason) => {
    late = reason;
    ending.abort();
  };
  const stalled = () => giveUp(`nothing came for ${seconds(limits.stall)}`);
  let stall = setTimeout(stalled, limits.stall);
  const total = setTimeout(() => giveUp(`it took longer than ${seconds(limits.download)}`), limits.download);
  /** @type {string | null} */
  let failed = null;
  let progress = 'waiting for an answer';
  const ticking = setInterval(() => say(`  ${progress}`), limits.progress);

  const { code, output } = await run(process.execPath, ['--import', watcher, installer], {
    env: {
      ...env,
      TMPDIR: temporary,
      TEMP: temporary,
      TMP: temporary,
      // The one for this machine, regardless of the platform being packaged.
      ELECTRON_INSTALL_PLATFORM: process.platform,
    },
    quiet: true,
    end: ending.signal,
    onMessage(message) {
      const news = /** @type {import('./fetch-progress.mjs').FetchNews} */ (message);
      if ('failed' in news) failed = news.failed;
      else progress = amount(news.received, news.total);
      clearTimeout(stall);
      stall = setTimeout(stalled, limits.stall);
    },
  });
  clearInterval(ticking);
  clearTimeout(stall);
  clearTimeout(total);
  process.off('exit', clear);
  clear();
  return { code, late, why: failed ?? complaint(output) ?? `exit code ${code}` };
}

/**
 * @param {number} received bytes
 * @param {number | null} total bytes
 */
export function amount(received, total) {
  const megabytes = (/** @type {number} */ bytes) => (bytes / 1e6).toFixed(1);
  if (total === null) return `${megabytes(received)} MB`;
  return `${megabytes(received)} of ${megabytes(total)} MB (${Math.floor((100 * received) / total)} %)`;
}

/**
 * The line of an error's stack with the message, without the credentials in a mirror's address.
 * @param {string} output
 */
export function complaint(output) {
  const lines = output.split('\n').map((line) => line.trim());
  const line = lines.find((text) => /^\w*Error\b/.test(text)) ?? lines.find((text) => text !== '');
  const bare = line?.replace(/^\w*Error(?: \[\w+\])?: /, '').replace(/\.$/, '');
  return bare?.replaceAll(/\/\/[^/@\s]*@/g, '//') ?? null;
}

/** @param {number} milliseconds */
function seconds(milliseconds) {
  return milliseconds < 120_000 ? `${milliseconds / 1000} s` : `${Math.round(milliseconds / 60_000)} minutes`;
}

/**
 * @param {string} host
 * @param {number} limit
 */
async function isFound(host, limit) {
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

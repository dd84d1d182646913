/** Chooses and runs a shell for `npm start`: the desktop app or the browser host. */
import { join } from 'node:path';
import { installedBinary, namedBinary, whyNotRun, whyNoWindow } from './electron.mjs';
import { download } from './get-electron.mjs';
import { runHost, runProgram } from './host.mjs';
import { ensureBuilt, ensureInstalled } from './prepare.mjs';

/**
 * @typedef {import('./get-electron.mjs').DownloadLimits & { probe: number, settled: number }} Limits
 *   in milliseconds. `probe`: for printing the version; `settled`: an app that fails within it has not started
 * @type {Limits}
 */
export const limits = {
  lookup: 5_000,
  stall: 60_000,
  download: 30 * 60_000,
  progress: 5_000,
  probe: 30_000,
  settled: 10_000,
};

const usage = `usage: npm start [-- --electron | --browser] [-- --no-open --port N --folder PATH]
The desktop app where it can be had, else the page in your browser; a flag forces either. The others are the
browser's: they choose it too.`;

/**
 * @typedef {{ root: string, env: NodeJS.ProcessEnv, args: readonly string[], leaveSignals: () => void,
 *   patience?: Partial<Limits> }} Start
 * `leaveSignals` is called when a shell has been chosen, which then gets the signals
 * @param {Start} start
 * @returns {Promise<number>} the exit code
 */
export async function startPlywire({ root, env, args, leaveSignals, patience = {} }) {
  const rest = args.filter((arg) => arg !== '--browser' && arg !== '--electron');
  const [browser, electron] = [args.includes('--browser'), args.includes('--electron')];
  if (args.includes('--help')) {
    console.log(usage);
    return 0;
  }
  // The desktop app has no such flags, and ignoring them silently would be wrong.
  if (electron && (browser || rest.length > 0)) {
    console.error(`--electron does not go with ${browser ? '--browser' : rest[0]}.\n${usage}`);
    return 2;
  }
  await ensureInstalled(root);
  await ensureBuilt(root);
  if (!browser && rest.length === 0) {
    const began = await startElectron(root, env, leaveSignals, { ...limits, ...patience });
    if (typeof began === 'number') return began;
    if (electron) {
      console.error(`The desktop app cannot be run: ${began.why}.`);
      return 1;
    }
    console.log(`Plywire runs in your browser: ${began.why}.`);
  }
  console.log('Starting the browser host; Ctrl-C ends it.');
  leaveSignals();
  return runHost(join(root, 'dist', 'app', 'serve.cjs'), rest, { env });
}

/**
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 * @param {() => void} leaveSignals
 * @param {Limits} limits
 * @returns {Promise<number | { why: string }>} the exit code of an app that ran, or why none did
 */
async function startElectron(root, env, leaveSignals, limits) {
  const noWindow = whyNoWindow(env);
  if (noWindow !== null) return { why: noWindow };
  const found = await findElectron(root, env, limits);
  if ('why' in found) return found;
  const why = await whyNotRun(found.binary, env, limits.probe);
  if (why !== null) return { why };
  console.log('Starting the desktop app; Ctrl-C ends it.');
  leaveSignals();
  return runElectron(found.binary, join(root, 'dist', 'app', 'main.cjs'), env, limits.settled);
}

/**
 * The program that the environment names, that is installed, or that can be downloaded.
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 * @param {import('./get-electron.mjs').DownloadLimits} limits
 * @returns {Promise<import('./electron.mjs').Found>}
 */
export async function findElectron(root, env, limits) {
  const named = namedBinary(env);
  if (named !== null) return named;
  const binary = installedBinary(root);
  return binary !== null ? { binary } : download(root, env, console.log, limits);
}

/**
 * @param {string} binary
 * @param {string} main
 * @param {NodeJS.ProcessEnv} env
 * @param {number} settled
 */
async function runElectron(binary, main, env, settled) {
  const own = { ...env };
  delete own['ELECTRON_RUN_AS_NODE'];
  // Chromium's own sandbox refuses to run as root.
  const asRoot = process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  let told = false;
  const hear = () => {
    told = true;
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, hear);
  const began = performance.now();
  const code = await runProgram(binary, [...asRoot, main], { env: own });
  for (const signal of signals) process.off(signal, hear);
  const atOnce = performance.now() - began < settled;
  return code !== 0 && atOnce && !told ? { why: `Electron ended at once, with exit code ${code}` } : code;
}

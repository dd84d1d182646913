/** The work of `npm start`. */
import { join } from 'node:path';
import { command } from './command.mjs';
import { download, installedBinary, whyNotRun } from './electron.mjs';
import { runHost, runProgram } from './host.mjs';
import { ensureBuilt, ensureInstalled, StepFailed } from './prepare.mjs';
import { root } from './steps.mjs';

/** An Electron that fails within this time, in milliseconds, has not started. */
const settled = 10_000;

await command(async (leaveSignals) => {
  const { shell, rest } = readShell(process.argv.slice(2));
  await ensureInstalled(root);
  await ensureBuilt(root);
  if (shell !== 'browser') {
    const began = await startElectron(rest, leaveSignals);
    if (typeof began === 'number') return began;
    if (shell === 'electron') throw new StepFailed(`The desktop app cannot be run: ${began.why}.`);
    console.log(`Plywire runs in the browser: ${began.why}.`);
  }
  console.log('Starting the browser host; Ctrl-C ends it.');
  leaveSignals();
  return runHost(join(root, 'dist', 'app', 'serve.cjs'), rest);
});

/**
 * Which shell is forced, and the host's own flags.
 * @param {readonly string[]} args
 * @returns {{ shell: 'browser' | 'electron' | null, rest: string[] }}
 */
function readShell(args) {
  const rest = args.filter((arg) => arg !== '--browser' && arg !== '--electron');
  const [browser, electron] = [args.includes('--browser'), args.includes('--electron')];
  if (browser && electron) throw new StepFailed('Either --browser or --electron, not both.');
  return { shell: browser ? 'browser' : electron ? 'electron' : null, rest };
}

/**
 * @param {readonly string[]} args
 * @param {() => void} leaveSignals
 * @returns {Promise<number | { why: string }>} the exit code of an app that ran, or why none did
 */
async function startElectron(args, leaveSignals) {
  const there = installedBinary(root, process.env);
  const found = there === null ? await download(root, process.env, console.log) : { binary: there };
  if ('why' in found) return { why: `Electron is not used, for ${found.why}` };
  const why = await whyNotRun(found.binary, process.env);
  if (why !== null) return { why };
  console.log('Starting the desktop app; Ctrl-C ends it.');
  leaveSignals();
  const env = { ...process.env };
  delete env['ELECTRON_RUN_AS_NODE'];
  // Chromium's own sandbox refuses to be run by root.
  const asRoot = process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  let told = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => (told = true));
  const began = performance.now();
  const program = join(root, 'dist', 'app', 'main.cjs');
  const code = await runProgram(found.binary, [...asRoot, program, ...args], { env });
  if (code !== 0 && !told && performance.now() - began < settled) {
    return { why: `Electron ended at once with exit code ${code}` };
  }
  return code;
}

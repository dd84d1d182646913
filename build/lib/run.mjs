/** Runs a child process to its end. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/**
 * @typedef {{ cwd?: string, env?: NodeJS.ProcessEnv, shell?: boolean, quiet?: boolean, timeout?: number }} RunOptions
 * `quiet` gathers the output instead of showing it; after `timeout` milliseconds the child is killed.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string }>} code 127 where it could not be started, 128 and the
 *   signal's number where a signal ended it
 */
export function run(command, args, { cwd, env, shell = false, quiet = false, timeout } = {}) {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(command, args, {
      cwd,
      env: env ?? process.env,
      shell,
      timeout,
      killSignal: 'SIGKILL',
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    });
    running.add(child);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => (output += text));
    }
    child.on('error', (error) => {
      running.delete(child);
      if (!quiet) console.error(`${command}: ${error.message}`);
      resolve({ code: 127, output: `${output}${command}: ${error.message}\n` });
    });
    child.on('close', (code, signal) => {
      running.delete(child);
      resolve({ code: exitCode(code, signal), output });
    });
  });
}

/**
 * How a shell would put it.
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
export function exitCode(code, signal) {
  return code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
}

/**
 * Ends what `run` has started when we are told to end, and passes the word on by our exit code.
 * @returns {() => void} stops minding the signals
 */
export function endChildrenWithUs() {
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  const end = (/** @type {NodeJS.Signals} */ signal) => {
    for (const child of running) child.kill('SIGTERM');
    process.exit(exitCode(null, signal));
  };
  for (const signal of signals) process.on(signal, end);
  return () => {
    for (const signal of signals) process.off(signal, end);
  };
}

/** How long, in milliseconds, until we notice that npm is gone. */
const parentWatch = 250;

/**
 * npm runs a script through a shell and passes a signal on to that shell alone, which dies of it and leaves
 * us behind: that counts as being told to end.
 */
export function endWithNpm() {
  if (process.env['npm_lifecycle_event'] === undefined || process.platform === 'win32') return;
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, parentWatch);
  timer.unref();
}

/** Runs a host, the desktop app or the browser host, as a child process and lets it shut down properly. */
import { spawn } from 'node:child_process';
import { exitCode } from './run.mjs';

/**
 * Under npm, Ctrl-C arrives twice: from the terminal, and again from npm. Signals within this time, in milliseconds,
 * are the same key press.
 */
const sameKey = 1_000;

const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * Whether a signal at `now` is a new key press, which must be passed on.
 * @param {number | null} passed when the last one was passed on
 * @param {number} now
 */
export function isAnotherKey(passed, now) {
  return passed === null || now - passed > sameKey;
}

/**
 * @typedef {{ stdout?: 'inherit' | 'pipe', env?: NodeJS.ProcessEnv,
 *   onSpawn?: (child: import('node:child_process').ChildProcess) => void }} HostOptions
 */

/**
 * Runs the browser host under our own Node.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {HostOptions} [options]
 * @returns {Promise<number>} its exit code
 */
export function runHost(file, args, options) {
  return runProgram(process.execPath, ['--enable-source-maps', file, ...args], options);
}

/**
 * Runs a host in its own process group, so that it gets a terminal's Ctrl-C once and through us; we wait until it has
 * ended its engines. The host also ends when the channel closes, which happens even if we are killed.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {HostOptions} [options]
 * @returns {Promise<number>} its exit code
 */
export function runProgram(command, args, { stdout = 'inherit', env, onSpawn } = {}) {
  return new Promise((resolve) => {
    const host = spawn(command, args, {
      detached: process.platform !== 'win32',
      env: env ?? process.env,
      stdio: ['ignore', stdout, 'inherit', 'ipc'],
    });
    /** @type {number | null} */
    let passed = null;
    const pass = (/** @type {NodeJS.Signals} */ signal) => {
      const now = performance.now();
      if (!isAnotherKey(passed, now)) return;
      passed = now;
      // On Windows `kill` would end it at once; there only the channel is closed.
      if (process.platform !== 'win32') host.kill(signal);
      // An open channel that the host listens to would keep it from exiting.
      if (host.connected) host.disconnect();
    };
    for (const signal of signals) process.on(signal, pass);
    const settle = (/** @type {number} */ code) => {
      for (const signal of signals) process.off(signal, pass);
      resolve(code);
    };
    host.on('error', (error) => {
      console.error(`${command} could not be started: ${error.message}`);
      settle(1);
    });
    host.on('exit', (code, signal) => settle(exitCode(code, signal)));
    onSpawn?.(host);
  });
}

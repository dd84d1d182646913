/** Runs the browser host as our child and lets it end in order. */
import { spawn } from 'node:child_process';
import { exitCode } from './run.mjs';

/**
 * Under npm, Ctrl-C reaches us twice: from the terminal, and once more from npm. What comes within this
 * time, in milliseconds, is the same key.
 */
const sameKey = 1_000;

const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * Whether a signal at `now` is to be passed on, `passed` being when the last one was.
 * @param {number | null} passed
 * @param {number} now
 */
export function isAnotherKey(passed, now) {
  return passed === null || now - passed > sameKey;
}

/**
 * The host is in a process group of its own, so that a terminal's Ctrl-C comes to it once and through us;
 * we stay until it has ended its engines. A closed channel tells it to end as a signal does: it sees one
 * should we be killed outright.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {{ stdout?: 'inherit' | 'pipe', onSpawn?: (child: import('node:child_process').ChildProcess) => void }} [options]
 * @returns {Promise<number>} its exit code
 */
export function runHost(file, args, { stdout = 'inherit', onSpawn } = {}) {
  return new Promise((resolve) => {
    const host = spawn(process.execPath, ['--enable-source-maps', file, ...args], {
      detached: process.platform !== 'win32',
      stdio: ['ignore', stdout, 'inherit', 'ipc'],
    });
    /** @type {number | null} */
    let passed = null;
    const pass = (/** @type {NodeJS.Signals} */ signal) => {
      const now = performance.now();
      if (!isAnotherKey(passed, now)) return;
      passed = now;
      // On Windows `kill` would leave it no time; there the channel's end is the word to go.
      if (process.platform !== 'win32') host.kill(signal);
      // An open channel that the host listens to would keep it from ending by itself.
      if (host.connected) host.disconnect();
    };
    for (const signal of signals) process.on(signal, pass);
    const settle = (/** @type {number} */ code) => {
      for (const signal of signals) process.off(signal, pass);
      resolve(code);
    };
    host.on('error', (error) => {
      console.error(`The browser host could not be started: ${error.message}`);
      settle(1);
    });
    host.on('exit', (code, signal) => settle(exitCode(code, signal)));
    onSpawn?.(host);
  });
}

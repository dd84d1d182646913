/** Runs a child process to its end. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { createInterface } from 'node:readline';

/** @type {Set<(signal: NodeJS.Signals) => void>} a function for each running child that ends it */
const running = new Set();

/**
 * @typedef {{ cwd?: string, env?: NodeJS.ProcessEnv, shell?: boolean, quiet?: boolean, prefix?: string,
 *   end?: AbortSignal, onOutput?: (text: string) => void, onMessage?: (message: unknown) => void }} RunOptions
 * `quiet` collects the output instead of showing it, and `onOutput` receives it; `prefix` is put before each line, for
 * commands that run side by side; `end` kills the child and its descendants; `onMessage` opens a channel and receives
 * its messages.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string }>} code 127 if it could not be started, 128 plus the
 *   signal's number if a signal ended it
 */
export function run(
  command,
  args,
  { cwd, env, shell = false, quiet = false, prefix, end, onOutput, onMessage } = {},
) {
  return new Promise((resolve) => {
    let output = '';
    // A process group of its own where possible, so that descendants end with it.
    const grouped = end !== undefined && process.platform !== 'win32';
    const shown = quiet || prefix !== undefined ? 'pipe' : 'inherit';
    const child = spawn(command, args, {
      cwd,
      env: env ?? process.env,
      shell,
      detached: grouped,
      stdio: onMessage === undefined ? ['ignore', shown, shown] : ['ignore', shown, shown, 'ipc'],
    });
    const kill = (/** @type {NodeJS.Signals} */ signal) => {
      try {
        if (grouped && child.pid !== undefined) process.kill(-child.pid, signal);
        else child.kill(signal);
      } catch {
        // It has already ended.
      }
    };
    const abort = () => {
      kill('SIGKILL');
      // A process that left the group may hold the pipes open.
      child.stdout?.destroy();
      child.stderr?.destroy();
    };
    const settle = (/** @type {number} */ code) => {
      running.delete(kill);
      end?.removeEventListener('abort', abort);
      resolve({ code, output });
    };
    running.add(kill);
    if (end?.aborted) abort();
    else end?.addEventListener('abort', abort);
    const gather = (/** @type {string} */ text) => {
      output += text;
      onOutput?.(text);
    };
    for (const stream of [child.stdout, child.stderr]) {
      if (quiet) stream?.setEncoding('utf8').on('data', gather);
      else if (stream) createInterface(stream).on('line', (line) => console.log(`${prefix}${line}`));
    }
    if (onMessage !== undefined) child.on('message', onMessage);
    child.on('error', (error) => {
      if (!quiet) console.error(`${command}: ${error.message}`);
      output += `${command}: ${error.message}\n`;
      settle(127);
    });
    child.on('close', (code, signal) => settle(exitCode(code, signal)));
  });
}

/**
 * The exit code that a shell would report.
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
export function exitCode(code, signal) {
  return code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
}

/**
 * Ends the children of `run` when we get a signal, and exits with its code.
 * @returns {() => void} a function that removes the handlers
 */
export function endChildrenWithUs() {
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  const end = (/** @type {NodeJS.Signals} */ signal) => {
    for (const kill of running) kill('SIGTERM');
    process.exit(exitCode(null, signal));
  };
  for (const signal of signals) process.on(signal, end);
  return () => {
    for (const signal of signals) process.off(signal, end);
  };
}

/** Milliseconds between two looks for npm's shell. */
const parentWatch = 250;

/**
 * Ends this process when npm's shell is gone: npm runs a script through a shell and passes a signal on to that shell
 * alone, which dies of it.
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

/** The number of checks to run in parallel: for two cores, since a check is one busy process. */
const atOnce = 2;

/**
 * Runs several checks, a few at a time, and shows the output of those that fail.
 *
 * @param {readonly import('./steps.mjs').Command[]} commands
 * @param {string} cwd
 * @returns {Promise<{ title: string, output: string }[]>} those that failed, in order
 */
export async function runCommands(commands, cwd) {
  /** @type {Map<import('./steps.mjs').Command, string>} */
  const failed = new Map();
  const waiting = commands.filter(({ after }) => after === undefined);
  const worker = async () => {
    for (let command = waiting.shift(); command !== undefined; command = waiting.shift()) {
      const { code, output } = await run(process.execPath, command.args, { cwd, quiet: true });
      waiting.unshift(...commands.filter(({ after }) => after === command.title));
      if (code === 0) continue;
      failed.set(command, output);
      console.log(`--- ${command.title}: exit code ${code}\n${output.trimEnd()}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return commands.flatMap((command) => {
    const output = failed.get(command);
    return output === undefined ? [] : [{ title: command.title, output }];
  });
}

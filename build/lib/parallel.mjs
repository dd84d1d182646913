/** Runs several checks, a few at a time, and shows the output of those that fail. */
import { run } from './run.mjs';

/** Two cores are what we count on; a check is one busy process. */
const atOnce = 2;

/**
 * @param {readonly import('./steps.mjs').Command[]} commands
 * @param {string} cwd
 * @returns {Promise<string[]>} the titles of those that failed, in order
 */
export async function runCommands(commands, cwd) {
  /** @type {Set<string>} */
  const failed = new Set();
  const waiting = [...commands];
  const worker = async () => {
    for (let command = waiting.shift(); command !== undefined; command = waiting.shift()) {
      const { code, output } = await run(process.execPath, command.args, { cwd, quiet: true });
      if (code === 0) continue;
      failed.add(command.title);
      console.log(`--- ${command.title}: exit code ${code}\n${output.trimEnd()}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return commands.map(({ title }) => title).filter((title) => failed.has(title));
}

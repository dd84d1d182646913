/** Runs several checks, a few at a time, and shows the output of those that fail. */
import { run } from './run.mjs';

/** For two cores; a check is one busy process. */
const atOnce = 2;

/**
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

import { CommanderError, type Command } from 'commander';
import { exitCodes, exitOfError } from './exit.ts';

/** Runs a program on the process's own arguments and sets its exit code. */
export async function run(program: Command): Promise<void> {
  // A reader that has enough (`| head`) ends us quietly.
  process.stdout.on('error', () => process.exit(exitCodes.done));
  try {
    await program.parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander has said what is wrong, or shown the help that was asked for.
      process.exitCode = error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
      return;
    }
    const exit = exitOfError(error);
    process.stderr.write(`plywire: ${exit.message}\n`);
    process.exitCode = exit.code;
  }
}

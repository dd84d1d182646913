import { CommanderError, type Command } from 'commander';
import { exitCodes, exitOfError } from './exit.ts';
import { harmless } from '../sessions/harmless.ts';

/** Runs a program on the process's own arguments and sets its exit code; nothing is thrown. */
export async function run(program: Command): Promise<void> {
  // It made Electron run us as Node would; a browser that we open, for one, is to be what it is.
  delete process.env['ELECTRON_RUN_AS_NODE'];
  // Whoever reads us may have gone; commands that run engines see to their end first.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  try {
    // Said, for Commander would take Electron that acts as Node for Electron, whose arguments begin earlier.
    await program.parseAsync(process.argv, { from: 'node' });
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander has said what is wrong, or shown the help that was asked for.
      process.exitCode = error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
      return;
    }
    const exit = exitOfError(error);
    process.exitCode = exit.code;
    if (exit.message !== '') {
      process.stderr.write(`plywire: ${exit.message.split('\n').map(harmless).join('\n')}\n`);
    }
  }
}

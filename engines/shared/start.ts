/** How a program begins: with its arguments, on the process's own streams, with a thread to think in. */
import { BadArgument } from './arguments.ts';
import { runProgram, type Program } from './program.ts';
import type { Thinker } from './thinker.ts';
import { createThreadThinker } from './worker.ts';

/** Reads the process's arguments and goes on with them; where they make no sense it says so and leaves with code 2. */
export function startWith<Settings>(
  read: (args: readonly string[]) => Settings,
  run: (settings: Settings) => void,
): void {
  let settings: Settings;
  try {
    settings = read(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof BadArgument)) throw error;
    process.stderr.write(`${error.message}\n`, () => process.exit(2));
    return;
  }
  run(settings);
}

/** Runs until the process ends. */
export const runHere = (program: Pick<Program, 'partner' | 'recognise' | 'greeting'>): void =>
  runProgram({
    ...program,
    input: process.stdin,
    output: process.stdout,
    errors: process.stderr,
    exit: (code) => process.exit(code),
  });

/**
 * A thinker whose failure ends the process with code 1.
 * @param file the program's own, which is run in the thread, too
 * @param data what the thread begins with
 * @param optionFault why an option's value cannot be had, in words, or null
 */
export const thinkInThread = (
  file: string,
  data: unknown,
  optionFault: (name: string, value: string) => string | null,
): Thinker =>
  createThreadThinker(file, data, optionFault, (error) => {
    process.stderr.write(`the search has failed: ${error.stack ?? error.message}\n`, () => process.exit(1));
  });

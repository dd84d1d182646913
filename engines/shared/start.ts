/** How a program with arguments begins. */
import { BadArgument } from './arguments.ts';

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

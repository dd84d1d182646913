/** The command line: `plywire …`. */
import { makeProgram } from './cli/program.ts';
import { run } from './cli/run.ts';

/** Resolves when the command has finished. */
export const over = run(makeProgram());

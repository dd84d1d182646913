/** The command line: `plywire …`. */
import { makeProgram } from './cli/program.ts';
import { run } from './cli/run.ts';

void run(makeProgram());

/** The browser host: `plywire serve` as a separate program, run by `npm start`. */
import { Command } from 'commander';
import { addServe } from './cli/program.ts';
import { run } from './cli/run.ts';

void run(addServe(new Command('plywire-serve').exitOverride()));

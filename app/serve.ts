/** The browser host, as `npm start` runs it: `plywire serve` as a program of its own. */
import { Command } from 'commander';
import { addServe } from './cli/program.ts';
import { run } from './cli/exit.ts';

void run(addServe(new Command('plywire-serve').exitOverride()));

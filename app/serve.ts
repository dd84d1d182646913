/** The browser host: `plywire serve` as a program of its own, as `npm start` runs it. */
import { Command } from 'commander';
import { addServe } from './cli/program.ts';
import { run } from './cli/exit.ts';

void run(addServe(new Command('plywire-serve').exitOverride()));

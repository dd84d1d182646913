/** Implements `npm start`. */
import { command } from './command.mjs';
import { startPlywire } from './launch.mjs';
import { root } from './steps.mjs';

await command((leaveSignals) =>
  startPlywire({ root, env: process.env, args: process.argv.slice(2), leaveSignals }),
);

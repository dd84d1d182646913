/** The work of `npm start`. */
import { join } from 'node:path';
import { command } from './command.mjs';
import { runHost } from './host.mjs';
import { ensureBuilt, ensureInstalled } from './prepare.mjs';
import { root } from './steps.mjs';

await command(async (leaveSignals) => {
  await ensureInstalled(root);
  await ensureBuilt(root);
  console.log('Starting the browser host; Ctrl-C ends it.');
  leaveSignals();
  return runHost(join(root, 'dist', 'app', 'serve.cjs'), process.argv.slice(2));
});

/** `npm run check`: type-checks every layer with the globals it may use, and the components. */
import './lib/require-node.mjs';
import { command } from './lib/command.mjs';
import { runCommands } from './lib/parallel.mjs';
import { ensureInstalled } from './lib/prepare.mjs';
import { typeChecks, root } from './lib/steps.mjs';

await command(async () => {
  await ensureInstalled(root);
  return (await runCommands(typeChecks(), root)).length > 0 ? 1 : 0;
});

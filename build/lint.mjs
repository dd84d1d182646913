/** `npm run lint`: ESLint for style and mistakes, dependency-cruiser for layers and cycles. */
import './lib/require-node.mjs';
import { command } from './lib/command.mjs';
import { runCommands } from './lib/parallel.mjs';
import { ensureInstalled } from './lib/prepare.mjs';
import { lintChecks, root } from './lib/steps.mjs';

await command(async () => {
  await ensureInstalled(root);
  return (await runCommands(lintChecks(), root)).length > 0 ? 1 : 0;
});

/** `npm run build`: all of dist/, from scratch. */
import './lib/require-node.mjs';
import { command } from './lib/command.mjs';
import { build, ensureInstalled } from './lib/prepare.mjs';
import { root } from './lib/steps.mjs';

await command(async () => {
  await ensureInstalled(root);
  await build(root);
  return 0;
});

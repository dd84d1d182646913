/**
 * `node build/icon.mjs`: draws every size of the icon from `renderer/icon.svg` into `build/icons`. The files are
 * committed, since packaging must not need a browser; run this after the drawing has changed.
 */
import './lib/require-node.mjs';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command } from './lib/command.mjs';
import { drawIcons } from './lib/draw-icons.mjs';
import { getChromium } from './lib/get-chromium.mjs';
import { ensureInstalled } from './lib/prepare.mjs';
import { root } from './lib/steps.mjs';

await command(async () => {
  await ensureInstalled(root);
  const chromium = await getChromium(root);
  if (chromium === null) return 1;
  const folder = join(root, 'build', 'icons');
  mkdirSync(folder, { recursive: true });
  for (const [name, bytes] of await drawIcons(root, chromium)) {
    writeFileSync(join(folder, name), bytes);
    console.log(`${name.padEnd(14)} ${bytes.length} bytes`);
  }
  return 0;
});

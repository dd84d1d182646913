/** Implements `morris-forced.mjs`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command } from './command.mjs';
import { root } from './steps.mjs';

const folder = join(root, 'engines', 'morris');

/** @typedef {typeof import('../../engines/morris/testing/forced.ts')} ForcedModule */

await command(async () => {
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport(join(folder, 'testing', 'forced.ts'), { configFile: false, root });
  const { forcedPositions } = /** @type {ForcedModule} */ (module);
  writeFileSync(join(folder, 'forced.json'), `${JSON.stringify(forcedPositions(7), null, 2)}\n`);
  return 0;
});

/** Implements `connect4-levels.mjs`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assembly } from './assembly.mjs';
import { command } from './command.mjs';
import { root } from './steps.mjs';

const folder = join(root, 'engines', 'connect4');

/** @typedef {typeof import('../../engines/connect4/testing/threats.ts')} ThreatsModule */

await command(async () => {
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport(join(folder, 'testing', 'threats.ts'), {
    configFile: false,
    root,
    plugins: [assembly()],
  });
  const { choicesEach, measuredLevels, overlooked, positionsEach, threatDistances, threatsAt } =
    /** @type {ThreatsModule} */ (module);
  const trials = positionsEach * choicesEach;
  const shares = threatDistances.map((plies) => {
    const threats = threatsAt(plies, positionsEach);
    const row = measuredLevels.map((level) => overlooked(level, threats, choicesEach) / trials);
    console.log(`| ${plies} | ${row.map((share) => share.toFixed(2)).join(' | ')} |`);
    return { plies, overlooked: row };
  });
  writeFileSync(join(folder, 'levels.json'), `${JSON.stringify({ trials, shares }, null, 2)}\n`);
  return 0;
});

/** Implements `npm run fuzz`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command } from './command.mjs';
import { withBundle } from './bundle.mjs';
import { ensureInstalled } from './prepare.mjs';
import { run } from './run.mjs';
import { root } from './steps.mjs';

await command(async () => {
  await ensureInstalled(root);
  return withBundle(root, { fuzz: join(root, 'tests', 'fuzz', 'main.ts') }, async (folder) => {
    const main = join(folder, 'main.mjs');
    writeFileSync(
      main,
      `import { main } from './fuzz.mjs';\nprocess.exitCode = await main(process.argv.slice(2));\n`,
    );
    const { code } = await run(process.execPath, [main, ...process.argv.slice(2)], { cwd: root });
    return code;
  });
});

/**
 * Prints the sources of the built page's code, one per line, from its source maps, which a build does not make: `node
 * page-sources.mjs FOLDER`, a folder to build it into.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { createBuilder } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = resolve(process.argv[2]);
const builder = await createBuilder({
  configFile: join(root, 'vite.config.ts'),
  logLevel: 'error',
  environments: { client: { build: { outDir: folder, sourcemap: true } } },
});
await builder.build(builder.environments.client);
for (const name of readdirSync(folder, { recursive: true })) {
  if (!name.endsWith('.map')) continue;
  const file = join(folder, name);
  for (const source of JSON.parse(readFileSync(file, 'utf8')).sources) {
    console.log(resolve(dirname(file), source));
  }
}

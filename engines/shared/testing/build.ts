/** A bundled engine built as the product is, for tests of the process. */
import { mkdtempSync, rmSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { assembly } from '../../../build/lib/assembly.mjs';

export interface BuiltEngine {
  readonly file: string;
  remove(): void;
}

/** Bundles `engines/<id>/main.ts` into one CommonJS file in a folder of its own. */
export async function buildEngine(id: string): Promise<BuiltEngine> {
  const source = fileURLToPath(new URL(`../../${id}`, import.meta.url));
  const folder = mkdtempSync(join(tmpdir(), 'plywire-engine-'));
  await build({
    configFile: false,
    root: source,
    logLevel: 'warn',
    plugins: [assembly()],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      target: 'node20',
      rolldownOptions: {
        input: { main: join(source, 'main.ts') },
        external: [...builtinModules, /^node:/],
        platform: 'node',
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  });
  return {
    file: join(folder, 'main.cjs'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

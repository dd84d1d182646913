/** Bundles TypeScript for this Node, to measure or test code that is in no build. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { assembly } from './assembly.mjs';

/**
 * Not every supported Node runs TypeScript. The code is bundled like the product, so that measurements apply to it.
 * @template T
 * @param {string} root
 * @param {Record<string, string>} input files by the names of their bundles, without `.mjs`
 * @param {(folder: string) => Promise<T>} work gets the folder, which is removed afterwards
 * @returns {Promise<T>}
 */
export async function withBundle(root, input, work) {
  // Inside the repository, so that external imports resolve.
  const cache = join(root, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const out = mkdtempSync(join(cache, 'plywire-bundle-'));
  try {
    const { build } = await import('vite');
    await build({
      configFile: false,
      root,
      logLevel: 'warn',
      plugins: [assembly()],
      ssr: { noExternal: true },
      build: {
        ssr: true,
        outDir: out,
        target: 'node20',
        rolldownOptions: {
          input,
          external: [
            ...builtinModules,
            /^node:/,
            'bufferutil',
            'utf-8-validate',
            'playwright',
            'vite',
            '@sveltejs/vite-plugin-svelte',
          ],
          platform: 'node',
          output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
        },
      },
    });
    return await work(out);
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

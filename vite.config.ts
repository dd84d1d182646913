/**
 * One build, several environments: the renderer for browsers, the hosts for Node, and every bundled engine
 * as one file of its own. `vite build --app` makes all of `dist/`.
 */
import { chmodSync, copyFileSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type EnvironmentOptions, type Plugin } from 'vite';
import { assembly } from './build/lib/assembly.mjs';
import { licences } from './build/lib/licences.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));

/** A bundled engine is a folder in `engines/` with a `main.ts`. */
const engines = readdirSync(`${root}engines`, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(`${root}engines/${entry.name}/main.ts`))
  .map((entry) => entry.name)
  .sort();

const hosts = ['cli', 'serve', 'main'];

const external = [
  ...builtinModules,
  /^node:/,
  // What Electron gives to its own programs; there is no such package where they run.
  'electron',
  // Native helpers that `ws` takes when they are installed and does without when they are not.
  'bufferutil',
  'utf-8-validate',
];

function forNode(outDir: string, input: Record<string, string>, single: boolean): EnvironmentOptions {
  return {
    consumer: 'server',
    resolve: { noExternal: true },
    build: {
      outDir,
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      sourcemap: true,
      copyPublicDir: false,
      rolldownOptions: {
        input,
        external,
        platform: 'node',
        output: {
          format: 'cjs',
          // Comments for readers: Node would read them at every start.
          comments: { annotation: false, jsdoc: false, legal: true },
          entryFileNames: '[name].cjs',
          chunkFileNames: '[name]-[hash].cjs',
          banner: (chunk) => (chunk.isEntry && chunk.name === 'cli' ? '#!/usr/bin/env node' : ''),
          // An engine is packed and started as one file, and a sandboxed preload script can load no other.
          codeSplitting: !single,
        },
      },
    },
  };
}

/** What the bundler does not do by itself: the executable bit and the engines' manifests. */
const finish: Plugin = {
  name: 'plywire-finish',
  applyToEnvironment: (environment) => environment.name !== 'client',
  writeBundle() {
    const { name } = this.environment;
    if (name === 'main') chmodSync(`${root}dist/app/cli.cjs`, 0o755);
    const engine = engineOf(name);
    if (engine !== null) {
      copyFileSync(`${root}engines/${engine}/manifest.json`, `${root}dist/engines/${engine}/manifest.json`);
    }
  },
};

const bundled = licences(root);

const environmentOf = (engine: string): string => `engine_${engine.replaceAll('-', '_')}`;
const engineOf = (environment: string): string | null =>
  engines.find((engine) => environmentOf(engine) === environment) ?? null;

export default defineConfig({
  root: `${root}renderer`,
  base: './',
  // Runes everywhere but in the components of packages, some of which are older than runes.
  plugins: [
    svelte({
      configFile: false,
      dynamicCompileOptions: ({ filename }) =>
        filename.includes('node_modules') ? undefined : { runes: true },
    }),
    assembly(),
    finish,
    bundled.plugin,
  ],
  environments: {
    client: {
      // The page's policy allows no `data:` addresses, so that nothing is inlined.
      build: { outDir: `${root}dist/renderer`, emptyOutDir: false, assetsInlineLimit: 0 },
    },
    main: forNode(
      `${root}dist/app`,
      Object.fromEntries(hosts.map((host) => [host, `${root}app/${host}.ts`])),
      false,
    ),
    preload: forNode(`${root}dist/app`, { preload: `${root}app/preload.ts` }, true),
    // Threads are started from their texts, which can fetch no other file.
    searchThread: forNode(`${root}dist/app`, { 'search-thread': `${root}app/replay/search-thread.ts` }, true),
    truthThread: forNode(`${root}dist/app`, { 'truth-thread': `${root}app/analysis/truth-thread.ts` }, true),
    indexThread: forNode(
      `${root}dist/app`,
      { 'index-thread': `${root}app/game-library/index-thread.ts` },
      true,
    ),
    ...Object.fromEntries(
      engines.map((engine) => [
        environmentOf(engine),
        forNode(`${root}dist/engines/${engine}`, { main: `${root}engines/${engine}/main.ts` }, true),
      ]),
    ),
  },
  builder: {
    async buildApp(builder) {
      // Chunks carry a hash in their names: what an older build left would stay, and be packed.
      rmSync(`${root}dist`, { recursive: true, force: true });
      for (const name of [
        'client',
        'main',
        'preload',
        'searchThread',
        'truthThread',
        'indexThread',
        ...engines.map(environmentOf),
      ]) {
        const environment = builder.environments[name];
        if (environment === undefined) throw new Error(`there is no environment "${name}" to build`);
        await builder.build(environment);
      }
      bundled.write();
      copyFileSync(`${root}build/icons/512x512.png`, `${root}dist/icon.png`);
    },
  },
});

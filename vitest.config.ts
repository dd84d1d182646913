import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig, type Plugin } from 'vitest/config';
import { assembly, assemblyQuery } from './build/lib/assembly.mjs';
import { chromiumArgs, findChromium } from './build/lib/chromium.mjs';
import { longTag } from './build/lib/vitest.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));
const outside = ['**/node_modules/**', '**/dist/**'];

// Unit tests run without any browser; where none is found, Playwright says so once one is wanted.
const executablePath = findChromium()?.path;

/** In folders of any name: what runs in Node. */
const sources = '{app,engines,renderer,build,tests}/**';

/** Left out of `npm test -- quick`: tests of real processes and hosts, and those that compute for seconds. */
const slow = [`${sources}/*.{process,slow}.test.ts`];

/** Left out of `npm test`: kill loops and large counts, which `npm run test:long` runs. */
const long = [`${sources}/*.long.test.ts`];

/** For tests whose engines and hosts share a busy machine with others. */
const patient = { testTimeout: 90_000, hookTimeout: 90_000, expect: { poll: { timeout: 20_000 } } };

/** Not while Vitest watches for changes: each test file opens a page, which may then keep the modules of earlier ones. */
const isRun = process.argv.includes('run');

/** Vitest's cache does not see changes in the sources that these modules are compiled from; our own cache does. */
const uncached: Plugin = {
  name: 'plywire-uncached',
  configureVitest: ({ experimental_defineCacheKeyGenerator: define }) =>
    define(({ id }) => (assemblyQuery.test(id) ? false : undefined)),
};

/** The tests that `npm test` leaves out of files that it runs: see `tests/support/long.ts`. */
const tags = [{ name: longTag, description: 'waits, kills or counts for long', timeout: 600_000 }];

export default defineConfig({
  test: {
    allowOnly: false,
    projects: [
      {
        root,
        plugins: [assembly(), uncached],
        test: {
          ...patient,
          name: 'unit',
          tags,
          environment: 'node',
          pool: 'forks',
          // A process for each file would take longer than the tests in it.
          isolate: false,
          include: [`${sources}/*.test.ts`],
          exclude: [...outside, ...slow, ...long, '**/*.browser.test.ts', 'tests/{e2e,packaging,screens}/**'],
        },
      },
      {
        root,
        plugins: [assembly()],
        test: {
          ...patient,
          name: 'process',
          tags,
          environment: 'node',
          pool: 'forks',
          isolate: false,
          include: slow,
          exclude: [...outside, 'tests/{e2e,packaging}/**'],
        },
      },
      {
        root,
        plugins: [assembly()],
        test: {
          ...patient,
          testTimeout: 600_000,
          name: 'long',
          environment: 'node',
          pool: 'forks',
          include: long,
          exclude: outside,
        },
      },
      {
        root,
        plugins: [
          svelte({
            configFile: false,
            dynamicCompileOptions: ({ filename }) =>
              filename.includes('node_modules') ? undefined : { runes: true },
          }),
        ],
        ...(isRun && { server: { headers: { 'Cache-Control': 'max-age=3600, immutable' } } }),
        optimizeDeps: {
          include: [
            ...['@xterm/xterm', '@xterm/addon-fit', '@xterm/addon-unicode11'],
            ...['uplot', 'vitest-browser-svelte'],
          ],
        },
        test: {
          name: 'browser',
          tags,
          include: ['renderer/**/*.browser.test.ts'],
          exclude: outside,
          testTimeout: 90_000,
          hookTimeout: 60_000,
          expect: patient.expect,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: { executablePath, args: chromiumArgs() } }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        root,
        test: {
          name: 'packaging',
          tags,
          environment: 'node',
          pool: 'forks',
          include: ['tests/packaging/**/*.test.ts'],
          exclude: outside,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        root,
        test: {
          name: 'e2e',
          tags,
          environment: 'node',
          pool: 'forks',
          isolate: false,
          include: ['tests/e2e/**/*.test.ts'],
          exclude: [...outside, ...long],
          testTimeout: 150_000,
          hookTimeout: 90_000,
        },
      },
      {
        root,
        test: {
          name: 'screens',
          environment: 'node',
          pool: 'forks',
          include: ['tests/screens/**/*.test.ts'],
          exclude: outside,
          testTimeout: 300_000,
          hookTimeout: 90_000,
        },
      },
    ],
  },
});

import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { assembly } from './build/lib/assembly.mjs';
import { chromiumArgs, findChromium } from './build/lib/chromium.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));
const outside = ['**/node_modules/**', '**/dist/**'];

// Unit tests run without any browser; where none is found, Playwright says so once one is wanted.
const executablePath = findChromium()?.path;

// Real processes on machines that have other things to do: what fails each of three times is a failure, and another try is told.
const retry = process.env.CI ? 2 : 0;

export default defineConfig({
  test: {
    allowOnly: false,
    projects: [
      {
        root,
        plugins: [assembly()],
        test: {
          name: 'unit',
          retry,
          testTimeout: 90_000,
          hookTimeout: 90_000,
          expect: { poll: { timeout: 20_000 } },
          environment: 'node',
          pool: 'forks',
          include: ['{app,engines,renderer,build,tests}/**/*.test.ts'],
          exclude: [...outside, '**/*.browser.test.ts', 'tests/{e2e,packaging}/**'],
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
        optimizeDeps: {
          include: [
            '@xterm/xterm',
            '@xterm/addon-fit',
            '@xterm/addon-search',
            '@xterm/addon-unicode11',
            'vitest-browser-svelte',
          ],
        },
        test: {
          name: 'browser',
          include: ['renderer/**/*.browser.test.ts'],
          exclude: outside,
          testTimeout: 90_000,
          hookTimeout: 60_000,
          // A second, as it is by itself, is less than a loaded machine takes to paint some thousand lines.
          expect: { poll: { timeout: 20_000 } },
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
          retry,
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
          retry,
          environment: 'node',
          pool: 'forks',
          include: ['tests/e2e/**/*.test.ts'],
          exclude: outside,
          // One after the other: each drives a host, engines and a browser on machines of two cores.
          fileParallelism: false,
          testTimeout: 150_000,
          hookTimeout: 90_000,
        },
      },
    ],
  },
});

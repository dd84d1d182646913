/** Builds a page of a benchmark and serves it to Chromium, isolated, so that the page has a precise clock. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, resolve } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Page } from 'playwright';
import { build } from 'vite';
import { launchChromium } from '../support/chromium.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

async function buildPage(root: string, out: string): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [svelte({ configFile: false })],
    build: { outDir: out, emptyOutDir: true },
  });
}

async function serve(folder: string): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    const name = request.url === '/' ? 'index.html' : (request.url ?? '').slice(1);
    try {
      const body = readFileSync(join(folder, name));
      response.writeHead(200, {
        'content-type': types[extname(name)] ?? 'application/octet-stream',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-embedder-policy': 'require-corp',
      });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

/**
 * Measures in a page of `tests/bench`.
 * @param name the folder of its `index.html`
 * @param ready an expression that is true in the page once it can be measured
 */
export async function inPage<Result>(
  name: string,
  ready: string,
  measure: (page: Page) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(resolve('node_modules/.cache'), `plywire-${name}-`));
  const browser = await launchChromium();
  try {
    await buildPage(resolve('tests/bench', name), folder);
    const { url, close } = await serve(folder);
    try {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      await page.goto(url);
      await page.waitForFunction(ready);
      return await measure(page);
    } finally {
      close();
    }
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

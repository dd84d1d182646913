/**
 * An update of our board beside one of chessground, lichess's board, in the same page: what the update itself
 * takes with the style and layout that follow from it, and what it costs the page's thread in all, painting
 * included, when it comes once a frame. chessground is under the GPL: it is measured against and never shipped.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, resolve } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { CDPSession, Page } from 'playwright';
import { build } from 'vite';
import { gameById } from '../../app/games/registry.ts';
import { launchChromium } from '../support/chromium.ts';
import type { Work } from './board/page.ts';
import { compare, type BenchRow } from './harness.ts';

const works: readonly Work[] = ['next ply', 'jump', 'jump and overlays'];
const reference = 'chessground';
const target = { of: 'ratio', atMost: 1.5 } as const;
const frames = 120;

const names: Readonly<Record<Work, string>> = {
  'next ply': 'next ply',
  jump: 'jump',
  'jump and overlays': 'jump with 12 overlays',
};

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

async function buildPage(out: string): Promise<void> {
  await build({
    configFile: false,
    root: resolve('tests/bench/board'),
    logLevel: 'warn',
    plugins: [svelte({ configFile: false })],
    build: { outDir: out, emptyOutDir: true },
  });
}

/** Serves a folder to a page that shares nothing with others, and so has a fine clock. */
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

/** Milliseconds of the page's main thread until now. */
async function threadTime(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000;
}

const updates = (page: Page, board: string, work: Work): Promise<number> =>
  page.evaluate(([name, what]) => window.boardBench!.updates(name, what), [board, work] as const);

async function measure(page: Page): Promise<BenchRow[]> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  const perFrame = async (board: string | null, work: Work): Promise<number> => {
    const before = await threadTime(cdp);
    await page.evaluate(([name, what, count]) => window.boardBench!.frames(name, what, count), [
      board,
      work,
      frames,
    ] as const);
    return ((await threadTime(cdp)) - before) / frames;
  };
  /** Without what a frame takes in which nothing changes. */
  const thread = async (board: string, work: Work): Promise<number> =>
    (await perFrame(board, work)) - (await perFrame(null, work));
  const rows: BenchRow[] = [];
  for (const game of await page.evaluate(() => window.boardBench!.games)) {
    for (const work of works) {
      rows.push(
        await compare({
          work: `${gameById(game).name} board, ${names[work]}`,
          unit: 'ms',
          ours: () => updates(page, game, work),
          reference: { name: reference, measure: () => updates(page, reference, work) },
          target,
        }),
        await compare({
          work: `${gameById(game).name} board, ${names[work]}: all of a frame`,
          unit: 'ms',
          rounds: 5,
          ours: () => thread(game, work),
          reference: { name: reference, measure: () => thread(reference, work) },
          target: null,
        }),
      );
    }
  }
  return rows;
}

export async function run(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(resolve('node_modules/.cache'), 'plywire-boards-'));
  const browser = await launchChromium();
  try {
    await buildPage(folder);
    const { url, close } = await serve(folder);
    try {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      await page.goto(url);
      await page.waitForFunction(() => window.boardBench !== undefined);
      return await measure(page);
    } finally {
      close();
    }
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

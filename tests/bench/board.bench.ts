/**
 * An update of our board compared with one of chessground, lichess's board, in the same page: the cost of the update
 * with the style and layout that follow, and the total cost to the page's thread, painting included, at one update per
 * frame. chessground is under the GPL: it is only measured against and never shipped.
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
import { median, type BenchRow } from './harness.ts';

const works: readonly Work[] = ['next ply', 'jump', 'jump and overlays'];
const reference = 'chessground';
const target = { of: 'ratio', atMost: 1.3 } as const;
/** Frames per measurement, and the number of measurements. */
const frames = 40;
const frameRounds = 3;
const updateRounds = 7;

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

/** Serves a folder to an isolated page, which has a precise clock. */
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

/** Milliseconds that the page's main thread has run. */
async function threadTime(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000;
}

const updates = (page: Page, board: string, work: Work): Promise<number> =>
  page.evaluate(([name, what]) => window.boardBench!.updates(name, what), [board, work] as const);

async function measure(page: Page): Promise<BenchRow[]> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  /** The cost of a frame to the page's thread; `null` changes nothing. */
  const perFrame = async (board: string | null, work: Work): Promise<number> => {
    const before = await threadTime(cdp);
    await page.evaluate(([name, what, count]) => window.boardBench!.frames(name, what, count), [
      board,
      work,
      frames,
    ] as const);
    return ((await threadTime(cdp)) - before) / frames;
  };
  const games = await page.evaluate(() => window.boardBench!.games);
  const rows: BenchRow[] = [];
  for (const work of works) {
    const name = (game: string): string => `${gameById(game).name} board, ${names[work]}`;
    // All boards take turns, so that one reference serves every game.
    const update = await turns([...games, reference], updateRounds, (board) => updates(page, board, work));
    const frame = await turns([null, ...games, reference], frameRounds, (board) => perFrame(board, work));
    const idle = frame(null);
    for (const game of games) {
      rows.push(row(name(game), update(game), update(reference), target));
      rows.push(row(`${name(game)}: all of a frame`, frame(game) - idle, frame(reference) - idle, null));
    }
  }
  return rows;
}

/** The median for each board over interleaved rounds, after one warm-up round. */
async function turns<Board>(
  boards: readonly Board[],
  rounds: number,
  measure: (board: Board) => Promise<number>,
): Promise<(board: Board) => number> {
  const figures = new Map(boards.map((board) => [board, [] as number[]]));
  for (let round = 0; round <= rounds; round++) {
    for (const board of boards) {
      const figure = await measure(board);
      if (round > 0) figures.get(board)!.push(figure);
    }
  }
  return (board) => median(figures.get(board)!);
}

const row = (work: string, ours: number, beside: number, target: BenchRow['target']): BenchRow => ({
  work,
  unit: 'ms',
  ours,
  reference: { name: reference, value: beside },
  target,
});

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

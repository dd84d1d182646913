/**
 * From navigation to a ready host until the window is painted with its board, compared with a page of one word from a
 * server in this process. Each time in a new context, without a cache.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright';
import { launchChromium } from '../support/chromium.ts';
import { compare, type BenchRow } from './harness.ts';
import { BenchHost } from './host.ts';

/** Milliseconds since the navigation began. */
interface Paints {
  readonly first: number;
  /** The frame after the one where `wanted` appeared. */
  readonly drawn: number;
}

declare global {
  interface Window {
    benchDrawn?: number;
  }
}

async function paintsOf(browser: Browser, url: string, wanted: string): Promise<Paints> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    const page = await context.newPage();
    await page.addInitScript((selector) => {
      const look = (): void => {
        if (document.querySelector(selector) === null) requestAnimationFrame(look);
        else requestAnimationFrame(() => (window.benchDrawn = performance.now()));
      };
      look();
    }, wanted);
    await page.goto(url);
    const told = await page.waitForFunction(() => {
      const first = performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
      const drawn = window.benchDrawn;
      return first !== undefined && drawn !== undefined && { first, drawn };
    });
    return (await told.jsonValue()) as Paints;
  } finally {
    await context.close();
  }
}

/** A page that has nothing to load and nothing to do. */
async function servePlain(): Promise<{ url: string; close: () => void }> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<!doctype html><title>plain</title><p>plain</p>');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

export async function run(): Promise<BenchRow[]> {
  const browser = await launchChromium();
  const house = await BenchHost.open({});
  const plain = await servePlain();
  try {
    const row = (what: string, figure: keyof Paints): Promise<BenchRow> =>
      compare({
        work: `window of a ready host: ${what}`,
        unit: 'ms',
        ours: async () => (await paintsOf(browser, house.host.url, 'svg .area'))[figure],
        reference: {
          name: 'a page of one word',
          measure: async () => (await paintsOf(browser, plain.url, 'p'))[figure],
        },
        target: null,
      });
    return [await row('first contentful paint', 'first'), await row('board drawn', 'drawn')];
  } finally {
    plain.close();
    await house.close();
    await browser.close();
  }
}

/**
 * The pages of a report and of a match in Chromium: they step by keys, buttons and the graph, load nothing, and are whole
 * without script.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { logged } from '../../app/cli/testing/matches.ts';
import { Workspace } from '../../app/cli/testing/plywire.ts';
import { launchChromium } from '../support/chromium.ts';

const moves = '433334564465453435515111117777';
const place = new Workspace();
let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
  const { code } = await place.run('report', '--game', 'connect4', '--moves', moves, '--html', 'report.html');
  expect(code).toBe(0);
}, 120_000);

afterAll(async () => {
  await browser.close();
  place.remove();
});

/** The page, and whatever it complained about or asked for. */
async function open(
  options: BrowserContextOptions = {},
  file = 'report.html',
): Promise<{ page: Page; trouble: string[] }> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const trouble: string[] = [];
  const address = pathToFileURL(join(place.folder, file)).href;
  page.on('console', (message) => trouble.push(message.text()));
  page.on('pageerror', (error) => trouble.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(address)) trouble.push(request.url());
  });
  await page.goto(address);
  return { page, trouble };
}

it('steps by keys, buttons, moves, turning points and the graph', async () => {
  const { page, trouble } = await open();
  const counter = page.locator('[data-counter]');
  const discs = page.locator('.board .pieces > g');
  const at = async (ply: number): Promise<void> => {
    expect(await counter.textContent()).toBe(`${ply} / 30`);
    expect(await discs.count()).toBe(ply);
  };
  await at(30);
  await page.keyboard.press('ArrowLeft');
  await at(29);
  await page.keyboard.press('Home');
  await at(0);
  await page.getByRole('button', { name: 'Forward' }).click();
  await at(1);
  await page.locator('.moves [data-ply="16"]').click();
  await at(16);
  expect(await page.locator('[data-said]').textContent()).toMatch(/Proven: was a win in 19, is a loss in 26/);
  await page.locator('rect[data-ply="7"]').click({ position: { x: 2, y: 10 } });
  await at(7);
  await page.locator('.moves [data-ply="5"]').focus();
  await page.keyboard.press('Enter');
  await at(5);
  await page.keyboard.press('End');
  await at(30);
  expect(trouble).toEqual([]);
});

it('is whole without script', async () => {
  const { page, trouble } = await open({ javaScriptEnabled: false, viewport: { width: 390, height: 800 } });
  expect(await page.locator('.board .pieces > g').count()).toBe(30);
  expect(await page.locator('.steps').isVisible()).toBe(false);
  expect(await page.locator('.turn svg').count()).toBe(7);
  expect(await page.locator('.graph svg').first().isVisible()).toBe(true);
  expect(await page.getByRole('row', { name: /^Blunders/ }).textContent()).toContain('3');
  expect(trouble).toEqual([]);
});

it('is no wider than a narrow screen', async () => {
  const { page } = await open({ viewport: { width: 390, height: 800 } });
  const wider = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(wider).toBe(0);
});

it('runs nothing that was put into it', async () => {
  const { page } = await open();
  const ran = await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.ran = true';
    document.body.append(script);
    return 'ran' in globalThis;
  });
  expect(ran).toBe(false);
});

it('steps each game of a match on a board of its own', async () => {
  const { code } = await place.run(
    ...['match', logged('A'), logged('B', '--pick', 3), '--rounds', '1', '--accuracy', '0'],
    ...['--sprt', 'elo0=0 elo1=5', '--out', join(place.folder, 'match')],
  );
  expect(code).toBe(0);
  const { page, trouble } = await open({}, join('match', 'match.html'));
  const games = page.locator('[data-game]');
  expect(await games.count()).toBe(2);
  const plies = async (at: number): Promise<number[]> =>
    ((await games.nth(at).locator('[data-counter]').textContent()) ?? '').split(' / ').map(Number);
  const [, first] = await plies(0);
  const [, second] = await plies(1);
  await games.nth(0).locator('summary').click();
  await page.keyboard.press('ArrowLeft');
  expect([await plies(0), await plies(1)]).toEqual([
    [first! - 1, first],
    [second, second],
  ]);
  await games.nth(1).locator('summary').click();
  await page.keyboard.press('ArrowLeft');
  await games.nth(1).getByRole('button', { name: 'Back' }).click();
  expect([await plies(0), await plies(1)]).toEqual([
    [first! - 1, first],
    [second! - 2, second],
  ]);
  await games.nth(0).locator('[data-ply="3"]').click();
  await page.keyboard.press('ArrowRight');
  expect(await plies(0)).toEqual([4, first]);
  expect(await games.nth(0).locator('.pieces > g').count()).toBe(4);
  expect(await page.locator('.graph path').count()).toBe(1);
  expect(trouble).toEqual([]);
});

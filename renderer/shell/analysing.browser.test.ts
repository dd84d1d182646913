/** The room that an analysis has in the window: it is not pushed out by its own console, or by the other panels. */
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { JudgedReport } from '../../app/api/contract.ts';
import App from '../App.svelte';
import '../styles/tokens.css';
import '../styles/base.css';
import { about, analysis, ending, engine, session } from '../testing/engines.ts';
import { fakeHost, type FakeHost } from '../testing/fake-host.ts';
import { long } from '../../tests/support/long.ts';

const value = (number: number) => ({ type: 'static', value: number }) as const;
const report: JudgedReport = {
  ...{ bestmove: '4', turn: ['4'], text: 'bestmove 3', fault: null, score: value(0.35) },
  ...{ scores: { '1': value(-0.2), '4': value(0.35), '3': value(0.1), '7': value(-0.4) } },
  ...{ staticScale: 1, winningMoves: null, depth: 14, nodes: 1_200_000, seconds: 2 },
  ...{ truncated: false, exhaustive: false },
};
const thinking = session({ state: 'thinking' });
const box = (selector: string) => document.querySelector(selector)!.getBoundingClientRect();

let host: FakeHost;
beforeEach(() => {
  host = fakeHost();
  host.change({ about, engines: [engine()] });
});

/** @param dockOpen null: the user has not chosen */
async function shownAt(width: number, height: number, dockOpen: boolean | null = null) {
  const settings = host.app.settings!;
  host.change({ settings: { ...settings, layout: { ...settings.layout, dockOpen } } });
  await page.viewport(width, height);
  const screen = await render(App);
  await expect.element(screen.getByRole('group', { name: 'Connect Four board' })).toBeInTheDocument();
  return screen;
}

const analyse = (): void => host.change({ sessions: [thinking], analyses: [analysis({ report })] });
const hasDock = (): boolean => box('.dock').height > 100;

it.each([true, false])('opens the console by itself for an engine of the user: %s', long, async (isOwn) => {
  host.change({ engines: [engine({ bundled: !isOwn })] });
  await shownAt(1280, 800);
  expect(hasDock()).toBe(false);
  analyse();
  await expect.poll(() => document.querySelectorAll('.lines li').length).toBe(3);
  expect(hasDock()).toBe(isOwn);
});

it.each([
  [1280, 800, false],
  [1280, 800, true],
  [1280, 600, false],
])(
  'shows the head, the score and three lines at %i×%i, with the console open: %s',
  async (width, height, open) => {
    const screen = await shownAt(width, height, open);
    analyse();
    const isWhole = (): boolean => {
      const panel = box('.column > .panel');
      return ['.card .head', '.score', '.lines li:last-child'].every((part) => {
        const { top, bottom, height: high } = box(part);
        return high > 0 && top >= panel.top && bottom <= panel.bottom && bottom <= box('.dock').top;
      });
    };
    await expect.poll(() => document.querySelectorAll('.lines li').length).toBe(3);
    await expect.poll(isWhole).toBe(true);
    await expect.element(screen.getByRole('region', { name: 'Moves' })).toBeVisible();
  },
);

it('folds the engines of a low column while one analyses, unless one failed or the user unfolds them', async () => {
  const screen = await shownAt(1280, 800, true);
  const cards = () => document.querySelector('[data-engine]')?.checkVisibility() ?? false;
  await expect.poll(cards).toBe(true);
  analyse();
  await expect.poll(cards).toBe(false);
  host.change({ sessions: [thinking, session({ id: 's2', ending: ending() })] });
  await expect.poll(cards).toBe(true);
  host.change({ sessions: [thinking] });
  await expect.poll(cards).toBe(false);
  (screen.getByRole('button', { name: 'Show the engines' }).element() as HTMLElement).click();
  await expect.poll(cards).toBe(true);
  (screen.getByRole('button', { name: 'Fold the engines' }).element() as HTMLElement).click();
  await expect.poll(cards).toBe(false);
  host.change({ analyses: [] });
  await expect.poll(cards).toBe(true);
});

it('gives the tabs what a narrow board leaves empty', async () => {
  await shownAt(400, 800, false);
  analyse();
  await expect.poll(() => box('.board').width).toBeGreaterThan(300);
  expect(box('.table').height - box('.board').height).toBeLessThan(60);
  const before = box('.side:has([role=tablist])').height;
  await page.viewport(400, 700);
  // The board does not grow beyond the width of the window.
  await expect.poll(() => box('.side:has([role=tablist])').height).toBeLessThan(before - 60);
});

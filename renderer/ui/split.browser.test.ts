/** The splitter by pointer and by keys, in the window that keeps its sizes. */
import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import App from '../App.svelte';
import '../styles/tokens.css';
import '../styles/base.css';
import { fakeHost, hostState, type FakeHost } from '../testing/fake-host.ts';
import { long } from '../../tests/support/long.ts';

let host: FakeHost;

beforeEach(async () => {
  await page.viewport(1280, 800);
  host = fakeHost(hostState());
});

const kept = (): number | null | undefined => host.app.settings?.layout.columnWidth;
const shown = (): number =>
  document.querySelector('[aria-label="Engines"]')?.getBoundingClientRect().width ?? 0;

async function splitter() {
  const screen = await render(App);
  const found = screen.getByRole('separator', { name: 'Width of the right column' });
  await expect.element(found).toHaveAttribute('aria-valuetext', '420 px');
  return { found, element: found.element() as HTMLElement };
}

it.each([
  ['{ArrowLeft}', 436],
  ['{ArrowRight}', 404],
  ['{Shift>}{ArrowLeft}{/Shift}', 484],
  ['{Shift>}{ArrowRight}{/Shift}', 356],
  ['{Home}', 280],
  ['{End}', 860],
])('%s makes the column %i pixels wide', long, async (keys, pixels) => {
  const { element } = await splitter();
  element.focus();
  await userEvent.keyboard(keys);
  await expect.poll(kept).toBe(pixels);
  await expect.poll(shown).toBe(pixels);
  expect(element).toBe(document.activeElement);
});

it('has its usual width again at Enter, which follows that of the window', async () => {
  const { element } = await splitter();
  element.focus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.poll(shown).toBe(436);
  await userEvent.keyboard('{Enter}');
  await expect.poll(kept).toBeNull();
  await expect.poll(shown).toBe(422);
  await page.viewport(900, 700);
  await expect.poll(shown).toBe(297);
});

it('follows the pointer to its limits, and goes back by a double click', async () => {
  const { element } = await splitter();
  const { left, top } = element.getBoundingClientRect();
  const mouse = (type: string, target: EventTarget, x: number): boolean =>
    target.dispatchEvent(
      new MouseEvent(type, { bubbles: true, cancelable: true, clientX: x, clientY: top + 9 }),
    );
  mouse('mousedown', element, left);
  await expect.poll(() => element.dataset['active']).toBe('pointer');
  mouse('mousemove', document.body, left - 100);
  await expect.poll(kept).toBe(520);
  mouse('mousemove', document.body, 5);
  await expect.poll(kept).toBe(860);
  mouse('mouseup', window, 5);
  await expect.poll(() => element.dataset['active']).not.toBe('pointer');
  await userEvent.dblClick(element);
  await expect.poll(kept).toBeNull();
});

it('a window that has no room for the kept size shows less and keeps it', async () => {
  const { found, element } = await splitter();
  element.focus();
  await userEvent.keyboard('{End}');
  await expect.poll(kept).toBe(860);
  await page.viewport(1100, 800);
  await expect.element(found).toHaveAttribute('aria-valuetext', '680 px');
  await page.viewport(1280, 800);
  await expect.poll(shown).toBe(860);
  expect(kept()).toBe(860);
  expect(host.calls.filter(([name]) => name === 'settings.change').length).toBeLessThanOrEqual(1);
});

it('leaves the column in its place while a board that is higher than the window is scrolled', async () => {
  await page.viewport(1280, 480);
  const { element } = await splitter();
  const board = element.previousElementSibling!;
  const column = element.nextElementSibling!;
  board.scrollTop = 1000;
  await expect.poll(() => board.scrollTop).toBeGreaterThan(20);
  expect([board, column].map((region) => region.getBoundingClientRect().bottom)).toEqual(
    Array(2).fill(element.getBoundingClientRect().bottom),
  );
});

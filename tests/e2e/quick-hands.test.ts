/** Keys and clicks that come faster than the host answers, and what is typed in the last moment. */
import type { Locator } from 'playwright';
import { expect, it } from 'vitest';
import type { Desk } from '../support/desk.ts';
import { eventually } from '../support/eventually.ts';
import { long } from '../support/long.ts';
import { useStages } from '../support/stage.ts';

const stage = useStages();

/** By a mouse whose button is held for a moment, in which the list may move. */
async function clickSlowly({ page }: Desk, place: Locator): Promise<void> {
  const { x, y, width, height } = (await place.boundingBox())!;
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await new Promise((resolve) => setTimeout(resolve, 100));
  await page.mouse.up();
}

it('acts on the place that was asked for last, however fast keys come', long, async () => {
  const desk = await (await stage()).open();
  const rows = () => desk.moveList.locator('.variation').count();
  await desk.press(...'443543');
  await eventually(() => desk.moves()).toEqual(['4', '4', '3', '5', '4', '3']);
  expect(await rows()).toBe(0);

  await desk.press('Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', '7');
  await eventually(rows).toBe(1);
  await eventually(() => desk.ply()).toBe('ply 5 of 5');
  expect(await desk.moveList.locator('.variation [data-node]').allTextContents()).toEqual(['7']);

  // Undone and gone on from there: the undo is the first to know where that is.
  await desk.press('Control+z', '6', 'Backspace', '2');
  await eventually(() => desk.moveList.locator('.variation [data-node]').allTextContents()).toEqual(['2']);
});

it(
  'keeps a comment that is typed just before a reload, and the click on a move just after it',
  long,
  async () => {
    const desk = await (await stage()).open();
    await desk.press(...'443543');
    await eventually(() => desk.moves()).toHaveLength(6);
    const comment = desk.moveList.getByRole('textbox', { name: /^Comment on/ });
    await comment.fill('typed at the last moment');
    await desk.page.reload();
    await eventually(() => comment.inputValue()).toBe('typed at the last moment');

    await desk.press('ArrowLeft', 'ArrowLeft', 'ArrowLeft');
    await eventually(() => desk.ply()).toBe('ply 3 of 6');
    await comment.fill('a comment\nof three\nlines');
    await clickSlowly(desk, desk.moveList.locator('[data-ply="6"]'));
    await eventually(() => desk.ply()).toBe('ply 6 of 6');
    expect(await desk.moveList.getByText('of three').count()).toBe(1);
  },
);

it('folds a variation by the click that ends a comment above it', long, async () => {
  const desk = await (await stage()).open();
  await desk.press(...'4435', 'ArrowLeft', '6', '7');
  const fold = desk.moveList.getByRole('button', { name: 'Fold the variation' });
  await fold.waitFor();
  await desk.press('Home', 'ArrowRight');
  await eventually(() => desk.ply()).toMatch(/^ply 1 /);
  await desk.moveList.getByRole('textbox', { name: /^Comment on/ }).fill('a comment\nof three\nlines');
  await clickSlowly(desk, fold);
  await desk.moveList.getByRole('button', { name: 'Show 1 more move' }).waitFor();
  expect(await desk.moveList.getByText('of three').count()).toBe(1);
});

it('takes a report back with what it wrote', long, async () => {
  const desk = await (await stage()).open();
  await desk.press(...'443543271');
  await eventually(() => desk.moves()).toHaveLength(9);
  await desk.press('Shift+A');
  await desk.dialog.getByRole('button', { name: 'Analyse', exact: true }).click();
  const report = desk.page.getByRole('region', { name: 'Report' });
  await eventually(() => report.textContent()).toMatch(/Learn from the mistakes/);
  const signs = () => desk.moveList.locator('.mark, .glyph').count();
  await eventually(signs).toBeGreaterThan(0);
  await desk.press('Control+z');
  await eventually(() => report.count()).toBe(0);
  await eventually(signs).toBe(0);
  await desk.press('Control+y');
  await eventually(() => report.textContent()).toMatch(/Learn from the mistakes/);
  await eventually(signs).toBeGreaterThan(0);
});

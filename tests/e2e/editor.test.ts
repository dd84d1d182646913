/** Positions that are set up, and what leaves the window as a picture or a page, in the built host with its real policy. */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Download } from 'playwright';
import { describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { long } from '../support/long.ts';
import { useStages } from '../support/stage.ts';

const stage = useStages();

const bytesOf = async (download: Download): Promise<Buffer> => readFileSync(await download.path());
/** The width and height in the head of a PNG, in pixels. */
const sizeOf = (png: Buffer): readonly [number, number] => [png.readUInt32BE(16), png.readUInt32BE(20)];

describe('a position that is set up', () => {
  it('is analysed by an engine, floating discs and all, and is there after a reload', async () => {
    const desk = await (await stage()).open();
    await desk.press('e');
    const { dialog } = desk;
    await dialog.getByRole('button', { name: 'column 4, row 1', exact: true }).click();
    await desk.press('2');
    await dialog.getByRole('button', { name: 'column 4, row 4', exact: true }).click();
    await eventually(() => dialog.getByRole('list', { name: 'What is wrong' }).textContent()).toContain(
      'The disc in column 4, row 4 floats above an empty cell',
    );
    const text = dialog.getByRole('textbox', { name: 'Position as text' });
    expect(await text.inputValue()).toBe('3x3/7/7/3o3/7/7 x');
    await dialog.getByRole('button', { name: 'Analyse', exact: true }).click();
    await desk.analysing();
    await eventually(() => desk.analysis.textContent()).toMatch(/win|loss|static|draw/);
    await desk.press('a');
    await desk.clickColumn(4);
    await eventually(() => desk.moves()).toEqual(['4']);
    await desk.page.reload();
    await desk.board.waitFor();
    await eventually(() => desk.discs()).toBe(3);
  });

  it('is not lost with Escape, and replaces a game without moves', long, async () => {
    const desk = await (await stage()).open();
    const { dialog } = desk;
    await desk.press('e');
    const text = dialog.getByRole('textbox', { name: 'Position as text' });
    await text.fill('9 e5 e4 10 9 - d5h b');
    await desk.press('Escape');
    await eventually(() => dialog.count()).toBe(0);
    await desk.messages.getByRole('button', { name: 'Continue with it' }).click();
    await eventually(() => text.inputValue()).toBe('9 e5 e4 10 9 - d5h b');
    await dialog.getByRole('button', { name: 'Start from here' }).click();
    await eventually(() => dialog.count()).toBe(0);
    await eventually(() => desk.area('e3').getAttribute('aria-disabled')).toBe('true');
    await eventually(() => desk.area('e6').getAttribute('aria-disabled')).toBe('false');
    await desk.press('Control+g');
    await eventually(() => dialog.getByText('Quoridor').count()).toBe(1);
  });
});

it('copies and saves pictures, and saves the game as a page, under its policy', long, async () => {
  const on = await stage({ permissions: ['clipboard-read', 'clipboard-write'] });
  const desk = await on.open();
  await desk.newGame({ game: "Nine Men's Morris", text: 'd6 f4 d2' });
  await desk.press('i');
  const { dialog } = desk;
  await dialog.getByRole('spinbutton', { name: 'Width' }).fill('600');
  await dialog.getByRole('combobox', { name: 'Theme' }).selectOption('dark');
  await dialog.getByRole('button', { name: 'Copy as image' }).click();
  await eventually(() => desk.messages.textContent()).toContain('Copied the board as an image.');
  const copied = await desk.page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    return [...new Uint8Array(await (await item!.getType('image/png')).arrayBuffer())];
  });
  expect(sizeOf(Buffer.from(copied))[0]).toBe(600);
  const saving = desk.page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  const png = await saving;
  expect(png.suggestedFilename()).toBe('morris-ply-3.png');
  expect(sizeOf(await bytesOf(png))[0]).toBe(600);
  await eventually(() => dialog.count()).toBe(0);
  await desk.press('i');
  await dialog.getByRole('combobox', { name: 'Form' }).selectOption('svg');
  const savingSvg = desk.page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  expect(String(await bytesOf(await savingSvg))).toMatch(/^<svg xmlns="[^"]+" width="600" [^]*<\/svg>\n$/);
  await eventually(() => dialog.count()).toBe(0);
  const comment = `first line\nsecond line ${'x'.repeat(3000)}`;
  await desk.page.getByRole('textbox', { name: 'Comment on d2' }).fill(comment);
  await eventually(() => desk.moveList.locator('.comment').textContent()).toBe(comment);
  await desk.page.getByRole('textbox', { name: 'Comment on d2' }).blur();
  const savingPage = desk.page.waitForEvent('download');
  await desk.command('Save the game as a page');
  const saved = await savingPage;
  expect(saved.suggestedFilename()).toMatch(/^morris-\d{4}-\d\d-\d\d\.html$/);
  const page = await on.context.newPage();
  const file = `${await saved.path()}.html`;
  await saved.saveAs(file);
  await page.goto(pathToFileURL(file).href);
  await eventually(() => page.locator('[data-counter]').textContent()).toBe('3 / 3');
  expect(await page.getByText('second line').last().innerText()).toContain('first line\nsecond line');
  await page.setViewportSize({ width: 480, height: 500 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(480);
  expect((await page.locator('.steps').boundingBox())!.y).toBeLessThan(1000);
  await page.keyboard.press('Home');
  await eventually(() => page.locator('[data-said]').textContent()).toContain('The start');
  await page.close();
});

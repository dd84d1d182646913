/** The visible rows of the console, and which of them are marked. */
import type { Desk } from './desk.ts';
import { eventually } from './eventually.ts';

/** With their positions on the page. */
async function rowsOf(desk: Desk): Promise<{ text: string; y: number }[]> {
  return desk.dock.locator('.xterm-rows > div').evaluateAll((rows) =>
    rows.map((row) => {
      const { top, height } = row.getBoundingClientRect();
      const text = (row.textContent ?? '').replaceAll('\u00a0', ' ').trim();
      return { text, y: top + height / 2 };
    }),
  );
}

/** The rows under bands of this kind: all that belong to the selected line, or only its own. */
export async function markedRows(desk: Desk, bandsOf: '.band' | '.band.own' = '.band'): Promise<string[]> {
  const rows = await rowsOf(desk);
  const bands = await desk.dock.locator(bandsOf).evaluateAll((all) =>
    all.map((band) => {
      const { top, bottom } = band.getBoundingClientRect();
      return { top, bottom };
    }),
  );
  return rows
    .filter(({ y }) => bands.some(({ top, bottom }) => y > top && y < bottom))
    .map(({ text }) => text);
}

/** Puts the pointer on the newest row that matches, scrolling back as far as needed. */
export async function pointAtRow(desk: Desk, wanted: RegExp): Promise<void> {
  const box = (await desk.dock.locator('.xterm-screen').boundingBox())!;
  const roll = async (pixels: number): Promise<void> => {
    await desk.page.mouse.move(box.x + 150, box.y + box.height / 2);
    await desk.page.mouse.wheel(0, pixels);
    await desk.painted();
  };
  let row: { readonly y: number } | undefined;
  let above = '';
  await eventually(async () => {
    const rows = await rowsOf(desk);
    row = rows.findLast(({ text }) => wanted.test(text));
    if (row !== undefined) return '';
    const sight = rows.map(({ text }) => text).join('\n');
    // At the very top it starts again at the end, where new lines come.
    await roll(sight === above ? 1e6 : -box.height / 2);
    above = sight === above ? '' : sight;
    return `no row fits ${String(wanted)}`;
  }).toBe('');
  await desk.page.mouse.move(box.x + 150, row!.y);
}

/** The caption beside the selected line; empty if none. */
export const rowLabel = async (desk: Desk): Promise<string> =>
  ((await desk.dock.locator('.label').allTextContents())[0] ?? '').trim();

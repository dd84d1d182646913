/** The rows of the console in sight, and which of them are marked. */
import type { Desk } from './desk.ts';
import { eventually } from './eventually.ts';

/** With where they are on the page. */
async function rowsOf(desk: Desk): Promise<{ text: string; y: number }[]> {
  return desk.dock.locator('.xterm-rows > div').evaluateAll((rows) =>
    rows.map((row) => {
      const { top, height } = row.getBoundingClientRect();
      const text = (row.textContent ?? '').replaceAll('\u00a0', ' ').trim();
      return { text, y: top + height / 2 };
    }),
  );
}

/** The rows that bands of this kind lie over: all that belong to the line looked at, or only its own. */
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

/** Puts the pointer on the newest row that fits, scrolling back as far as need be. */
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
    // At the very top it begins again at the end, where new lines come.
    await roll(sight === above ? 1e6 : -box.height / 2);
    above = sight === above ? '' : sight;
    return `no row fits ${String(wanted)}`;
  }).toBe('');
  await desk.page.mouse.move(box.x + 150, row!.y);
}

/** What is said beside the line looked at; empty where nothing is. */
export const rowLabel = async (desk: Desk): Promise<string> =>
  ((await desk.dock.locator('.label').allTextContents())[0] ?? '').trim();

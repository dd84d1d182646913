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

/** Puts the pointer on the newest row that fits. */
export async function pointAtRow(desk: Desk, wanted: RegExp): Promise<void> {
  let row: { readonly y: number } | undefined;
  await eventually(async () => {
    row = (await rowsOf(desk)).findLast(({ text }) => wanted.test(text));
    return row === undefined ? `no row in sight fits ${String(wanted)}` : '';
  }).toBe('');
  const box = (await desk.dock.locator('.xterm-screen').boundingBox())!;
  await desk.page.mouse.move(box.x + 150, row!.y);
}

/** What is said beside the line looked at; empty where nothing is. */
export const rowLabel = async (desk: Desk): Promise<string> =>
  ((await desk.dock.locator('.label').allTextContents())[0] ?? '').trim();

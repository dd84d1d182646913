/** The desktop app whose page crashes or hangs: the core goes on, and the window comes back. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Desk } from '../support/desk.ts';
import { DesktopHome } from '../support/desktop-home.ts';
import type { Desktop } from '../support/desktop.ts';
import { eventually } from '../support/eventually.ts';
import { long } from '../support/long.ts';

let house: DesktopHome;
beforeEach(() => {
  house = new DesktopHome();
});
afterEach(() => house.end());

/** The page that is loaded for the given time. */
async function pageAgain(desktop: Desktop, count: number): Promise<{ desk: Desk; page: Page }> {
  const page = await desktop.page(count);
  const desk = new Desk(page);
  await desk.board.waitFor();
  return { desk, page };
}

it('loads its page again when that has crashed, and says so', long, async () => {
  const { desktop, desk, page } = await house.open();
  await desk.newGame();
  await desk.playColumn(4);
  await eventually(async () => (await desk.moves()).length).toBe(1);
  await desktop.crash(page);
  const again = await pageAgain(desktop, 2);
  expect(await again.desk.moves()).toHaveLength(1);
  await eventually(() => again.desk.statusLine.textContent()).toContain(
    'The window was loaded again, because its process had ended: it crashed (exit code 5).',
  );
  await again.desk.playColumn(4);
  await eventually(async () => (await again.desk.moves()).length).toBe(2);
  expect(desktop.toldOf('dialog')).toEqual([]);
});

it('asks when its page keeps crashing, and opens what it was given meanwhile', long, async () => {
  const file = join(house.folder, 'meanwhile.sgf');
  writeFileSync(file, '(;FF[4]PWG[connect4];W[4])\n');
  const { desktop, page } = await house.open();
  let crashed = page;
  for (const count of [2, 3]) {
    await desktop.crash(crashed);
    crashed = (await pageAgain(desktop, count)).page;
  }
  await desktop.crash(crashed);
  expect(await desktop.hears('dialog')).toMatchObject({
    name: 'message',
    options: {
      message: 'The window of Plywire keeps failing.',
      detail: expect.stringContaining('3 times in a minute: it crashed'),
      buttons: ['Load the window again', 'Quit Plywire'],
    },
  });
  expect(await house.start({ args: [file] }).ended).toBe(0);
  desktop.answer({ response: 0 });
  const again = await pageAgain(desktop, 4);
  await eventually(() => again.page.title()).toMatch(/^meanwhile\.sgf, /);
});

it('offers to load a page again that hangs, and waits if it answers', long, async () => {
  const { desktop } = await house.open();
  const happens = (event: string): void => void desktop.child.send({ kind: 'window', event });
  happens('unresponsive');
  happens('unresponsive');
  expect(await desktop.hears('dialog')).toMatchObject({
    options: {
      message: 'The window of Plywire does not respond.',
      buttons: ['Wait', 'Load the window again'],
    },
  });
  happens('responsive');
  await desktop.hears('dialog closed');
  expect(desktop.toldOf('dialog')).toHaveLength(1);
  expect(desktop.toldOf('page')).toHaveLength(1);

  happens('unresponsive');
  await desktop.hears('dialog', 2);
  desktop.answer({ response: 1 });
  await pageAgain(desktop, 2);
});

it(
  'shows its window maximized as before, however late, and says that the file of its place is broken',
  long,
  async () => {
    const place = join(house.folder, 'plywire', 'window.json');
    mkdirSync(join(house.folder, 'plywire'));
    const before = { version: 1, x: 10, y: 20, width: 1000, height: 700, maximized: true };
    writeFileSync(place, JSON.stringify(before));
    const first = await house.open();
    await first.desktop.hears('maximize');
    first.desktop.closeWindow();
    expect(await first.desktop.ended).toBe(0);

    writeFileSync(place, '{ "x": ');
    const { desk } = await house.open();
    await eventually(() => desk.statusLine.textContent()).toContain('window.json');
  },
);

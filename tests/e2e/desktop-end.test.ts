/** The end of the desktop app: that nothing is lost by it, and that it comes. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { shutdownMilliseconds } from '../../app/shutdown.ts';
import type { Desk } from '../support/desk.ts';
import { DesktopHome } from '../support/desktop-home.ts';
import type { Desktop } from '../support/desktop.ts';
import { eventually } from '../support/eventually.ts';
import { processesOf } from '../support/host.ts';
import { long } from '../support/long.ts';

let house: DesktopHome;
beforeEach(() => {
  house = new DesktopHome();
});
afterEach(() => house.end());

/**
 * Has the core's end wait: for a file that it reads, a FIFO without a writer.
 * @returns the path of the FIFO
 */
async function stopEnd(desk: Desk): Promise<string> {
  const settings = join(house.folder, 'plywire', 'settings.json');
  mkdirSync(dirname(settings), { recursive: true });
  execFileSync('mkfifo', [settings]);
  await desk.command('Use the dark theme');
  // The core has the change, and reads the file before it writes it.
  await desk.page.locator(':root[data-theme=dark]').waitFor();
  return settings;
}

/** Ends the wait. */
async function supply(path: string): Promise<void> {
  const fifo = await openFile(path, 'w');
  // The next read finds no file.
  rmSync(path);
  await fifo.writeFile('{}');
  await fifo.close();
}

/** What a second start tells the first one. A process would take too long for that on a busy machine. */
async function tellSecond(files: readonly string[]): Promise<void> {
  const socket = connect(join(house.folder, 'plywire', 'electron', 'SingletonSocket'));
  socket.end(JSON.stringify({ files })).resume();
  await once(socket, 'close');
}

const analyse = async (desk: Desk): Promise<void> => {
  await desk.command('Start or stop analysis');
  await eventually(() => engines()).not.toEqual([]);
};
const engines = () => processesOf(house.folder).filter(({ command }) => command.includes('engines/'));

const startsAgain = async (isImage: boolean): Promise<void> => {
  const file = join(house.folder, 'late.sgf');
  writeFileSync(file, '(;FF[4]PWG[connect4];W[4])\n');
  const [image, seen] = [join(house.folder, 'Plywire.AppImage'), join(house.folder, 'seen')];
  writeFileSync(image, `#!/bin/sh\nprintf '%s\\n' "$@" > '${seen}'\n`, { mode: 0o755 });
  const { desktop, desk } = await house.open({
    env: isImage ? { APPIMAGE: image, APPDIR: dirname(process.execPath) } : {},
  });
  const awaited = await stopEnd(desk);
  desktop.closeWindow();
  await desktop.hears('hide');
  await tellSecond([file]);
  await supply(awaited);
  expect(await desktop.ended).toBe(0);
  if (isImage) await eventually(() => existsSync(seen) && readFileSync(seen, 'utf8')).toBe(`${file}\n`);
  expect(desktop.toldOf('relaunch').map(({ args }) => args)).toEqual(isImage ? [] : [[file]]);
  // It was not brought to the front while it was hidden.
  expect(desktop.toldOf('focus')).toEqual([]);
};

it('starts again for a file that it is given while it ends', long, () => startsAgain(false));
it('starts its image again where it is an AppImage', long, () => startsAgain(true));

it('ends although the core hangs', long, async () => {
  const { desktop, desk } = await house.open();
  await stopEnd(desk);
  const began = performance.now();
  desktop.child.kill('SIGTERM');
  await desktop.hears('hide');
  await desktop.ended;
  expect(desktop.child.signalCode).toBe('SIGKILL');
  expect(performance.now() - began).toBeGreaterThan(shutdownMilliseconds - 100);
  expect(desktop.output).toContain('Plywire did not end within 8 s');
});

it('tells of an error of its own once, when every engine has ended', long, async () => {
  const { desktop, desk } = await house.open();
  await analyse(desk);
  for (const message of ['first', 'second']) desktop.child.send({ kind: 'throw', message });
  const told = await desktop.hears('dialog');
  expect(engines()).toEqual([]);
  expect(told).toMatchObject({ name: 'error', title: 'Plywire itself failed' });
  expect(told['content']).toMatch(/^Error: first\n[^]*\n\nEvery engine has ended\./);
  expect(await desktop.ended).toBe(70);
  expect(desktop.toldOf('dialog')).toHaveLength(1);
  expect(desktop.output).toContain('Error: second');
});

/** A comment is typed on a game of a file, and not stored yet. */
async function typeLast(): Promise<{ desktop: Desktop; file: string }> {
  const file = join(house.folder, 'game.sgf');
  writeFileSync(file, '(;FF[4]PWG[connect4];W[4])\n');
  const { desktop, desk, page } = await house.open({ args: [file] });
  await eventually(() => page.title()).toMatch(/^game\.sgf, /);
  await desk.press('c');
  await page.locator('textarea:focus').waitFor();
  await page.keyboard.type('typed last');
  return { desktop, file };
}

it('keeps a comment that was just typed, and asks about its file', long, async () => {
  const { desktop, file } = await typeLast();
  desktop.closeWindow();
  expect(await desktop.hears('dialog')).toMatchObject({
    options: { message: 'Save the changes to game.sgf?' },
  });
  desktop.answer({ response: 0 });
  expect(await desktop.ended).toBe(0);
  expect(readFileSync(file, 'utf8')).toContain('C[typed last]');
});

it('keeps a comment that was just typed when the session of Windows ends', long, async () => {
  const { desktop } = await typeLast();
  desktop.child.send({ kind: 'window', event: 'query-session-end' });
  expect(await desktop.hears('window event')).toMatchObject({ prevented: true });
  // Windows does not wait for an app without a window in sight.
  expect(desktop.toldOf('hide')).toEqual([]);
  expect(await desktop.ended).toBe(0);
  expect(desktop.toldOf('dialog')).toEqual([]);

  const again = await house.open();
  await eventually(() => again.page.title()).toMatch(/^● game\.sgf, /);
  await eventually(() => again.page.getByRole('textbox', { name: /^Comment on/ }).inputValue()).toBe(
    'typed last',
  );
});

it('ends with the system without a question, and keeps what was not saved', long, async () => {
  const file = join(house.folder, 'game.sgf');
  writeFileSync(file, '(;FF[4]PWG[connect4];W[4])\n');
  const { desktop, desk, page } = await house.open({ args: [file] });
  await eventually(() => page.title()).toMatch(/^game\.sgf, /);
  await desk.press('End');
  await desk.playColumn(5);
  await eventually(() => page.title()).toMatch(/^● game\.sgf, /);
  desktop.child.send({ kind: 'shutdown' });
  expect(await desktop.hears('shutdown')).toMatchObject({ prevented: true });
  expect(await desktop.ended).toBe(0);
  expect(desktop.toldOf('dialog')).toEqual([]);

  const again = await house.open();
  await eventually(() => again.page.title()).toMatch(/^● game\.sgf, /);
  expect(await again.desk.moves()).toHaveLength(2);
});

/** The built files of the desktop app under a double of `electron`: how they work together. */
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import type { DesktopBridge, MenuLine } from '../../app/api/desktop-bridge.ts';
import { channels } from '../../app/desktop/channels.ts';
import type { Desk } from '../support/desk.ts';
import { DesktopHome } from '../support/desktop-home.ts';
import type { Desktop } from '../support/desktop.ts';
import { eventually } from '../support/eventually.ts';
import { processesOf } from '../support/host.ts';
import { long } from '../support/long.ts';

const BUNDLED = 'Plywire Connect Four';

declare global {
  interface Window {
    readonly plywireDesktop: DesktopBridge;
  }
}

let home: string;
let engine: string;
let house: DesktopHome;

function makeHome(): void {
  house = new DesktopHome();
  home = house.folder;
  // In a folder of its own, the only one that a sandbox lets it write.
  engine = join(home, 'engines', 'engine.mjs');
  mkdirSync(dirname(engine));
  // Prints variables that no user's program should be given.
  const tell =
    "writeFileSync(new URL('seen', import.meta.url), process.env.ELECTRON_RUN_AS_NODE ?? 'nothing')";
  writeFileSync(engine, `import { writeFileSync } from 'node:fs';\n${tell};\n`);
}

const droppable = ['one.journal', 'two.txt', 'three.zip', 'dropped.sgf'];

const filesGiven = (): Record<string, string> => ({
  ...Object.fromEntries(droppable.map((name) => [name, join(home, name)])),
  'engine.mjs': engine,
});

/** @param args files that the system asks to open */
const start = (...args: string[]): Desktop => house.start({ files: filesGiven(), args });
const open = (...args: string[]) => house.open({ files: filesGiven(), args });

/**
 * Chromium's own file drop, which a script cannot create. The page has painted before each step, since Chromium drops
 * nothing where the page has not yet accepted what is dragged over it.
 */
async function drop(desk: Desk, file: string, { x, y } = { x: 400, y: 300 }): Promise<void> {
  const session = await desk.page.context().newCDPSession(desk.page);
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x, y, data });
    await desk.painted();
  }
  await session.detach();
}

describe('the desktop app', () => {
  beforeEach(makeHome);
  afterEach(() => house.end());

  it('opens a window that is closed to the world, in which an engine plays', async () => {
    const { desktop, desk } = await open();
    const { options } = await desktop.hears('window');
    expect(options).toMatchObject({
      show: false,
      webPreferences: {
        contextIsolation: true,
        sandbox: true,
        nodeIntegration: false,
        webviewTag: false,
        spellcheck: false,
      },
    });
    await desktop.hears('show');
    expect(desktop.toldOf('show')).toHaveLength(1);
    // The first start has an example on the board.
    await desk.newGame();
    await desk.seatEngine(2, BUNDLED, { seconds: 0.1 });
    await desk.playColumn(4);
    await eventually(async () => (await desk.moves()).length).toBe(2);

    // Electron acts as Node for a bundled engine.
    const bundled = processesOf(home).filter(({ command }) => command.includes('engines/connect4'));
    expect(bundled.length).toBeGreaterThan(0);
    for (const { pid } of bundled) {
      expect(readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0')).toContain('ELECTRON_RUN_AS_NODE=1');
    }
    desktop.closeWindow();
    expect(await desktop.ended).toBe(0);
    await eventually(() => processesOf(home)).toEqual([]);
  });

  it('is one instance: another brings it to the front; and keeps the place of its window', long, async () => {
    const { desktop } = await open();
    // The name of a computer may change with its network.
    const lock = join(home, 'plywire', 'electron', 'SingletonLock');
    symlinkSync(`name-before-${desktop.child.pid}`, lock);
    const second = start();
    expect(await second.ended).toBe(0);
    await desktop.hears('focus');
    expect(second.toldOf('window')).toEqual([]);

    desktop.closeWindow();
    await desktop.ended;
    const again = start();
    expect((await again.hears('window')).options).toMatchObject({ x: 10, y: 20, width: 1000, height: 700 });
  });

  it('goes on where its home cannot be written, and says why', long, async () => {
    writeFileSync(join(home, 'file'), '');
    const data = join(home, 'file', 'plywire');
    const { desktop, desk } = await house.open({ env: { PLYWIRE_HOME: data } });
    await desk.page
      .getByText(`could not be stored in ${join(data, 'electron')}: a file exists where a folder is needed`)
      .first()
      .waitFor();
    await desk.newGame();
    await desk.playColumn(4);
    await eventually(async () => (await desk.moves()).length).toBe(1);
    desktop.closeWindow();
    expect(await desktop.ended).toBe(0);
  });

  it('opens files that the system asks for, saves them, and asks before it closes', long, async () => {
    const game = '(;FF[4]PWG[connect4];W[4];B[4])\n';
    const [first, second] = [join(home, 'first.sgf'), join(home, 'second.sgf')];
    for (const file of [first, second, join(home, 'dropped.sgf')]) writeFileSync(file, game);
    const { desktop, desk, page } = await open(first);
    await eventually(() => page.title()).toMatch(/^first\.sgf, /);
    // A double click while it runs is a second start.
    expect(await start(second).ended).toBe(0);
    await eventually(() => page.title()).toMatch(/^second\.sgf, /);
    await desk.press('End');
    await eventually(() => desk.ply()).toBe('ply 2 of 2');
    await desk.playColumn(5);
    await desk.press('Control+s');
    await eventually(() => readFileSync(second, 'utf8')).toContain('W[5]');

    // Under another name, by the system's dialog.
    await desk.press('Control+Shift+S');
    expect(await desktop.hears('dialog')).toMatchObject({
      name: 'save',
      options: { defaultPath: 'second.sgf' },
    });
    desktop.answer({ canceled: false, filePath: join(home, 'third.pgn') });
    await eventually(() => page.title()).toMatch(/^third\.pgn, /);
    expect(readFileSync(join(home, 'third.pgn'), 'utf8')).toContain('1. 4 4 2. 5 *');

    await drop(desk, join(home, 'dropped.sgf'));
    await eventually(() => page.title()).toMatch(/^dropped\.sgf, /);
    await desk.press('End');
    await eventually(() => desk.ply()).toBe('ply 2 of 2');
    await desk.playColumn(7);
    await eventually(() => page.title()).toMatch(/^● dropped\.sgf, /);
    desktop.closeWindow();
    expect(await desktop.hears('dialog', 2)).toMatchObject({
      name: 'message',
      options: { message: 'Save the changes to dropped.sgf?' },
    });
    desktop.answer({ response: 2 });
    await desk.playColumn(6);
    desktop.closeWindow();
    await desktop.hears('dialog', 3);
    desktop.answer({ response: 0 });
    expect(await desktop.ended).toBe(0);
    expect(readFileSync(join(home, 'dropped.sgf'), 'utf8')).toMatch(/W\[7\];B\[6\]/);
    expect(readFileSync(first, 'utf8')).toBe(game);
  });

  it('ends its engines when it is told to end', long, async () => {
    const { desktop, desk } = await open();
    await desk.command('Start or stop analysis');
    await eventually(() => processesOf(home).some(({ command }) => command.includes('connect4'))).toBe(true);
    desktop.child.kill('SIGTERM');
    expect(await desktop.ended).toBe(0);
    await eventually(() => processesOf(home)).toEqual([]);
  });
});

describe("the desktop app's window", () => {
  let desktop: Desktop;
  let desk: Desk;
  let page: Page;
  let isOpen = false;
  /** The number of messages of a kind. */
  const count = (kind: string): number => desktop.toldOf(kind).length;

  // The tests share one app, and leave its window as they found it.
  beforeAll(makeHome);
  beforeEach(async () => {
    if (isOpen) return;
    isOpen = true;
    ({ desktop, desk, page } = await open());
  });
  afterAll(() => house.end());

  it('serves its page under the policy of the browser host, and nothing beside it', long, async () => {
    const ask = (path: string) =>
      page.evaluate(async (address) => {
        const response = await fetch(address);
        return [response.status, response.headers.get('content-security-policy')];
      }, path);
    expect(await ask('/')).toEqual([200, expect.stringContaining("default-src 'none'")]);
    expect(await ask('/..%2f..%2fpackage.json')).toEqual([
      404,
      expect.stringContaining("default-src 'none'"),
    ]);
    // Neither the page nor anything in it can navigate away.
    const away = 'http://away.test/';
    await page.evaluate((address) => location.assign(address), away);
    await desktop.hears('navigation');
    await page.evaluate((address) => void window.open(address), away);
    expect(await desktop.hears('popup')).toMatchObject({ action: 'deny' });
    expect(page.url()).not.toContain('away');
  });

  it.each([
    ['another frame of our own address', { top: false, address: 'plywire://app/' }],
    ['a frame of another address', { top: false, address: 'http://away.test/' }],
    ['the page, led to another address', { top: true, address: 'http://away.test/' }],
    ['the page, led to another host of our scheme', { top: true, address: 'plywire://away/' }],
    ['the page, led to a name that begins like ours', { top: true, address: 'plywire://app.away/' }],
    ['the page before it has an address', { top: true, address: '' }],
  ])('does not answer %s', async (_, sender) => {
    const [answered, closed, asked] = ['foreign', 'port closed', 'dialog'].map(count);
    const evil: MenuLine = { id: 'evil', title: 'Evil', group: 'Evil', keys: null, enabled: true };
    const sent = [
      [channels.connect, [null]],
      [channels.menu, [[evil]]],
    ];
    const invoked = [
      [channels.chooseEngine, []],
      [channels.drop, [[engine]]],
    ];
    desktop.child.send({ kind: 'foreign', ...sender, call: { sent, invoked } });
    expect((await desktop.hears('foreign', answered! + 1)).answers).toEqual(['not our page', 'not our page']);
    await desktop.hears('port closed', closed! + 1);
    expect(desktop.toldOf('served')).toEqual([]);
    expect(count('dialog')).toBe(asked);
    expect(JSON.stringify(desktop.toldOf('menu'))).not.toContain('Evil');
  });

  it('asks before it takes a file that was dropped, and takes none from a script', async () => {
    const before = count('dialog');
    await page.evaluate(() => {
      const carried = new DataTransfer();
      carried.items.add(new File(['x'], 'engine.mjs'));
      window.dispatchEvent(new DragEvent('drop', { dataTransfer: carried, bubbles: true }));
    });
    await drop(desk, engine);
    const asked = await desktop.hears('dialog', before + 1);
    expect(asked).toMatchObject({
      name: 'message',
      options: { message: 'Add engine.mjs as an engine?', detail: expect.stringContaining(engine) },
    });
    desktop.answer({ response: 1 });
    await drop(desk, engine);
    await desktop.hears('dialog', before + 2);
    expect(await desk.dialog.count()).toBe(0);
    desktop.answer({ response: 0 });
    await desk.dialog.waitFor();
    await eventually(() => desk.dialog.textContent()).toContain('engine.mjs');
    // The page never learned a path by itself, only from the user's drop.
    expect(count('dialog')).toBe(before + 2);

    // It runs as the user's own program: nothing of Electron reaches it.
    await desk.dialog.getByLabel('Allow writing to its folder').check();
    await desk.dialog.getByRole('button', { name: 'Add and test' }).click();
    const seen = join(dirname(engine), 'seen');
    await eventually(() => existsSync(seen) && readFileSync(seen, 'utf8')).toBe('nothing');
    await desk.press('Escape');
    await desk.dialog.waitFor({ state: 'hidden' });
  });

  it('opens a recording that was dropped or chosen, and asks before it reads one', long, async () => {
    const head = JSON.stringify({ format: 'plywire-journal', version: 1, session: 's-1', protocol: 'cfp' });
    const journal = `0 *** ${head.length}\n${head}\n1000 --> 4\ncfp\n\n`;
    const bundle = new ZipFile();
    bundle.addBuffer(Buffer.from(journal), 'session.journal');
    bundle.end();
    const files = {
      'one.journal': journal,
      'two.txt': '  0.000 --> cfp\n  0.001 <-- cfpok\n',
      'three.zip': await buffer(bundle.outputStream),
    };
    const view = page.getByRole('region', { name: 'Replay' });
    let dialogs = count('dialog');
    const shows = async (name: string): Promise<void> => {
      await view.getByRole('heading', { name }).waitFor();
      await view.getByRole('listbox').getByText('cfp', { exact: true }).waitFor();
      await desk.press('Escape');
      await desk.moveList.waitFor();
    };
    for (const [name, content] of Object.entries(files)) {
      const file = join(home, name);
      writeFileSync(file, content);
      await drop(desk, file);
      expect(await desktop.hears('dialog', ++dialogs)).toMatchObject({
        name: 'message',
        options: { message: `Open ${name} as a recording?`, detail: expect.stringContaining(file) },
      });
      expect(await view.count()).toBe(0);
      desktop.answer({ response: 0 });
      await shows(name);
    }
    // With the system's own dialog.
    await desk.press('Control+o');
    expect(await desktop.hears('dialog', ++dialogs)).toMatchObject({ name: 'open' });
    desktop.answer({ canceled: false, filePaths: [join(home, 'two.txt')] });
    await shows('two.txt');
    // A declined file stays unread.
    await drop(desk, join(home, 'one.journal'));
    await desktop.hears('dialog', dialogs + 1);
    desktop.answer({ response: 1 });
    await desk.moveList.waitFor();
    expect(await view.count()).toBe(0);
  });

  it('draws the native menu from the command table', async () => {
    await desktop.hears('menu');
    const last = () => JSON.stringify(desktop.toldOf('menu').at(-1));
    await eventually(last).toContain('"label":"Flip the board","enabled":true,"accelerator":"F"');
    await eventually(last).toContain('"accelerator":"CommandOrControl+K","registerAccelerator":false');
    desktop.choose('palette');
    await page.getByRole('combobox', { name: 'Command' }).waitFor();
    await desk.press('Escape');
    // The page's menu lines are untrusted input.
    const before = desktop.toldOf('menu').length;
    await page.evaluate(() =>
      window.plywireDesktop.setMenu([
        { id: 'x', title: 'Y', group: 'Z', role: 'quit' } as unknown as MenuLine,
      ]),
    );
    await desk.command('Flip the board');
    expect(
      desktop
        .toldOf('menu')
        .slice(before)
        .filter((told) => JSON.stringify(told).includes('"Z"')),
    ).toEqual([]);
  });

  it('shows a kept file in the folder it is in, by its name alone', async () => {
    await desk.command('Flip the board');
    await eventually(() => existsSync(join(home, 'plywire', 'settings.json'))).toBe(true);
    await desk.press('Control+,');
    await page.getByRole('button', { name: 'Show settings in folder' }).click();
    expect((await desktop.hears('shown'))['path']).toBe(join(home, 'plywire', 'settings.json'));
    await desk.press('Escape');
    await desk.dialog.waitFor({ state: 'hidden' });
  });

  it('exports to a file, and takes a dropped one for an export and not for an engine', long, async () => {
    const before = count('dialog');
    await desk.press('Control+,');
    const download = page.waitForEvent('download');
    const dialog = page.getByRole('dialog', { name: 'Settings', exact: true });
    const button = dialog.getByRole('button', { name: 'Export' });
    await button.click();
    expect((await download).suggestedFilename()).toMatch(/^plywire-.*\.json$/);
    await eventually(async () => {
      // The dialog grows until everything is counted, which moves the button out of sight.
      await button.scrollIntoViewIfNeeded();
      const { x, y } = (await button.boundingBox())!;
      await drop(desk, engine, { x: x + 5, y: y + 5 });
      return desk.messages.textContent();
    }).toContain('not a file of settings and engines');
    expect(count('dialog')).toBe(before);
    await desk.press('Escape');
    await desk.dialog.waitFor({ state: 'hidden' });
  });

  it('starts the thread of an expression from its own address, under that policy', long, async () => {
    await desk.newGame();
    await desk.seatEngine(2, BUNDLED, { protocol: 'cfp', seconds: 0.1 });
    await desk.playColumn(4);
    await eventually(async () => (await desk.moves()).length).toBe(2);
    const thread = page.waitForEvent('worker');
    await desk.press('Control+f');
    const field = desk.dock.getByRole('textbox', { name: 'Search these lines' });
    await field.press('Alt+r');
    await field.fill('^cfp(ok)?$');
    expect(new URL((await thread).url()).origin).toBe(new URL(page.url()).origin);
    await eventually(() => desk.dock.getByRole('search').textContent()).toMatch(/\d of 2\b/);
  });
});

/** How the page is opened: the built host with a stand-in for the browser, and tables. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { eventually } from '../../tests/support/eventually.ts';
import { browserCommand, openingFolder, snapOf, writeOpening } from './browser.ts';
import { Workspace } from './testing/plywire.ts';
import { long } from '../../tests/support/long.ts';

let place: Workspace;
beforeEach(() => void (place = new Workspace()));
afterEach(async () => {
  // A host that ends as soon as it has started may leave a question to the system, which ends by itself.
  await eventually(() => place.leftovers()).toEqual([]);
  place.remove();
});

/** A program first in PATH. */
function standIn(name: string, script: string, interpreter = '/bin/sh'): string {
  const folder = join(place.folder, 'bin');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), `#!${interpreter}\n${script}\n`);
  chmodSync(join(folder, name), 0o755);
  return `${folder}:${process.env['PATH'] ?? ''}`;
}

/** What any user of the machine can read of every process. */
const argumentsOfAll = (): string =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
      } catch {
        return '';
      }
    })
    .join('\n');

it('is opened on Windows by a program of the system, whatever lies in the current folder', () => {
  const environment = { SystemRoot: 'D:\\Win' };
  expect(browserCommand('file:///x', { platform: 'win32', environment })).toEqual([
    ...['D:\\Win\\System32\\rundll32.exe', 'url.dll,FileProtocolHandler', 'file:///x'],
  ]);
});

describe('the browser', () => {
  it('is given a file of its owner alone, and no argument of any process has the token', async () => {
    const told = join(place.folder, 'told');
    standIn('xdg-settings', 'echo firefox.desktop');
    // It keeps running, as a browser does.
    const path = standIn(
      'xdg-open',
      `const { writeFileSync, renameSync } = require('node:fs');
       writeFileSync('${told}.new', process.argv.slice(2).join('\\n'));
       renameSync('${told}.new', '${told}');
       setInterval(() => {}, 1000);`,
      process.execPath,
    );
    const { child, stdout, outcome } = place.start(['--port', '0'], 'serve', { PATH: path, BROWSER: '' });
    await eventually(() => existsSync(told)).toBe(true);
    const [, origin, token] = /(http:\/\/127\.0\.0\.1:\d+)\/#token=(\S+)/.exec(stdout())!;
    const address = readFileSync(told, 'utf8').trim();
    expect(address).toMatch(/^file:\/\/\/.*\.html$/);
    const everything = argumentsOfAll();
    expect(everything).toContain(address);
    expect(everything).not.toContain(token);

    const file = fileURLToPath(address);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(file, '..')).mode & 0o777).toBe(0o700);
    expect(readFileSync(file, 'utf8')).toContain(`content="0; url=${origin}/#token=${token}"`);

    // It is removed once the page has connected.
    const socket = new WebSocket(`${origin!.replace('http', 'ws')}/rpc`, ['plywire', `plywire.${token}`], {
      origin: origin!,
    });
    await eventually(() => existsSync(file)).toBe(false);
    socket.terminate();
    const browser = place.leftovers().filter((pid) => pid !== child.pid);
    child.kill('SIGTERM');
    expect((await outcome).code).toBe(0);
    for (const pid of browser) process.kill(pid, 'SIGKILL');
    await eventually(() => place.leftovers()).toEqual([]);
  }, 60_000);

  it('is not started, and that is said, where no such file can be written', long, async () => {
    const told = join(place.folder, 'told');
    const path = standIn('xdg-open', `touch ${told}`);
    mkdirSync(place.home);
    writeFileSync(join(place.home, 'open'), 'a file where the folder would be');
    const { child, outcome } = place.start(['--port', '0'], 'serve', { PATH: path, BROWSER: '' });
    let stderr = '';
    child.stderr.on('data', (text: string) => (stderr += text));
    await eventually(() => stderr).toContain('No browser was opened');
    child.kill('SIGTERM');
    expect((await outcome).code).toBe(0);
    expect(existsSync(told)).toBe(false);
  });
});

describe('the file', () => {
  const url = 'http://127.0.0.1:7447/#token=abc_-123';

  it('replaces what an earlier host has left, whatever that is', async () => {
    const folder = join(place.folder, 'open');
    mkdirSync(folder, { mode: 0o755 });
    writeFileSync(join(folder, 'plywire-7447.html'), 'old', { mode: 0o644 });
    const opening = await writeOpening(url, folder);
    expect([statSync(folder).mode & 0o777, statSync(opening.path).mode & 0o777]).toEqual([0o700, 0o600]);
    expect(readFileSync(opening.path, 'utf8')).toContain(url);
    await opening.remove();
    await opening.remove();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is not written for an address that could be read as markup', async () => {
    await expect(writeOpening('http://127.0.0.1:1/#"><script>', place.folder)).rejects.toThrow(RangeError);
    expect(readdirSync(place.folder)).toEqual([]);
  });

  it('lies where the browser that is the default can read it', async () => {
    const of = (entry: string, BROWSER = '', platform: NodeJS.Platform = 'linux') => {
      const PATH = standIn('xdg-settings', `echo ${entry}`);
      const environment = { PATH, BROWSER };
      return openingFolder({ environment, platform, home: '/h/.local/share/plywire', userFolder: '/h' });
    };
    expect(await of('firefox.desktop')).toBe('/h/.local/share/plywire/open');
    expect(await of('firefox_firefox.desktop')).toBe('/h/snap/firefox/common/plywire');
    expect(await of('firefox.desktop', '/snap/bin/chromium')).toBe('/h/snap/chromium/common/plywire');
    expect(await of('firefox_firefox.desktop', '', 'darwin')).toBe('/h/.local/share/plywire/open');
  });

  it.each([
    ['', '', null],
    ['', 'firefox.desktop', null],
    ['', 'org.mozilla.firefox.desktop', null],
    ['', 'google-chrome.desktop', null],
    ['', 'chromium_chromium.desktop', 'chromium'],
    ['', 'firefox_firefox.desktop', 'firefox'],
    ['', '../../etc_x.desktop', 'etc'],
    ['', '.._x.desktop', null],
    ['/usr/bin/firefox', 'firefox_firefox.desktop', null],
    ['/snap/bin/firefox %s:w3m', '', 'firefox'],
    ['/snap/bin/brave.browser', '', 'brave'],
    ['/snap/bin/../../x', '', null],
  ])('of BROWSER=%j and the entry %j is the snap %j', (named, entry, snap) => {
    expect(snapOf(named, entry)).toBe(snap);
  });
});

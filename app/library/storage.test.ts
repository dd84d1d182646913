import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asPlainUser } from '../../tests/support/plain-user.ts';
import { homeFor, type Home } from './home.ts';
import { asideFiles, measure, Revealer, type Measured } from './storage.ts';

let home: Home;
beforeEach(() => void (home = homeFor({ PLYWIRE_HOME: mkdtempSync(join(tmpdir(), 'plywire-storage-')) })));
afterEach(() => rmSync(home.folder, { recursive: true, force: true }));

const put = (name: string, bytes: number): void => writeFileSync(join(home.folder, name), 'x'.repeat(bytes));

async function all(): Promise<Measured[]> {
  const told: Measured[] = [];
  for await (const one of measure(home)) told.push(one);
  return told;
}
const last = async (place: string) => (await all()).findLast((one) => one.place === place);

describe('sizes', () => {
  it('are told of every place, and are nothing where there is nothing', async () => {
    rmSync(home.folder, { recursive: true });
    const told = await all();
    expect(told.filter(({ done }) => done).map(({ place }) => place)).toEqual(
      expect.arrayContaining(['settings', 'engines', 'games', 'journals', 'aside', 'trash']),
    );
    expect(told.reduce((sum, { bytes, files }) => sum + bytes + files, 0)).toBe(0);
  });

  it('count files, those below folders included, and follow no links but the place itself', async () => {
    put('settings.json', 10);
    mkdirSync(join(home.games, 'closed'), { recursive: true });
    put('games/g-1.game', 20);
    put('games/closed/g-2.game', 30);
    put('games/g-3.game.unreadable', 6);
    put('settings.json.unreadable-3', 5);
    mkdirSync(join(home.folder, 'electron', 'deep'), { recursive: true });
    put('electron/deep/a', 7);
    symlinkSync('/etc', join(home.folder, 'electron', 'etc'));
    const elsewhere = mkdtempSync(join(tmpdir(), 'plywire-elsewhere-'));
    writeFileSync(join(elsewhere, 'x.journal'), 'xyz');
    symlinkSync(elsewhere, home.journals);
    expect(await last('settings')).toMatchObject({ files: 1, bytes: 10, path: home.settings });
    expect(await last('games')).toMatchObject({ files: 2, bytes: 50 });
    expect(await last('aside')).toMatchObject({ files: 2, bytes: 11 });
    expect(await last('electron')).toMatchObject({ files: 1, bytes: 7 });
    expect(await last('journals')).toMatchObject({ files: 1, bytes: 3 });
    rmSync(elsewhere, { recursive: true });
  });

  it.runIf(process.platform === 'linux')('count what an engine has closed', async () => {
    const [scratch, closed] = [join(home.folder, 'scratch'), join(home.folder, 'scratch', 'e-1')];
    mkdirSync(closed, { recursive: true });
    put('scratch/e-1/book', 9);
    await asPlainUser([home.folder, scratch, closed], async () => {
      chmodSync(closed, 0);
      expect(await last('scratch')).toMatchObject({ files: 1, bytes: 9 });
    });
  });

  it('of a large folder come bit by bit', async () => {
    mkdirSync(home.journals);
    for (let count = 0; count < 300; count++) put(`journals/${count}`, 1);
    truncateSync(join(home.journals, '0'), 1e6);
    const told = (await all()).filter(({ place }) => place === 'journals');
    expect(told.length).toBeGreaterThan(3);
    expect(told.map(({ done }) => done)).toEqual([...Array<boolean>(told.length - 1).fill(false), true]);
    expect(told.at(-1)).toMatchObject({ files: 300, bytes: 1_000_299 });
  });
});

it('only what Plywire put aside counts as put aside', async () => {
  put('engines.json.unreadable', 1);
  put('engines.json', 1);
  put('notes.unreadable', 1);
  expect(await asideFiles(home)).toEqual([join(home.folder, 'engines.json.unreadable')]);
});

describe('showing a place', () => {
  it('shows what is there, or the folder that it will be in', async () => {
    const shown: string[] = [];
    const revealer = new Revealer(home, async (path) => void shown.push(path));
    put('settings.json', 1);
    await revealer.show('settings');
    await revealer.show('journals');
    expect(shown).toEqual([home.settings, home.folder]);
  });

  it('says where it is when it cannot be shown', async () => {
    await expect(new Revealer(home, null).show('journals')).rejects.toMatchObject({
      advice: `It is at ${home.journals}.`,
    });
    rmSync(home.folder, { recursive: true });
    await expect(new Revealer(home, () => Promise.resolve()).show('home')).rejects.toThrow(
      'Nothing is stored yet',
    );
    expect(readdirSync(join(home.folder, '..'))).not.toContain(home.folder);
  });

  it('opens one folder at a time', async () => {
    let finish = (): void => undefined;
    const open = new Promise<void>((resolve) => (finish = resolve));
    const revealer = new Revealer(home, () => open);
    const first = revealer.show('home');
    await expect(revealer.show('home')).rejects.toThrow('already being opened');
    finish();
    await first;
    await revealer.show('home');
  });
});

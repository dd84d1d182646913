import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn, type ChildProcess } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gameById } from '../games/registry.ts';
import { changed, opened } from '../records/open-tree.ts';
import { newTree } from '../records/tree.ts';
import type { Change } from '../shapes/tree.ts';
import { GameFolder } from './game-folder.ts';
import type { StoredGame } from './game-log.ts';
import { identityOf } from './running/birth.ts';
import type { Host } from './running/register.ts';

let home: string;
let folder: string;
/** What this host says that it holds, and what the other ones say. */
let held: Set<string>;
let others: Host[];
const children: ChildProcess[] = [];

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'plywire-games-'));
  folder = join(home, 'games');
  held = new Set();
  others = [];
});
afterEach(() => {
  children.splice(0).forEach((child) => child.kill('SIGKILL'));
  rmSync(home, { recursive: true });
});

const folderOf = (): GameFolder =>
  new GameFolder(folder, { holds: (key) => held.add(key), frees: (key) => held.delete(key) }, () =>
    Promise.resolve(others),
  );

function game(key: string, ...changes: Change[]): StoredGame {
  const tree = opened(newTree(gameById('connect4'), key));
  const played = changed(tree, [{ kind: 'play', at: 0, moves: ['4', '3'] }]);
  const players: StoredGame['players'] = [{ kind: 'human' }, { kind: 'human' }];
  return { ...changes.reduce(changed, played), players };
}

const path = (key: string): string => join(folder, `${key}.game`);
const daysAgo = (key: string, days: number): void => {
  const then = new Date(Date.now() - days * 24 * 3600 * 1000);
  utimesSync(path(key), then, then);
};

/** Stores games as an earlier host did. */
async function stored(...games: StoredGame[]): Promise<void> {
  const before = folderOf();
  for (const one of games) await (await before.begin(one)).close();
  held.clear();
}

/** Another host that holds games. */
function host(pid: number, ...keys: string[]): Host {
  const being = identityOf(pid, Date.now());
  return { path: 'other.jsonl', being, owned: [], wants: new Set(), holds: new Set(keys) };
}

async function running(): Promise<number> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  children.push(child);
  await new Promise((resolve) => child.once('spawn', resolve));
  return child.pid!;
}

const keysOf = (games: readonly { readonly game: StoredGame }[]): string[] =>
  games.map(({ game: { tree } }) => tree.key).toSorted();

async function listed(from = folderOf()): Promise<[string, boolean][]> {
  const all: [string, boolean][] = [];
  for await (const { key, isElsewhere } of from.others()) all.push([key, isElsewhere]);
  return all;
}

describe('the games of a home', () => {
  it('are opened and held, but for those that another running host holds', async () => {
    await stored(game('g-1'), game('g-2'), game('g-3'));
    const pid = await running();
    others = [host(pid, 'g-2')];
    const { held: opened, elsewhere, faults } = await folderOf().openAll();
    expect(keysOf(opened)).toEqual(['g-1', 'g-3']);
    expect(opened[0]!.game.tree.nodes.length).toBe(3);
    expect(elsewhere.map(({ key }) => key)).toEqual(['g-2']);
    expect(faults).toEqual([]);
    expect([...held].toSorted()).toEqual(['g-1', 'g-3']);
    for (const { log } of opened) await log.close();
  });

  it('are taken over from a host that no longer runs', async () => {
    await stored(game('g-1'));
    const pid = await running();
    others = [host(pid, 'g-1')];
    await expect(folderOf().take('g-1')).rejects.toThrow('Another Plywire has this game open.');
    expect(held.size).toBe(0);
    children[0]!.kill('SIGKILL');
    await new Promise((resolve) => children[0]!.once('exit', resolve));
    const taken = await folderOf().take('g-1');
    expect(taken.game.tree.key).toBe('g-1');
    expect([...held]).toEqual(['g-1']);
    await taken.log.close();
  });

  it('that are no games are put aside and named', async () => {
    await stored(game('g-1'));
    writeFileSync(path('g-bad'), 'no game\n');
    const { held: opened, faults } = await folderOf().openAll();
    expect(keysOf(opened)).toEqual(['g-1']);
    expect(faults).toEqual([expect.stringContaining('g-bad.game')]);
    expect(readdirSync(folder)).toContain('g-bad.game.unreadable');
    for (const { log } of opened) await log.close();
  });

  it('are closed after 30 days without a change, unless they have a name or a comment', async () => {
    const named = game('g-named', [{ kind: 'header', name: 'event', text: 'Club night' }]);
    const noted = game('g-noted', [{ kind: 'annotate', node: 2, to: { comment: 'why not 4?' } }]);
    await stored(game('g-old'), game('g-new'), named, noted);
    for (const key of ['g-old', 'g-named', 'g-noted']) daysAgo(key, 31);
    daysAgo('g-new', 29);
    const now = folderOf();
    const { held: opened } = await now.openAll();
    expect(keysOf(opened)).toEqual(['g-named', 'g-new', 'g-noted']);
    expect(await listed(now)).toEqual([['g-old', false]]);
    for (const { log } of opened) await log.close();
  });
});

describe('a closed game', () => {
  it('is listed, and opened again as it was', async () => {
    const first = folderOf();
    const log = await first.begin(game('g-1'));
    await first.close('g-1', log);
    expect(held.size).toBe(0);
    expect(existsSync(path('g-1'))).toBe(false);
    expect(await listed(first)).toEqual([['g-1', false]]);
    const { game: again, log: reopened } = await first.take('g-1');
    expect(again.tree.nodes.length).toBe(3);
    expect(await listed(first)).toEqual([]);
    await reopened.close();
  });

  it('is read for a copy without being held', async () => {
    const first = folderOf();
    await first.close('g-1', await first.begin(game('g-1')));
    expect((await first.read('g-1')).tree.nodes.length).toBe(3);
    expect(held.size).toBe(0);
    await expect(first.read('g-2')).rejects.toThrow('That game no longer exists.');
  });
});

it.each(['../secret', '..', '', 'a/b', '/etc/passwd', 'closed/g-1'])(
  'a key like %j reaches no other file',
  async (key) => {
    await stored(game('g-1'));
    writeFileSync(join(home, 'secret.game'), readFileSync(path('g-1')));
    await expect(folderOf().take(key)).rejects.toThrow('That game no longer exists.');
    await expect(folderOf().read(key)).rejects.toThrow('That game no longer exists.');
    expect(existsSync(join(home, 'secret.game'))).toBe(true);
  },
);

import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
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
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gameById } from '../games/registry.ts';
import { changed, opened } from '../records/open-tree.ts';
import { newTree } from '../records/tree.ts';
import { Refused } from '../shapes/refused.ts';
import type { Change } from '../shapes/tree.ts';
import { GameFolder, type HeldGame, type OtherGame } from './game-folder.ts';
import type { GameLog, StoredGame } from './game-log.ts';
import { readHosts, Register } from './running/register.ts';

let home: string;
let folder: string;
let running: string;
let registers: Register[];
let logs: GameLog[];
let first: GameFolder;
let second: GameFolder;

/** A host on the home; all of them are this process, which runs. */
function host(): GameFolder {
  const register = new Register(running, () => undefined);
  registers.push(register);
  return new GameFolder(folder, register, () => readHosts(running, register.path));
}

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'plywire-games-'));
  [folder, running, registers, logs] = [join(home, 'games'), join(home, 'running'), [], []];
  [first, second] = [host(), host()];
});
afterEach(async () => {
  // Some were closed by their tests.
  await Promise.all(logs.map((log) => log.close().catch(() => undefined)));
  registers.forEach((register) => register.close());
  rmSync(home, { recursive: true });
});

const human = { kind: 'human' } as const;
const played: Change = [{ kind: 'play', at: 0, moves: ['4', '3'] }];

function game(key: string, ...changes: Change[]): StoredGame {
  const open = changes.reduce(changed, opened(newTree(gameById('connect4'), key)));
  return { ...open, players: [human, human] };
}

const pathOf = (key: string): string => join(folder, `${key}.game`);

/** Stores games that no host holds. */
async function store(...games: StoredGame[]): Promise<void> {
  const now = new Date();
  for (const each of games) await first.adopt(each, { atime: now, mtime: now });
}

/** @param days since it was touched */
function age(key: string, days: number): void {
  const then = new Date(Date.now() - days * 24 * 3600 * 1000);
  utimesSync(pathOf(key), then, then);
}

async function othersOf(games: GameFolder): Promise<readonly OtherGame[]> {
  const others: OtherGame[] = [];
  for await (const each of games.others()) others.push(each);
  return others;
}

const keysOf = (held: readonly { readonly game: StoredGame }[]): readonly string[] =>
  held.map(({ game: { tree } }) => tree.key).toSorted();

async function openAll(games: GameFolder) {
  const { held, elsewhere, faults } = await games.openAll();
  logs.push(...held.map(({ log }) => log));
  return { held, keys: keysOf(held), elsewhere: elsewhere.map(({ key }) => key).toSorted(), faults };
}

async function take(games: GameFolder, key: string): Promise<HeldGame> {
  const held = await games.take(key);
  logs.push(held.log);
  return held;
}

describe('the games of a home', () => {
  it('are none where nothing was stored', async () => {
    expect(await first.openAll()).toEqual({ held: [], elsewhere: [], faults: [] });
    expect(await othersOf(first)).toEqual([]);
  });

  it('are all opened, and held', async () => {
    await store(game('g-1', played), game('g-2'));
    const { keys, held } = await openAll(first);
    expect(keys).toEqual(['g-1', 'g-2']);
    expect(held.find(({ game: { tree } }) => tree.key === 'g-1')!.game.tree.nodes.get(1)!.move).toBe('4');
    expect(await openAll(second)).toMatchObject({ keys: [], elsewhere: ['g-1', 'g-2'] });
    expect(await othersOf(first)).toEqual([]);
  });

  it('are held from their first edit on', async () => {
    const log = await first.begin(game('g-1', played));
    expect(await openAll(second)).toMatchObject({ keys: [], elsewhere: ['g-1'] });
    await log.close();
  });

  it('are refused to another host while theirs runs, and free when it has let them go', async () => {
    await store(game('g-1', played));
    const { log } = (await openAll(first)).held[0]!;
    await expect(take(second, 'g-1')).rejects.toThrow('Another Plywire has this game open.');
    await first.close('g-1', log);
    expect((await take(second, 'g-1')).game.tree.nodes.length).toBe(3);
    await expect(take(first, 'g-1')).rejects.toThrow(Refused);
  });

  it('are taken over from a host that no longer runs', async () => {
    await store(game('g-1', played));
    await openAll(first);
    const { pid } = spawnSync(process.execPath, ['--version']);
    const text = readFileSync(registers[0]!.path, 'utf8');
    const { exact: _, ...header } = JSON.parse(text.slice(0, text.indexOf('\n'))) as { exact: unknown };
    const dead = JSON.stringify({ ...header, pid, exact: null });
    writeFileSync(registers[0]!.path, dead + text.slice(text.indexOf('\n')));
    expect((await othersOf(second)).map(({ isElsewhere }) => isElsewhere)).toEqual([false]);
    expect(await openAll(second)).toMatchObject({ keys: ['g-1'], elsewhere: [] });
  });

  it('are opened once in a host', async () => {
    await store(game('g-1', played));
    const both = await Promise.allSettled([take(first, 'g-1'), take(first, 'g-1')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(take(first, 'g-1')).rejects.toThrow('This game is open already.');
    // What was refused lets nothing go.
    expect(await openAll(second)).toMatchObject({ elsewhere: ['g-1'] });
  });

  it('are closed with what was done last, and taken again', async () => {
    const before = game('g-1', played);
    const log = await first.begin(before);
    const after = { ...before, ...changed(before, [{ kind: 'header', name: 'event', text: 'x' }]) };
    await log.append({ do: [{ kind: 'header', name: 'event', text: 'x' }] }, after);
    await first.close('g-1', log);
    expect(existsSync(pathOf('g-1'))).toBe(false);
    expect(await othersOf(first)).toMatchObject([{ key: 'g-1', isElsewhere: false }]);
    expect(await openAll(second)).toMatchObject({ keys: [], elsewhere: [] });
    expect((await take(first, 'g-1')).game.tree.headers).toEqual({ event: 'x' });
    expect(existsSync(pathOf('g-1'))).toBe(true);
  });

  it('are not faults where another host closes them as this one opens them', async () => {
    await store(game('g-1', played));
    const { log } = (await openAll(first)).held[0]!;
    let looks = 0;
    const late = new GameFolder(folder, registers[1]!, async () => {
      // The first look is whether it may begin, the second one is about the game.
      if (++looks === 2) await first.close('g-1', log);
      return [];
    });
    expect(await openAll(late)).toEqual({ held: [], keys: [], elsewhere: ['g-1'], faults: [] });
    expect(readdirSync(folder)).toEqual(['closed']);
    expect((await take(second, 'g-1')).game.tree.nodes.length).toBe(3);
  });

  it('that are open elsewhere or closed are listed, those touched last first', async () => {
    await store(...['g-1', 'g-2', 'g-3', 'g-4'].map((key) => game(key, played)));
    const { held } = await openAll(first);
    await first.close('g-4', held.find(({ game: { tree } }) => tree.key === 'g-4')!.log);
    [3, 1, 2].forEach((days, index) => age(`g-${index + 1}`, days));
    writeFileSync(pathOf('g-5'), 'no game\n');
    const others = await othersOf(second);
    expect(others.map(({ key, isElsewhere }) => [key, isElsewhere])).toEqual([
      ['g-4', false],
      ['g-2', true],
      ['g-3', true],
      ['g-1', true],
    ]);
  });

  it('that were not touched for 30 days are closed at the start, unless they have notes or headers', async () => {
    await store(
      game('g-old', played),
      game('g-young', played),
      game('g-note', played, [{ kind: 'annotate', node: 2, to: { comment: 'good' } }]),
      game('g-header', played, [{ kind: 'header', name: 'event', text: 'x' }]),
    );
    ['g-old', 'g-note', 'g-header'].forEach((key) => age(key, 31));
    age('g-young', 29);
    expect((await openAll(first)).keys).toEqual(['g-header', 'g-note', 'g-young']);
    expect((await othersOf(first)).map(({ key }) => key)).toEqual(['g-old']);
    expect((await take(second, 'g-old')).game.tree.nodes.length).toBe(3);
  });

  it('are read for a copy, whether open elsewhere, closed or neither', async () => {
    await store(game('g-1', played), game('g-2', played));
    const { log, game: held } = (await openAll(first)).held[0]!;
    expect((await second.read('g-2')).tree.nodes.length).toBe(3);
    await first.close(held.tree.key, log);
    expect((await second.read(held.tree.key)).tree.nodes.length).toBe(3);
    await expect(second.read('g-3')).rejects.toThrow('That game no longer exists.');
    // Nothing is held by it.
    expect(await openAll(second)).toMatchObject({ keys: [], elsewhere: ['g-2'] });
  });

  it('are opened as they were before a line that is damaged, whose file is put aside', async () => {
    const more: Change[] = [
      [{ kind: 'header', name: 'event', text: 'x' }],
      [{ kind: 'play', at: 2, moves: ['5'] }],
    ];
    const log = await first.begin(game('g-1', played));
    let now = game('g-1', played);
    for (const change of more) {
      now = { ...now, ...changed(now, change) };
      await log.append({ do: change }, now);
    }
    await first.close('g-1', log);
    const path = join(folder, 'closed', 'g-1.game');
    const whole = readFileSync(path, 'utf8');
    expect(whole.split('\n')).toHaveLength(5);
    const damaged = whole.replace('"x"', '"x\u0000');
    writeFileSync(path, damaged);
    // Listed, so that it can be taken.
    expect((await othersOf(second)).map(({ game: { tree } }) => tree.nodes.length)).toEqual([3]);
    const { game: taken, log: again, trouble } = await take(second, 'g-1');
    expect([taken.tree.nodes.length, taken.tree.headers]).toEqual([3, {}]);
    expect(trouble).toMatch(
      /g-1\.game could not be read \(line 3: .+\)\. It was kept as .+\.unreadable; the game is opened as it was before that line\.$/,
    );
    expect(readFileSync(`${pathOf('g-1')}.unreadable`, 'utf8')).toBe(damaged);
    await second.close('g-1', again);
    expect((await take(first, 'g-1')).trouble).toBeNull();
  });

  it('do not suffer from a file that is none: it is put aside, and named', async () => {
    await store(game('g-1', played));
    writeFileSync(pathOf('g-2'), 'no game\n');
    const { keys, faults } = await openAll(first);
    expect(keys).toEqual(['g-1']);
    expect(faults).toEqual([expect.stringContaining(`${pathOf('g-2')} could not be read (line 1: `)]);
    expect(readFileSync(`${pathOf('g-2')}.unreadable`, 'utf8')).toBe('no game\n');
    writeFileSync(pathOf('g-3'), 'no game\n');
    await expect(take(first, 'g-3')).rejects.toThrow(/could not be read/);
  });

  it('are two where a file was copied by hand', async () => {
    await store(game('g-1', played));
    copyFileSync(pathOf('g-1'), pathOf('g-2'));
    expect((await othersOf(second)).map(({ game: { tree } }) => tree.key).toSorted()).toEqual(['g-1', 'g-2']);
    expect((await second.read('g-2')).tree.key).toBe('g-2');
    expect((await openAll(first)).keys).toEqual(['g-1', 'g-2']);
  });

  it.each(['../x', '../games/g-1', '/etc/x', 'closed/g-1', '', '.', 'g 1'])(
    'are not reached by %o, which is not a key',
    async (name) => {
      await store(game('g-1', played), game('x', played));
      copyFileSync(pathOf('x'), join(home, 'x.game'));
      copyFileSync(pathOf('x'), join(folder, 'g 1.game'));
      const before = readdirSync(home, { recursive: true }).toSorted();
      await expect(take(first, name)).rejects.toThrow('That game no longer exists.');
      await expect(first.read(name)).rejects.toThrow('That game no longer exists.');
      expect(readdirSync(home, { recursive: true }).toSorted()).toEqual(before);
      // A file with such a name is left alone: no host could say that it holds it.
      expect((await openAll(first)).keys).toEqual(['g-1', 'x']);
    },
  );
});

/** The game library of a host, with files on disk and the built thread. */
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { long } from '../../tests/support/long.ts';
import { gameById } from '../games/registry.ts';
import { GameLibrary } from '../game-library/library.ts';
import type { LibraryState } from './contract.ts';
import { builtIndexThread, openHouse, type House } from './testing/house.ts';

let house: House;
let records: string;

beforeEach(async () => {
  house = await openHouse();
  records = join(house.folder, 'records');
  mkdirSync(join(records, 'more'), { recursive: true });
});
afterEach(async () => {
  await house.close();
});

const pgn = (white: string, black: string, moves: string, result: string, date = '2024.01.02'): string =>
  `[Event "Cup"]\n[Date "${date}"]\n[Round "1"]\n[White "${white}"]\n[Black "${black}"]\n[Result "${result}"]\n[Variant "Connect Four"]\n\n${moves} ${result}\n\n`;

/** Adds the folder through the picker, and waits until it is indexed. */
async function added(): Promise<LibraryState> {
  const { client } = house;
  const [root] = await client.files.roots();
  const { entries } = await client.files.list({ folder: root!.id });
  await client.library.add({ folder: entries.find(({ name }) => name === 'records')!.id });
  return settled();
}

async function settled(): Promise<LibraryState> {
  await house.core.library.settled();
  return house.core.library.state;
}

const namesOf = async (input: Parameters<House['client']['library']['list']>[0]): Promise<string[]> =>
  (await house.client.library.list(input)).games.map(({ white, black }) => `${white}-${black}`);

it('lists the games of a folder, filtered and sorted', async () => {
  writeFileSync(
    join(records, 'cup.pgn'),
    pgn('Ann', 'Bob', '1. 4 4 2. 3 5', '1-0') + pgn('Cid', 'Dan', '1. 1 2', '1/2-1/2', '2023.05.06'),
  );
  writeFileSync(join(records, 'more', 'one.sgf'), '(;FF[4]PWG[morris]PW[Eve]PB[Fay]RE[W+];W[d6];B[f4])');
  writeFileSync(join(records, 'notes.md'), 'not looked at');
  const { folders } = await added();
  expect(folders).toMatchObject([{ state: 'ready', games: 3, files: 2, faulty: 0, doubles: 0 }]);
  expect(await namesOf({})).toEqual(['Ann-Bob', 'Cid-Dan', 'Eve-Fay']);
  expect(await namesOf({ sort: 'date', isDescending: false })).toEqual(['Eve-Fay', 'Cid-Dan', 'Ann-Bob']);
  // Those that are equal stay in the order of the files.
  expect(await namesOf({ sort: 'plies' })).toEqual(['Ann-Bob', 'Cid-Dan', 'Eve-Fay']);
  expect(await namesOf({ filter: 'cup 2023' })).toEqual(['Cid-Dan']);
  expect(await namesOf({ game: 'morris' })).toEqual(['Eve-Fay']);
  expect(await house.client.library.list({ from: 1, count: 1 })).toMatchObject({
    total: 3,
    games: [{ white: 'Cid' }],
  });
});

it('finds games by position, also by its image and by another order of moves', async () => {
  writeFileSync(
    join(records, 'cup.pgn'),
    pgn('Ann', 'Bob', '1. 4 3 2. 4 2', '1-0') +
      pgn('Cid', 'Dan', '1. 4 5 2. 4 1', '0-1') +
      pgn('Eve', 'Fay', '1. 1 1', '1-0'),
  );
  await added();
  const { client } = house;
  const found = await client.library.list({ game: 'connect4', position: positionAfter('43') });
  expect(found.games.map(({ white, ply }) => `${white} ${ply}`).toSorted()).toEqual(['Ann 2', 'Cid 2']);
  const explored = await client.library.explore({ game: 'connect4', position: positionAfter('43') });
  expect(explored).toMatchObject({
    ...{ seat: 0, ended: 0, all: { games: 2, won: 1, lost: 1, drawn: 0 } },
    moves: [{ moves: ['4'], tally: { games: 2, won: 1, lost: 1 } }],
  });
  const start = await client.library.explore({ game: 'connect4' });
  expect(start.moves).toEqual([
    { moves: ['4'], tally: { games: 2, won: 1, lost: 1, drawn: 0 } },
    { moves: ['1', '7'], tally: { games: 1, won: 1, lost: 0, drawn: 0 } },
  ]);
});

/** @param moves of Connect Four */
function positionAfter(moves: string): string {
  const game = gameById('connect4');
  const start = game.initial();
  const position = game.parseMoves(start, moves).reduce((at, move) => game.play(at, move), start);
  return game.positionText(position);
}

it('opens a game at a ply, and shows it again while it is open', async () => {
  writeFileSync(
    join(records, 'cup.pgn'),
    pgn('Ann', 'Bob', '1. 4 4 2. 3 {good} 5', '1-0') +
      pgn('Cid', 'Dan', '1. 1 2', '1/2-1/2') +
      pgn('Eve', 'Fay', '1. 7', '*'),
  );
  await added();
  const { client } = house;
  const [, second, third] = (await client.library.list({ isDescending: false, sort: 'white' })).games;
  const [first] = (await client.library.list({ filter: 'ann' })).games;
  const { game } = await client.library.open({ entry: first!.id, ply: 3 });
  expect(house.shown.tree.headers).toMatchObject({ white: 'Ann', event: 'Cup' });
  expect(house.record.moves).toEqual(['4', '4', '3', '5']);
  expect(house.record.cursor).toBe(3);
  expect(await client.library.open({ entry: first!.id, ply: 1 })).toEqual({ game });
  expect(house.record.cursor).toBe(1);
  // It knows its file, so that it can be saved there.
  const { files, games } = house.core;
  expect(files.fileOf(games.shown)).toMatchObject({
    ...{ name: 'cup.pgn', form: 'pgn', number: 1, isUnsaved: false, outside: 'same' },
  });
  // One of many that was not edited makes place for others, once there is no way back to it.
  await client.library.open({ entry: second!.id });
  expect(house.record).toMatchObject({ moves: ['1', '2'], cursor: 0 });
  expect(games.list().map((each) => each.game.key)).toContain(game);
  await client.library.open({ entry: third!.id });
  expect(games.list().map((each) => each.game.key)).not.toContain(game);
  // Its file is forgotten with it, so that looks never take the place of what is open.
  house = await house.restart();
  expect(JSON.parse(readFileSync(house.core.home.files, 'utf8'))).toMatchObject({ links: [] });
});

it('follows what another Plywire does to the list of folders', async () => {
  const more = join(house.folder, 'other');
  mkdirSync(more);
  writeFileSync(join(records, 'a.pgn'), pgn('Ann', 'Bob', '1. 4 4', '1-0'));
  writeFileSync(join(more, 'b.pgn'), pgn('Cid', 'Dan', '1. 1 2', '0-1'));
  await added();
  const { home, library } = house.core;
  const other = new GameLibrary({
    ...{ home: home.library, thread: builtIndexThread, matches: home.matches, keeping: {} },
    ...{ choiceOf: () => null, onSaid: () => Promise.resolve(), trouble: () => undefined },
  });
  await other.add(more);
  await other.settled();
  await expect(library.add(more)).rejects.toThrow(/is in the library/);
  await settled();
  expect((await namesOf({})).toSorted()).toEqual(['Ann-Bob', 'Cid-Dan']);
  await other.remove(other.state.folders[0]!.id);
  await other.close();
  await house.client.library.refresh();
  await settled();
  expect(await namesOf({})).toEqual(['Cid-Dan']);
});

it('reads only what has changed, and keeps its index over a restart', async () => {
  const cup = join(records, 'cup.pgn');
  writeFileSync(cup, pgn('Ann', 'Bob', '1. 4 4', '1-0'));
  writeFileSync(join(records, 'old.pgn'), pgn('Cid', 'Dan', '1. 1 2', '0-1'));
  await added();
  // What is not read again is not missed: its content is another one with the same size and time.
  const old = join(records, 'old.pgn');
  const time = new Date('2024-01-01');
  utimesSync(old, time, time);
  await house.client.library.refresh();
  await settled();
  writeFileSync(old, pgn('Xxx', 'Dan', '1. 1 2', '0-1'));
  utimesSync(old, time, time);
  appendFileSync(cup, pgn('Eve', 'Fay', '1. 2 2', '1-0'));
  house = await house.restart();
  await settled();
  expect((await namesOf({})).toSorted()).toEqual(['Ann-Bob', 'Cid-Dan', 'Eve-Fay']);
  rmSync(cup);
  await house.client.library.refresh();
  await settled();
  expect(await namesOf({})).toEqual(['Cid-Dan']);
});

it('makes a damaged index anew', long, async () => {
  writeFileSync(join(records, 'cup.pgn'), pgn('Ann', 'Bob', '1. 4 4', '1-0'));
  await added();
  const kept = join(house.core.home.library);
  const [index] = readdirSync(kept).filter((name) => name.endsWith('.index'));
  for (const damage of ['', 'PLYLIBR2 and something else that is longer than the head', 'x'.repeat(1000)]) {
    writeFileSync(join(kept, index!), damage);
    house = await house.restart();
    await settled();
    expect(await namesOf({})).toEqual(['Ann-Bob']);
  }
});

it('leaves out what cannot be read, and says why', long, async () => {
  writeFileSync(join(records, 'good.pgn'), pgn('Ann', 'Bob', '1. 4 4', '1-0'));
  writeFileSync(join(records, 'half.pgn'), pgn('Cid', 'Dan', '1. 4 4 2. 99 4', '1-0'));
  writeFileSync(
    join(records, 'binary.pgn'),
    Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * 7919) % 256)),
  );
  writeFileSync(join(records, 'empty.sgf'), '');
  writeFileSync(join(records, 'walls.txt'), '1. e2 e8 2. d5h e7\n');
  writeFileSync(join(records, 'deep.sgf'), '('.repeat(100_000));
  symlinkSync(records, join(records, 'again'));
  const { folders } = await added();
  expect(folders).toMatchObject([{ state: 'ready', games: 2 }]);
  const { files } = await house.client.library.faulty({ folder: folders[0]!.id });
  expect(Object.fromEntries(files.map(({ file, reason }) => [file, reason]))).toMatchObject({
    'half.pgn': expect.stringContaining('could not be read to the end') as string,
    'binary.pgn': expect.stringMatching(/^It /) as string,
    'empty.sgf': 'It has no game.',
    'walls.txt': expect.stringMatching(/^It can be read in 2 ways, as .*game 1, ply 3/) as string,
    'deep.sgf': expect.stringMatching(/^It /) as string,
  });
});

it('reads a file as the user has chosen when opening it', async () => {
  const path = join(records, 'walls.txt');
  writeFileSync(path, '1. e2 e8 2. e3 e7 3. d3h\n1. e2 e8 2. e3 e7 3. f4v\n');
  expect((await added()).folders).toMatchObject([{ games: 0, faulty: 1 }]);
  const { client, core } = house;
  const asked = await client.files.open({ file: core.picker.idOf(path) });
  if (asked.kind !== 'ask') throw new Error(`it is ${asked.kind}`);
  const formOf = async (): Promise<string> => {
    await client.library.refresh();
    await settled();
    const [entry] = (await client.library.list({})).games;
    return entry === undefined ? '' : (await core.library.find(entry.id)).candidate.form.id;
  };
  for (const { form, game } of asked.fits) {
    await client.files.open({ file: asked.source, as: { form, game } });
    expect(await formOf()).toBe(form);
  }
  await client.files.forgetForm({ file: asked.source });
  expect(await formOf()).toBe('');
});

it('reads a file that its choice does not fit once', async () => {
  writeFileSync(join(records, 'walls.txt'), '1. e2 e8 2. e3 e7 3. d3h\n');
  const home = join(house.folder, 'own');
  mkdirSync(home);
  const library = new GameLibrary({
    ...{ home, thread: builtIndexThread, matches: house.core.home.matches, keeping: {} },
    ...{ choiceOf: () => ({ form: 'sgf', game: 'quoridor' }), onSaid: () => Promise.resolve() },
    trouble: () => undefined,
  });
  await library.add(records);
  await library.settled();
  const { revision } = library.state;
  expect(library.state.folders).toMatchObject([{ games: 0, faulty: 1 }]);
  await library.refresh();
  await library.settled();
  expect(library.state.revision).toBe(revision);
  await library.close();
});

it('removes both indexes of a folder that was listed twice', async () => {
  const home = join(house.folder, 'own');
  mkdirSync(home);
  const listed = ['l1', 'l2'].map((id) => ({ id, path: records }));
  writeFileSync(join(home, 'folders.json'), JSON.stringify({ version: 1, folders: listed }));
  writeFileSync(join(home, 'l2.index'), '');
  const library = new GameLibrary({
    ...{ home, thread: builtIndexThread, matches: house.core.home.matches, keeping: {} },
    ...{ choiceOf: () => null, onSaid: () => Promise.resolve(), trouble: () => undefined },
  });
  await library.settled();
  await library.remove('l1');
  await library.close();
  expect(readdirSync(home)).toEqual(['folders.json']);
});

it('stops when it is told to, keeps what it has, and goes on later', long, async () => {
  const moves = (column: number): string => `1. ${column} 1 2. 2 3 3. 4 5`;
  for (let file = 0; file < 8; file++) {
    const games = Array.from({ length: 1500 }, (_, at) =>
      pgn(`P${at}`, `F${file}`, moves(1 + (at % 7)), '1-0'),
    );
    writeFileSync(join(records, `${file}.pgn`), games.join(''));
  }
  const { library } = house.core;
  const id = await library.add(records);
  for await (const { folders } of await house.client.library.watch()) {
    if (folders[0]!.state === 'indexing' && folders[0]!.games > 0) await house.client.library.stop();
    if (folders[0]!.state === 'stopped' || folders[0]!.state === 'ready') break;
  }
  const [stopped] = (await settled()).folders;
  expect(stopped).toMatchObject({ id, state: 'stopped' });
  expect(stopped!.games).toBeGreaterThan(0);
  expect(stopped!.games).toBeLessThan(12_000);
  house = await house.restart();
  expect((await settled()).folders).toMatchObject([{ id, state: 'ready', games: 12_000 }]);
});

it('tells of a folder that is gone, and lists its games all the same', async () => {
  writeFileSync(join(records, 'a.pgn'), pgn('Ann', 'Bob', '1. 4 4', '1-0'));
  await added();
  rmSync(records, { recursive: true });
  await house.client.library.refresh();
  const { folders } = await settled();
  expect(folders).toMatchObject([
    { state: 'missing', games: 1, trouble: expect.stringMatching(/ENOENT/) as string },
  ]);
  const [game] = (await house.client.library.list({})).games;
  await expect(house.client.library.open({ entry: game!.id })).rejects.toThrow(/cannot be found/);
});

it('offers the matches of this machine once there are any', async () => {
  const { client } = house;
  await house.core.library.open();
  expect(house.core.library.state.offersMatches).toBe(false);
  await expect(client.library.addMatches()).rejects.toThrow('No match was played here yet.');
  const match = join(house.core.home.matches, 'one');
  mkdirSync(match, { recursive: true });
  writeFileSync(join(match, 'games.pgn'), pgn('Ann', 'Bob', '1. 4 4', '1-0'));
  await client.library.refresh();
  expect(house.core.library.state.offersMatches).toBe(true);
  const { folder } = await client.library.addMatches();
  expect(await settled()).toMatchObject({ offersMatches: false, folders: [{ id: folder, games: 1 }] });
  await client.library.remove({ folder });
  expect(house.core.library.state.offersMatches).toBe(true);
});

it('lists a game once that stands in two files', async () => {
  writeFileSync(join(records, 'a.pgn'), pgn('Ann', 'Bob', '1. 4 4', '1-0'));
  writeFileSync(join(records, 'b.pgn'), pgn('Ann', 'Bob', '1. 4 4', '1-0'));
  const { folders } = await added();
  expect(folders).toMatchObject([{ games: 1, doubles: 1 }]);
  expect((await house.client.library.explore({ game: 'connect4' })).all.games).toBe(1);
});

it('restores a folder that was removed', async () => {
  writeFileSync(join(records, 'a.pgn'), pgn('Ann', 'Bob', '1. 4 4', '1-0'));
  const { folders } = await added();
  const { client } = house;
  const [removed] = folders;
  await expect(client.library.restore({ folder: removed!.id })).rejects.toThrow(/was not removed/);
  await client.library.remove({ folder: removed!.id });
  const { folder } = await client.library.restore({ folder: removed!.id });
  const { path, games } = removed!;
  expect((await settled()).folders).toMatchObject([{ id: folder, path, games }]);
  await expect(client.library.restore({ folder: removed!.id })).rejects.toThrow(/already restored/);
});

it('refuses folders that are in it, and forgets one that is removed', async () => {
  writeFileSync(join(records, 'a.pgn'), pgn('Ann', 'Bob', '1. 4 4', '1-0'));
  const { folders } = await added();
  const { library } = house.core;
  await expect(library.add(records)).rejects.toThrow(/is in the library/);
  await expect(library.add(join(records, 'more'))).rejects.toThrow(/as a part of/);
  await expect(library.add(house.folder)).rejects.toThrow(/a part of this folder/);
  await house.client.library.remove({ folder: folders[0]!.id });
  expect(await namesOf({})).toEqual([]);
  expect(readdirSync(house.core.home.library).filter((name) => name.endsWith('.index'))).toEqual([]);
  house = await house.restart();
  await settled();
  expect(house.core.library.state.folders).toEqual([]);
});

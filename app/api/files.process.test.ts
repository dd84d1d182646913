/** The user's files with games: opened, edited, saved and opened again, over the contract. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Opening, SaveConsent, Saving } from '../shapes/files.ts';
import type { Player } from './contract.ts';
import { mainLineFrom, rootId } from '../records/tree.ts';
import { openHouse, type House } from './testing/house.ts';
import { long } from '../../tests/support/long.ts';

let house: House;
beforeEach(async () => void (house = await openHouse()));
afterEach(async () => expect(await house.close()).toEqual([]));

const at = (name: string): string => join(house.folder, name);
const put = (name: string, content: string | Uint8Array): string => {
  writeFileSync(at(name), content);
  return at(name);
};
const text = (name: string): string => readFileSync(at(name), 'utf8');

/** The picker's id of a file. */
async function idOf(name: string): Promise<string> {
  const [root] = await house.client.files.roots();
  const { entries } = await house.client.files.list({ folder: root!.id });
  return entries.find((entry) => entry.name === name)!.id;
}

const open = async (
  name: string,
  more: Omit<Parameters<House['client']['files']['open']>[0], 'file'> = {},
): Promise<Opening> => house.client.files.open({ file: await idOf(name), ...more });

async function opened(...args: Parameters<typeof open>): Promise<Extract<Opening, { kind: 'opened' }>> {
  const opening = await open(...args);
  if (opening.kind !== 'opened') throw new Error(JSON.stringify(opening));
  return opening;
}

const play = async (...moves: string[]): Promise<void> => {
  const { key, shown } = house.shown;
  let node = shown;
  for (const move of moves) {
    await house.client.game.play({ at: { game: key, node }, move });
    node = house.shown.shown;
  }
};
const goToEnd = (): Promise<unknown> => {
  const { key, tree } = house.shown;
  return house.client.game.goTo({ game: key, node: mainLineFrom(tree, rootId).at(-1)!.id });
};
const save = (...consents: SaveConsent[]): Promise<Saving> =>
  house.client.files.save({ ...house.of, consents });
const saveAs = async (
  name: string,
  more: { form?: string; consents?: SaveConsent[] } = {},
): Promise<Saving> => {
  const [root] = await house.client.files.roots();
  return house.client.files.saveAs({ ...house.of, to: { kind: 'new', folder: root!.id, name }, ...more });
};
const file = () => house.core.files.fileOf(house.shown);
const moves = (): readonly string[] => house.record.moves;

const one = '(;FF[4]PWG[connect4]PW[a]PB[b]KEEP[this]C[ours];W[4];B[4]LB[4-1:x])\n';

const engine: Player = {
  ...{ kind: 'engine', engine: 'connect4', protocol: 'cfsi', options: {} },
  limit: { kind: 'depth', plies: 3 },
};

describe('a file with one game', () => {
  it('seats people, also where it names no players, and so does a text', async () => {
    put('unnamed.sgf', '(;FF[4]PWG[connect4];W[4])');
    put('named.sgf', one);
    await house.client.game.setPlayer({ ...house.of, seat: 1, player: engine });
    const people = [{ kind: 'human' }, { kind: 'human' }];
    await opened('unnamed.sgf');
    expect(house.shown.players).toEqual(people);
    await house.client.game.setPlayer({ ...house.of, seat: 1, player: engine });
    await opened('named.sgf');
    expect(house.shown.players).toEqual(people);
    await house.client.game.setPlayer({ ...house.of, seat: 1, player: engine });
    await house.client.games.create({ game: 'connect4', text: '44' });
    expect(house.shown.players).toEqual(people);
    // A new game has the players of the last one.
    await house.client.game.setPlayer({ ...house.of, seat: 1, player: engine });
    await house.client.games.create({ game: 'connect4' });
    expect(house.shown.players).toEqual([{ kind: 'human' }, engine]);
  });

  beforeEach(() => void put('one.sgf', one));

  it('is opened, edited, saved and opened again, in the next run too', async () => {
    const { name, games, faults } = await opened('one.sgf');
    expect([name, games, faults]).toEqual(['one.sgf', 1, []]);
    expect([moves(), house.record.cursor]).toEqual([['4', '4'], 0]);
    expect(file()).toMatchObject({ name: 'one.sgf', form: 'sgf', isUnsaved: false, outside: 'same' });
    await house.client.game.goTo({ game: house.of.game, node: 2 });
    await play('5');
    const change = [{ kind: 'annotate', node: 3, to: { comment: 'good ] move', glyphs: [1] } }] as const;
    await house.client.game.edit({ ...house.of, change: [...change] });
    expect(file()).toMatchObject({ isUnsaved: true });
    // Nothing is written before the user saves.
    expect(text('one.sgf')).toBe(one);
    expect(await save()).toEqual({ kind: 'saved', name: 'one.sgf', lost: [] });
    expect(text('one.sgf')).toContain('W[5]C[good \\] move]TE[1]');
    // What another program wrote is still there.
    expect(text('one.sgf')).toMatch(/KEEP\[this\][^]*LB\[4-1:x\]/);
    expect(file()).toMatchObject({ isUnsaved: false });

    house = await house.restart();
    expect(file()).toMatchObject({ name: 'one.sgf', isUnsaved: false });
    await play('3');
    expect(file()).toMatchObject({ isUnsaved: true });
    house = await house.restart();
    expect(file()).toMatchObject({ isUnsaved: true });
    expect(await save()).toMatchObject({ kind: 'saved' });
    await house.client.games.close(house.of);
    const again = await opened('one.sgf');
    expect([again.isKnown, moves()]).toEqual([false, ['4', '4', '5', '3']]);
  });

  it('is saved at once, however many line ends its comments have', async () => {
    put('one.sgf', one.replace('C[ours]', `C[a${'\n'.repeat(40_000)}b]`));
    await opened('one.sgf');
    await play('1');
    const began = performance.now();
    expect(await save()).toMatchObject({ kind: 'saved' });
    expect(performance.now() - began).toBeLessThan(1500);
  });

  it('is unsaved no longer when the change is undone', async () => {
    await opened('one.sgf');
    await play('1');
    expect(file()).toMatchObject({ isUnsaved: true });
    await house.client.game.undo(house.of);
    expect(file()).toMatchObject({ isUnsaved: false });
  });

  it('is shown and not opened twice', async () => {
    const first = await opened('one.sgf');
    await house.client.games.create({ game: 'morris' });
    const second = await opened('one.sgf');
    expect([second.game, second.isKnown]).toEqual([first.game, true]);
  });

  it('keeps its mode, and a link to it stays one', async () => {
    chmodSync(at('one.sgf'), 0o640);
    symlinkSync(at('one.sgf'), at('link.sgf'));
    await opened('link.sgf');
    await play('1');
    expect(await save()).toMatchObject({ kind: 'saved', name: 'link.sgf' });
    expect(lstatSync(at('link.sgf')).isSymbolicLink()).toBe(true);
    expect(statSync(at('one.sgf')).mode & 0o777).toBe(0o640);
    expect(text('one.sgf')).toContain('W[1]');
    expect(readdirSync(house.folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('is as it was where it cannot be written, and the game is kept', async () => {
    mkdirSync(at('locked'));
    renameSync(at('one.sgf'), at('locked/one.sgf'));
    const [root] = await house.client.files.roots();
    const folder = (await house.client.files.list({ folder: root!.id })).entries.find(
      ({ name }) => name === 'locked',
    )!;
    const [entry] = (await house.client.files.list({ folder: folder.id })).entries;
    await house.client.files.open({ file: entry!.id });
    await play('1');
    chmodSync(at('locked'), 0o500);
    try {
      // The superuser writes anywhere.
      if (process.getuid?.() === 0) return;
      await expect(save()).rejects.toThrow(/one\.sgf was not saved: .+ is not allowed/);
      expect(text('locked/one.sgf')).toBe(one);
      expect(file()).toMatchObject({ isUnsaved: true });
    } finally {
      chmodSync(at('locked'), 0o700);
    }
  });
});

describe('what another program does to a file', () => {
  beforeEach(async () => {
    put('one.sgf', one);
    await opened('one.sgf');
    await play('1');
  });

  it('is noticed, and nothing is written over it unasked', async () => {
    const theirs = one.replace('B[4]', 'B[7]');
    put('one.sgf', theirs);
    await house.core.files.look();
    expect(file()).toMatchObject({ outside: 'changed', isUnsaved: true });
    expect(await save()).toMatchObject({
      kind: 'asks',
      consent: 'changed',
      words: 'one.sgf was changed by another program. Saving replaces what it has.',
    });
    expect(text('one.sgf')).toBe(theirs);
    expect(await save('changed')).toMatchObject({ kind: 'saved' });
    expect(text('one.sgf')).toContain('W[1]');
    expect(file()).toMatchObject({ outside: 'same', isUnsaved: false });
  });

  it('is noticed although it happens while the file is opened', async () => {
    put('one.sgf', one.replace('B[4]', 'B[6]'));
    const { games } = house.core.files.ports;
    const openGame = games.open.bind(games);
    games.open = async (...args) => {
      games.open = openGame;
      const key = await openGame(...args);
      put('one.sgf', one.replace('B[4]', 'B[7]'));
      return key;
    };
    await opened('one.sgf');
    expect(moves()).toEqual(['4', '6']);
    await house.core.files.look();
    expect(file()).toMatchObject({ outside: 'changed' });
  });

  it('is not a change where the game is the same', async () => {
    put('one.sgf', one);
    await house.core.files.look();
    expect(file()).toMatchObject({ outside: 'same' });
    expect(await save()).toMatchObject({ kind: 'saved' });
  });

  it('may be to delete it', async () => {
    rmSync(at('one.sgf'));
    await house.core.files.look();
    expect(file()).toMatchObject({ outside: 'gone' });
    expect(await save()).toMatchObject({ kind: 'asks', consent: 'changed' });
    expect(existsSync(at('one.sgf'))).toBe(false);
    await save('changed');
    expect(text('one.sgf')).toContain('W[1]');
  });

  it('opens as a game of its own beside the one that was edited', async () => {
    put('one.sgf', one.replace('B[4]', 'B[7]'));
    const before = house.of.game;
    const { isKnown } = await opened('one.sgf');
    expect([isKnown, moves()]).toEqual([false, ['4', '7']]);
    expect(house.core.games.get(before).tree.nodes.length).toBe(4);
  });
});

describe('a file with several games', () => {
  const games = ['(;PWG[connect4]PW[a];W[1])', '(;PWG[connect4]PW[ü];W[2])', '(;PWG[connect4]PW[c];W[3])'];
  const many = `  ${games.join('\n\n')}\nend`;
  const line = (index: number): string => text('many.sgf').split(/\n\n/)[index]!;

  it('are listed to choose from', async () => {
    put('many.sgf', games.join('\n'));
    const opening = await open('many.sgf');
    expect(opening).toMatchObject({ kind: 'games', games: 3, form: 'sgf', game: 'connect4' });
    const id = await idOf('many.sgf');
    const as = { form: 'sgf', game: 'connect4' };
    const listed = await house.client.files.games({ file: id, as, from: 2, count: 5 });
    expect(listed.map(({ number, headers, plies }) => [number, headers, plies])).toEqual([
      [2, { white: 'ü' }, 1],
      [3, { white: 'c' }, 1],
    ]);
    await opened('many.sgf', { number: 2, as });
    expect(file()).toMatchObject({ number: 2 });
    // One of many is a look: the next one takes its place, until it is edited.
    const { game } = await opened('many.sgf', { number: 3, as });
    await play('7');
    await opened('many.sgf', { number: 1, as });
    const open3 = house.core.games.list().filter(({ game: each }) => house.core.files.fileOf(each) !== null);
    expect(open3.map(({ game: each }) => each.key).toSorted()).toEqual([game, house.of.game].toSorted());
  });

  it.each([
    ['UTF-8', (whole: string) => Buffer.from(whole)],
    ['UTF-8 with a mark', (whole: string) => Buffer.from(`\ufeff${whole}`)],
    ['an old encoding', (whole: string) => Buffer.from(whole, 'latin1')],
    ['UTF-16', (whole: string) => Buffer.from(`\ufeff${whole}`, 'utf16le')],
    ['lines of another system', (whole: string) => Buffer.from(whole.replaceAll('\n', '\r\n'))],
  ])('keeps the others byte for byte, in %s', long, async (_, encode) => {
    const before = encode(many);
    put('many.sgf', before);
    await opened('many.sgf', { number: 2 });
    await goToEnd();
    await play('7');
    expect(await save()).toMatchObject({ kind: 'saved' });
    const after = readFileSync(at('many.sgf'));
    // Without a mark of its own.
    const [mark, part] = [encode(''), encode('(;PWG[connect4]PW[ü').subarray(encode('').length)];
    expect(mark.length).toBeLessThan(4);
    const first = before.subarray(0, before.indexOf(part));
    expect(first.length).toBeGreaterThan(20);
    expect(after.subarray(0, first.length)).toEqual(first);
    const last = before.subarray(before.indexOf(encode('(;PWG[connect4]PW[c').subarray(mark.length)));
    expect(after.subarray(-last.length)).toEqual(last);
    // Each is found again, and read as it was written.
    for (const [number, player] of [
      [1, 'a'],
      [2, 'ü'],
      [3, 'c'],
    ] as const) {
      await opened('many.sgf', { number });
      expect([player, house.shown.tree.headers['white']]).toEqual([player, player]);
    }
    await opened('many.sgf', { number: 2 });
    expect(moves()).toEqual(['2', '7']);
  });

  it('of several games of ours are listed, opened and saved, each as the game that it names', async () => {
    const sgf = '(;PWG[connect4];W[4])\n(;PWG[quoridor];B[e8])\n';
    put('mixed.sgf', sgf);
    const file = await idOf('mixed.sgf');
    const as = { form: 'sgf', game: 'connect4' };
    const listed = await house.client.files.games({ file, as, from: 1, count: 9 });
    expect(listed.map(({ gameId, plies, fault }) => [gameId, plies, fault])).toEqual([
      ['connect4', 1, null],
      ['quoridor', 1, null],
    ]);
    const { game } = await opened('mixed.sgf', { number: 2, as });
    await play('e8', 'e2');
    expect(await house.client.files.save({ game, consents: [] })).toMatchObject({ kind: 'saved', lost: [] });
    expect(text('mixed.sgf')).toMatch(
      /^\(;PWG\[connect4\];W\[4\]\)\n\(;.*PWG\[quoridor\][^]*;B\[e8\];W\[e2\]\)\n$/,
    );
  });

  it('is saved where a game is now, and added where it is no more', async () => {
    put('many.sgf', games.join('\n\n'));
    await opened('many.sgf', { number: 2 });
    await goToEnd();
    await play('7');
    put('many.sgf', [games[2], games[0], games[1]].join('\n\n'));
    expect(await save()).toMatchObject({ kind: 'saved' });
    expect([line(0), line(1)]).toEqual([games[2], games[0]]);
    expect(line(2)).toContain('B[7]');
    expect(file()).toMatchObject({ number: 3 });

    await play('6');
    put('many.sgf', games.slice(0, 2).join('\n\n'));
    expect(await save()).toMatchObject({ kind: 'asks', words: expect.stringContaining('adds this game') });
    expect(await save('changed')).toMatchObject({ kind: 'saved' });
    expect([line(0), line(1)]).toEqual(games.slice(0, 2));
    expect(line(2)).toContain('W[6]');
    expect(file()).toMatchObject({ number: 3, isUnsaved: false });
  });

  it('of PGN with lines of another system keeps them', async () => {
    const game = (player: string): string =>
      `[White "${player}"]\r\n[Variant "Connect Four"]\r\n\r\n1. 4 4 *\r\n`;
    put('many.pgn', `; notes\r\n${game('a')}\r\n${game('b')}\r\n\r\n${game('c')}`);
    await opened('many.pgn', { number: 2 });
    await goToEnd();
    await play('5');
    expect(await save()).toMatchObject({ kind: 'saved' });
    expect(text('many.pgn').startsWith(`; notes\r\n${game('a')}\r\n[Event`)).toBe(true);
    expect(text('many.pgn').endsWith(`1. 4 4 2. 5 *\r\n\r\n\r\n${game('c')}`)).toBe(true);
    expect(text('many.pgn')).not.toMatch(/[^\r]\n/);
    await opened('many.pgn', { number: 3 });
    expect(house.shown.tree.headers['white']).toBe('c');
  });

  it('in an encoding that SGF names are read and saved in it', async () => {
    const named = (name: string): Buffer =>
      Buffer.from(`(;CA[Shift_JIS]PWG[connect4]PW[${name}];W[4])\n`, 'latin1');
    // The second bytes of two of the names are a bracket and a backslash.
    put('ja.sgf', Buffer.concat(['\x83\x5d', '\x93\xfa\x96\x7b', '\x83\x5c'].map(named)));
    const { note, faults, games: count } = await opened('ja.sgf', { number: 2 });
    expect([note, faults, count]).toEqual([null, [], 3]);
    expect(house.shown.tree.headers['white']).toBe('\u65e5\u672c');
    await goToEnd();
    await play('7');
    expect(await save()).toMatchObject({ kind: 'saved' });
    const after = readFileSync(at('ja.sgf'), 'latin1');
    expect(after).toContain('CA[shift_jis]');
    expect(after).toContain('PW[\x93\xfa\x96\x7b]');
    expect(after.startsWith(named('\x83\x5d').toString('latin1'))).toBe(true);
    await opened('ja.sgf', { number: 3 });
    expect(house.shown.tree.headers['white']).toBe('\u30bd');
  });

  it('tell which encoding was assumed, and which one is not known', async () => {
    put('old.sgf', Buffer.from('(;PWG[connect4]PW[\xe9];W[4])', 'latin1'));
    expect(await opened('old.sgf')).toMatchObject({
      faults: [],
      note: 'The file is not UTF-8, and was read as Windows-1252.',
    });
    put('none.sgf', Buffer.from('(;CA[x-none]PWG[connect4]PW[\xe9];W[4])', 'latin1'));
    const why =
      'the file names the encoding x-none, which Plywire does not read, and was read as Windows-1252';
    expect(await opened('none.sgf')).toMatchObject({
      faults: [`line 1, column 3: ${why}: CA[x-none]PWG[connect4]PW[\xe9];W[4])`],
      note: null,
    });
  });

  it('in an old encoding keep it, however late it shows', async () => {
    const game = (player: string): string => `[White "${player}"]\n[Variant "Connect Four"]\n\n1. 4 4 *\n\n`;
    const many = game('Anna').repeat(6000);
    put('late.pgn', Buffer.from(`${many}${game('Müller')}`, 'latin1'));
    await opened('late.pgn', { number: 6001 });
    expect(house.shown.tree.headers['white']).toBe('Müller');
    await play('1');
    expect(await save()).toMatchObject({ kind: 'saved' });
    const saved = readFileSync(at('late.pgn'), 'latin1');
    expect([saved.startsWith(many), saved.slice(many.length)]).toEqual([
      true,
      expect.stringContaining('[White "Müller"]'),
    ]);
  });

  it('with bytes that are not characters are not saved over them unasked', async () => {
    const [begin, end] = [Buffer.from('(;PWG[connect4]PW[Zoë]C[a'), Buffer.from('b];W[4])')];
    const late = Buffer.concat([begin, Buffer.from([0xff]), end]);
    const first = Buffer.from(`(;PWG[connect4]XX[é${'x'.repeat(300_000)}];W[3])\n`);
    put('broken.sgf', Buffer.concat([first, late]));
    const { faults } = await opened('broken.sgf', { number: 2 });
    expect(faults).toEqual([
      'line 2, column 26: these bytes are not characters in the encoding of the file: \ufffdb];W[4])',
    ]);
    await play('1');
    expect(await save()).toMatchObject({ kind: 'asks', consent: 'unread' });
    expect((await opened('broken.sgf', { number: 1 })).faults).toEqual([]);
  });

  it('of lines of moves are saved as lines', async () => {
    put('lines.txt', '# mine\n44\n45\n\n46\n');
    await opened('lines.txt', { number: 2 });
    await house.client.game.goTo({ game: house.of.game, node: 2 });
    await play('1');
    expect(await save()).toMatchObject({ kind: 'saved' });
    expect(text('lines.txt')).toBe('# mine\n44\n451\n\n46\n');
    await house.client.game.edit({
      ...house.of,
      change: [{ kind: 'annotate', node: 1, to: { comment: 'x' } }],
    });
    expect(await save()).toMatchObject({
      kind: 'asks',
      consent: 'lost',
      words: expect.stringContaining('comments'),
    });
    expect(await save('lost')).toMatchObject({ kind: 'saved', lost: ['comments'] });
    // What was agreed to is not asked again.
    await goToEnd();
    await play('1');
    expect(await save()).toMatchObject({ kind: 'saved', lost: ['comments'] });
  });
});

// The first 64 KiB decide: lines of moves.
it.each(['555 1-0', '1. 5 {good} 5 2. 5'])(
  'saves all of a game at the end of a long list: %s',
  async (last) => {
    const lines = '444\n'.repeat(20_000);
    put('long.txt', `${lines}${last}\n`);
    await opened('long.txt', { number: 20_001 });
    await goToEnd();
    await play('1');
    expect(await save()).toMatchObject({ kind: 'saved', lost: [] });
    expect(text('long.txt')).toMatch(
      last.includes('good') ? /4\n\[Event [^]*1\. 5 \{good\}/ : /4\n\[Event [^]* 1-0\n$/,
    );
    // Those before it are lines as they were.
    expect(text('long.txt').startsWith(lines)).toBe(true);
  },
);

describe('a game is saved under another name', () => {
  it('in the form of the name, and is of that file then', async () => {
    await house.client.games.create({ game: 'connect4', text: '445' });
    expect(await save()).toEqual({ kind: 'unnamed', reason: '' });
    expect(await saveAs('new.sgf')).toMatchObject({ kind: 'saved', name: 'new.sgf' });
    expect(text('new.sgf')).toMatch(/^\(;FF\[4\]CA\[UTF-8\].*W\[4\];B\[4\];W\[5\]\)\n$/s);
    expect(file()).toMatchObject({ name: 'new.sgf', isUnsaved: false });
    expect(await saveAs('new.pgn')).toMatchObject({ kind: 'saved' });
    expect(text('new.pgn')).toContain('[Variant "Connect Four"]');
    expect(await saveAs('new.txt', { form: 'digits' })).toMatchObject({ kind: 'saved' });
    expect(text('new.txt')).toBe('445\n');
    expect(await saveAs('new.sgf')).toMatchObject({ kind: 'asks', consent: 'exists' });
    expect((await house.client.files.recent()).map(({ name }) => name)).toEqual([
      'new.txt',
      'new.pgn',
      'new.sgf',
    ]);
  });

  it('but not through a link out of the folders that may be written to', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'plywire-outside-'));
    writeFileSync(join(outside, 'theirs.sgf'), 'theirs');
    symlinkSync(join(outside, 'theirs.sgf'), at('link.sgf'));
    await house.client.games.create({ game: 'connect4', text: '445' });
    await expect(saveAs('link.sgf', { consents: ['exists'] })).rejects.toThrow('outside the allowed folders');
    expect(readFileSync(join(outside, 'theirs.sgf'), 'utf8')).toBe('theirs');
    // One within them is followed, and one that leads nowhere is replaced.
    put('ours.sgf', 'ours');
    symlinkSync(at('ours.sgf'), at('inner.sgf'));
    symlinkSync(join(outside, 'none.sgf'), at('broken.sgf'));
    for (const name of ['inner.sgf', 'broken.sgf'])
      expect(await saveAs(name, { consents: ['exists'] })).toMatchObject({ kind: 'saved' });
    expect(text('ours.sgf')).toContain('W[4]');
    expect(readdirSync(outside)).toEqual(['theirs.sgf']);
    rmSync(outside, { recursive: true });
  });

  it('asks before one of several games replaces all of them', async () => {
    put('three.pgn', [4, 5, 6].map((column) => `[Variant "Connect Four"]\n\n1. ${column} *\n\n`).join(''));
    await opened('three.pgn', { number: 2 });
    const asks = {
      ...{ kind: 'asks', consent: 'several' },
      words: 'three.pgn has 3 games. Saving replaces all of them with this one.',
    };
    expect(await saveAs('three.pgn')).toEqual(asks);
    // So is a file that this game is not from, and where the system's dialog has asked about a file.
    await house.client.games.create({ game: 'quoridor', text: 'e8' });
    expect(await saveAs('three.pgn')).toEqual(asks);
    expect(await saveAs('three.pgn', { consents: ['exists'] })).toEqual(asks);
    expect(await saveAs('three.pgn', { consents: ['several'] })).toMatchObject({ kind: 'saved' });
    put('walls.txt', '1. e2 e8 2. e3 e7 3. d3h\n1. e2 e8 2. e3 e7 3. f4v\n');
    expect(await saveAs('walls.txt')).toMatchObject({ consent: 'several' });
    put('notes.txt', 'no games\n\nat all\n');
    expect(await saveAs('notes.txt')).toMatchObject({ consent: 'exists' });
  });

  it.each(['../out.sgf', 'a/b.sgf', '..', '', ' x.sgf', 'a\u0000.sgf', 'a\n.sgf', 'a\\b.sgf'])(
    'but not as %j',
    long,
    async (name) => {
      await expect(saveAs(name)).rejects.toThrow();
      expect(readdirSync(house.folder)).toEqual(['home']);
    },
  );

  it('tells the forms that can hold it, with what each loses, and gives its text', async () => {
    await house.client.games.create({ game: 'morris', text: 'd6 f4' });
    await house.client.game.edit({
      ...house.of,
      change: [
        { kind: 'annotate', node: 1, to: { comment: 'x' } },
        { kind: 'header', name: 'white', text: 'A/b: c' },
      ],
    });
    const { name, forms } = await house.client.files.forms(house.of);
    expect(name).toBe('A b c');
    expect(forms.find(({ form }) => form === 'sgf')).toMatchObject({ extension: 'sgf', lost: [] });
    expect(forms.find(({ form }) => form === 'moves')).toMatchObject({ lost: ['headers', 'comments'] });
    expect(forms.map(({ form }) => form)).not.toContain('digits');
    const { text: pgn } = await house.client.files.text({ ...house.of, form: 'pgn' });
    expect(pgn).toContain('1. d6 {x}');
  });
});

describe('a text of any form', () => {
  it('asks once where two forms fit and differ, and remembers the answer for the file', async () => {
    put('a.txt', '1. e2 e8 2. e3h\n');
    const asked = await open('a.txt');
    if (asked.kind !== 'ask') throw new Error(JSON.stringify(asked));
    expect([asked.number, asked.ply]).toEqual([1, 3]);
    expect(asked.fits.map(({ form, move }) => [form, move])).toEqual([
      ['quoridor-usual', 'e7h'],
      ['ishtar', 'e8h'],
    ]);
    await opened('a.txt', { as: { form: 'ishtar', game: 'quoridor' } });
    expect(moves()).toEqual(['e8', 'e2', 'e8h']);
    await house.client.games.close(house.of);
    expect(await opened('a.txt')).toMatchObject({ isRemembered: true, form: 'ishtar' });
    await house.client.games.close(house.of);
    // It answers this question alone: other games under the same name are read as what they are.
    put('a.txt', 'd6 f4 d2 b4\n');
    expect(await opened('a.txt')).toMatchObject({ isRemembered: false, form: 'moves', faults: [] });
    expect(house.shown.game.id).toBe('morris');
    await house.client.games.close(house.of);
    put('a.txt', '1. e2 e8 2. e3h\n');
    await house.client.files.forgetForm({ file: await idOf('a.txt') });
    expect(await open('a.txt')).toMatchObject({ kind: 'ask' });
  });

  it('is pasted, whatever its form', async () => {
    const { paste } = house.client.files;
    expect(await paste({ text: '1. 5 13 2. 20 19 3. 10 1' })).toMatchObject({
      kind: 'opened',
      form: 'playok',
    });
    expect([house.shown.game.id, house.record.cursor]).toEqual(['morris', 6]);
    expect(file()).toBe(null);
    const several = await paste({ text: '44\n45\n', name: 'games.txt' });
    expect(several).toMatchObject({ kind: 'games', name: 'games.txt', games: 2 });
    if (several.kind !== 'games') return;
    const { source, form, game } = several;
    expect(await house.client.files.open({ file: source, number: 2, as: { form, game } })).toMatchObject({
      kind: 'opened',
    });
    expect(moves()).toEqual(['4', '5']);
  });

  it('is not asked about where the client knows its form, which is not remembered as a choice', async () => {
    const text = 'e8 e2 e7 e3 d3h';
    const asked = await house.client.files.paste({ text });
    expect(asked).toMatchObject({ kind: 'ask' });
    const as = { form: 'moves', game: 'quoridor' };
    expect(await house.client.files.paste({ text, as })).toMatchObject({ kind: 'opened', form: 'moves' });
    expect(await house.client.files.paste({ text })).toMatchObject({ kind: 'ask' });
    if (asked.kind !== 'ask') return;
    await house.client.files.open({ file: asked.source, as });
    expect(await house.client.files.paste({ text })).toMatchObject({ kind: 'opened', isRemembered: true });
  });

  it('keeps what could be read, and says where the rest stands', async () => {
    put('bad.txt', '44\n4444444\n');
    const { faults } = await opened('bad.txt', { number: 2 });
    expect(faults).toEqual(['line 2, column 7, ply 7: column 4 is full: 4']);
    expect(moves()).toHaveLength(6);
    await house.client.game.goTo({ game: house.of.game, node: 6 });
    await play('1');
    expect(await save()).toMatchObject({ kind: 'asks', consent: 'unread' });
    expect(text('bad.txt')).toBe('44\n4444444\n');
    expect(await save('unread')).toMatchObject({ kind: 'saved' });
    expect(text('bad.txt')).toBe('44\n4444441\n');
  });

  it('is refused with the nearest form where none fits, and where it is none', async () => {
    await expect(house.client.files.paste({ text: 'Dear all, hello' })).rejects.toThrow(
      /The pasted text is of no form that Plywire reads\.?$/,
    );
    await expect(house.client.files.paste({ text: '(;FF[4]GM[1];B[aa])' })).rejects.toThrow(
      /The pasted text is of no form that Plywire reads\. The nearest is sgf, line 1, column 8/,
    );
    await expect(house.client.files.paste({ text: ' \n ' })).rejects.toThrow('has no game');
    await expect(house.client.files.paste({ text: ' ', name: 'notes.txt' })).rejects.toThrow(
      'The file notes.txt has no game',
    );
    put('program', Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 0, 0, 1, 2, 3));
    await expect(open('program')).rejects.toThrow('The file program is not a text');
    await expect(house.client.files.open({ file: 'f-none' })).rejects.toThrow('unknown');
  });

  it('is not asked about where PGN names the variant and who begins', async () => {
    const pgn = '[Variant "Quoridor"]\n[FirstSide "Black"]\n\n1. e8 e2 2. e3h *\n';
    expect(await house.client.files.paste({ text: pgn })).toMatchObject({ kind: 'opened', form: 'pgn' });
  });

  it('that goes on after a draw is read on, with a remark', async () => {
    const shuttle = 'a7-a4 g7-g4 a4-a7 g4-g7';
    const start = 'w:a7,d1,d2,b6;b:g7,f6,e3,c5;w;18;0';
    expect(await house.client.files.paste({ text: `${start} ${shuttle} ${shuttle} a7-a4` })).toMatchObject({
      note: 'The game goes on after ply 8, a draw (threefold repetition).',
    });
  });
});

describe('what is known beside the tree', () => {
  it('is in the file: what engines said, by whom and how far, and how the game ended', async () => {
    put('one.sgf', '(;FF[4]PWG[connect4];W[4]PWE[0.5 an engine of old][0.25 connect4, depth 1];B[4])');
    await opened('one.sgf');
    const { analysis } = await house.client.analysis.start({
      engine: 'connect4',
      protocol: 'cfsi',
      limit: { kind: 'depth', plies: 4 },
    });
    await house.client.game.goTo({ game: house.of.game, node: 1 });
    // What the file says is known at once.
    const heard = (): string[] =>
      house.core.evaluations.tellers().flatMap(({ name, origin }) => (origin === 'file' ? [] : [name]));
    await expect.poll(heard, { timeout: 30_000 }).not.toEqual([]);
    await house.client.analysis.remove({ analysis });
    // What is known is not a change of the game.
    expect(file()).toMatchObject({ isUnsaved: false });
    await house.client.game.goTo({ game: house.of.game, node: 2 });
    await play('3', '3', '5', '5', '2');
    await save();
    const [name] = heard();
    expect(text('one.sgf')).toMatch(
      new RegExp(
        `W\\[4\\]PWE\\[0\\.5 an engine of old\\].*\\[[^\\]]+ ${name}(, depth \\d+(, scale \\d+)?)?\\]`,
      ),
    );
    expect(text('one.sgf')).toMatch(/RE\[W\+\]PWH\[termination:four in a row\]/);
    const before = text('one.sgf');
    // Saved again, nothing is there twice.
    await house.client.game.edit({
      ...house.of,
      change: [{ kind: 'annotate', node: 2, to: { comment: 'x' } }],
    });
    await save();
    await house.client.game.undo(house.of);
    await save();
    expect(text('one.sgf')).toBe(before);
  });

  it('is what engines said and not engines of their own, where the file is opened again', long, async () => {
    const deeper: Player = { ...engine, limit: { kind: 'depth', plies: 4 } };
    await house.client.games.create({ game: 'connect4', text: '1726', players: [engine, deeper] });
    await house.client.game.start(house.of);
    await expect.poll(() => house.shown.tree.nodes.length, { timeout: 60_000 }).toBeGreaterThan(9);
    await house.client.game.stop(house.of);
    expect(await saveAs('played.sgf')).toMatchObject({ kind: 'saved' });
    const [name] = house.core.evaluations.tellers().map((teller) => teller.name);
    for (const depth of [3, 4]) expect(text('played.sgf')).toContain(`${name}, depth ${depth}, scale 10`);
    // What the engine said here is known: the file adds nothing to it.
    await house.client.games.close(house.of);
    await opened('played.sgf');
    await house.core.evaluations.flush();
    expect(house.core.evaluations.tellers().filter(({ origin }) => origin === 'file')).toEqual([]);
    // Where it is unknown, the file tells of one engine, whose scores are drawn as its own are.
    await house.client.games.close(house.of);
    await house.client.evaluations.clear({});
    await opened('played.sgf');
    const { tellers, evaluations } = await house.client.evaluations.of({ game: 'connect4', moves: '1726' });
    expect(tellers).toMatchObject([{ name, origin: 'file' }]);
    expect(evaluations).toMatchObject([{ report: { depth: 3, staticScale: 100 } }]);
    expect(house.core.evaluations.tellers()).toHaveLength(1);
  });

  it('is who played: engines that moved, and not those that were only seated', async () => {
    await house.client.games.create({ game: 'connect4', players: [engine, { kind: 'human' }] });
    // The user moves for both sides.
    await play('4', '4');
    expect(await saveAs('by-hand.sgf')).toMatchObject({ kind: 'saved' });
    expect(text('by-hand.sgf')).not.toMatch(/P[WB]\[/);
    await house.client.games.create({ game: 'connect4', players: [engine, { kind: 'human' }] });
    await house.client.game.start(house.of);
    await expect.poll(() => house.shown.tree.nodes.length, { timeout: 30_000 }).toBe(2);
    await house.client.game.stop(house.of);
    // Who played stays so when the user goes on alone.
    await house.client.game.setPlayer({ ...house.of, seat: 0, player: { kind: 'human' } });
    expect(await saveAs('played.sgf')).toMatchObject({ kind: 'saved' });
    expect(text('played.sgf')).toContain('PW[Plywire Connect Four]');
    expect(text('played.sgf')).not.toContain('PB[');
    // It is no change of the game.
    expect(file()).toMatchObject({ isUnsaved: false });
    await house.client.games.close(house.of);
    await opened('played.sgf');
    expect(house.shown.players).toEqual([{ kind: 'human' }, { kind: 'human' }]);
    expect(house.shown.tree.headers).toMatchObject({ white: 'Plywire Connect Four' });
  });

  it('is who played in an earlier run too, unless the user has named them', long, async () => {
    await house.client.games.create({ game: 'connect4', players: [engine, { kind: 'human' }] });
    await house.client.game.start(house.of);
    await expect.poll(() => house.shown.tree.nodes.length, { timeout: 30_000 }).toBe(2);
    const { key } = house.shown;
    // Seated in a game of an earlier run, without a move in it.
    await house.client.games.create({ game: 'connect4', players: [{ kind: 'human' }, engine] });
    await play('1', '1');
    const other = house.shown.key;
    house = await house.restart();
    await house.client.games.show({ game: other });
    await saveAs('by-hand.sgf');
    expect(text('by-hand.sgf')).not.toMatch(/P[WB]\[/);
    await house.client.games.show({ game: key });
    await saveAs('played.sgf');
    expect(text('played.sgf')).toContain('PW[Plywire Connect Four]');
    await house.client.game.edit({ game: key, change: [{ kind: 'header', name: 'white', text: 'Ada' }] });
    await save();
    expect(text('played.sgf')).toContain('PW[Ada]');
  });
});

describe('a disk that is full', () => {
  // Mounting may need rights that the tests lack.
  const small = (): boolean => {
    mkdirSync(at('small'));
    return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'plywire-test', at('small')]).status === 0;
  };

  it('loses neither the file nor the game, and says so', async () => {
    if (!small()) return;
    try {
      writeFileSync(at('small/one.sgf'), one);
      writeFileSync(at('small/rest'), 'x'.repeat(48 * 1024));
      const [root] = await house.client.files.roots();
      const { entries } = await house.client.files.list({ folder: root!.id });
      const inside = entries.find(({ name }) => name === 'small')!;
      const files = (await house.client.files.list({ folder: inside.id })).entries;
      await house.client.files.open({ file: files.find(({ name }) => name === 'one.sgf')!.id });
      const to = { comment: 'long '.repeat(10_000) };
      await house.client.game.edit({ ...house.of, change: [{ kind: 'annotate', node: 1, to }] });
      await expect(save()).rejects.toThrow(
        /one\.sgf was not saved: the disk is full \(ENOSPC\)\. The file is as it was/,
      );
      expect(text('small/one.sgf')).toBe(one);
      expect(readdirSync(at('small'))).toEqual(['one.sgf', 'rest']);
      expect(file()).toMatchObject({ isUnsaved: true });
      rmSync(at('small/rest'));
      expect(await save()).toMatchObject({ kind: 'saved' });
    } finally {
      expect(spawnSync('umount', [at('small')]).status).toBe(0);
    }
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { GameFile, GameHeader, Opening, Saving } from '../../app/api/contract.ts';
import Dialogs from '../shell/Dialogs.svelte';
import { copied, remember } from '../state/clipboard.ts';
import { dialogs } from '../state/dialogs.svelte.ts';
import '../styles/tokens.css';
import '../styles/base.css';
import { fakeHost, hostState, type FakeHost } from '../testing/fake-host.ts';
import { openDropped } from './dropped.ts';
import FileStatus from './FileStatus.svelte';
import { openFile, openText } from './opening.ts';
import { closeGame, save, saveAs } from './saving.ts';

const file = (more: Partial<GameFile> = {}): GameFile => ({
  ...{ file: 'f-1', name: 'one.sgf', folder: '/home/me', form: 'sgf', number: 1 },
  ...{ isUnsaved: true, outside: 'same' },
  ...more,
});
const header = (more: Partial<GameFile> = {}): GameHeader => ({
  ...{ id: 'g1', gameId: 'connect4', players: [{ kind: 'human' }, { kind: 'human' }], headers: {} },
  ...{
    plies: 1,
    moves: 1,
    last: [],
    isEmpty: false,
    touchedAt: 1,
    running: false,
    thinking: false,
    file: file(more),
  },
});

let host: FakeHost;
/** What the host answers to each save in turn. */
let savings: Saving[];
const called = (name: string): unknown[] =>
  host.calls.filter(([call]) => call === name).map(([, input]) => input);
const button = (name: string) => page.getByRole('button', { name, exact: true });

beforeEach(async () => {
  await page.viewport(900, 700);
  dialogs.forget();
  savings = [];
  host = fakeHost(hostState({ games: [header()] }), {
    'files.save': () => savings.shift(),
    'files.saveAs': () => savings.shift(),
    'files.roots': () => [{ id: 'root', name: '/home/me' }],
    'files.list': () => ({ id: 'root', path: '/home/me', parent: null, entries: [], omitted: 0 }),
    'files.forms': () => ({
      name: 'Ada',
      folder: null,
      forms: [
        { form: 'sgf', name: 'SGF', extension: 'sgf', lost: [] },
        { form: 'digits', name: 'digits', extension: 'txt', lost: ['comments'] },
      ],
    }),
    'games.close': () => undefined,
  });
  await render(Dialogs, {});
});

describe('a save', () => {
  it('is told, with what was left out', async () => {
    savings = [{ kind: 'saved', name: 'one.sgf', lost: ['comments'] }];
    expect(await save(host.app, 'g1')).toBe(true);
    expect(host.app.toasts.map(({ text }) => text)).toEqual(['Saved one.sgf, without comments.']);
  });

  it('that would lose something is asked about, and one question leads to the next', async () => {
    savings = [
      { kind: 'asks', consent: 'lost', words: 'No room for comments.' },
      { kind: 'asks', consent: 'changed', words: 'It was changed.' },
      { kind: 'saved', name: 'one.sgf', lost: [] },
    ];
    const saved = save(host.app, 'g1');
    await expect.element(page.getByText('No room for comments.')).toBeVisible();
    await button('Save').click();
    await expect.element(page.getByText('It was changed.')).toBeVisible();
    await button('Save').click();
    expect(await saved).toBe(true);
    expect(called('files.save')).toEqual([
      { game: 'g1', consents: [] },
      { game: 'g1', consents: ['lost'] },
      { game: 'g1', consents: ['lost', 'changed'] },
    ]);
  });

  it('is none where the question is declined', async () => {
    savings = [{ kind: 'asks', consent: 'changed', words: 'It was changed.' }];
    const saved = save(host.app, 'g1');
    await expect.element(page.getByText('It was changed.')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(await saved).toBe(false);
  });

  it('of a game from no file asks for a name and a form', async () => {
    savings = [
      { kind: 'unnamed', reason: 'The form is only read.' },
      { kind: 'saved', name: 'two.txt', lost: ['comments'] },
    ];
    const saved = save(host.app, 'g1');
    await expect.element(page.getByText('The form is only read.')).toBeVisible();
    await expect.element(page.getByLabelText('Name')).toHaveValue('Ada.sgf');
    await page.getByLabelText('Form').selectOptions('digits');
    await expect.element(page.getByText('Cannot hold comments.')).toBeVisible();
    await expect.element(page.getByLabelText('Name')).toHaveValue('Ada.txt');
    await page.getByLabelText('Name').fill('two.txt');
    await button('Save').click();
    expect(await saved).toBe(true);
    expect(called('files.saveAs')).toEqual([
      { game: 'g1', to: { kind: 'new', folder: 'root', name: 'two.txt' }, form: 'digits', consents: [] },
    ]);
  });
});

it('asks before several games of a file are replaced by one', async () => {
  savings = [
    { kind: 'asks', consent: 'several', words: 'one.sgf has 1000 games.' },
    { kind: 'saved', name: 'one.sgf', lost: [] },
  ];
  const saved = saveAs(host.app, 'g1');
  await button('Save').click();
  await expect.element(page.getByText('one.sgf has 1000 games.')).toBeVisible();
  await expect.element(page.getByText('Replace all games of the file?')).toBeVisible();
  await button('Replace').click();
  expect(await saved).toBe(true);
  expect(called('files.saveAs')).toMatchObject([{ consents: [] }, { consents: ['several'] }]);
});

it.each([
  [1, 'one.sgf'],
  [3, 'one-3.sgf'],
])('proposes another name for one of several games: game %i', async (number, name) => {
  host.change({ games: [header({ number })] });
  void saveAs(host.app, 'g1');
  await expect.element(page.getByLabelText('Name')).toHaveValue(name);
});

it('names a game of a file within a sentence', async () => {
  const opening = {
    kind: 'opened',
    game: 'g2',
    source: 't-1',
    name: 'a.pgn',
    form: 'pgn',
    games: 3,
  } as const;
  const rest = { number: 2, isKnown: false, faults: [], note: null, isRemembered: false };
  host = fakeHost(hostState(), { 'files.open': (): Opening => ({ ...opening, ...rest }) });
  await openFile(host.app, { file: 'f-1', number: 2 });
  expect(host.app.toasts.map(({ text }) => text)).toEqual(['Opened game 2 of a.pgn.']);
});

it('tells the name of a file that was dropped, and of several that only one is opened', async () => {
  const opening = {
    kind: 'opened',
    game: 'g2',
    source: null,
    name: 'a.txt',
    form: 'moves',
    games: 1,
  } as const;
  const rest = { number: 1, isKnown: false, faults: [], note: null, isRemembered: false };
  host = fakeHost(hostState(), { 'files.paste': (): Opening => ({ ...opening, ...rest }) });
  const dataTransfer = new DataTransfer();
  for (const name of ['a.txt', 'b.txt']) dataTransfer.items.add(new File(['44'], name));
  await openDropped(host.app, new DragEvent('drop', { dataTransfer }));
  expect(host.app.toasts.map(({ text }) => text)).toEqual([
    'Of 2 files, only a.txt is opened.',
    'Opened a.txt.',
  ]);
});

it.each(['a.sgf', 'a.zip'])('says of %s that it could not be read, as of a folder', async (name) => {
  const file = {
    name,
    size: 4096,
    arrayBuffer: () => Promise.reject(new DOMException('no', 'NotFoundError')),
  };
  await openDropped(host.app, { dataTransfer: { files: [file] } } as unknown as DragEvent);
  expect(host.app.toasts.map(({ text }) => text)).toEqual([`${name} could not be read.`]);
});

it.each([
  ['UTF-16 without a mark', [0x34, 0, 0x35, 0], '45'],
  ['UTF-16 with a mark', [0xfe, 0xff, 0, 0x34], '4'],
  ['UTF-8 with a mark', [0xef, 0xbb, 0xbf, 0x34], '4'],
  ['the old Windows encoding', [0x34, 0xe9], '4é', 'a.txt is not UTF-8, and was read as Windows-1252.'],
  [
    'UTF-8 with a damaged byte',
    [0xc3, 0xa9, 0xe9, 0x34],
    'é\ufffd4',
    'a.txt has bytes that are not characters in its encoding, and became \ufffd.',
  ],
  [
    'an encoding that SGF names',
    Array.from('(;CA[Shift_JIS]C[\x93\xfa])', (character) => character.charCodeAt(0)),
    '(;CA[Shift_JIS]C[日])',
  ],
])('reads a dropped file in %s', async (_, bytes, text, told?: string) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([Uint8Array.from(bytes)], 'a.txt'));
  await openDropped(host.app, new DragEvent('drop', { dataTransfer }));
  expect(called('files.paste')).toMatchObject([{ text, name: 'a.txt' }]);
  expect(
    host.app.toasts.map(({ text: words }) => words).filter((words) => /UTF-8|bytes/.test(words)),
  ).toEqual(told === undefined ? [] : [told]);
});

it('keeps the list of games in line where only some are unsaved', async () => {
  const saved = { ...header({ isUnsaved: false }), id: 'g2', running: true };
  host.change({
    games: [{ ...header(), running: true }, saved, { ...header({ isUnsaved: false }), id: 'g3' }],
  });
  dialogs.open('games');
  await expect.element(page.getByText('● unsaved')).toBeVisible();
  const plies = page.getByText('1 ply').elements();
  expect(plies).toHaveLength(3);
  expect(new Set(plies.map((each) => each.getBoundingClientRect().left)).size).toBe(1);
});

it('says that a large file is being read, and stops when the dialog is closed', async () => {
  let signal: AbortSignal | undefined;
  host = fakeHost(hostState(), {
    'files.recent': () => [
      { file: 'f-1', name: 'big.txt', folder: '/home/me', inFolder: null, openedAt: Date.now() },
    ],
    'files.roots': () => [{ id: 'root', name: '/home/me' }],
    'files.list': () => ({ id: 'root', path: '/home/me', parent: null, entries: [], omitted: 0 }),
    'files.open': (_input: unknown, options?: { signal?: AbortSignal }) => {
      signal = options?.signal;
      return new Promise(() => undefined);
    },
  });
  dialogs.open('open-file');
  await page.getByRole('button', { name: /^big\.txt/ }).click();
  await expect.element(page.getByText('Reading the file …')).toBeVisible();
  await button('Cancel').click();
  await expect.poll(() => signal?.aborted).toBe(true);
});

describe('closing a game', () => {
  it.each([
    ['Cancel', 0, 0, false],
    ['Close without saving', 0, 1, true],
    ['Save', 1, 1, true],
  ])('with changes asks: %s', async (choice, saves, closes, isClosed) => {
    savings = [{ kind: 'saved', name: 'one.sgf', lost: [] }];
    const closed = closeGame(host.app, 'g1');
    await expect.element(page.getByText('Save the changes to one.sgf?')).toBeVisible();
    await button(choice).click();
    expect(await closed).toBe(isClosed);
    expect([called('files.save').length, called('games.close').length]).toEqual([saves, closes]);
  });

  it('that was not saved keeps it open', async () => {
    savings = [{ kind: 'asks', consent: 'changed', words: 'It was changed.' }];
    const closed = closeGame(host.app, 'g1');
    await button('Save').click();
    await expect.element(page.getByText('It was changed.')).toBeVisible();
    await button('Cancel').click();
    expect(await closed).toBe(false);
    expect(called('games.close')).toEqual([]);
  });

  it('that is as its file asks nothing', async () => {
    host.change({ games: [header({ isUnsaved: false })] });
    expect(await closeGame(host.app, 'g1')).toBe(true);
  });
});

it('says in the status line what is with the file, and once when another program changes it', async () => {
  await render(FileStatus, {});
  await expect.element(page.getByRole('button', { name: /one\.sgf ● unsaved/ })).toBeVisible();
  host.change({ games: [header({ outside: 'changed', isUnsaved: false })] });
  await expect.element(page.getByRole('button', { name: /changed outside/ })).toBeVisible();
  host.change({ games: [header({ outside: 'changed' })] });
  await expect.element(page.getByRole('button', { name: /unsaved, changed outside/ })).toBeVisible();
  expect(host.app.toasts.map(({ text }) => text)).toEqual(['Another program has changed one.sgf.']);
});

it('reads moves that were copied here as what they are', async () => {
  remember(host.app, '4 4');
  await openText(host.app, '4 4');
  await openText(host.app, '4 5');
  expect(called('files.paste')).toMatchObject([
    { text: '4 4', as: { form: 'moves', game: 'connect4' } },
    { text: '4 5', like: { game: 'connect4' } },
  ]);
  expect(called('files.paste')[1]).not.toHaveProperty('as');
});

describe('a pasted text that can be read in two ways', () => {
  const text = 'e8 e2 e7 e3 e6 e4 d3h';
  const fit = (form: string, name: string, game = 'quoridor') => ({
    ...{ form, name, game, position: '9 e8 e2 9 10 d7h - w', before: null, move: null },
  });
  const ask: Opening = {
    ...{ kind: 'ask', source: 't-1', name: 'The pasted text', number: 1, ply: 7 },
    fits: [fit('moves', 'moves as Plywire writes them'), fit('gamerz', 'moves of Gamerz')],
  };
  const opened: Opening = {
    ...{ kind: 'opened', game: 'g2', source: 't-2', name: 'The pasted text', form: 'moves', games: 1 },
    ...{ number: 1, isKnown: false, faults: [], note: null, isRemembered: false },
  };
  const at = (gameId: string, setup: Record<string, number>) => {
    const { game } = hostState();
    host = fakeHost(hostState({ game: { ...game, gameId, setup } }), {
      'files.paste': ({ as }: { as?: object }) => (as === undefined ? ask : opened),
    });
  };
  const question = page.getByRole('dialog', { name: 'The pasted text can be read in 2 ways' });

  it('is read as Plywire writes the game on the board, and the other reading is offered', async () => {
    at('quoridor', { size: 9, walls: 10 });
    await openText(host.app, `${text}\n`);
    expect(called('files.paste').at(-1)).toMatchObject({ as: { form: 'moves', game: 'quoridor' } });
    expect(host.app.toasts).toMatchObject([
      {
        text: 'The pasted game was read as moves as Plywire writes them.',
        advice: 'It can also be read as Quoridor: moves of Gamerz.',
      },
    ]);
    host.app.toasts[0]!.action!.run();
    await expect.element(question).toBeVisible();
  });

  it.each<[string, string, string | undefined, string]>([
    ['is not what Plywire writes', '1. e8 e2 2. e7 e3 3. e6 e4 4. d3h', undefined, 'quoridor'],
    ['is of another game than the one on the board', text, undefined, 'morris'],
    ['was dropped as a file', text, 'game.txt', 'quoridor'],
  ])('is asked about where it %s', async (_, pasted, name, kind) => {
    at(kind, kind === 'quoridor' ? { size: 9, walls: 10 } : {});
    copied.text = null;
    await openText(host.app, pasted, name);
    expect(called('files.paste')).toHaveLength(1);
    await expect.element(question).toBeVisible();
  });

  it('is known where the last game that was copied is of its kind', async () => {
    at('quoridor', { size: 9, walls: 10 });
    remember(host.app, `${text} e5`);
    host.change({ game: { ...hostState().game, gameId: 'morris', setup: {} } });
    await openText(host.app, text);
    expect(called('files.paste').at(-1)).toMatchObject({ as: { form: 'moves', game: 'quoridor' } });
  });
});

it('says nothing of a file where games were pasted', async () => {
  host = fakeHost(hostState(), { 'files.games': () => [] });
  dialogs.open('file-games', {
    ...{ kind: 'games', source: 't-2', name: 'The pasted text', form: 'pgn', formName: 'PGN' },
    ...{ game: 'connect4', games: 3, isCut: false, isInFile: false, isRemembered: false },
  });
  await expect
    .element(page.getByText('3 games of Connect Four, read as PGN.', { exact: true }))
    .toBeVisible();
});

it('lists the games of a file as they come into sight', async () => {
  const read: number[] = [];
  host = fakeHost(hostState(), {
    'files.games': ({ from, count }: { from: number; count: number }) => {
      read.push(from);
      return Array.from({ length: count }, (_, at) => ({
        ...{ number: from + at, line: 1, gameId: 'connect4', headers: { white: `P${from + at}` } },
        ...{ plies: 3, result: '1-0', fault: from + at === 2 ? 'line 4, column 1: no' : null },
      }));
    },
    'files.open': () => undefined,
  });
  dialogs.open('file-games', {
    ...{ kind: 'games', source: 'f-2', name: 'many.pgn', form: 'pgn', formName: 'PGN', game: 'connect4' },
    ...{ games: 1_000_000, isCut: true, isInFile: true, isRemembered: false },
  } satisfies Extract<Opening, { kind: 'games' }>);
  await expect
    .element(page.getByText(/^The first 1.000.000 games .* The file stays as it is until you save\.$/))
    .toBeVisible();
  await expect.element(page.getByRole('option', { name: /P2 / })).toBeVisible();
  await page.getByRole('combobox', { name: 'Go to game' }).fill('999990');
  await expect.element(page.getByRole('option', { name: /P999990 / })).toBeVisible();
  // Not one of the pages between.
  expect(read.filter((from) => from > 200 && from < 999_000)).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => called('files.open'))
    .toEqual([{ file: 'f-2', number: 999_990, as: { form: 'pgn', game: 'connect4' } }]);
});

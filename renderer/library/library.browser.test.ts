/** The library's dialog and the explorer over a host that has a few games. */
import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { Explored, LibraryFolder, LibraryGame, LibraryState } from '../../app/api/contract.ts';
import '../styles/tokens.css';
import '../styles/base.css';
import { fakeHost, hostState, type FakeHost } from '../testing/fake-host.ts';
import ExplorerPanel from './ExplorerPanel.svelte';
import LibraryDialog from './LibraryDialog.svelte';

const folder = (more: Partial<LibraryFolder> = {}): LibraryFolder => ({
  ...{ id: 'l1', path: '/home/me/records', state: 'ready', trouble: '', games: 3, doubles: 0 },
  ...{ positions: 60, files: 2, faulty: 0, done: 0, total: 0, reading: '' },
  ...more,
});
const game = (id: string, white: string, more: Partial<LibraryGame> = {}): LibraryGame => ({
  ...{ id, gameId: 'connect4', white, black: 'Bob', event: 'Cup', date: '2024.01.02', round: '1' },
  ...{ result: '1-0', plies: 20, file: 'cup.pgn', folder: 'l1', ply: null },
  ...more,
});
const explored: Explored = {
  ...{ seat: 1, ended: 1, took: 1, all: { games: 10, won: 6, drawn: 1, lost: 2 } },
  moves: [
    { moves: ['4'], tally: { games: 6, won: 4, drawn: 0, lost: 2 } },
    { moves: ['1', '7'], tally: { games: 3, won: 2, drawn: 1, lost: 0 } },
  ],
};

let host: FakeHost;
let state: LibraryState;
const asked = (name: string): unknown[] =>
  host.calls.filter(([call]) => call === name).map(([, input]) => input);

const rows = (): number =>
  page.getByRole('listbox', { name: 'Games of the library' }).getByRole('option').elements().length;

/** Each state that the host tells, until the next one is set. */
let tell: (next: LibraryState) => void;

beforeEach(async () => {
  await page.viewport(1200, 800);
  state = { folders: [folder()], revision: 1, offersMatches: false };
  const waiting: ((next: LibraryState) => void)[] = [];
  tell = (next) => waiting.splice(0).forEach((each) => each(next));
  host = fakeHost(hostState(), {
    'library.watch': async function* () {
      yield state;
      for (;;) yield await new Promise<LibraryState>((resolve) => waiting.push(resolve));
    },
    'library.list': ({ filter }: { filter: string }) => {
      const games = [game('a', 'Ada'), game('b', 'Alan'), game('c', 'Grace', { result: '1/2-1/2' })];
      const found = games.filter(({ white }) => white.toLowerCase().includes(filter.toLowerCase()));
      return { total: found.length, games: found, revision: 1 };
    },
    'library.explore': () => explored,
    'library.open': () => ({ game: 'g2' }),
    'library.faulty': () => ({ files: [{ file: 'old.log', reason: 'It has no game.' }] }),
  });
});

it('lists, filters and sorts the games, and opens the chosen one by Enter', async () => {
  await render(LibraryDialog, { open: true });
  await expect.poll(rows).toBe(3);
  await expect.element(page.getByRole('dialog')).toHaveTextContent('3 games in 2 files');
  const filter = page.getByRole('combobox', { name: 'Filter the games of the library' });
  await filter.fill('a');
  await expect.poll(rows).toBe(3);
  await filter.fill('al');
  await expect.poll(rows).toBe(1);
  await filter.fill('');
  await expect.poll(rows).toBe(3);
  await page.getByRole('button', { name: 'First' }).click();
  await page.getByRole('button', { name: 'First' }).click();
  await expect.poll(() => asked('library.list').at(-1)).toMatchObject({ sort: 'white', isDescending: true });
  (filter.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await expect.poll(() => asked('library.open')).toEqual([{ entry: 'c', ply: 0 }]);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

it('says in a narrow window too by what the games are sorted, and sorts by columns that have no room', async () => {
  await page.viewport(600, 800);
  await render(LibraryDialog, { open: true });
  await expect.poll(rows).toBe(3);
  const date = page.getByRole('button', { name: 'Date', pressed: true });
  await expect.element(date).toBeVisible();
  await expect.element(date).toHaveTextContent('Date ▾');
  await page.getByRole('button', { name: 'Event' }).click();
  await expect.poll(() => asked('library.list').at(-1)).toMatchObject({ sort: 'event' });
  await page.getByRole('checkbox', { name: 'Through the position on the board' }).click();
  await expect.element(page.getByRole('button', { name: 'At ply' })).toBeVisible();
});

it('tells games without names apart in a narrow window: each row has the event, the date and the file', async () => {
  await page.viewport(400, 800);
  await render(LibraryDialog, { open: true });
  await expect.poll(rows).toBe(3);
  const games = page.getByRole('listbox', { name: 'Games of the library' }).getByRole('option');
  const first = games.first();
  await expect.element(first.getByText(/Cup, 1 · 2024\.01\.02 · cup\.pgn$/)).toBeVisible();
  const [one, two] = games.elements();
  expect(two!.getBoundingClientRect().top).toBeGreaterThanOrEqual(one!.getBoundingClientRect().bottom);
  await page.viewport(1200, 800);
  await expect.element(first.getByText(/cup\.pgn$/)).not.toBeVisible();
});

it('searches for the position on the board', async () => {
  await render(LibraryDialog, { open: true, input: { here: true } });
  const position = '7/7/7/7/7/7 x';
  await expect.poll(() => asked('library.list').at(-1)).toMatchObject({ game: 'connect4', position });
  await expect.poll(rows).toBe(3);
  await page.getByRole('checkbox', { name: 'Through the position on the board' }).click();
  await expect.poll(() => asked('library.list').at(-1)).not.toMatchObject({ position });
});

it('tells how far it is, stops, and says which files were not read', async () => {
  state = {
    ...state,
    folders: [
      folder({ state: 'indexing', done: 5_000_000, total: 20_000_000, reading: 'big.pgn', faulty: 1 }),
    ],
  };
  await render(LibraryDialog, { open: true });
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toHaveTextContent('4.8 MiB of 19.1 MiB read');
  await expect.element(page.getByRole('progressbar')).toHaveAttribute('value', '5000000');
  await page.getByRole('button', { name: 'Stop reading' }).click();
  expect(asked('library.stop')).toHaveLength(1);
  await page.getByRole('button', { name: '1 file or folder not read' }).click();
  await expect.element(dialog).toHaveTextContent('old.log It has no game.');
  const rows = page.getByRole('list', { name: 'Folders of the library' }).element().children;
  expect([...rows].map((row) => row.role)).toEqual(['listitem']);
  tell({ ...state, revision: 2, folders: [folder({ state: 'stopped' })] });
  await expect.element(dialog).toHaveTextContent('stopped before all files were read');
});

it('takes a folder out with a way back, and keeps the keyboard where it was needed', async () => {
  const [one, two] = [folder(), folder({ id: 'l2', path: '/home/me/other' })];
  state = { ...state, folders: [one, two] };
  const screen = await render(LibraryDialog, { open: true });
  await expect.poll(rows).toBe(3);
  const filter = page.getByRole('combobox', { name: 'Filter the games of the library' });
  const undo = page.getByRole('dialog').getByRole('button', { name: 'Undo' });
  await page.getByRole('button', { name: 'Remove /home/me/other' }).click();
  await expect.element(page.getByText('Removed /home/me/other from the library.')).toBeVisible();
  tell((state = { ...state, folders: [one], revision: 2 }));
  await expect.element(page.getByRole('button', { name: 'Remove /home/me/other' })).not.toBeInTheDocument();
  await expect.element(filter).toHaveFocus();
  await undo.click();
  expect(asked('library.restore')).toEqual([{ folder: 'l2' }]);
  await expect.element(undo).not.toBeInTheDocument();
  await expect.element(filter).toHaveFocus();
  // The last one.
  await page.getByRole('button', { name: 'Remove /home/me/records' }).click();
  tell((state = { ...state, folders: [], revision: 3 }));
  await expect.element(page.getByRole('button', { name: 'Add a folder' })).toHaveFocus();
  await screen.rerender({ open: false });
  const [toast] = host.app.toasts;
  expect(toast?.text).toBe('Removed /home/me/records from the library.');
  toast!.action!.run();
  await expect.poll(() => asked('library.restore').at(-1)).toEqual({ folder: 'l1' });
});

it('begins at the filter once the first folder is added', async () => {
  state = { folders: [], revision: 0, offersMatches: true };
  await render(LibraryDialog, { open: true });
  await page.getByRole('button', { name: 'Add the matches of this machine' }).click();
  tell((state = { ...state, folders: [folder()], revision: 1, offersMatches: false }));
  await expect.element(page.getByRole('combobox', { name: 'Filter the games of the library' })).toHaveFocus();
});

it('teaches what it is for while it is empty', async () => {
  state = { folders: [], revision: 0, offersMatches: true };
  await render(LibraryDialog, { open: true });
  await expect.element(page.getByRole('button', { name: 'Add a folder' })).toBeVisible();
  await page.getByRole('button', { name: 'Add the matches of this machine' }).click();
  expect(asked('library.addMatches')).toHaveLength(1);
});

it('shows what was played at the position shown, and plays it', async () => {
  const screen = await render(ExplorerPanel);
  const first = screen.getByRole('button', { name: /^4 6 games 60 % Player 1 won 2, Player 2 won 4/ });
  await expect.element(first).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /^1, 7 3 games/ })).toBeVisible();
  await expect
    .element(screen.getByRole('region', { name: 'Explorer' }))
    .toHaveTextContent('1 game ends here.');
  await first.click();
  await expect.poll(() => asked('game.play')).toEqual([{ at: { game: 'g1', node: 0 }, move: '4' }]);
  // It follows the board.
  await expect.poll(() => asked('library.explore').at(-1)).toMatchObject({ position: '3x3/7/7/7/7/7 o' });
});

it.each([
  [420, true],
  [260, false],
])('writes the shares of results where there is room: %i px', async (width, isWritten) => {
  await page.viewport(width, 800);
  await render(ExplorerPanel);
  const share = page.getByText('67 %');
  await expect.poll(() => share.elements().length).toBe(2);
  expect(share.elements().map((each) => each.checkVisibility())).toEqual([isWritten, isWritten]);
});

it('takes no room where the library has no games', async () => {
  state = { folders: [], revision: 0, offersMatches: false };
  await render(ExplorerPanel);
  await expect.poll(() => asked('library.watch').length).toBeGreaterThan(0);
  expect(page.getByRole('region', { name: 'Explorer' }).elements()).toEqual([]);
});

import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { GameFile, GameHeader, OtherGame, Player } from '../../app/api/contract.ts';
import '../styles/tokens.css';
import '../styles/base.css';
import { engine } from '../testing/engines.ts';
import { fakeHost, hostState, type FakeHost } from '../testing/fake-host.ts';
import GamesDialog from './GamesDialog.svelte';

const header = (id: string, gameId: string, more: Partial<GameHeader> = {}): GameHeader => ({
  ...{
    id,
    gameId,
    players: [{ kind: 'human' }, { kind: 'human' }],
    headers: {},
    plies: 4,
    moves: 5,
    last: [],
    isEmpty: false,
  },
  ...{ touchedAt: Date.now() - 3_600_000, running: false, thinking: false, file: null },
  ...more,
});
const other = (id: string, isElsewhere: boolean, headers = {}): OtherGame => ({
  ...{ id, gameId: 'morris', headers, plies: 9, moves: 9, last: [], touchedAt: 1, isElsewhere },
});

let host: FakeHost;
let others: OtherGame[];
const called = (name: string): unknown[] =>
  host.calls.filter(([call]) => call === name).map(([, input]) => input);
const titles = (list: string): string[] =>
  page
    .getByRole('list', { name: list })
    .getByRole('listitem')
    .elements()
    .map((item) => item.querySelector('.title')!.textContent);

beforeEach(async () => {
  await page.viewport(900, 700);
  others = [other('c1', false, { white: 'Ada' }), other('c2', true)];
  const games = [
    header('g1', 'connect4', { headers: { event: 'Club night' }, running: true }),
    header('g2', 'quoridor', { plies: 6, last: ['e4', 'd3h', 'd7h'] }),
    header('g3', 'stones', { plies: 0, moves: 0, isEmpty: true, touchedAt: 0 }),
    header('g4', 'morris', { plies: 0, moves: 0 }),
  ];
  host = fakeHost(hostState({ games }), {
    'games.others': async function* () {
      yield* await Promise.resolve(others);
    },
    'games.close': () => undefined,
    'games.reopen': () => undefined,
    'games.copy': () => undefined,
    'games.show': () => undefined,
  });
  await render(GamesDialog, { open: true });
});

it('has the open games and the recent ones, and finds them by name and player', async () => {
  await expect
    .poll(() => titles('Open games'))
    .toEqual(['Connect Four: Club night', 'Quoridor', 'Game of Stones', "Nine Men's Morris"]);
  await expect.poll(() => titles('Recent games')).toHaveLength(2);
  const filter = page.getByRole('textbox');
  await filter.fill('club four');
  await expect.poll(() => titles('Open games')).toEqual(['Connect Four: Club night']);
  await filter.fill('ada');
  await expect.element(page.getByText('No open game matches')).toBeVisible();
  await expect.poll(() => titles('Recent games')).toHaveLength(1);
});

it('finds a game by what its row shows: players, the file and the last moves', async () => {
  const mine: Player = {
    ...{ kind: 'engine', engine: 'mine', protocol: 'cfp', options: {} },
    limit: { kind: 'time', seconds: 5 },
  };
  const file: GameFile = {
    ...{ file: 'f-1', name: 'Club.sgf', folder: '/home/me', form: 'sgf', number: 1 },
    ...{ isUnsaved: false, outside: 'same' },
  };
  host.change({
    engines: [engine({ name: 'Deep Wall' })],
    games: [
      header('g1', 'quoridor', { players: [{ kind: 'human' }, mine], last: ['e4', 'd3h'] }),
      header('g2', 'quoridor', { file, last: ['e5'] }),
    ],
  });
  const filter = page.getByRole('textbox');
  const whos = (): string[] =>
    page
      .getByRole('list', { name: 'Open games' })
      .getByRole('listitem')
      .elements()
      .map((item) => item.querySelector('.who')!.textContent);
  for (const [typed, who] of [
    ['wall', 'Human – Deep Wall'],
    ['club.sgf', 'Club.sgf'],
    ['d3h', 'Human – Deep Wall'],
  ]) {
    await filter.fill(typed!);
    await expect.poll(whos).toEqual([who]);
  }
});

it.each([900, 400])('tells games of the same players apart by their last moves: %i px', async (width) => {
  await page.viewport(width, 700);
  await expect.element(page.getByText('… e4 d3h d7h')).toBeVisible();
});

it('shows a game and closes itself', async () => {
  await page.getByRole('button', { name: /^Quoridor/ }).click();
  expect(called('games.show')).toEqual([{ game: 'g2' }]);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

it('closes a game in which something was done, with moves or without, and reads the recent ones again', async () => {
  await expect.poll(() => titles('Recent games')).toHaveLength(2);
  await expect.element(page.getByRole('button', { name: 'Close Game of Stones' })).toBeDisabled();
  others = [...others, other('g2', false)];
  await page.getByRole('button', { name: 'Close Quoridor' }).click();
  await expect.poll(() => titles('Recent games')).toHaveLength(3);
  await page.getByRole('button', { name: "Close Nine Men's Morris" }).click();
  await expect.poll(() => called('games.close')).toEqual([{ game: 'g2' }, { game: 'g4' }]);
});

it('names each button that closes a game by the game and who plays it', async () => {
  await expect.poll(() => titles('Open games')).toHaveLength(4);
  const list = page.getByRole('list', { name: 'Open games' });
  const names = list
    .getByRole('button', { name: /^Close/ })
    .elements()
    .map((button) => button.getAttribute('aria-label'));
  expect(names[1]).toBe('Close Quoridor, Human – Human, 6 plies');
});

it('reopens a closed game', async () => {
  const recent = page.getByRole('list', { name: 'Recent games' });
  await recent.getByRole('button').first().click();
  expect(called('games.reopen')).toEqual([{ game: 'c1' }]);
});

it('copies a game that is open elsewhere', async () => {
  const recent = page.getByRole('list', { name: 'Recent games' });
  await recent.getByRole('button', { name: /open elsewhere/ }).click();
  expect(called('games.copy')).toEqual([{ game: 'c2' }]);
  expect(called('games.reopen')).toEqual([]);
});

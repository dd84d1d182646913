/** After a pointer has been used on any control, the keys belong to the game. */
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import App from './App.svelte';
import './styles/tokens.css';
import './styles/base.css';
import { about, engine, line, session, Stream } from './testing/engines.ts';
import { fakeHost, hostState, type FakeHost } from './testing/fake-host.ts';
import { long } from '../tests/support/long.ts';

let host: FakeHost;
const game = () => host.app.state!.game;
const shownLine = () => host.app.game.line!;
const called = (name: string): number => host.calls.filter(([call]) => call === name).length;
const column = (number: number): Element =>
  document.querySelector(`[data-area="column-${number}"]`) ?? expect.fail('no such column');
const dialog = () => document.querySelector('[role=dialog]');

async function shown() {
  await page.viewport(1280, 800);
  const screen = await render(App);
  await expect.element(screen.getByRole('group', { name: 'Connect Four board' })).toBeInTheDocument();
  return screen;
}
type Screen = Awaited<ReturnType<typeof shown>>;

beforeEach(() => {
  const traffic = new Stream<unknown>();
  traffic.push({ kind: 'lines', from: 1, until: 2, lines: [line(1, 'cfpok')] });
  host = fakeHost(
    hostState({
      about,
      engines: [engine()],
      sessions: [session(), session({ id: 's2', title: 'other', purpose: 'first player' })],
    }),
    {
      'files.roots': () => [{ id: 'root', name: '/home/me' }],
      'files.list': () => ({ id: 'root', path: '/home/me', parent: null, entries: [], omitted: 0 }),
      'sessions.traffic': () => traffic,
      'game.undo': () => undefined,
      'game.start': () => undefined,
    },
  );
});

/** Controls of the window, each used by pointer alone. */
const uses: readonly (readonly [string, (screen: Screen) => Promise<unknown>])[] = [
  ['a button', (screen) => screen.getByRole('button', { name: 'Flip the board' }).click()],
  ['a tab', (screen) => screen.getByRole('tab', { name: /other/ }).click()],
  ['a splitter', (screen) => screen.getByRole('separator', { name: 'Height of the console' }).click()],
  [
    'a menu that was closed again',
    async (screen) => {
      await screen.getByRole('button', { name: 'All commands' }).click();
      await expect.element(screen.getByRole('menu')).toBeInTheDocument();
      await userEvent.keyboard('{Escape}');
      await expect.element(screen.getByRole('menu')).not.toBeInTheDocument();
    },
  ],
  [
    'a menu of which an item was chosen',
    async (screen) => {
      await screen.getByRole('button', { name: 'All commands' }).click();
      await screen.getByRole('menuitem', { name: 'Flip the board' }).click();
      await expect.element(screen.getByRole('menu')).not.toBeInTheDocument();
    },
  ],
  [
    'a seat',
    async (screen) => {
      await screen.getByRole('button', { name: /Player 2/ }).click();
      await screen.getByRole('option', { name: 'mine' }).click();
      await userEvent.keyboard('{Escape}');
      await expect.poll(dialog).toBeNull();
    },
  ],
  [
    'a select that was closed without a choice',
    async (screen) => {
      await screen.getByRole('combobox', { name: 'Game' }).click();
      await userEvent.keyboard('{Escape}');
    },
  ],
];

describe.each(uses)('after %s', (_, use) => {
  it('the arrows, Space, letters and Undo are those of the game', async () => {
    const screen = await shown();
    await userEvent.keyboard('445');
    await expect.poll(() => shownLine().moves.length).toBe(3);
    await use(screen);
    await userEvent.keyboard('{ArrowLeft}');
    await expect.poll(() => shownLine().cursor).toBe(2);
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.poll(() => called('game.undo')).toBe(1);
    await userEvent.keyboard(' ');
    await expect.poll(() => called('game.start')).toBeGreaterThan(0);
    expect([game().gameId, shownLine().moves.length]).toEqual(['connect4', 3]);
    expect(dialog()).toBeNull();
    await userEvent.keyboard('n');
    await expect.element(screen.getByRole('dialog', { name: 'New game' })).toBeInTheDocument();
  });
});

it('another game chosen in the bar is stepped through, and stays', async () => {
  const screen = await shown();
  const select = screen.getByRole('combobox', { name: 'Game' });
  await select.click();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.poll(() => game().gameId).not.toBe('connect4');
  const chosen = game().gameId;
  await userEvent.keyboard('{ArrowDown}n');
  await expect.element(screen.getByRole('dialog', { name: 'New game' })).toBeInTheDocument();
  expect(game().gameId).toBe(chosen);
});

/** What keeps its focus after it was used, until the board is pressed. */
const keeps: readonly (readonly [string, (screen: Screen) => unknown])[] = [
  ['a select', (screen) => (screen.getByRole('combobox', { name: 'Game' }).element() as HTMLElement).focus()],
  ['a field', (screen) => screen.getByRole('combobox', { name: /line to send/i }).click()],
  [
    'the terminal',
    async () => {
      await expect.poll(() => document.querySelector('.xterm')).not.toBeNull();
      await userEvent.click(document.querySelector('.xterm')!);
    },
  ],
  [
    'a tab that a key led to',
    (screen) => (screen.getByRole('tab', { name: /other/ }).element() as HTMLElement).focus(),
  ],
];

describe.each(keeps)('%s', (_, use) => {
  it('lets go of the keys as the board is pressed', long, async () => {
    const screen = await shown();
    await use(screen);
    expect(document.activeElement).not.toBe(document.body);
    await userEvent.click(column(4));
    await userEvent.click(column(4));
    await expect.poll(() => shownLine().moves.length).toBe(2);
    await userEvent.keyboard('{ArrowLeft}');
    await expect.poll(() => shownLine().cursor).toBe(1);
    expect(game().gameId).toBe('connect4');
  });
});

describe('by key', () => {
  it('a select that Tab came to takes the arrows, and leaves Undo to the game', async () => {
    const screen = await shown();
    await userEvent.keyboard('4');
    const select = screen.getByRole('combobox', { name: 'Game' }).element() as HTMLSelectElement;
    await screen.getByRole('button', { name: 'Flip the board' }).click();
    await userEvent.keyboard('{Tab}');
    select.focus();
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.poll(() => called('game.undo')).toBe(1);
    expect(document.activeElement).toBe(select);
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(() => game().gameId).not.toBe('connect4');
  });

  it('a control that is given the focus by a screen reader keeps it, pointer or not', async () => {
    const screen = await shown();
    await screen.getByRole('button', { name: 'Flip the board' }).click();
    const seat = screen.getByRole('button', { name: /Player 2/ }).element() as HTMLElement;
    seat.focus();
    expect(document.activeElement).toBe(seat);
    await userEvent.keyboard('{Enter}');
    await expect.poll(dialog).not.toBeNull();
  });

  it('a dialog with a picker of files, or with steps, gives the focus back to where it was', async () => {
    const screen = await shown();
    const button = screen.getByRole('button', { name: 'Flip the board' }).element() as HTMLElement;
    for (const [keys, title] of [
      ['{Shift>}e{/Shift}', 'Add an engine'],
      ['{Shift>}g{/Shift}', 'Library'],
    ] as const) {
      button.focus();
      await userEvent.keyboard(keys);
      await expect.element(screen.getByRole('dialog', { name: title })).toBeVisible();
      await expect.poll(() => dialog()?.contains(document.activeElement)).toBe(true);
      await userEvent.keyboard('{Escape}');
      await expect.poll(dialog).toBeNull();
      await expect.poll(() => document.activeElement).toBe(button);
    }
  });

  it('Tab stops once at the moves, and the focus goes with the move that the arrows show', async () => {
    const screen = await shown();
    await userEvent.keyboard('445');
    await expect.poll(() => shownLine().cursor).toBe(3);
    const moves = () => [...document.querySelectorAll<HTMLElement>('.moves [data-node]')];
    const stops = () => moves().filter(({ tabIndex }) => tabIndex === 0);
    expect(stops().map(({ dataset }) => dataset['node'])).toEqual(['3']);
    stops()[0]!.focus();
    await userEvent.keyboard('{ArrowLeft}');
    await expect.poll(() => document.activeElement).toBe(moves()[1]);
    expect(stops()).toEqual([moves()[1]]);
    await userEvent.keyboard('{Home}');
    await expect.poll(() => shownLine().cursor).toBe(0);
    await expect.poll(() => document.activeElement).toBe(moves()[0]);
    await userEvent.keyboard('{Tab}');
    await expect.element(screen.getByRole('textbox', { name: 'Name of the game' })).toHaveFocus();
  });

  it('C leads to the comment, also from another tab of a narrow window, and Escape back to the game', async () => {
    const screen = await shown();
    await userEvent.keyboard('44');
    for (const width of [1280, 600]) {
      await page.viewport(width, 800);
      if (width === 600) await screen.getByRole('tab', { name: 'Engines' }).click();
      await userEvent.keyboard('c');
      await expect.element(screen.getByRole('textbox', { name: /^Comment on/ })).toHaveFocus();
      await userEvent.keyboard('{Escape}');
      expect(document.activeElement).toBe(document.body);
    }
    await userEvent.keyboard('{ArrowLeft}');
    await expect.poll(() => shownLine().cursor).toBe(1);
  });

  it('a menu gives the focus back to its button', async () => {
    const screen = await shown();
    const button = screen.getByRole('button', { name: 'All commands' }).element() as HTMLElement;
    button.focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByRole('menu')).toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => document.activeElement).toBe(button);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import App from './App.svelte';
import './styles/tokens.css';
import './styles/base.css';
import { dialogs } from './state/dialogs.svelte.ts';
import { about, engine, session } from './testing/engines.ts';
import { fakeHost, hostState, type FakeHost } from './testing/fake-host.ts';
import { long } from '../tests/support/long.ts';

let host: FakeHost;
const game = () => host.app.state!.game;
const line = () => host.app.game.line!;
const pressed = (name: string): unknown[] => host.calls.filter(([call]) => call === name);

async function shown() {
  await page.viewport(1280, 800);
  const screen = await render(App);
  await expect.element(screen.getByRole('group', { name: 'Connect Four board' })).toBeInTheDocument();
  (document.activeElement as HTMLElement | null)?.blur();
  return screen;
}

beforeEach(() => {
  host = fakeHost();
});

describe('keys', () => {
  it('step through the game, however fast they come', async () => {
    await shown();
    await userEvent.keyboard('445');
    await expect.poll(() => line().moves.length).toBe(3);
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    await expect.poll(() => line().cursor).toBe(1);
    await userEvent.keyboard('{End}');
    await expect.poll(() => line().cursor).toBe(3);
    await userEvent.keyboard('{Home}');
    await expect.poll(() => line().cursor).toBe(0);
  });

  it('do nothing to the game while a dialog is open or a field is typed into', async () => {
    const screen = await shown();
    await userEvent.keyboard('n');
    await userEvent.fill(screen.getByLabelText('Moves or position'), '');
    await userEvent.keyboard('4f');
    expect(line().moves).toEqual([]);
    expect(pressed('game.play')).toEqual([]);
    await expect.element(screen.getByLabelText('Moves or position')).toHaveValue('4f');
  });

  it('are all shown by the question mark', async () => {
    const screen = await shown();
    await userEvent.keyboard('?');
    await expect.element(screen.getByRole('dialog', { name: 'Keys' })).toHaveTextContent('Flip the board');
  });
});

it('shows the console of a session in a low window, where the dock is folded by itself', async () => {
  host = fakeHost(hostState({ about, engines: [engine()], sessions: [session({ state: 'thinking' })] }));
  const screen = await shown();
  await page.viewport(1280, 700);
  const dock = screen.getByRole('region', { name: 'Console', exact: true });
  await expect.element(dock.getByRole('button', { name: 'Show the console' })).toBeInTheDocument();
  await screen.getByRole('button', { name: 'analysis, CFP thinking' }).click();
  await expect.element(dock.getByRole('button', { name: 'Show the console' })).not.toBeInTheDocument();
});

it('the palette finds a command and runs it', async () => {
  const screen = await shown();
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.fill(screen.getByRole('combobox', { name: 'Command' }), 'dark');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => document.documentElement.dataset['theme']).toBe('dark');
  await expect.poll(() => pressed('settings.change')).toHaveLength(1);
});

describe('a new game', () => {
  it('has the size that was typed', async () => {
    const screen = await shown();
    await userEvent.keyboard('n');
    await userEvent.fill(screen.getByLabelText('Columns'), '5');
    await userEvent.fill(screen.getByLabelText('Rows', { exact: true }), '4');
    await userEvent.click(screen.getByRole('button', { name: 'Start', exact: true }));
    await expect.poll(() => game().setup).toEqual({ width: 5, height: 4 });
    await expect.poll(() => document.querySelectorAll('.board .area').length).toBe(5);
  });

  it('proposes the walls that go with the size until they are chosen', long, async () => {
    const screen = await shown();
    await userEvent.keyboard('n');
    const dialog = screen.getByRole('dialog', { name: 'New game' });
    await userEvent.click(dialog.getByRole('radio', { name: 'Quoridor' }));
    const walls = dialog.getByLabelText('Walls each');
    await expect.element(walls).toHaveValue(10);
    await userEvent.fill(dialog.getByLabelText('Size'), '5');
    await expect.element(walls).toHaveValue(3);
    await userEvent.fill(walls, '7');
    await userEvent.fill(dialog.getByLabelText('Size'), '8');
    await expect.element(dialog.getByText('Enter 3, 5, 7 and so on.')).toBeInTheDocument();
    await userEvent.fill(dialog.getByLabelText('Size'), '11');
    await expect.element(walls).toHaveValue(7);
    await userEvent.click(screen.getByRole('button', { name: 'Start', exact: true }));
    await expect.poll(() => game().setup).toEqual({ size: 11, walls: 7 });
  });

  it('says what is wrong with a text before it is sent', async () => {
    const screen = await shown();
    await userEvent.keyboard('n');
    await userEvent.fill(screen.getByLabelText('Moves or position'), '1111111');
    await expect.element(screen.getByText('column 1 is full')).toBeInTheDocument();
    await expect.element(screen.getByRole('button', { name: 'Start', exact: true })).toBeDisabled();
  });

  it('comes from what is pasted, and a text that is none changes nothing', async () => {
    const screen = await shown();
    const paste = (text: string): void => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      document.body.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    };
    paste('4 4 5');
    await expect.poll(() => line().moves).toEqual(['4', '4', '5']);
    await expect
      .element(screen.getByText('The pasted game is on the board', { exact: false }))
      .toBeInTheDocument();
    paste('what is this');
    await expect.element(screen.getByText('Nothing was changed', { exact: false })).toBeInTheDocument();
    paste(' \n');
    await expect.element(screen.getByText('There is no text on the clipboard.')).toBeInTheDocument();
    expect(line().moves).toEqual(['4', '4', '5']);
  });
});

describe('a host that is gone', () => {
  it('is said plainly, and the game stays in sight but cannot be played', async () => {
    const screen = await shown();
    await userEvent.keyboard('4');
    await expect.poll(() => line().moves).toEqual(['4']);
    host.app.handleConnection({ state: 'gone', refused: false });
    await expect.element(screen.getByRole('alert').first()).toHaveTextContent('The host disconnected.');
    await userEvent.keyboard('4');
    expect(line().moves).toEqual(['4']);
    expect(document.querySelectorAll('.piece.seat-0:not(.ghost, .spare)').length).toBeGreaterThan(0);
  });
});

describe.each([
  [1280, 800],
  [900, 700],
  [1440, 900],
])('at %i x %i', (width, height) => {
  it('nothing scrolls sideways and the board keeps its least size', async () => {
    await shown();
    host.change({
      settings: {
        ...hostState().settings,
        layout: { columnWidth: 2000, dockHeight: 2000, dockOpen: true, graphOpen: true, explorerOpen: true },
      },
    });
    await page.viewport(width, height);
    const board = document.querySelector('[role="group"] > svg') ?? expect.fail('no board');
    await expect.poll(() => board.getBoundingClientRect().height).toBeGreaterThanOrEqual(359);
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    const bars = [...document.querySelectorAll('header.bar, footer')];
    await expect.poll(() => bars.filter((bar) => bar.scrollWidth > bar.clientWidth)).toEqual([]);
  });
});

it('keys that come before a dialog has the focus do nothing to the game', async () => {
  const screen = await shown();
  dialogs.open('new-game');
  const press = (): boolean =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '4', bubbles: true }));
  press();
  await expect.element(screen.getByRole('dialog', { name: 'New game' })).toBeVisible();
  dialogs.close('new-game');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  expect(pressed('game.play')).toEqual([]);
  press();
  await expect.poll(() => pressed('game.play')).toHaveLength(1);
});

it('a window that becomes narrow keeps the dialog that is open', async () => {
  host = fakeHost(hostState(), { 'files.roots': () => [] });
  await shown();
  dialogs.open('add-engine');
  await expect.poll(() => document.querySelector('[role=dialog]')).not.toBeNull();
  const dialog = document.querySelector('[role=dialog]');
  await page.viewport(600, 900);
  await expect.poll(() => document.querySelector('[role=tab]')?.textContent).toContain('Analysis');
  expect(document.querySelector('[role=dialog]')).toBe(dialog);
  dialogs.close('add-engine');
});

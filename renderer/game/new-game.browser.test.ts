import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../styles/tokens.css';
import '../styles/base.css';
import { fakeHost } from '../testing/fake-host.ts';
import NewGameDialog from './NewGameDialog.svelte';

it('tells what sizes there are before one is typed, and has the games in one row', async () => {
  await page.viewport(900, 700);
  fakeHost();
  const screen = await render(NewGameDialog, { open: true });
  await expect.element(screen.getByText('4 to 12').first()).toBeVisible();
  const tiles = [...document.querySelectorAll('.game')].map((tile) => tile.getBoundingClientRect().top);
  expect(tiles).toHaveLength(4);
  expect(new Set(tiles).size).toBe(1);
  await screen.getByRole('radio', { name: 'Quoridor' }).click();
  await expect.element(screen.getByText(/^\d+ to \d+, odd$/)).toBeVisible();
});

it('starts the game by Enter on a kind of game, where the focus begins, and not one that cannot be read', async () => {
  const host = fakeHost();
  const screen = await render(NewGameDialog, { open: true });
  const created = () => host.calls.filter(([name]) => name === 'games.create').map(([, input]) => input);
  await expect.element(screen.getByRole('radio', { name: 'Connect Four' })).toHaveFocus();
  await screen.getByRole('textbox').fill('no game');
  (screen.getByRole('radio', { name: 'Connect Four' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  expect(created()).toEqual([]);
  await screen.getByRole('textbox').fill('');
  (screen.getByRole('radio', { name: 'Connect Four' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}{Enter}');
  await expect.poll(created).toMatchObject([{ game: 'quoridor' }]);
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
});

it('proposes the clock of the game on the board, and none where it has none', async () => {
  const host = fakeHost();
  const screen = await render(NewGameDialog, { open: true });
  const field = screen.getByLabelText('Clock');
  await field.selectOptions('1/10');
  await screen.rerender({ open: false });
  await screen.rerender({ open: true });
  await expect.element(field).toHaveValue('');
  for (const [timeControl, proposed] of [
    ['1/10', '1/10'],
    ['40/9000', ''],
  ] as const) {
    await screen.rerender({ open: false });
    host.change({ game: { ...host.app.state!.game, headers: { timeControl } } });
    await screen.rerender({ open: true });
    await expect.element(field).toHaveValue(proposed);
  }
});

it('keeps what was chosen and typed while a game goes on behind it', async () => {
  const host = fakeHost();
  const screen = await render(NewGameDialog, { open: true });
  await screen.getByRole('radio', { name: 'Quoridor' }).click();
  const field = screen.getByRole('textbox');
  await field.fill('e8 e2');
  await host.app.client.game.play({ at: { game: 'g1', node: 0 }, move: '4' });
  await expect.poll(() => host.app.game.line?.moves).toEqual(['4']);
  await expect.element(field).toHaveValue('e8 e2');
  await expect.element(screen.getByRole('radio', { name: 'Quoridor' })).toBeChecked();
});

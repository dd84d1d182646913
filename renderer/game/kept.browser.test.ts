/** A game that is left stays open, another move is a variation, and nothing is said of moves that are gone. */
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import App from '../App.svelte';
import '../styles/tokens.css';
import '../styles/base.css';
import { fakeHost, type FakeHost } from '../testing/fake-host.ts';

let host: FakeHost;
const game = () => host.app.state!.game;
const line = () => host.app.game.line!;
const messages = () => page.getByRole('region', { name: 'Messages' });

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

it('another kind in the bar shows its game, and the one before stays as it was', async () => {
  const screen = await shown();
  await userEvent.keyboard('445');
  await expect.poll(() => line().moves.length).toBe(3);
  const bar = screen.getByRole('combobox', { name: 'Game' });
  await bar.selectOptions('quoridor');
  await expect.poll(() => game().gameId).toBe('quoridor');
  expect(host.app.toasts).toEqual([]);
  await bar.selectOptions('connect4');
  await expect.poll(() => [game().gameId, line().moves.join('')]).toEqual(['connect4', '445']);
});

it('a new game leaves the one before a click away', async () => {
  await shown();
  await userEvent.keyboard('445');
  await expect.poll(() => line().moves.length).toBe(3);
  await host.app.game.create({ game: 'quoridor' });
  await expect.poll(() => game().gameId).toBe('quoridor');
  await expect.element(messages()).toHaveTextContent('The previous game of Connect Four stays open.');
  await messages().getByRole('button', { name: 'Back' }).click();
  await expect.poll(() => [game().gameId, line().moves.join('')]).toEqual(['connect4', '445']);
});

it('another move is a variation, and what stood there is a click away', async () => {
  await shown();
  await userEvent.keyboard('4455');
  await expect.poll(() => line().moves.length).toBe(4);
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}');
  await expect.poll(() => line().cursor).toBe(1);
  await userEvent.keyboard('4');
  await expect.poll(() => line().cursor).toBe(2);
  expect(game().nodes).toHaveLength(5);
  await userEvent.keyboard('3');
  await expect.poll(() => line().moves.join('')).toBe('443');
  expect(game().nodes).toHaveLength(6);
  await userEvent.keyboard('{ArrowLeft}{End}');
  await expect.poll(() => line().moves.join('')).toBe('4455');
});

describe('messages', () => {
  it('of success leave an error about something else', () => {
    host.app.toast({ text: 'The file cannot be read.', tone: 'bad' });
    host.app.toast({ text: 'Copied: 4435', tone: 'ok' });
    expect(host.app.toasts.map(({ text }) => text)).toEqual(['The file cannot be read.', 'Copied: 4435']);
  });

  it('of a refused move go with the move that is made', async () => {
    host.app.toast({ text: 'Refused.', tone: 'bad', about: 'game' });
    host.app.toast({ text: 'The disk is full.', tone: 'bad' });
    await host.app.game.play(3);
    expect(host.app.toasts.map(({ text }) => text)).toEqual(['The disk is full.']);
  });

  it('leave the board, the moves and the console free', async () => {
    await shown();
    host.app.toast({ text: 'A note.', action: { label: 'Undo', run: () => undefined } });
    await expect.element(messages()).toHaveTextContent('A note.');
    const box = (selector: string) => document.querySelector(selector)!.getBoundingClientRect();
    expect(box('.toast').top).toBeGreaterThan(box('section.moves').bottom);
    await expect.poll(() => box('.toast').bottom).toBeLessThan(box('.dock').top);
    await page.viewport(720, 450);
    await expect.poll(() => box('.toast').bottom).toBeLessThan(box('.below').top);
  });

  it('are above a dialog, and none leads from it to another game', async () => {
    await shown();
    host.app.toast({ text: 'A note.' });
    host.app.toast({ text: 'The other game stays open.', topic: 'previous game' });
    await expect.element(messages()).toHaveTextContent('stays open');
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(page.getByRole('dialog')).toBeInTheDocument();
    await expect.element(messages()).not.toHaveTextContent('stays open');
    await expect.element(messages()).toHaveTextContent('A note.');
    const layer = (selector: string) => Number(getComputedStyle(document.querySelector(selector)!).zIndex);
    expect(layer('.toasts')).toBeGreaterThan(layer('[role=dialog]'));
  });

  it('about a new game go with the next one', async () => {
    const screen = await shown();
    await userEvent.keyboard('4');
    await expect.poll(() => line().moves.length).toBe(1);
    await host.app.game.create({ game: 'quoridor' });
    await expect.element(messages()).toHaveTextContent('The previous game of Connect Four stays open.');
    await screen.getByRole('combobox', { name: 'Game' }).selectOptions('stones');
    await expect.element(messages()).not.toHaveTextContent('stays open');
  });
});

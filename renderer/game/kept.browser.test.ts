/** A game that is left or changed can be restored, and nothing is said of moves that are gone. */
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import App from '../App.svelte';
import '../styles/tokens.css';
import '../styles/base.css';
import { fakeHost, hostState, type FakeHost } from '../testing/fake-host.ts';
import MoveList from './MoveList.svelte';

let host: FakeHost;
const game = () => host.app.state!.game;
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

it('another game in the bar leaves the one before a click away', async () => {
  const screen = await shown();
  await userEvent.keyboard('445');
  await expect.poll(() => game().moves.length).toBe(3);
  await screen.getByRole('combobox', { name: 'Game' }).selectOptions('quoridor');
  await expect.poll(() => game().gameId).toBe('quoridor');
  await expect.element(messages()).toHaveTextContent('The game of Connect Four with 3 moves was discarded.');
  await messages().getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => [game().gameId, game().moves.join('')]).toEqual(['connect4', '445']);
});

it('says nothing of a game that had no moves', async () => {
  const screen = await shown();
  await screen.getByRole('combobox', { name: 'Game' }).selectOptions('quoridor');
  await expect.poll(() => game().gameId).toBe('quoridor');
  expect(host.app.toasts).toEqual([]);
});

it('a move that takes the place of others leaves them a click away', async () => {
  await shown();
  await userEvent.keyboard('4455');
  await expect.poll(() => game().moves.length).toBe(4);
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}');
  await expect.poll(() => game().cursor).toBe(1);
  // The move that stood there replaces nothing.
  await userEvent.keyboard('4');
  await expect.poll(() => game().cursor).toBe(2);
  expect(host.app.toasts).toEqual([]);
  await userEvent.keyboard('3');
  await expect.element(messages()).toHaveTextContent('2 later moves were replaced by 3.');
  await messages().getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => game().moves.join('')).toBe('4455');
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

  it('lie below an open palette and beside the moves', async () => {
    await shown();
    host.app.toast({ text: 'A note.', action: { label: 'Undo', run: () => undefined } });
    await expect.element(messages()).toHaveTextContent('A note.');
    const box = (selector: string) => document.querySelector(selector)!.getBoundingClientRect();
    expect(box('.toast').top).toBeGreaterThan(box('section.moves').bottom);
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(page.getByRole('dialog')).toBeInTheDocument();
    const layer = (selector: string) => Number(getComputedStyle(document.querySelector(selector)!).zIndex);
    expect(layer('[role=dialog]')).toBeGreaterThan(layer('.toasts'));
  });
});

it('says nothing of an audit once the game went another way', async () => {
  const audited = (ply: number, move: string) => ({
    ...{ ply, move, was: null, is: null, best: [], turn: null },
  });
  const sides = [0, 1].map(() => ({
    ...{ moves: 1, proven: 1 },
    turns: { 'win to draw': 0, 'win to loss': 0, 'draw to loss': 0 },
  }));
  const at = (moves: string[]) => ({ ...hostState().game, moves, cursor: moves.length });
  host = fakeHost(
    hostState({
      game: at(['4', '5']),
      audit: {
        ...{ state: 'done', key: 'g1', total: 2, reason: null },
        moves: [audited(1, '4'), audited(2, '5')],
        sides,
      } as never,
    }),
  );
  const screen = await render(MoveList);
  await expect.element(screen.getByText('made no mistakes', { exact: false }).first()).toBeInTheDocument();
  host.change({ game: at(['4', '5', '6']) });
  await expect.element(screen.getByText('Audited up to ply 2:')).toBeInTheDocument();
  host.change({ game: at(['4', '3']) });
  await expect.element(screen.getByText('made no mistakes', { exact: false })).not.toBeInTheDocument();
});

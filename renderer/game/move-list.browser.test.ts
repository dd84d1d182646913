import { beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../styles/tokens.css';
import '../styles/base.css';
import { fakeHost, hostState, nodesOf, type FakeHost } from '../testing/fake-host.ts';
import MoveList from './MoveList.svelte';

const LENGTH = 300;
let host: FakeHost;

/** One move of the main line, and beside it a variation that is higher than any list. */
beforeEach(() => {
  const moves = Array.from({ length: LENGTH }, (_, ply) => ['e8', 'e2', 'e9', 'e1'][ply % 4]!);
  const nodes = [...nodesOf(...moves), { parent: 0, move: 'd9' }];
  nodes[0] = { children: [LENGTH + 1, 1] };
  const quoridor = { gameId: 'quoridor', setup: { size: 9, walls: 10 }, start: null };
  host = fakeHost(hostState({ game: { ...hostState().game, ...quoridor, nodes, shown: 1 } }));
});

/** Pixels between the move shown and the edges of the list. */
function free(frame: HTMLElement): number {
  const list = frame.querySelector('.list')!.getBoundingClientRect();
  const move = frame.querySelector('[aria-current]')?.getBoundingClientRect();
  return move === undefined ? -Infinity : Math.min(move.top - list.top, list.bottom - move.bottom);
}

it('keeps the move shown in sight, in a variation higher than the list and in a list that gets lower', async () => {
  const container = document.body.appendChild(document.createElement('div'));
  container.style.cssText = 'width: 360px; height: 400px';
  await render(MoveList, { target: container });
  for (const shown of [LENGTH, LENGTH / 2, LENGTH / 2 - 1, 1, LENGTH / 2]) {
    await host.app.game.show(shown);
    const current = () => container.querySelector('[aria-current]')?.getAttribute('data-node');
    await expect.poll(current).toBe(String(shown));
    await expect.poll(() => free(container)).toBeGreaterThanOrEqual(0);
  }
  for (const height of [240, 180]) {
    container.style.height = `${height}px`;
    await expect.poll(() => free(container)).toBeGreaterThanOrEqual(0);
  }
});

it('has the menu of the move that is touched for long, whichever had its menu before', async () => {
  host = fakeHost(hostState({ game: { ...hostState().game, nodes: nodesOf('4', '5'), shown: 0 } }));
  const container = document.body.appendChild(document.createElement('div'));
  container.style.cssText = 'width: 360px; height: 400px';
  await render(MoveList, { target: container });
  const move = (node: number): Element => container.querySelector(`[data-node="${node}"]`)!;
  await expect.poll(() => move(1)).not.toBeNull();
  const items = page.getByRole('menuitem');
  const touch = async (node: number): Promise<void> => {
    const touched = { bubbles: true, pointerType: 'touch' };
    move(node).dispatchEvent(new PointerEvent('pointerdown', touched));
    await expect.element(items.first()).toBeVisible();
    move(node).dispatchEvent(new PointerEvent('pointerup', touched));
  };
  await touch(2);
  await userEvent.keyboard('{Escape}');
  await vi.waitFor(() => expect(items.elements()).toEqual([]));
  await touch(1);
  await items.getByText('Delete from here').click();
  await expect
    .poll(() => host.calls.findLast(([call]) => call === 'game.edit')?.[1])
    .toMatchObject({ change: [{ kind: 'delete', node: 1 }] });
});

/** The status line: facts of what the window shows. */
import { afterEach, expect, it } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { replays } from '../replay/open.svelte.ts';
import type { ReplayModel } from '../replay/model.svelte.ts';
import type { HostState } from '../../app/api/contract.ts';
import { fakeHost, hostState } from '../testing/fake-host.ts';
import StatusLine from './StatusLine.svelte';
import { WindowState } from './window.svelte.ts';

afterEach(() => void (replays.shown = null));

it('tells of the report on another game, and leads to it', async () => {
  const { report } = hostState();
  const games = [{ id: 'g2', gameId: 'morris', headers: {} }] as unknown as HostState['games'];
  const running = { ...report, id: 'r-1', key: 'g2', state: 'running', done: 3, total: 10 } as const;
  const host = fakeHost(hostState({ games, report: running }));
  const screen = await render(StatusLine, { shell: new WindowState(host.app) });
  await screen.getByRole('button', { name: 'Report running: 3 of 10' }).click();
  expect(host.calls.at(-1)).toEqual(['games.show', { game: 'g2' }]);
  host.change({ report: { ...running, state: 'paused' } });
  await expect.element(screen.getByRole('button', { name: 'Report paused: 3 of 10' })).toBeVisible();
  host.change({ report: { ...running, state: 'done' } });
  await expect.element(screen.getByRole('button', { name: /Report/ })).not.toBeInTheDocument();
});

it('tells the place of the game, unless a recording hides it', async () => {
  const { app } = fakeHost();
  const screen = await render(StatusLine, { shell: new WindowState(app) });
  const line = screen.getByRole('contentinfo', { name: 'Status' });
  await expect.element(line).toHaveTextContent(/Player 1 to move\s*ply 0 of 0/);
  replays.shown = {} as ReplayModel;
  await expect.element(line).not.toHaveTextContent(/to move|ply/);
  await expect.element(line).toHaveTextContent('0 engines, 0 running');
});

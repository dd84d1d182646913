/** The status line: facts of what the window shows. */
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { reportFocus } from '../report/focus.svelte.ts';
import { replays } from '../replay/open.svelte.ts';
import type { ReplayModel } from '../replay/model.svelte.ts';
import type { HostState } from '../../app/api/contract.ts';
import { fakeHost, hostState } from '../testing/fake-host.ts';
import StatusLine from './StatusLine.svelte';
import { WindowState } from './window.svelte.ts';

afterEach(() => {
  replays.shown = null;
  reportFocus.wanted = null;
});

it('tells of the report on another game, and leads to it', async () => {
  const { report } = hostState();
  const games = [{ id: 'g2', gameId: 'morris', headers: {} }] as unknown as HostState['games'];
  const running = { ...report, id: 'r-1', key: 'g2', state: 'running', done: 3, total: 10 } as const;
  const host = fakeHost(hostState({ games, report: running }));
  const screen = await render(StatusLine, { shell: new WindowState(host.app) });
  await screen.getByRole('button', { name: 'Report running: 3 of 10' }).click();
  expect(host.calls.at(-1)).toEqual(['games.show', { game: 'g2' }]);
  await expect.poll(() => reportFocus.wanted).toBe('g2');
  host.change({ report: { ...running, state: 'waiting', waitsFor: 'play' } });
  await expect
    .element(screen.getByRole('button', { name: 'Report waiting for a game: 3 of 10' }))
    .toBeVisible();
  host.change({ report: { ...running, state: 'paused' } });
  await expect.element(screen.getByRole('button', { name: 'Report paused: 3 of 10' })).toBeVisible();
  host.change({ report: { ...running, state: 'done' } });
  await expect.element(screen.getByRole('button', { name: /Report/ })).not.toBeInTheDocument();
});

it('leaves the facts their room in a narrow window, where the button of the report is an icon', async () => {
  const { report } = hostState();
  const games = [{ id: 'g2', gameId: 'morris', headers: {} }] as unknown as HostState['games'];
  const waiting = { ...report, id: 'r-1', key: 'g2', state: 'waiting', waitsFor: 'analysis' } as const;
  const host = fakeHost(hostState({ games, report: { ...waiting, done: 3, total: 10 } }));
  const { innerWidth, innerHeight } = window;
  await page.viewport(400, 600);
  const screen = await render(StatusLine, { shell: new WindowState(host.app) });
  const button = screen.getByRole('button', { name: 'Report waiting for the analysis: 3 of 10' });
  await expect.element(button).toBeVisible();
  expect(button.element().getBoundingClientRect().width).toBeLessThan(40);
  await page.viewport(innerWidth, innerHeight);
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

it('leaves a lost host to the banner', async () => {
  const host = fakeHost(hostState({ trouble: 'The disk is full' }));
  const screen = await render(StatusLine, { shell: new WindowState(host.app) });
  await expect.element(screen.getByText('The disk is full')).toBeInTheDocument();
  host.app.connection = 'gone';
  await expect.poll(() => document.querySelector('.said')).toBeNull();
});

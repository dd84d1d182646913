/** The status line: facts of what the window shows. */
import { afterEach, expect, it } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { replays } from '../replay/open.svelte.ts';
import type { ReplayModel } from '../replay/model.svelte.ts';
import { fakeHost } from '../testing/fake-host.ts';
import StatusLine from './StatusLine.svelte';
import { WindowState } from './window.svelte.ts';

afterEach(() => void (replays.shown = null));

it('tells the place of the game, unless a recording hides it', async () => {
  const { app } = fakeHost();
  const screen = await render(StatusLine, { shell: new WindowState(app) });
  const line = screen.getByRole('contentinfo', { name: 'Status' });
  await expect.element(line).toHaveTextContent(/Player 1 to move\s*ply 0 of 0/);
  replays.shown = {} as ReplayModel;
  await expect.element(line).not.toHaveTextContent(/to move|ply/);
  await expect.element(line).toHaveTextContent('0 engines, 0 running');
});

import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../styles/tokens.css';
import '../styles/base.css';
import { about, engine, session } from '../testing/engines.ts';
import { fakeHost, hostState } from '../testing/fake-host.ts';
import EnginesPanel from './EnginesPanel.svelte';

const crowd = Array.from({ length: 12 }, (_, at) =>
  engine({ id: `e${at}`, name: `engine ${at}`, bundled: true, games: [at % 2 ? 'quoridor' : 'connect4'] }),
);

beforeEach(() => page.viewport(420, 400));

async function shown() {
  const host = fakeHost(hostState({ about, engines: crowd }));
  const frame = document.createElement('div');
  frame.style.height = '300px';
  document.body.append(frame);
  return { host, screen: await render(EnginesPanel, { target: frame }) };
}

const names = (): string[] =>
  [...document.querySelectorAll('.card .name')].map(({ textContent }) => textContent ?? '');

it('shows the engines of the game on the board first, and brings one into sight as it begins to think', async () => {
  const { host, screen } = await shown();
  await expect.poll(names).toEqual([0, 2, 4, 6, 8, 10, 1, 3, 5, 7, 9, 11].map((at) => `engine ${at}`));
  const list = document.querySelector('.scroll')!;
  const more = screen.getByRole('button', { name: 'More about engine 0' });
  (more.element() as HTMLElement).focus();
  list.scrollTop = list.scrollHeight;
  host.change({ sessions: [session({ engine: 'e10', state: 'thinking' })] });
  await expect.poll(() => names()[0]).toBe('engine 10');
  await expect.element(screen.getByText('engine 10')).toBeInViewport({ ratio: 1 });
  await expect.element(more).toHaveFocus();
  list.scrollTop = list.scrollHeight;
  const scrolled = list.scrollTop;
  host.change({ sessions: [session({ engine: 'e10', state: 'idle' })] });
  host.change({ sessions: [session({ engine: 'e10', state: 'thinking' })] });
  await expect.element(screen.getByText('analysis, CFP')).toBeInTheDocument();
  expect(list.scrollTop).toBe(scrolled);
});

it('has the call to add an engine whole in sight, however many bundled ones there are', async () => {
  const { screen } = await shown();
  const add = screen.getByRole('button', { name: 'Add an engine' }).last();
  await expect.element(add).toBeInViewport({ ratio: 1 });
  const { bottom } = add.element().getBoundingClientRect();
  expect(bottom).toBeLessThanOrEqual(document.querySelector('.panel')!.getBoundingClientRect().bottom);
});

import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../styles/tokens.css';
import '../styles/base.css';
import { about, ending, engine, session } from '../testing/engines.ts';
import { fakeHost, hostState } from '../testing/fake-host.ts';
import EnginesPanel from './EnginesPanel.svelte';
import { long } from '../../tests/support/long.ts';

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
  await expect.poll(names).toEqual([0, 2, 4, 6, 8, 10].map((at) => `engine ${at}`));
  const others = screen.getByRole('button', { name: 'Other games (6)' });
  await others.click();
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

it('tells names that begin alike in full', async () => {
  const { host } = await shown();
  const long = 'Verbindungsviererweltmeisterschaftsprogramm von Müller-Lüdenscheidt (Fassung 202';
  host.change({ engines: [6, 7].map((year) => engine({ id: `e${year}`, name: `${long}${year})` })) });
  await expect.poll(() => names().length).toBe(2);
  const [one, other] = document.querySelectorAll<HTMLElement>('.card .name');
  expect(one!.title.split('\n')[0]).toBe(`${long}6)`);
  expect(other!.title.split('\n')[0]).toBe(`${long}7)`);
});

const quoted = ending({
  word: 'stalled',
  reason: 'mine failed: no "readyok" within 10 s; last line heard: `hello`.',
  lastHeard: 'hello',
  stderrTail: [],
});

it(
  'folds what went wrong with an engine of another game, and leaves the list where it is',
  long,
  async () => {
    const { host, screen } = await shown();
    const list = document.querySelector('.scroll')!;
    await screen.getByRole('button', { name: 'Other games (6)' }).click();
    list.scrollTop = 0;
    host.change({ sessions: [session({ engine: 'e1', protocol: 'qtp', ending: quoted })] });
    const why = screen.getByRole('button', { name: 'Why' });
    await expect.element(why).toBeInTheDocument();
    await expect.element(screen.getByRole('button', { name: 'Restart' })).not.toBeInTheDocument();
    expect(list.scrollTop).toBe(0);
    await why.click();
    // The last line is told once, where the reason has it.
    await expect.poll(() => document.querySelector('.note')?.textContent.match(/hello/g)).toHaveLength(1);
    await screen.getByRole('button', { name: 'Less' }).click();
    await expect.poll(() => document.querySelector('.note')).toBeNull();
  },
);

it('brings what has just failed into sight, and folds it to a line once another game is shown', async () => {
  const { host, screen } = await shown();
  const list = document.querySelector('.scroll')!;
  const failed = session({ engine: 'e10', ending: quoted });
  host.change({ sessions: [failed] });
  await expect.poll(() => document.querySelector('.note')).not.toBeNull();
  await expect.poll(() => list.scrollTop).toBeGreaterThan(0);
  await host.app.client.games.create({ game: 'connect4' });
  await expect.poll(() => document.querySelector('.note')).toBeNull();
  await screen.getByRole('button', { name: 'Why' }).click();
  await expect.poll(() => document.querySelector('.note')).not.toBeNull();
});

it('begins at the engines of another game that is shown, wherever the list was', async () => {
  const { host, screen } = await shown();
  const list = document.querySelector('.scroll')!;
  await screen.getByRole('button', { name: 'Other games (6)' }).click();
  list.scrollTop = list.scrollHeight;
  await host.app.game.play(3);
  await expect.poll(() => host.app.game.cursor).toBe(1);
  expect(list.scrollTop).toBeGreaterThan(0);
  await host.app.client.games.create({ game: 'quoridor' });
  await expect.poll(() => names()[0]).toBe('engine 1');
  await expect.poll(() => list.scrollTop).toBe(0);
});

it('shows the advice about a failure as a whole, and marks where it cuts what the engine printed', async () => {
  const advice = `The engine ran in the sandbox, which hides /${'long/'.repeat(100)}book: switch it off in its settings.`;
  const failed = ending({ lastHeard: 'x'.repeat(1000), advice });
  fakeHost(hostState({ about, engines: [engine({ contact: { state: 'failed', ending: failed } })] }));
  const screen = await render(EnginesPanel);
  await expect.element(screen.getByText(advice)).toBeInTheDocument();
  await expect.element(screen.getByText(`${'x'.repeat(400)}…`)).toBeInTheDocument();
});

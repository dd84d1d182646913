import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { SessionState } from '../../app/api/contract.ts';
import '../styles/tokens.css';
import '../styles/base.css';
import { about, engine, session, Stream } from '../testing/engines.ts';
import { fakeHost, hostState, type FakeHost } from '../testing/fake-host.ts';
import ConsoleDock from './ConsoleDock.svelte';
import { consoles } from './consoles.svelte.ts';
import { warning } from './actions.svelte.ts';

let host: FakeHost;

async function shown(more: Partial<SessionState> = {}) {
  await page.viewport(1200, 600);
  consoles.keepOnly(new Set());
  consoles.front = null;
  host = fakeHost(
    hostState({
      about,
      engines: [
        engine({
          options: [{ type: 'combo', name: 'Play Style', default: 'Normal', vars: ['Solid', 'Risky'] }],
        }),
      ],
      sessions: [session(more)],
    }),
    {
      'sessions.lines': () => new Stream(),
      'sessions.offers': ({ word }: { word: string }) => (word === 'position' ? ['0001', '0002'] : []),
    },
  );
  const frame = document.createElement('div');
  frame.style.height = '300px';
  document.body.append(frame);
  const screen = await render(ConsoleDock, { target: frame });
  const field = screen.getByRole('combobox', { name: 'A line to send to mine' });
  await field.click();
  return { screen, field };
}

const called = (name: string): unknown[] =>
  host.calls.filter((call) => call[0] === name).map((call) => call[1]);
const rows = (): string[] =>
  [...document.querySelectorAll('[role=option] code')].map((row) => row.textContent ?? '');
const type = (keys: string): Promise<void> => userEvent.keyboard(keys);

beforeEach(() => {
  warning.read = false;
  for (const frame of document.querySelectorAll('body > div')) frame.remove();
});

describe('the field of the console', () => {
  it('offers the commands that begin so, and takes one by Tab, Right, Enter or the pointer', async () => {
    const { field, screen } = await shown();
    await expect.element(field).toHaveAttribute('aria-expanded', 'false');
    await type('s');
    await expect.poll(rows).toEqual(['setoption', 'stop']);
    await expect.element(field).toHaveAttribute('aria-expanded', 'true');
    await type('{ArrowDown}{ArrowDown}');
    const active = field.element().getAttribute('aria-activedescendant');
    expect(document.getElementById(active!)?.textContent).toContain('stop');
    await type('{Enter}');
    await expect.element(field).toHaveValue('stop');
    expect(called('sessions.send')).toEqual([]);
    await type('{Enter}');
    expect(called('sessions.send')).toEqual([{ session: 's1', line: 'stop' }]);
    await type('deb{Tab}');
    await expect.element(field).toHaveValue('debug ');
    await expect.poll(rows).toEqual(['on', 'off']);
    await type('of{ArrowRight}');
    await expect.element(field).toHaveValue('debug off');
    await field.fill('is');
    await screen.getByRole('option', { name: /^isready/ }).click();
    await expect.element(field).toHaveValue('isready');
    await expect.element(field).toHaveFocus();
  });

  it('offers options of the engine, their values, and what the host has for the place shown', async () => {
    const { field } = await shown();
    await type('setoption {Tab}{Tab}');
    await expect.element(field).toHaveValue('setoption name Play Style ');
    await type('{Tab}{Tab}');
    await expect.element(field).toHaveValue('setoption name Play Style value Solid');
    await field.fill('position ');
    await expect.poll(rows).toEqual(['0001', '0002', 'startpos']);
    expect(called('sessions.offers').at(-1)).toEqual({ session: 's1', word: 'position' });
  });

  it('keeps its suggestions while the traffic of the session goes on', async () => {
    const { field } = await shown();
    await field.fill('position ');
    await expect.poll(rows).toEqual(['0001', '0002', 'startpos']);
    const asked = called('sessions.offers').length;
    host.change({ sessions: [session({ journalBytes: 12_345, state: 'thinking' })] });
    await expect.poll(() => document.querySelectorAll('[role=option]').length).toBe(3);
    expect(rows()).toEqual(['0001', '0002', 'startpos']);
    expect(called('sessions.offers')).toHaveLength(asked);
  });

  it('sends the line unchanged as long as the list is not entered', async () => {
    await shown();
    await type('s{Enter}');
    await type(' position  nonsense {Enter}');
    await type('{Enter}');
    expect(called('sessions.send').map((input) => (input as { line: string }).line)).toEqual([
      's',
      ' position  nonsense ',
      '',
    ]);
  });

  it('leaves the arrow keys to older lines while the list is closed', async () => {
    const { field } = await shown();
    await type('debug on{Enter}');
    await type('s{Escape}');
    await expect.poll(rows).toEqual([]);
    await type('{ArrowUp}');
    await expect.element(field).toHaveValue('debug on');
    await expect.poll(rows).toEqual([]);
    await type('{ArrowDown}');
    await expect.element(field).toHaveValue('s');
    await field.fill('');
    await type('{Control>} {/Control}');
    await expect.poll(rows).toEqual(['debug', 'isready', 'position', 'setoption', 'stop']);
  });

  it('says what the command does, which argument is being typed, and why it has no place now', async () => {
    const { field } = await shown();
    await type('setoption name Play Style value ');
    const help = (): Element | null =>
      document.getElementById(field.element().getAttribute('aria-describedby') ?? '');
    expect(help()?.textContent).toContain('changes an option of the engine');
    expect(help()?.textContent).toContain('CFP, GUI to Engine, setoption');
    expect(help()?.querySelector('.current')?.textContent).toBe('[value <value>]');
    await field.fill('sto');
    await expect.poll(() => help()?.textContent).toContain('Not now: the engine is not thinking');
    await expect.element(page.getByRole('option', { name: /^stop/ })).toHaveTextContent('not now:');
    host.change({ sessions: [session({ state: 'thinking' })] });
    await expect.element(page.getByRole('option', { name: /^stop/ })).not.toHaveTextContent('not now:');
  });
});

describe('lines that were typed', () => {
  it('are warned of once, and the engine is brought back by a button', async () => {
    const { screen } = await shown();
    expect(document.querySelector('.warning')).toBeNull();
    host.change({ sessions: [session({ disturbed: true })] });
    await expect.element(screen.getByText(/can put the engine out of step/)).toBeInTheDocument();
    await screen.getByRole('button', { name: 'Do not show this again' }).click();
    expect(document.querySelector('.warning')).toBeNull();
    await screen.getByRole('button', { name: 'Resynchronise' }).click();
    expect(called('sessions.resynchronise')).toEqual([{ session: 's1' }]);
    host.change({ sessions: [session({ disturbed: false })] });
    await expect.poll(() => screen.getByRole('button', { name: 'Resynchronise' }).elements()).toEqual([]);
    host.change({ sessions: [session({ disturbed: true })] });
    await expect.element(screen.getByRole('button', { name: 'Resynchronise' })).toBeInTheDocument();
    expect(document.querySelector('.warning')).toBeNull();
  });

  it('disturb nothing where the session follows no place', async () => {
    const { screen } = await shown({ followsPlace: false, disturbed: true });
    await expect.element(screen.getByText(/does not follow the board/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Resynchronise' }).elements()).toEqual([]);
  });
});

import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { Opening } from '../../app/api/contract.ts';
import type { ChosenFile, GivenFiles } from '../../app/api/desktop-bridge.ts';
import { replays } from '../replay/open.svelte.ts';
import Dialogs from '../shell/Dialogs.svelte';
import { dialogs } from '../state/dialogs.svelte.ts';
import '../styles/tokens.css';
import '../styles/base.css';
import { fakeHost, hostState, type FakeHost } from '../testing/fake-host.ts';
import { GivenQueue } from './given.ts';

const chosen = (name: string): ChosenFile => ({
  entry: { id: name, name, kind: 'file', executable: false, interpreter: null },
  folder: '/home/me',
});
const given = (files: readonly string[], engines: readonly string[] = [], omitted = 0): GivenFiles => ({
  ...{ files: files.map(chosen), engines: engines.map(chosen), omitted },
});

/** What the host finds in a file, by its name: `many-1.sgf` has several games. */
function openingOf(file: string): Opening {
  const name = file;
  if (file.endsWith('.journal')) return { kind: 'recording', name };
  if (file.startsWith('many'))
    return {
      ...{ kind: 'games', source: file, name, form: 'sgf', formName: 'SGF', game: 'connect4', games: 3 },
      ...{ isCut: false, isInFile: true, isRemembered: false },
    };
  return {
    ...{ kind: 'opened', game: file, source: file, name, form: 'sgf', games: 1, number: 1 },
    ...{ isKnown: false, faults: [], note: null, isRemembered: false },
  };
}

let host: FakeHost;
let queue: GivenQueue;
/** The files that the host has opened, in that order. */
let opened: string[];
const texts = (): string[] => host.app.toasts.map(({ text }) => text);
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });

beforeEach(async () => {
  await page.viewport(900, 700);
  dialogs.forget();
  replays.shown = null;
  opened = [];
  host = fakeHost(hostState(), {
    // The earlier a file is asked for, the longer it takes.
    'files.open': async ({ file }: { file: string }) => {
      await new Promise((resolve) => setTimeout(resolve, 20 - 5 * opened.length));
      opened.push(file);
      return openingOf(file);
    },
    'files.games': () => [],
    'files.roots': () => [{ id: 'home', name: '/home/me' }],
    'files.list': () => ({ id: 'home', path: '/home/me', parent: null, entries: [], omitted: 0 }),
    'replay.open': () => new Promise(() => undefined),
  });
  queue = new GivenQueue(host.app);
  await render(Dialogs, {});
});

it('opens files in their order, also those of a later start', async () => {
  await Promise.all([queue.take(given(['x.sgf', 'y.sgf'])), queue.take(given(['z.sgf']))]);
  expect(opened).toEqual(['x.sgf', 'y.sgf', 'z.sgf']);
});

it('asks about one file after another', async () => {
  const done = queue.take(given(['many-1.sgf', 'many-2.sgf', 'last.sgf']));
  await expect.element(dialog('many-1.sgf')).toBeVisible();
  await expect.poll(texts).toEqual(['many-2.sgf follows when this dialog is closed.']);
  expect(opened).toEqual(['many-1.sgf']);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog('many-2.sgf')).toBeVisible();
  await expect.poll(() => dialog('many-2.sgf').element().contains(document.activeElement)).toBe(true);
  await expect.poll(texts).toEqual(['last.sgf follows when this dialog is closed.']);
  // A game that is chosen closes the dialog, too.
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect.element(dialog('many-2.sgf')).not.toBeInTheDocument();
  await done;
  expect(opened.at(-1)).toBe('last.sgf');
});

it('goes on after a file that is refused', async () => {
  host = fakeHost(hostState(), {
    'files.open': ({ file }: { file: string }) => {
      if (file === 'bad.sgf') throw new Error('no');
      return openingOf(file);
    },
  });
  await new GivenQueue(host.app).take(given(['bad.sgf', 'x.sgf']));
  expect(texts()).toContain('Opened x.sgf.');
});

it('shows one recording, after the games, and names it', async () => {
  await queue.take(given(['one.journal', 'two.journal', 'x.sgf']));
  expect(opened).toHaveLength(3);
  expect(replays.shown?.name).toBe('one.journal');
  expect(texts()).toContain('Of 2 recordings, only one.journal is opened.');
});

it('says how many files were left out', async () => {
  await queue.take(given(['x.sgf'], [], 8));
  expect(texts()[0]).toBe('8 files were left out: there were too many at once.');
});

it('has a dialog for each engine, the first in one that is open already', async () => {
  dialogs.open('add-engine');
  const done = queue.take(given([], ['a.py', 'b.py']));
  const shown = dialog('Launch settings');
  await expect.element(shown.getByLabelText('Name', { exact: true })).toHaveValue('a');
  await expect.poll(texts).toEqual(['b.py follows when this dialog is closed.']);
  // A game need not wait for them.
  await queue.take(given(['x.sgf']));
  expect(opened).toEqual(['x.sgf']);
  await userEvent.keyboard('{Escape}');
  await expect.element(shown.getByLabelText('Name', { exact: true })).toHaveValue('b');
  await done;
});

it('does not take a dialog in which a file was picked', async () => {
  const entries = [chosen('mine.py').entry];
  const list = () => ({ id: 'home', path: '/home/me', parent: null, entries, omitted: 0 });
  host = fakeHost(hostState(), {
    'files.roots': () => [{ id: 'home', name: '/home/me' }],
    'files.list': list,
  });
  dialogs.open('add-engine');
  await page.getByRole('option', { name: 'mine.py' }).click();
  const name = dialog('Launch settings').getByLabelText('Name', { exact: true });
  await expect.element(name).toHaveValue('mine');
  const done = new GivenQueue(host.app).take(given([], ['b.py']));
  await expect.poll(texts).toEqual(['b.py follows when this dialog is closed.']);
  await userEvent.keyboard('{Escape}');
  await expect.element(name).toHaveValue('b');
  await done;
});

it('does not take the dialog of an engine for one of a later drop', async () => {
  await queue.take(given([], ['a.py']));
  const name = dialog('Launch settings').getByLabelText('Name', { exact: true });
  await expect.element(name).toHaveValue('a');
  await userEvent.fill(name, 'mine');
  const done = queue.take(given([], ['b.py']));
  await expect.poll(texts).toEqual(['b.py follows when this dialog is closed.']);
  await expect.element(name).toHaveValue('mine');
  await userEvent.keyboard('{Escape}');
  await expect.element(name).toHaveValue('b');
  await done;
});

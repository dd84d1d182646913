import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { Folder } from '../../app/api/contract.ts';
import '../styles/tokens.css';
import '../styles/base.css';
import { about, ending, engine } from '../testing/engines.ts';
import { fakeHost, hostState, type FakeHost } from '../testing/fake-host.ts';
import Dialogs from '../shell/Dialogs.svelte';
import Toasts from '../shell/Toasts.svelte';
import { WindowState } from '../shell/window.svelte.ts';
import EnginesPanel from './EnginesPanel.svelte';
import { long } from '../../tests/support/long.ts';

const folders: Record<string, Folder> = {
  home: {
    id: 'home',
    path: '/home/me',
    parent: null,
    omitted: 0,
    entries: [{ id: 'engines', name: 'engines', kind: 'folder', executable: false, interpreter: null }],
  },
  engines: {
    id: 'engines',
    path: '/home/me/engines',
    parent: 'home',
    omitted: 3,
    entries: [
      { id: 'f1', name: 'solver.py', kind: 'file', executable: false, interpreter: 'python3' },
      { id: 'f3', name: 'player', kind: 'file', executable: true, interpreter: null },
      { id: 'f2', name: 'notes.txt', kind: 'file', executable: false, interpreter: null },
    ],
  },
};

let host: FakeHost;

beforeEach(async () => {
  await page.viewport(1000, 800);
  host = fakeHost(hostState({ about }), {
    'files.roots': () => [{ id: 'home', name: '/home/me' }],
    'files.list': ({ folder }: { folder: string }) => folders[folder],
    'engines.inFolder': () => ({
      engines: [{ file: 'f1', fileName: 'solver.py', name: 'solver', interpreter: 'python3', known: false }],
      omitted: 0,
      unfit: [],
    }),
    'engines.add': () => {
      host.change({ engines: [engine({ contact: { state: 'failed', ending: ending() } })] });
      return { engine: 'mine' };
    },
  });
});

const called = (name: string): unknown[] =>
  host.calls.filter((call) => call[0] === name).map((call) => call[1]);

it('adds a script found by the keyboard alone, explains why it does not answer, and tries again', async () => {
  await render(Dialogs);
  const screen = await render(EnginesPanel);
  await screen.getByRole('button', { name: 'Add an engine' }).first().click();
  await expect.element(screen.getByRole('option', { name: 'engines' })).toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('3 more not shown.')).toBeInTheDocument();
  await expect
    .element(screen.getByRole('option', { name: 'solver.py runs with python3' }))
    .toBeInTheDocument();
  await userEvent.keyboard('{Backspace}');
  await expect.element(screen.getByRole('option', { name: 'engines' })).toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('option', { name: /solver/ })).toBeInTheDocument();
  await userEvent.keyboard('solv{Enter}');

  const dialog = screen.getByRole('dialog', { name: 'Launch settings' });
  await expect.element(dialog.getByLabelText('Name')).toHaveValue('solver');
  await expect.element(dialog.getByText('python3')).toBeInTheDocument();
  await dialog.getByLabelText('Protocol').selectOptions('CFSI (Connect Four Server Interface)');
  await dialog.getByLabelText('Arguments').fill('--depth\n8 or so');
  await dialog.getByRole('button', { name: 'Add a variable' }).click();
  await dialog.getByLabelText('Variable').fill('1BAD');
  await dialog.getByRole('button', { name: 'Add and test' }).click();
  await expect.element(dialog.getByText(/do not begin with a digit/)).toBeInTheDocument();
  expect(called('engines.add')).toEqual([]);
  await dialog.getByLabelText('Variable').fill('DEBUG');
  await dialog.getByLabelText('Value').fill('1');
  await dialog.getByRole('button', { name: 'Add and test' }).click();
  await expect
    .poll(() => called('engines.add'))
    .toEqual([
      {
        file: 'f1',
        settings: {
          name: 'solver',
          protocol: 'cfsi',
          args: ['--depth', '8 or so'],
          environment: { DEBUG: '1' },
          // As the settings have it for new ones.
          sandbox: true,
          writesFolder: false,
          dialect: {},
          scale: null,
        },
      },
    ]);

  const contact = screen.getByRole('dialog', { name: 'Connection test' });
  await expect.element(contact.getByText('Mine exited with code 1 before cfpok.')).toBeInTheDocument();
  await expect.element(contact.getByText(/ImportError: no module named solver/)).toBeInTheDocument();
  await contact.getByRole('button', { name: 'Change settings' }).click();
  await dialog.getByLabelText('Arguments').fill('');
  await dialog.getByRole('button', { name: 'Save and test again' }).click();
  await expect.poll(() => called('engines.check')).toEqual([{ engine: 'mine' }]);
  expect(called('engines.add')).toHaveLength(1);

  host.change({ engines: [engine({ contact: { state: 'ok' } })] });
  await expect
    .element(contact.getByText('It answered in CFSI (Connect Four Server Interface) as Mine by me.'))
    .toBeInTheDocument();
  await contact.getByRole('button', { name: 'Done' }).click();
  await expect.element(contact).not.toBeInTheDocument();
});

it('keeps its buttons in place from the choice of a file to the end of the test', async () => {
  await render(Dialogs);
  const screen = await render(EnginesPanel);
  await screen.getByRole('button', { name: 'Add an engine' }).first().click();
  const bottom = (name: string) =>
    screen.getByRole('dialog').getByRole('button', { name, exact: true }).element().getBoundingClientRect()
      .bottom;
  await screen.getByRole('option', { name: 'engines' }).click();
  const solver = screen.getByRole('option', { name: /solver/ });
  await expect.element(solver).toBeInTheDocument();
  const before = bottom('Cancel');
  await solver.click();
  const dialog = screen.getByRole('dialog', { name: 'Launch settings' });
  // Enter there goes on, not back to the files.
  await expect.element(dialog.getByLabelText('Name')).toHaveFocus();
  expect(bottom('Add and test')).toBe(before);
  await dialog.getByLabelText('Protocol').selectOptions('CFSI (Connect Four Server Interface)');
  await dialog.getByRole('button', { name: 'Add and test' }).click();
  await expect.element(screen.getByRole('button', { name: 'Keep engine' })).toBeInTheDocument();
  expect(bottom('Keep engine')).toBe(before);
  host.change({ engines: [engine({ contact: { state: 'ok' } })] });
  await expect.element(screen.getByRole('button', { name: 'Done' })).toBeInTheDocument();
  expect(bottom('Done')).toBe(before);
});

it('keeps what is typed before a folder has come, and takes that of it which Enter was pressed for', async () => {
  let come: (folder: Folder) => void = () => undefined;
  host = fakeHost(hostState({ about }), {
    'files.roots': () => [{ id: 'home', name: '/home/me' }],
    'files.list': () => new Promise<Folder>((resolve) => (come = resolve)),
  });
  await render(Dialogs);
  const screen = await render(EnginesPanel);
  await screen.getByRole('button', { name: 'Add an engine' }).first().click();
  const field = screen.getByRole('combobox', { name: 'Filter files' });
  await expect.element(field).toHaveFocus();
  await expect.poll(() => called('files.list')).toHaveLength(1);
  await userEvent.keyboard('eng{Enter}');
  come(folders['home']!);
  // Into the folder: its own filter begins empty.
  await expect.poll(() => called('files.list').at(-1)).toEqual({ folder: 'engines' });
  await expect.element(field).toHaveValue('');
  await userEvent.keyboard('play');
  come(folders['engines']!);
  await expect.poll(() => screen.getByRole('option').elements().length).toBe(1);
  await expect.element(field).toHaveValue('play');
  await userEvent.keyboard('{Enter}');
  const dialog = screen.getByRole('dialog', { name: 'Launch settings' });
  await expect.element(dialog.getByLabelText('Name')).toHaveValue('player');
});

const lack = 'bubblewrap is not installed';
const none = 'No sandbox available: bubblewrap is not installed. The engine can do anything that you can.';

it('says where there is no sandbox, and what that means, and offers none', async () => {
  host.change({ about: { ...about, sandbox: lack } });
  await render(Dialogs);
  const screen = await render(EnginesPanel);
  await screen.getByRole('button', { name: 'Add an engine' }).first().click();
  await screen.getByRole('option', { name: 'engines' }).click();
  await screen.getByRole('option', { name: /solver/ }).click();
  const dialog = screen.getByRole('dialog', { name: 'Launch settings' });
  await expect.element(dialog.getByLabelText('Run in a sandbox')).not.toBeChecked();
  await expect.element(dialog.getByLabelText('Run in a sandbox')).toBeDisabled();
  await expect.element(dialog.getByText(none)).toBeInTheDocument();
  await expect.element(dialog.getByText(/Plywire ends the engine above/)).toBeInTheDocument();
});

it(
  'keeps messages clear of the buttons of the dialog for a folder, and of each one after it',
  long,
  async () => {
    await render(Toasts, { shell: new WindowState(host.app) });
    await render(Dialogs);
    const screen = await render(EnginesPanel);
    host.app.toast({ text: 'A message' });
    await expect.element(screen.getByText('A message')).toBeInTheDocument();
    const isAside = () => document.querySelector('.toasts')!.classList.contains('dialog');
    const add = screen.getByRole('button', { name: 'Add an engine' }).first();
    await add.click();
    await screen.getByRole('option', { name: 'engines' }).click();
    await expect.poll(isAside).toBe(true);
    await screen.getByRole('button', { name: 'Add all engines from this folder' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Add engines from this folder' });
    await expect.element(dialog).toBeInTheDocument();
    expect(isAside()).toBe(true);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(isAside).toBe(false);
    await add.click();
    await expect.poll(isAside).toBe(true);
  },
);

it.each([
  ['where there is one', null, /No network; the system and the engine folder are read-only/],
  ['without a sandbox', lack, none],
])('says of a folder of engines what the sandbox means, %s', long, async (_, sandbox, words) => {
  host.change({ about: { ...about, sandbox } });
  await render(Dialogs);
  const screen = await render(EnginesPanel);
  await screen.getByRole('button', { name: 'Add an engine' }).first().click();
  await screen.getByRole('option', { name: 'engines' }).click();
  await screen.getByRole('button', { name: 'Add all engines from this folder' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Add engines from this folder' });
  await expect.element(dialog.getByText(words)).toBeInTheDocument();
});

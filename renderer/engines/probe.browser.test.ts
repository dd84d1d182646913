import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { ProbeEvent, ProbeResult } from '../../app/api/contract.ts';
import '../styles/tokens.css';
import '../styles/base.css';
import { about, engine, Stream } from '../testing/engines.ts';
import { fakeHost, hostState, type FakeHost } from '../testing/fake-host.ts';
import Dialogs from '../shell/Dialogs.svelte';
import { dialogs } from '../state/dialogs.svelte.ts';

let host: FakeHost;
let told: Stream<ProbeEvent>;

beforeEach(async () => {
  await page.viewport(1000, 800);
  told = new Stream();
  host = fakeHost(hostState({ about }), {
    'engines.probe': () => told,
    'engines.add': () => {
      host.change({ engines: [engine()] });
      return { engine: 'mine' };
    },
  });
});

const called = (name: string): unknown[] =>
  host.calls.filter((call) => call[0] === name).map((call) => call[1]);

const result = (protocol: string, part: Partial<ProbeResult> = {}): ProbeEvent => ({
  kind: 'tried',
  result: {
    ...{ protocol, speaks: false, sure: false, how: 'expected `cfpok` after `cfp`; instead: silence' },
    ...{ heard: null, seconds: 1, ...part },
  },
});
const speaks = (protocol: string): ProbeEvent =>
  result(protocol, { speaks: true, sure: true, how: `answered \`${protocol}\`` });

/** The form of a file that was dropped, and on from there. */
async function begin() {
  const screen = await render(Dialogs);
  const entry = { id: 'f1', name: 'mine', kind: 'file', executable: true, interpreter: null } as const;
  dialogs.open('add-engine', { entry, folder: '/home/me' });
  const form = screen.getByRole('dialog', { name: 'Launch settings' });
  await expect.element(form.getByLabelText('Protocol')).toHaveValue('auto');
  await form.getByLabelText('Arguments').fill('-x');
  await form.getByRole('button', { name: 'Add and test' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Detecting protocol' });
  await expect.element(dialog).toBeInTheDocument();
  told.push({ kind: 'begins', protocols: ['cfp', 'cfsi'] });
  for (const protocol of ['cfp', 'cfsi']) told.push({ kind: 'trying', protocol });
  return { screen, dialog };
}

it('takes the one protocol that a dropped file speaks, run as it will be', async () => {
  const { screen, dialog } = await begin();
  await expect.element(dialog.getByText('trying').first()).toBeInTheDocument();
  expect(called('engines.probe')).toEqual([
    { file: 'f1', args: ['-x'], environment: {}, sandbox: true, writesFolder: false },
  ]);
  told.push(speaks('cfsi'));
  await expect.element(dialog.getByText('speaks it')).toBeInTheDocument();
  await expect.element(dialog.getByRole('progressbar')).toHaveAttribute('value', '1');
  told.push(result('cfp'));
  told.push({ kind: 'summary', speaks: ['cfsi'], hint: null, seconds: 1 });
  await expect.element(screen.getByRole('dialog', { name: 'Connection test' })).toBeInTheDocument();
  expect(called('engines.add')).toMatchObject([
    { file: 'f1', settings: { name: 'mine', protocol: 'cfsi', args: ['-x'] } },
  ]);
});

it('offers several, the best first, by keyboard', async () => {
  const { dialog } = await begin();
  told.push(speaks('cfp'));
  told.push(speaks('cfsi'));
  told.push({ kind: 'summary', speaks: ['cfsi', 'cfp'], hint: null, seconds: 1 });
  await expect.element(dialog.getByRole('radio', { name: /^CFSI/ })).toBeChecked();
  expect(called('engines.add')).toEqual([]);
  await expect.element(dialog.getByRole('radio', { name: /^CFSI/ })).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(dialog.getByRole('radio', { name: /^CFP/ })).toBeChecked();
  await dialog.getByRole('button', { name: 'Add and test' }).click();
  await expect.poll(() => called('engines.add')).toMatchObject([{ settings: { protocol: 'cfp' } }]);
});

it('shows what was heard if no protocol was found, without what could work a terminal', async () => {
  const { dialog } = await begin();
  told.push(result('cfp', { heard: 'cannot open \u001b[2Jbook' }));
  told.push(result('cfsi'));
  told.push({ kind: 'summary', speaks: [], hint: null, seconds: 7 });
  await expect
    .element(dialog.getByText(/The engine answered in none of these protocols/))
    .toBeInTheDocument();
  await expect.element(dialog.getByText('cannot open ␛[2Jbook')).toBeInTheDocument();
  await expect.element(dialog.getByRole('button', { name: 'Add anyway' })).toBeDisabled();
});

it('says what a program is that is not an engine', async () => {
  const { dialog } = await begin();
  told.push(result('cfp', { heard: 'cfp' }));
  const hint = 'It repeats its input and prints nothing else. It may be `cat`.';
  told.push({ kind: 'summary', speaks: [], hint, seconds: 7 });
  await expect
    .element(
      dialog.getByText(
        /^The engine answered in none of these protocols\. It repeats its input and prints nothing else\./,
      ),
    )
    .toBeVisible();
});

it('may be left, and goes back to the form as it was', async () => {
  const { screen, dialog } = await begin();
  await dialog.getByRole('button', { name: 'Stop' }).click();
  await expect.element(dialog.getByText(/Detection was cancelled/)).toBeInTheDocument();
  // Events that come later are ignored.
  told.push({ kind: 'summary', speaks: ['cfp'], hint: null, seconds: 1 });
  await dialog.getByRole('button', { name: 'Change settings' }).click();
  const form = screen.getByRole('dialog', { name: 'Launch settings' });
  await expect.element(form.getByLabelText('Arguments')).toHaveValue('-x');
  expect(called('engines.add')).toEqual([]);
});

it('names the files of a folder that cannot be started, and why', async () => {
  host = fakeHost(hostState({ about }), {
    'engines.inFolder': () => ({
      engines: [],
      omitted: 0,
      unfit: [{ fileName: 'kai.py', reason: 'it is not executable. Make it executable (chmod +x).' }],
    }),
  });
  const screen = await render(Dialogs);
  dialogs.open('add-folder', { id: 'home', path: '/home/me' });
  const list = screen.getByRole('list', { name: 'Programs that cannot be started' });
  await expect
    .element(list.getByText('kai.py: it is not executable. Make it executable (chmod +x).', { exact: true }))
    .toBeVisible();
  // It scrolls, so the keyboard must reach it.
  (list.element() as HTMLElement).focus();
  expect(document.activeElement).toBe(list.element());
  await expect.element(screen.getByText(/No file here/)).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Add 0 engines' })).toBeDisabled();
  dialogs.close('add-folder');
});

it('finds out of each engine of a folder what it speaks, and leaves out what answers in none', async () => {
  const files = ['one', 'two'];
  host = fakeHost(hostState({ about }), {
    'engines.inFolder': () => ({
      engines: files.map((name) => ({ file: name, fileName: name, name, interpreter: null, known: false })),
      omitted: 0,
      unfit: [],
    }),
    'engines.probe': () => (told = new Stream()),
    'engines.addAll': () => ({ engines: ['mine'] }),
  });
  const screen = await render(Dialogs);
  dialogs.open('add-folder', { id: 'home', path: '/home/me' });
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add 2 engines' }).click();
  await expect.element(dialog.getByText('1 of 2: detecting the protocol of one')).toBeInTheDocument();
  told.push({ kind: 'summary', speaks: ['cfsi', 'cfp'], hint: null, seconds: 1 });
  await expect.element(dialog.getByText('2 of 2: detecting the protocol of two')).toBeInTheDocument();
  told.push({ kind: 'summary', speaks: [], hint: null, seconds: 7 });
  await expect
    .element(dialog.getByText('Skipped, because they answered in no protocol: two.'))
    .toBeInTheDocument();
  expect(called('engines.addAll')).toEqual([{ engines: [{ file: 'one', name: 'one', protocol: 'cfsi' }] }]);
  await dialog.getByRole('button', { name: 'Done' }).click();

  dialogs.open('add-folder', { id: 'home', path: '/home/me' });
  await dialog.getByRole('button', { name: 'Add 2 engines' }).click();
  await dialog.getByRole('button', { name: 'Stop' }).click();
  // As the host does once its caller has left.
  told.end();
  await expect.element(dialog.getByRole('button', { name: 'Add 2 engines' })).toBeInTheDocument();
  expect(called('engines.addAll')).toHaveLength(1);
});

import { beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { EngineOption, OptionValues } from '../../app/api/contract.ts';
import '../styles/tokens.css';
import '../styles/base.css';
import { consoles } from '../console/consoles.svelte.ts';
import { about, ending, engine, session } from '../testing/engines.ts';
import { fakeHost, hostState } from '../testing/fake-host.ts';
import EnginesPanel from './EnginesPanel.svelte';
import OptionsForm from './OptionsForm.svelte';

const options: EngineOption[] = [
  { type: 'check', name: 'Ponder', default: true },
  { type: 'spin', name: 'Hash', default: 16, min: 1, max: 64 },
  { type: 'combo', name: 'Style', default: 'Solid', vars: ['Solid', 'Risky'] },
  { type: 'string', name: '<b>Log</b>\u202e', default: '' },
  { type: 'button', name: 'Clear' },
  { type: 'unreadable', name: 'Odd', line: 'option name Odd type', fault: 'no type is given' },
];

beforeEach(async () => {
  await page.viewport(1000, 800);
});

it('makes a control for each type of option and shows what it could not read', async () => {
  const onchange = vi.fn<(values: OptionValues) => void>();
  const onpress = vi.fn<(name: string) => void>();
  const screen = await render(OptionsForm, { options, values: { Style: 'Risky' }, onchange, onpress });

  await screen.getByLabelText('Ponder').click();
  expect(onchange).toHaveBeenLastCalledWith({ Style: 'Risky', Ponder: 'false' });
  await screen.getByLabelText('Hash').fill('32');
  expect(onchange).toHaveBeenLastCalledWith({ Style: 'Risky', Hash: '32' });
  await screen.getByLabelText('Style').selectOptions('Solid');
  expect(onchange).toHaveBeenLastCalledWith({});
  await screen.getByRole('button', { name: 'Clear' }).click();
  expect(onpress).toHaveBeenCalledWith('Clear');
  await expect.element(screen.getByText('Odd cannot be set: no type is given')).toBeInTheDocument();
  await expect.element(screen.getByText('option name Odd type', { exact: true })).toBeInTheDocument();
  // What an engine says is text, and all of it is seen.
  await expect.element(screen.getByLabelText('<b>Log</b>⟦RLO⟧')).toBeInTheDocument();
});

it('refuses a number out of range in words and sends nothing', async () => {
  const onchange = vi.fn<(values: OptionValues) => void>();
  const screen = await render(OptionsForm, { options, values: {}, onchange });
  await screen.getByLabelText('Hash').fill('65');
  await expect.element(screen.getByText('Enter a number from 1 to 64.')).toBeInTheDocument();
  expect(onchange).not.toHaveBeenCalled();
  expect(screen.container.textContent).not.toContain('Clear');
});

it('applies the options of a card, and resets them', async () => {
  const state = hostState({ about, engines: [engine({ options, values: { Ponder: 'false' } })] });
  const host = fakeHost(state);
  const screen = await render(EnginesPanel);
  await screen.getByRole('button', { name: 'Options (1 changed)' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Options of mine' });
  const apply = dialog.getByRole('button', { name: 'Apply' });
  await expect.element(apply).toBeDisabled();
  await dialog.getByLabelText('Hash').fill('8');
  await dialog.getByLabelText('Hash').fill('16');
  await expect.element(apply).toBeDisabled();
  await dialog.getByLabelText('Hash').fill('8');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  expect(host.calls).toContainEqual([
    'engines.setOptions',
    { engine: 'mine', values: { Ponder: 'false', Hash: '8' } },
  ]);
  await expect.element(dialog).not.toBeInTheDocument();

  await screen.getByRole('button', { name: 'Options (1 changed)' }).click();
  await dialog.getByRole('button', { name: 'Reset to defaults (1 changed)' }).click();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(() => host.calls.at(-1)).toEqual(['engines.setOptions', { engine: 'mine', values: {} }]);
});

it('keeps its size when the engine has told its options', async () => {
  const host = fakeHost(hostState({ about, engines: [engine({ contact: { state: 'unknown' } })] }));
  const screen = await render(EnginesPanel);
  await screen.getByRole('button', { name: 'Options', exact: true }).click();
  const dialog = screen.getByRole('dialog', { name: 'Options of mine' });
  await expect.element(dialog).toBeVisible();
  host.change({ engines: [engine({ contact: { state: 'checking' } })] });
  await expect.element(dialog.getByText('Asking the engine for its options')).toBeVisible();
  const size = (): number[] => {
    const { top, height } = dialog.element().getBoundingClientRect();
    return [top, height];
  };
  const before = size();
  host.change({ engines: [engine({ options })] });
  await expect.element(dialog.getByLabelText('Hash')).toBeVisible();
  expect(size()).toEqual(before);
});

it('applies nothing while a number is out of range or missing, and a reset clears it', async () => {
  const host = fakeHost(hostState({ about, engines: [engine({ options, values: { Ponder: 'false' } })] }));
  const screen = await render(EnginesPanel);
  await screen.getByRole('button', { name: 'Options (1 changed)' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Options of mine' });
  await dialog.getByLabelText('Style').selectOptions('Risky');
  for (const text of ['65', '']) {
    await dialog.getByLabelText('Hash').fill(text);
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect.element(dialog.getByLabelText('Hash')).toHaveFocus();
  }
  expect(host.calls.map(([call]) => call)).not.toContain('engines.setOptions');
  await dialog.getByRole('button', { name: /^Reset to defaults/ }).click();
  await expect.element(dialog.getByLabelText('Hash')).toHaveValue(16);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(() => host.calls.at(-1)).toEqual(['engines.setOptions', { engine: 'mine', values: {} }]);
});

it('explains a crash on the card and restarts the session', async () => {
  const crashed = session({ state: 'ended', ending: ending({ reason: 'It ended with SIGSEGV.' }) });
  const host = fakeHost(hostState({ about, engines: [engine()], sessions: [crashed] }));
  const screen = await render(EnginesPanel);
  await expect.element(screen.getByText('It ended with SIGSEGV.')).toBeInTheDocument();
  await expect.element(screen.getByText('Last line heard: hello')).toBeInTheDocument();
  await screen.getByRole('button', { name: 'Restart' }).click();
  expect(host.calls).toContainEqual(['sessions.restart', { session: 's1' }]);
});

it('shows the console of a session, and wants it to be seen', async () => {
  fakeHost(hostState({ about, engines: [engine()], sessions: [session({ state: 'thinking' })] }));
  const screen = await render(EnginesPanel);
  await screen.getByRole('button', { name: 'analysis, CFP thinking' }).click();
  expect(consoles.front).toBe('s1');
  expect(consoles.wanted).toBe(true);
});

it('removes an engine by the keyboard, and brings it back', async () => {
  const host = fakeHost(hostState({ about, engines: [engine()] }));
  const screen = await render(EnginesPanel);
  (screen.getByRole('button', { name: 'More about mine' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('menuitem', { name: 'Remove' })).toBeInTheDocument();
  await userEvent.keyboard('{End}{Enter}');
  await expect.poll(() => host.calls.at(-1)).toEqual(['engines.remove', { engine: 'mine' }]);
  // An open menu keeps the pointer from the page; a closed one gives it back.
  await expect.poll(() => getComputedStyle(document.body).pointerEvents).toBe('auto');
  await expect.poll(() => host.app.toasts.at(-1)?.text).toBe('Removed mine.');
  host.app.toasts.at(-1)?.action?.run();
  await expect.poll(() => host.calls.at(-1)).toEqual(['engines.restore', { engine: 'mine' }]);
});

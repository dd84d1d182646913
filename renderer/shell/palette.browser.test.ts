/** The command palette over a page. */
import { expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../styles/tokens.css';
import '../styles/base.css';
import type { Command } from '../state/commands.ts';
import CommandPalette from './CommandPalette.svelte';

it('runs a command once it has closed, so that the command can move the focus', async () => {
  const [before, field] = [document.createElement('input'), document.createElement('input')];
  document.body.append(before, field);
  onTestFinished(() => [before, field].forEach((element) => element.remove()));
  before.focus();
  const command: Command = {
    ...{ id: 'search', title: 'Search the lines', group: 'Console', keys: [], enabled: () => true },
    run: () => field.focus(),
  };
  await render(CommandPalette, { open: true, commands: [command] });
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Command');
  await userEvent.keyboard('search{Enter}');
  await expect.poll(() => document.querySelector('[role=dialog]')).toBeNull();
  await expect.poll(() => document.activeElement).toBe(field);
});

it('shows the whole title of a command with a long name in a narrow window', async () => {
  await page.viewport(390, 800);
  const title = `Let ${'Verbindungsvierer'.repeat(5)} over CFSI analyse`;
  const command: Command = {
    ...{ id: 'let', title, group: 'Analysis', keys: ['Ctrl+1'], enabled: () => true },
    run: () => {},
  };
  await render(CommandPalette, { open: true, commands: [command] });
  await expect.element(page.getByText(title)).toBeVisible();
  const entry = document.querySelector('.entry')!.getBoundingClientRect();
  for (const part of ['.title', '.keys kbd']) {
    const box = document.querySelector(`.entry ${part}`)!.getBoundingClientRect();
    expect(box.right).toBeLessThanOrEqual(entry.right);
  }
});

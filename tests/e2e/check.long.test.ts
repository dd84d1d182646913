/** Conformance checks in the window, with real engines that break rules. */
import { readFileSync } from 'node:fs';
import { parse } from 'junit2json';
import type { Locator } from 'playwright';
import { expect, it, vi } from 'vitest';
import { eventually } from '../support/eventually.ts';
import type { Desk } from '../support/desk.ts';
import { useStages } from '../support/stage.ts';

// Each check runs in its own process.
vi.setConfig({ testTimeout: 240_000 });

const stage = useStages();
const registered = {
  spoilt: { fixture: 'mutant', protocol: 'cfp', args: ['s/^id author .*//'] },
  mute: { fixture: 'misbehave', protocol: 'cfp', args: ['--silent'] },
} as const;

const dialogOf = (desk: Desk, engine: string): Locator =>
  desk.page.getByRole('dialog', { name: `Check against the protocol: ${engine}` });

async function openCheck(desk: Desk, engine: string): Promise<Locator> {
  await desk.choose(engine, 'Check against the protocol');
  const dialog = dialogOf(desk, engine);
  await dialog.waitFor();
  return dialog;
}

it('finds the rule that an engine breaks, and saves what it found as a JUnit file', async () => {
  const on = await stage({ registered });
  const desk = await on.open();
  const dialog = await openCheck(desk, 'spoilt');
  await dialog.getByLabel('Scope').selectOption('must');
  await dialog.getByLabel('In parallel').fill('4');
  await dialog.getByRole('button', { name: 'Start' }).click();

  // It continues while the dialog is closed, and its card shows the progress.
  await dialog.getByRole('progressbar', { name: 'Checks done' }).waitFor();
  await desk.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  const badge = desk.card('spoilt').getByTitle('Show the check');
  await eventually(() => badge.textContent(), 120_000).toMatch(/check, CFP.*1 broken/);
  await badge.click();

  await dialog.getByText('The engine breaks 1 required rule.').waitFor();
  const exchange = dialog.getByRole('region', { name: 'The exchange' });
  await eventually(() => exchange.textContent()).toMatch(/->.*cfp.*<-.*id name.*<-.*cfpok/s);
  await dialog.getByText('After cfp, print id author and the author').waitFor();

  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await eventually(() => desk.clipboard()).toMatch(/^fail +id-author: /);

  await dialog.getByRole('button', { name: 'Run this check again' }).click();
  await dialog.getByText('The engine breaks 1 required rule.').waitFor();

  const saving = desk.page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save as' }).click();
  await desk.page.getByRole('menuitem', { name: 'JUnit' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe('check-spoilt-cfp.xml');
  const read = (await parse(readFileSync(await file.path(), 'utf8'))) as {
    testsuite: readonly { name: string; failures: number; tests: number }[];
  };
  expect(read.testsuite).toMatchObject([{ name: 'cfp must', failures: 1 }]);

  // The host still has it after the page is reloaded.
  await desk.page.reload();
  await desk.board.waitFor();
  await openCheck(desk, 'spoilt');
  await dialog.getByText('The engine breaks 1 required rule.').waitFor();
});

it('is cancelled midway and leaves no process, and is offered where first contact failed', async () => {
  const on = await stage({ registered, handshake: 1000 });
  const desk = await on.open();
  await desk.choose('mute', 'Test connection');
  await desk.card('mute').getByRole('button', { name: 'Check the protocol' }).click();
  await dialogOf(desk, 'mute').getByRole('button', { name: 'Start' }).waitFor();
  await desk.press('Escape');
  await desk.dialog.waitFor({ state: 'hidden' });
  // An engine that answers has many checks left, and the end is far.
  const dialog = await openCheck(desk, 'spoilt');
  await dialog.getByLabel('In parallel').fill('1');
  await dialog.getByRole('button', { name: 'Start' }).click();
  await dialog.getByRole('progressbar', { name: 'Checks done' }).waitFor();
  await eventually(() => on.engines().length).toBeGreaterThan(0);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByText('Cancelled before the end.').waitFor();
  await eventually(() => on.engines()).toEqual([]);

  // So does closing the window.
  await dialog
    .getByRole('button', { name: 'Start' })
    .or(dialog.getByRole('button', { name: 'Check again' }))
    .click();
  await eventually(() => on.engines().length).toBeGreaterThan(0);
  await desk.page.close();
  await eventually(() => on.engines()).toEqual([]);
});

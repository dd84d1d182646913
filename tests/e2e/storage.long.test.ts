/** Storage, in the settings: sizes, deleting with undo, resetting, and one file for another machine. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright';
import { expect, it } from 'vitest';
import { defaultSettings } from '../../app/library/settings-table.ts';
import type { Desk } from '../support/desk.ts';
import { eventually } from '../support/eventually.ts';
import { useStages, type Stage } from '../support/stage.ts';

const openStage = useStages();
const BUNDLED = 'Plywire Connect Four';

async function openSettings(desk: Desk): Promise<Locator> {
  await desk.press('Control+,');
  const dialog = desk.page.getByRole('dialog', { name: 'Settings', exact: true });
  await dialog.waitFor();
  return dialog;
}

/** The row of a stored item. */
const row = (dialog: Locator, title: string): Locator =>
  dialog.getByRole('listitem').filter({ has: dialog.page().getByText(title, { exact: true }) });

const journalsOf = (stage: Stage): string[] => {
  try {
    return readdirSync(join(stage.home, 'plywire', 'journals')).sort();
  } catch {
    return [];
  }
};

const kept = (stage: Stage): unknown => JSON.parse(stage.kept('settings.json') || '{}');

it('sizes are shown as they are on the disk, and the path of the home', async () => {
  const stage = await openStage({ registered: { teller: { fixture: 'teller', protocol: 'cfsi' } } });
  const desk = await stage.open();
  const dialog = await openSettings(desk);
  const { size } = statSync(join(stage.home, 'plywire', 'engines.json'));
  await eventually(() => row(dialog, 'Engines').textContent()).toContain(`${size} B`);
  await eventually(() => dialog.getByText(join(stage.home, 'plywire'), { exact: true }).count()).toBe(1);
  await dialog.getByRole('button', { name: 'Copy the path' }).click();
  await eventually(() => desk.clipboard()).toBe(join(stage.home, 'plywire'));
});

it('where no file manager can be shown, the path of the folder is told', async () => {
  const stage = await openStage();
  const desk = await stage.open();
  const dialog = await openSettings(desk);
  await dialog.getByRole('button', { name: 'Show journals in folder' }).click();
  await eventually(() => desk.messages.textContent()).toMatch(
    /^\s*Error:.*could not open a file manager .*It is at/s,
  );
  await eventually(() => desk.messages.textContent()).toContain(join(stage.home, 'plywire'));
});

it('journals of ended sessions are deleted and brought back; one that runs stays', async () => {
  const stage = await openStage();
  const desk = await stage.open();
  await desk.analyseWith(`${BUNDLED} over CFSI`);
  await eventually(() => journalsOf(stage).length).toBe(1);
  const [over] = journalsOf(stage);
  await desk.analysing();
  await desk.command('Start or stop analysis');
  await eventually(() => stage.engines()).toEqual([]);
  await desk.resting();
  await desk.analyseWith(`${BUNDLED} over CFSI`);
  await eventually(() => journalsOf(stage).length).toBe(2);
  const both = journalsOf(stage);

  const dialog = await openSettings(desk);
  await eventually(() => row(dialog, 'Journals').textContent()).toContain('2 files');
  await row(dialog, 'Journals').getByRole('button', { name: 'Delete' }).click();
  const asked = desk.page.getByRole('dialog', { name: 'Delete journals of ended sessions?' });
  await eventually(() => asked.getByRole('status').textContent()).toMatch(/1 journal, .*B\..*1 journal of/s);
  await asked.getByRole('button', { name: 'Delete', exact: true }).click();
  await eventually(() => journalsOf(stage)).toEqual(both.filter((name) => name !== over));
  await dialog.getByText('Deleted 1 journal.').waitFor();
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await eventually(() => journalsOf(stage)).toEqual(both);
  await eventually(() => row(dialog, 'Journals').textContent()).toContain('2 files');
});

it('settings are reset by section and as a whole, and as they were after undo', async () => {
  const stage = await openStage();
  const desk = await stage.open();
  const dialog = await openSettings(desk);
  await dialog.getByLabel('Theme').selectOption('dark');
  await dialog.getByLabel('Engines at once').fill('7');
  await eventually(() => kept(stage)).toMatchObject({ theme: 'dark', enginesAtOnce: 7 });
  await dialog.getByRole('button', { name: 'Reset “Engines” to the defaults' }).click();
  await eventually(() => kept(stage)).toMatchObject({ theme: 'dark', enginesAtOnce: 32 });
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await eventually(() => kept(stage)).toMatchObject({ theme: 'dark', enginesAtOnce: 7 });
  await dialog.getByRole('button', { name: 'Reset all' }).click();
  const asked = desk.page.getByRole('dialog', { name: 'Reset all settings?' });
  await asked.getByRole('button', { name: 'Reset', exact: true }).click();
  await eventually(() => kept(stage)).toMatchObject({ theme: 'system', enginesAtOnce: 32 });
  // If the dialog is closed, the message over the window offers the same.
  await dialog.getByRole('button', { name: 'Done' }).click();
  await desk.messages.getByRole('button', { name: 'Undo' }).click();
  await eventually(() => kept(stage)).toMatchObject({ theme: 'dark', enginesAtOnce: 7 });
});

it('the game is deleted and brought back', async () => {
  const stage = await openStage();
  const desk = await stage.open();
  await desk.playColumn(4);
  const dialog = await openSettings(desk);
  await row(dialog, 'Games').getByRole('button', { name: 'Delete' }).click();
  const asked = desk.page.getByRole('dialog', { name: 'Delete the game on the board?' });
  await asked.getByRole('button', { name: 'Delete', exact: true }).click();
  await eventually(() => desk.discs()).toBe(0);
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await eventually(() => desk.discs()).toBe(1);
});

it('what was exported and then wiped comes in again, and no engine of it is started', async () => {
  const stage = await openStage();
  stage.putFixture('mine.mjs', 'teller');
  const desk = await stage.open();
  await desk.engines.getByRole('button', { name: 'Add an engine' }).first().click();
  const adding = desk.page.getByRole('dialog');
  await adding.getByRole('option', { name: 'mine.mjs' }).click();
  await adding.getByLabel('Name').fill('Mine');
  await adding.getByLabel('Protocol').selectOption('cfsi');
  await adding.getByRole('button', { name: 'Add and test' }).click();
  await eventually(() => desk.card('Mine').textContent()).toContain('ready');
  await desk.press('Escape');
  await adding.waitFor({ state: 'hidden' });
  let dialog = await openSettings(desk);
  await dialog.getByLabel('Theme').selectOption('dark');
  await eventually(() => kept(stage)).toMatchObject({ theme: 'dark' });
  const download = desk.page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^plywire-\d{4}-\d\d-\d\d\.json$/);
  const path = join(stage.folder, file.suggestedFilename());
  await file.saveAs(path);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
    settings: { theme: 'dark' },
    engines: [{ name: 'Mine', file: join(stage.folder, 'mine.mjs') }],
  });

  await dialog.getByLabel('Theme').selectOption('system');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await desk.choose('Mine', 'Remove');
  await desk.card('Mine').waitFor({ state: 'detached' });
  await desk.dismissMessages();
  const journals = journalsOf(stage);

  dialog = await openSettings(desk);
  await dialog.getByLabel('File to import').setInputFiles(path);
  const asked = desk.page.getByRole('dialog', { name: /^Import plywire-/ });
  await eventually(() => asked.textContent()).toContain(join(stage.folder, 'mine.mjs'));
  await eventually(() => asked.textContent()).toContain('Theme: System → Dark');
  expect(stage.kept('engines.json')).not.toContain('mine.mjs');
  await asked.getByRole('button', { name: 'Import', exact: true }).click();
  await dialog.getByText('Added 1 engine, not tested, and applied the settings.').waitFor();
  await eventually(() => kept(stage)).toMatchObject({ theme: 'dark' });
  await dialog.getByRole('button', { name: 'Done' }).click();
  await eventually(() => desk.card('Mine').textContent()).toContain('not tested');
  expect(journalsOf(stage)).toEqual(journals);
  await eventually(() => stage.engines()).toEqual([]);
});

it('what weakens protection comes in with a file only where it is chosen there', async () => {
  const stage = await openStage();
  const desk = await stage.open();
  stage.putFixture('mine.mjs', 'misbehave');
  const engine = {
    name: 'Mine',
    protocol: 'cfp',
    file: join(stage.folder, 'mine.mjs'),
    args: [],
    folder: null,
    environment: { NODE_OPTIONS: '--require /tmp/x.js' },
    environmentLeftOut: [],
    sandbox: false,
    values: {},
  };
  const settings = { ...defaultSettings, theme: 'dark', sandboxNew: false };
  const path = join(stage.folder, 'plywire-x.json');
  writeFileSync(path, JSON.stringify({ plywire: 'configuration', version: 1, settings, engines: [engine] }));
  const dialog = await openSettings(desk);
  await dialog.getByLabel('File to import').setInputFiles(path);
  const asked = desk.page.getByRole('dialog', { name: /^Import plywire-/ });
  const sandbox = asked.getByRole('checkbox', { name: 'run without the sandbox' });
  const variable = asked.getByRole('checkbox', { name: /Mine: The variable NODE_OPTIONS/ });
  expect([await sandbox.isChecked(), await variable.isChecked()]).toEqual([false, false]);
  await asked.getByRole('checkbox', { name: 'Mine', exact: true }).uncheck();
  await variable.waitFor({ state: 'detached' });
  await asked.getByRole('checkbox', { name: 'Mine', exact: true }).check();
  await asked.getByRole('button', { name: 'Import', exact: true }).click();
  await dialog.getByText('Added 1 engine, not tested, and applied the settings.').waitFor();
  await eventually(() => kept(stage)).toMatchObject({ theme: 'dark', sandboxNew: true });
  expect(stage.kept('engines.json')).not.toContain('NODE_OPTIONS');

  await dialog.getByLabel('File to import').setInputFiles(path);
  await sandbox.check();
  await asked.getByRole('button', { name: 'Import', exact: true }).click();
  await eventually(() => kept(stage)).toMatchObject({ sandboxNew: false });
});

it('a file that is not an export, and one of a later version, are refused in words', async () => {
  const stage = await openStage();
  const desk = await stage.open();
  const dialog = await openSettings(desk);
  for (const [text, words] of [
    ['hello', 'not a file of settings and engines'],
    ['{"plywire":"configuration","version":2}', 'The file has version 2'],
  ] as const) {
    const path = join(stage.folder, 'some.json');
    writeFileSync(path, text);
    await dialog.getByLabel('File to import').setInputFiles(path);
    await eventually(() => desk.messages.textContent()).toContain(words);
  }
  await eventually(() => desk.page.getByRole('dialog').count()).toBe(1);
});

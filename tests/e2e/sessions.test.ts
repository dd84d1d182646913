/**
 * The list of sessions, including those before the host started, and how they ended; searched, viewed, saved and
 * deleted.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright';
import { expect, it } from 'vitest';
import type { Desk } from '../support/desk.ts';
import { eventually } from '../support/eventually.ts';
import { writeJournals } from '../support/journals.ts';
import { long } from '../support/long.ts';
import { useStages, type Stage } from '../support/stage.ts';

const openStage = useStages();
const journals = (stage: Stage): string => join(stage.home, 'plywire', 'journals');

async function openSessions(desk: Desk): Promise<Locator> {
  await desk.press('Control+j');
  const dialog = desk.page.getByRole('dialog', { name: 'Sessions', exact: true });
  await dialog.waitFor();
  return dialog;
}
async function leave(desk: Desk, dialog: Locator): Promise<void> {
  await desk.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
}
const rows = (dialog: Locator): Locator => dialog.getByRole('option');
const filterOf = (dialog: Locator): Locator => dialog.getByRole('combobox', { name: 'Filter the sessions' });
const chosen = (dialog: Locator): Locator => dialog.getByRole('region', { name: 'The chosen session' });

it('says that there is none yet', long, async () => {
  const stage = await openStage();
  const dialog = await openSessions(await stage.open());
  await dialog.getByText('No sessions yet').waitFor();
  // The text is centred in the dialog: there is no gap left for a session.
  const middleOf = async (part: Locator): Promise<number> => {
    const { x, width } = (await part.boundingBox())!;
    return x + width / 2;
  };
  const words = dialog.getByRole('heading', { name: 'No sessions yet' });
  expect(await middleOf(words)).toBeCloseTo(await middleOf(filterOf(dialog)), 0);
  await eventually(() => dialog.getByRole('status').textContent()).toContain('0 sessions');
});

it('lists one that runs, its end when it has ended, and both after the host was killed', long, async () => {
  const stage = await openStage({
    registered: { Odd: { fixture: 'misbehave', protocol: 'cfp', args: ['--garbage'] } },
  });
  const desk = await stage.open();
  await desk.analyseWith('Odd over CFP');
  await eventually(() => stage.engines().length).toBe(1);
  let dialog = await openSessions(desk);
  await eventually(() => rows(dialog).allTextContents()).toEqual([
    expect.stringMatching(/Odd.*analysis.*running/s),
  ]);
  expect(await dialog.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true);
  await leave(desk, dialog);
  // The toggle follows the window's state.
  await desk.analysing();
  await desk.command('Start or stop analysis');
  await eventually(() => stage.engines()).toEqual([]);
  await desk.resting();
  dialog = await openSessions(desk);
  await eventually(() => rows(dialog).allTextContents()).toEqual([
    expect.stringMatching(/Odd.*quit.*oddit/s),
  ]);
  await eventually(() => chosen(dialog).textContent()).toMatch(/quit: .*unknown-line/s);
  await leave(desk, dialog);

  await desk.analyseWith('Odd over CFP');
  await eventually(() => desk.dock.textContent()).toContain('Odd CFP');
  await eventually(() => readdirSync(journals(stage)).length).toBe(2);
  const newest = readdirSync(journals(stage)).sort().at(-1)!;
  await eventually(() => readFileSync(join(journals(stage), newest), 'utf8')).toContain('cfpok');
  stage.expectProblem(/WebSocket|ERR_CONNECTION/);
  await stage.restart('SIGKILL');
  const again = await openSessions(await stage.open());
  await eventually(() => rows(again).allTextContents()).toEqual([
    expect.stringMatching(/Odd.*cut short.*stopped during the session/s),
    expect.stringMatching(/Odd.*quit/s),
  ]);
  await eventually(() => chosen(again).textContent()).toMatch(/cut short: .*not counted/s);
});

it('opens by its key from the lines of the console and from the field below them', long, async () => {
  const stage = await openStage();
  const desk = await stage.open();
  await desk.openConsole();
  await desk.analyseWith('Plywire Connect Four over CFP');
  await eventually(() => desk.consoleText()).toMatch(/->\s+go/);
  for (const place of [desk.dock.locator('.xterm'), desk.consoleInput]) {
    await place.click();
    const dialog = await openSessions(desk);
    await eventually(() => rows(dialog).count()).toBe(1);
    await leave(desk, dialog);
  }
  await desk.consoleInput.click();
  await desk.press('Control+o');
  await desk.page.getByRole('combobox', { name: 'Filter files' }).waitFor();
});

it('opens two thousand at once, goes through them by keys, and finds one of them', long, async () => {
  const stage = await openStage();
  const all = writeJournals(journals(stage), 2000);
  const desk = await stage.open();
  const dialog = await openSessions(desk);
  await eventually(() => rows(dialog).first().textContent()).toContain('Engine 1');
  await eventually(() => dialog.getByRole('status').textContent()).toMatch(/2.000 sessions/);
  expect(await rows(dialog).count()).toBeLessThan(500);
  await desk.press(...Array<string>(20).fill('PageDown'));
  await eventually(() => chosen(dialog).getByRole('heading').textContent()).toBe('Engine 161');

  await filterOf(dialog).fill('engine 1999');
  await eventually(() => rows(dialog).allTextContents()).toEqual([expect.stringContaining('Engine 1999')]);
  await eventually(() => dialog.getByRole('status').textContent()).toMatch(/1 found of 2.000 sessions/);
  expect(await chosen(dialog).textContent()).toContain(all[1998]!.id);
  await filterOf(dialog).fill('unknown-line crashed');
  await eventually(() => dialog.getByRole('status').textContent()).toMatch(/found/);
  await eventually(() =>
    rows(dialog)
      .allTextContents()
      .then((texts) => texts.every((text) => text.includes('crashed'))),
  ).toBe(true);
  await filterOf(dialog).fill('no such thing');
  await dialog.getByText('No matching sessions').waitFor();
});

it('goes as far as its keys do while the rows are still to come', long, async () => {
  const stage = await openStage();
  writeJournals(journals(stage), 400);
  const slow = await stage.context.newPage();
  await slow.routeWebSocket(/.*/, (page) => {
    const host = page.connectToServer();
    host.onMessage((message) => setTimeout(() => page.send(message), 300));
  });
  const desk = await stage.open(stage.host.url, slow);
  const dialog = await openSessions(desk);
  const name = (): Promise<string | null> => chosen(dialog).getByRole('heading').textContent();
  await eventually(name).toBe('Engine 1');
  await desk.press(...Array<string>(30).fill('PageDown'), 'PageUp', 'ArrowDown', 'ArrowDown');
  await eventually(name).toBe('Engine 235');
  await desk.press(...Array<string>(30).fill('PageDown'));
  await eventually(name).toBe('Engine 400');
  await desk.press('PageUp');
  await eventually(name).toBe('Engine 392');
  await slow.close();
});

it('deletes one and brings it back, in the dialog and after it was closed', long, async () => {
  const stage = await openStage();
  const all = writeJournals(journals(stage), 3);
  const desk = await stage.open();
  const dialog = await openSessions(desk);
  await rows(dialog).nth(1).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByText('Deleted the session of Engine 2.').waitFor();
  await eventually(() => rows(dialog).count()).toBe(2);
  expect(readdirSync(journals(stage))).not.toContain(all[1]!.name);
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await eventually(() => rows(dialog).count()).toBe(3);
  expect(readdirSync(journals(stage))).toContain(all[1]!.name);
  await rows(dialog).first().click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await eventually(() => rows(dialog).count()).toBe(2);
  await leave(desk, dialog);
  await desk.messages.getByRole('button', { name: 'Undo' }).click();
  await eventually(() => readdirSync(journals(stage))).toContain(all[0]!.name);
});

it('shows the chosen one in the replay, by Enter', long, async () => {
  const stage = await openStage();
  writeJournals(journals(stage), 3);
  const desk = await stage.open();
  const dialog = await openSessions(desk);
  await eventually(() => rows(dialog).count()).toBe(3);
  await desk.press('ArrowDown', 'Enter');
  await desk.page.getByRole('button', { name: 'Back to the board' }).waitFor();
  await dialog.waitFor({ state: 'detached' });
  await eventually(() => desk.page.locator('body').textContent()).toContain('its name is Engine 2');
});

it('saves one as text, and says where it has gone meanwhile', long, async () => {
  const stage = await openStage();
  const [newest] = writeJournals(journals(stage), 2);
  const desk = await stage.open();
  const dialog = await openSessions(desk);
  const saving = desk.page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save as text' }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toMatch(/^Engine-1-\d{4}-\d\d-\d\dT.*\.txt$/);
  expect(readFileSync(await download.path(), 'utf8')).toContain(
    '  0.001 --> cfp\n  0.002 <-- id name Engine 1\n',
  );
  rmSync(join(journals(stage), newest!.name));
  await dialog.getByRole('button', { name: 'Save as text' }).click();
  await eventually(() => desk.messages.textContent()).toContain('There is no journal of a session');
});

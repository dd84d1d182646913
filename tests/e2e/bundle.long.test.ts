/** The bug bundle: offered when an engine was at fault, reviewed, saved, and opened again. */
import { copyFileSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright';
import { expect, it } from 'vitest';
import { openRecording } from '../../app/replay/recording.ts';
import { faults } from '../support/axe.ts';
import type { Desk } from '../support/desk.ts';
import { eventually } from '../support/eventually.ts';
import { useStages } from '../support/stage.ts';

const openStage = useStages();

const dialogOf = (desk: Desk): Locator => desk.page.getByRole('dialog', { name: /^Bug-report bundle: / });

/** Saves the file shown; returns its path and proposed name. */
async function save(desk: Desk): Promise<{ readonly path: string; readonly name: string }> {
  const coming = desk.page.waitForEvent('download');
  await dialogOf(desk).getByRole('button', { name: 'Save the bundle' }).click();
  const download = await coming;
  await dialogOf(desk).waitFor({ state: 'hidden' });
  return { path: await download.path(), name: download.suggestedFilename() };
}

async function linesOf(path: string): Promise<string[]> {
  const lines: string[] = [];
  for await (const entries of (await openRecording(path)).entries()) {
    lines.push(...entries.map(({ direction, text }) => `${direction} ${text}`));
  }
  return lines;
}

it('is offered where an illegal move ended the game, shows what goes in, and opens as a replay', async () => {
  const stage = await openStage({
    registered: { liar: { fixture: 'misbehave', protocol: 'cfp', args: ['--illegal-move'] } },
  });
  const desk = await stage.open();
  await desk.seatEngine(2, 'liar');
  await desk.playColumn(4);
  // The card tells the whole of it, for as long as the game is on the board.
  const card = desk.card('liar');
  await eventually(() => card.textContent()).toMatch(/lost: illegal.*which is illegal.*Check the protocol/s);
  await desk.press('n');
  await desk.dialog.getByRole('button', { name: 'Start' }).click();
  await eventually(() => card.textContent()).not.toContain('lost: illegal');
  await desk.messages.getByRole('button', { name: 'Back' }).click();
  await eventually(() => card.textContent()).toContain('lost: illegal');
  await desk.panel.getByRole('button', { name: 'Bundle' }).click();
  const dialog = dialogOf(desk);
  await eventually(() => dialog.getByRole('listitem').count()).toBe(7);
  await dialog.getByRole('button', { name: 'game.txt' }).click();
  const game = dialog.getByRole('region', { name: 'Contents of game.txt' });
  await eventually(() => game.textContent()).toMatch(/Moves: 4\n.*Ending: illegal: .*At fault: Player 2/s);
  await dialog.getByRole('button', { name: 'README.md' }).click();
  const readme = dialog.getByRole('region', { name: 'Contents of README.md' });
  await eventually(() => readme.textContent()).toMatch(
    /The game ended as \*\*illegal\*\*: .*plywire replay /s,
  );
  // The note on the sandbox names its scratch folder, which lies in Plywire's data folder.
  await eventually(() => dialog.textContent()).toMatch(
    /Masked in the journal:\s+Plywire's home folder \(1\)/,
  );
  expect(await faults(desk.page)).toEqual([]);

  const { path, name } = await save(desk);
  expect(name).toMatch(/^plywire-liar-.*\.zip$/);
  const lines = await linesOf(path);
  expect(lines).toContain('heard bestmove 9');
  expect(lines.join('\n')).not.toContain(stage.home);
  await eventually(() => desk.messages.textContent()).toContain(`Saved ${name}.`);
  await desk.dismissMessages();

  copyFileSync(path, join(stage.folder, name));
  await desk.press('Control+o');
  await desk.page.getByRole('option', { name }).click();
  await eventually(() => desk.page.locator('body').textContent()).toContain('bestmove 9');
  await desk.press('Escape');
  await desk.board.waitFor();

  const bytes = readFileSync(path).toString('base64');
  const transfer = await desk.page.evaluateHandle(
    ({ bytes, name }) => {
      const data = new DataTransfer();
      const content = Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0));
      data.items.add(new File([content], name));
      return data;
    },
    { bytes, name },
  );
  await desk.page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
  await eventually(() => desk.page.locator('body').textContent()).toContain('bestmove 9');
});

it('is offered in the console and on the card of an engine that crashed, and asks for its version only when told to', async () => {
  const stage = await openStage();
  stage.put(
    'crasher',
    `#!/bin/sh
[ "$1" = --version ] && { echo 'crasher 1.2'; touch asked; exit 0; }
while read -r word rest; do
  case $word in
  cfp) echo cfpok ;;
  isready) echo readyok ;;
  go) echo 'out of luck' >&2; exit 5 ;;
  quit) exit 0 ;;
  esac
done
`,
    0o755,
  );
  const desk = await stage.open();
  await desk.engines.getByRole('button', { name: 'Add an engine' }).first().click();
  await desk.dialog.getByRole('option', { name: 'crasher' }).click();
  await desk.dialog.getByLabel('Protocol').selectOption('cfp');
  await desk.dialog.getByRole('button', { name: 'Add and test' }).click();
  await desk.dialog.getByText('It answered in').waitFor();
  await desk.dialog.getByRole('button', { name: 'Done' }).click();
  await desk.seatEngine(2, 'crasher');
  await desk.playColumn(4);
  await desk.card('crasher').getByRole('button', { name: 'Bundle' }).waitFor();
  await desk.dock.getByRole('button', { name: 'Bundle', exact: true }).click();
  const dialog = dialogOf(desk);
  await eventually(() => dialog.getByRole('listitem').count()).toBe(7);
  await dialog.getByRole('checkbox', { name: /--version/ }).click();
  await dialog.getByRole('button', { name: 'version.txt' }).click();
  const version = dialog.getByRole('region', { name: 'Contents of version.txt' });
  await eventually(() => version.textContent()).toContain('crasher 1.2');
  const { path, name } = await save(desk);
  expect(name).toMatch(/crashed/);
  expect(await linesOf(path)).toContain('stderr out of luck');
});

it('says why there is none', async () => {
  const stage = await openStage({ registered: { fine: { fixture: 'misbehave', protocol: 'cfp' } } });
  const desk = await stage.open();
  await desk.analyseWith('fine over CFP');
  await eventually(() => stage.engines().length).toBe(1);
  await desk.analysing();
  await desk.command('Start or stop analysis');
  await eventually(() => stage.engines()).toEqual([]);
  // The list of sessions is loaded again when the window learns that the session has ended.
  await eventually(() => desk.statusLine.textContent()).toContain(', 0 running');
  await desk.press('Control+j');
  const sessions = desk.page.getByRole('dialog', { name: 'Sessions', exact: true });
  await sessions.getByRole('option').waitFor();
  const journals = join(stage.home, 'plywire', 'journals');
  for (const name of readdirSync(journals)) rmSync(join(journals, name));
  await sessions.getByRole('button', { name: 'Bundle' }).click();
  await desk.page.getByText('No bundle can be created for this session').waitFor();
});

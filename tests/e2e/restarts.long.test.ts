import { copyFileSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { Desk } from '../support/desk.ts';
import { eventually } from '../support/eventually.ts';
import { processesOf } from '../support/host.ts';
import { useStages, type Stage } from '../support/stage.ts';

const stage = useStages();

/** The running engines that are scripts, independent of their sandbox. */
const scripts = (on: Stage): string[] => on.engines().filter((command) => command.startsWith('/bin/sh '));
const pids = (on: Stage): number[] =>
  processesOf(on.home)
    .filter(({ command }) => command.startsWith('/bin/sh '))
    .map(({ pid }) => pid);

const quick = fileURLToPath(new URL('../engines/quick.sh', import.meta.url));

/** An executable of the stage's folder, through the dialog. */
async function add(desk: Desk, name: string): Promise<void> {
  await desk.engines.getByRole('button', { name: 'Add an engine' }).first().click();
  await desk.dialog.getByRole('option', { name }).click();
  // Detection asks for a move, on which some of these crash.
  await desk.dialog.getByLabel('Protocol').selectOption('cfp');
  await desk.dialog.getByRole('button', { name: 'Add and test' }).click();
  await desk.dialog.getByText('It answered in').waitFor();
  await desk.dialog.getByRole('button', { name: 'Done' }).click();
}

/** As a compiler does: a new file replaces the running one. */
function rebuild(on: Stage, name: string): void {
  const beside = join(on.folder, `${name}.new`);
  copyFileSync(quick, beside);
  renameSync(beside, join(on.folder, name));
}

it('shows a crash of the analysing engine, restarts it three times and then leaves it with its reason', async () => {
  const on = await stage({
    registered: { crasher: { fixture: 'misbehave', protocol: 'cfp', args: ['--crash-in-search'] } },
  });
  const desk = await on.open();
  await desk.analyseWith('crasher');
  const card = desk.card('crasher');
  await eventually(() => card.textContent()).toContain('Restarted 3 times in 60 s; it then crashed again.');
  await eventually(() => card.textContent()).toContain('xited unexpectedly with code 3');
  await eventually(() => card.textContent()).toContain('division by zero');
  await eventually(() => desk.analysis.textContent()).toMatch(/crashed again after 3 restarts in 60 s/i);
  // A session takes the place of the one before it; all of them are in the menu.
  const all = desk.dock.getByRole('button', { name: /^Show all \d+ tabs$/ });
  const tabs = async () => Number(/\d+/.exec((await all.getAttribute('aria-label')) ?? '')?.[0]);
  await eventually(tabs).toBe(5);
  expect(await desk.dock.getByRole('tab', { name: 'crasher' }).count()).toBe(1);
  await all.click();
  expect(await desk.page.getByRole('menuitem', { name: /crasher.*crashed/ }).count()).toBe(4);
  await desk.press('Escape');
  await eventually(() => on.engines()).toEqual([]);
  // One key restarts it, and its restarts are counted from there.
  await desk.press('r');
  await eventually(tabs).toBeGreaterThan(5);
});

it('says that a crashed engine runs again', async () => {
  const on = await stage();
  // It crashes in its first search and records that in the only folder that a sandbox lets it write.
  on.put(
    'once',
    `#!/bin/sh
while read -r word rest; do
  case $word in
  cfp) echo cfpok ;;
  isready) echo readyok ;;
  go) [ -e "$HOME/crashed" ] || { touch "$HOME/crashed"; echo 'out of luck' >&2; exit 5; } ;;
  stop) echo 'bestmove 3' ;;
  quit) exit 0 ;;
  esac
done
`,
    0o755,
  );
  const desk = await on.open();
  await add(desk, 'once');
  await desk.analyseWith('once');
  const card = desk.card('once');
  await eventually(() => card.textContent()).toContain('Restarted, 1 of 3 in 60 s.');
  await eventually(() => card.textContent()).toContain('xited unexpectedly with code 5');
  await eventually(() => desk.analysis.textContent()).toContain('crashed, restarted 1 of 3');
  expect(await card.getByRole('button', { name: 'Restart', exact: true }).count()).toBe(0);
  // It answers about the position that it crashed at.
  await eventually(() => desk.analysis.textContent()).toMatch(/thinking|done/);
  await eventually(() => scripts(on)).toHaveLength(1);
});

it('notices that a running engine was rebuilt, and restarts it by one key', async () => {
  const on = await stage();
  on.put('mine', readFileSync(quick, 'utf8'), 0o755);
  const desk = await on.open();
  await add(desk, 'mine');
  await desk.analyseWith('mine over CFP');
  const card = desk.card('mine');
  await eventually(() => card.textContent()).toContain('thinking');
  expect(await card.textContent()).not.toContain('Rebuilt');

  rebuild(on, 'mine');
  await eventually(() => card.textContent()).toContain('Rebuilt on disk since it started.');
  await desk.analysis.getByRole('button', { name: 'Rebuilt on disk' }).waitFor();
  await desk.press('r');
  await eventually(() => card.textContent()).not.toContain('Rebuilt');
  await eventually(() => card.textContent()).toContain('thinking');
  await eventually(() => scripts(on)).toHaveLength(1);
});

it('restarts a rebuilt engine at its seat by the same key, and it plays on', async () => {
  const on = await stage();
  on.put('mine', readFileSync(quick, 'utf8'), 0o755);
  const desk = await on.open();
  await add(desk, 'mine');
  await desk.seatEngine(2, 'mine', { seconds: 0.05 });
  await desk.playColumn(4);
  await eventually(() => desk.moves()).toHaveLength(2);
  const card = desk.card('mine');
  await eventually(() => scripts(on)).toHaveLength(1);

  rebuild(on, 'mine');
  await eventually(() => card.textContent()).toContain('Rebuilt on disk since it started.');
  const [before] = pids(on);
  expect(before).toBeDefined();
  await desk.press('r');
  await eventually(() => card.textContent()).not.toContain('Rebuilt');
  await eventually(() => pids(on)).not.toContain(before);
  await desk.playColumn(1);
  await eventually(() => desk.moves()).toHaveLength(4);
  await eventually(() => card.textContent()).not.toContain('Rebuilt');
  await eventually(() => scripts(on)).toHaveLength(1);
});

it('adds a folder of engines in one go, and takes them back', { timeout: 180_000 }, async () => {
  const on = await stage();
  for (let at = 1; at <= 30; at++) copyFileSync(quick, join(on.folder, `engine-${at}`));
  on.put('notes.txt', 'nothing\n', 0o755);
  const desk = await on.open();
  await desk.engines.getByRole('button', { name: 'Add an engine' }).first().click();
  await desk.dialog.getByRole('button', { name: 'Add all engines from this folder' }).click();
  await desk.dialog.getByLabel('Protocol').selectOption('cfp');
  await desk.dialog.getByRole('checkbox', { name: 'engine-7', exact: true }).uncheck();
  await desk.dialog.getByRole('button', { name: 'Add 29 engines' }).click();
  await eventually(() => desk.dialog.textContent(), 120_000).toContain('29 of 29 tested: 29 ready, 0 failed');
  await eventually(() => on.engines()).toEqual([]);
  await desk.dialog.getByRole('button', { name: 'Done' }).click();
  await desk.dialog.waitFor({ state: 'hidden' });
  await eventually(() => desk.card('engine-').count()).toBe(29);
  await desk.messages.getByRole('button', { name: 'Undo' }).click();
  await eventually(() => desk.card('engine-').count()).toBe(0);
});

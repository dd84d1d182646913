/**
 * `docs/why-did-my-engine-lose.md`, followed step by step, with its engine and its pictures: with
 * `PLYWIRE_PICTURES=docs/lost` in the environment they are taken again.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import type { Desk } from '../support/desk.ts';
import { plywire, plywireOutcome } from '../support/host.ts';
import { useStages, type Stage } from '../support/stage.ts';

const stage = useStages();
const pictures = process.env['PLYWIRE_PICTURES'];

interface Listed {
  readonly journal: string;
  readonly purpose: string;
  readonly ending: { readonly kind: string };
}

const sessions = ({ home }: Stage): Listed[] =>
  plywire(home, ['sessions', '--json'])
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Listed);

async function picture(desk: Desk, name: string): Promise<void> {
  if (pictures === undefined) return;
  mkdirSync(pictures, { recursive: true });
  // Transient messages are not part of it.
  await desk.dismissMessages();
  await desk.page.mouse.move(0, 0);
  await desk.page.waitForTimeout(400);
  await desk.page.screenshot({ path: join(pictures, `${name}.png`) });
}

/** The fault, and its fix. */
const fault = 'if (position[row * COLUMNS + column] === mover()) stones++;';
const mended = "if (position[row * COLUMNS + column] !== '0') stones++;";

it('finds out why Drop Four lost', { timeout: 240_000 }, async () => {
  const on = await stage({ viewport: { width: 1200, height: 820 }, colorScheme: 'light' });
  const source = readFileSync('tests/examples/drop-four/drop-four.mjs', 'utf8');
  expect(source).toContain(fault);
  const file = on.put('drop-four.mjs', source, 0o755);
  const desk = await on.open();

  // Add it: its protocol is detected.
  await desk.engines.getByRole('button', { name: 'Add an engine' }).first().click();
  await desk.dialog.getByRole('option', { name: /drop-four/ }).waitFor();
  await desk.inFocus(desk.dialog.getByRole('combobox', { name: 'Filter files' }));
  await desk.page.keyboard.type('drop');
  await desk.press('Enter');
  await desk.page.getByRole('dialog', { name: 'Launch settings' }).waitFor();
  await desk.dialog.getByRole('button', { name: 'Add and test' }).click();
  await desk.dialog.getByRole('button', { name: 'Done' }).click({ timeout: 60_000 });
  await eventually(() => desk.card('drop-four').textContent()).toContain('CFP');

  // Play against it.
  await desk.seatEngine(2, 'drop-four');
  for (const played of [2, 4, 6]) {
    await desk.clickColumn(4);
    await eventually(async () => (await desk.moves()).length, 60_000).toBe(played);
  }
  await desk.clickColumn(5);
  await eventually(() => desk.news()).toContain('(4 on the board), which is illegal: column 4 is full');
  await eventually(() => desk.consoleText()).toContain('bestmove 3');
  await picture(desk, 'lost');

  // Replay it, at the marked line.
  await desk.dock.getByRole('button', { name: /replay/i }).click();
  const replay = desk.page.getByRole('region', { name: 'Replay' });
  await replay.getByText('illegal move').first().waitFor();
  // From one marked line to the next, each checked before the key is pressed again.
  const shown = replay.getByRole('heading', { name: /^Line / });
  for (let at = 0; at < 20 && (await replay.getByText('illegal: column 4 is full').count()) === 0; at++) {
    const before = await shown.textContent();
    await desk.press('N');
    await eventually(() => shown.textContent()).not.toBe(before);
  }
  await replay.getByText('illegal: column 4 is full').first().waitFor();
  await picture(desk, 'replay');
  await desk.press('Escape');
  await replay.waitFor({ state: 'hidden' });

  // Check it against the text.
  await desk.choose('drop-four', 'Check against the protocol');
  const check = desk.page.getByRole('dialog', { name: 'Check against the protocol: drop-four' });
  await check.getByLabel('In parallel').fill('4');
  await check.getByRole('button', { name: 'Start' }).click();
  await check.getByText('The engine breaks 1 required rule.').waitFor({ timeout: 120_000 });
  await eventually(() => check.innerText()).toContain('A column is open where its topmost cell is empty');
  await picture(desk, 'check');

  // Fix it, and check it again.
  writeFileSync(file, source.replace(fault, mended));
  await check.getByRole('button', { name: 'Run this check again' }).click();
  await check.getByText('The engine breaks 1 required rule.').waitFor({ state: 'hidden', timeout: 60_000 });
  await desk.press('Escape');
  await check.waitFor({ state: 'hidden' });

  // The program was rebuilt: the running one is restarted, and the game goes on.
  await eventually(() => desk.card('drop-four').textContent()).toMatch(/rebuilt on disk/i);
  await desk.press('R');
  await desk.press('Backspace');
  await eventually(() => desk.ply()).toBe('ply 6 of 7');
  await desk.clickColumn(5);
  await eventually(() => desk.news()).toBe('Player 2 played 3. Player 1 is to move.');

  // The lost game again, against the fixed engine.
  const lost = sessions(on).find(
    ({ purpose, ending }) => purpose === 'second player' && ending.kind === 'ended',
  )!;
  const { status, stdout } = plywireOutcome(on.home, ['replay', lost.journal, '--against', file]);
  expect(status).toBe(1);
  expect(stdout).toMatch(/ differs +go movetime .*\n +- bestmove 3\n +\+ bestmove 2\n/);
  expect(stdout).toMatch(/, 1 different, 0 missing, 0 new/);

  // A bundle for the engine's author.
  const bundle = join(on.folder, 'lost.zip');
  plywire(on.home, ['bundle', lost.journal, '--out', bundle]);
  expect(plywire(on.home, ['replay', bundle])).toContain('which is not a legal move: column 4 is full');
});

/** A user's engine over QTP: its dialect, its move, and its own drawing of the board. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { addAndTest, pick } from '../support/adding.ts';
import { eventually } from '../support/eventually.ts';
import { long } from '../support/long.ts';
import { useStages } from '../support/stage.ts';

const stage = useStages();
const program = readFileSync(resolve('tests/engines/qtp.mjs'), 'utf8');

it('is added with its dialect, gives a move and no score, and shows its board', long, async () => {
  const on = await stage();
  on.put('walls.mjs', program.replace("?? 'E8'", "?? 'd2v'"), 0o755);
  const desk = await on.open();
  await desk.newGame({ game: 'Quoridor' });
  await pick(desk, 'walls.mjs');
  const form = desk.page.getByRole('dialog', { name: 'Launch settings' });
  expect(await form.getByLabel('Walls').count()).toBe(0);
  await form.getByLabel('Protocol').selectOption('qtp');
  await form.getByLabel('Walls').selectOption('token');
  await addAndTest(desk);
  await eventually(() => desk.card('walls').textContent()).toContain('ready');

  await desk.page.getByRole('button', { name: 'Done' }).click();
  await desk.analyseWith('walls');
  // Its d2v is our d3v.
  await eventually(() => desk.analysis.textContent()).toContain('d3v');
  await desk.analysis.getByText('No score: this protocol reports only a move.').waitFor();

  await desk.card('walls').getByRole('button', { name: 'Show its board' }).click();
  const drawing = desk.page.getByRole('dialog', { name: 'The board of walls' });
  await eventually(() => drawing.locator('pre').textContent()).toBe(' A B\n 2 . B\n 1 W .');
  await drawing.getByText('Compare it by eye').waitFor();
  await drawing.getByRole('button', { name: 'Close' }).last().click();

  // The choice is kept, and can be changed.
  await desk.choose('walls', 'Settings …');
  const settings = desk.page.getByRole('dialog', { name: 'Settings of walls' });
  await eventually(() => settings.getByLabel('Walls').inputValue()).toBe('token');
});

it('is offered to be ended when the game is stopped while it thinks', long, async () => {
  const on = await stage();
  on.put('slow.mjs', program.replace("valueOf('think') ?? 0", "valueOf('think') ?? 60000"), 0o755);
  const desk = await on.open();
  await desk.newGame({ game: 'Quoridor' });
  await pick(desk, 'slow.mjs');
  const form = desk.page.getByRole('dialog', { name: 'Launch settings' });
  await form.getByLabel('Protocol').selectOption('qtp');
  await addAndTest(desk);
  await eventually(() => desk.card('slow').textContent()).toContain('ready');
  await desk.page.getByRole('button', { name: 'Done' }).click();
  await desk.seatEngine('White', 'slow', { free: true });
  await desk.pointAt('e8', 'click');
  await eventually(() => desk.card('slow').textContent()).toContain('thinking');

  await desk.bar.getByRole('button', { name: 'Stop', exact: true }).click();
  await eventually(() => desk.messages.textContent()).toContain(
    'slow is still thinking and cannot be stopped',
  );
  await desk.messages.getByRole('button', { name: 'End engine' }).click();
  await eventually(() => on.engines()).toEqual([]);
  expect(await desk.moves()).toEqual(['e8']);
});

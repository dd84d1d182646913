/** A user's engine over QTP: its dialect, its move, and its own drawing of the board. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { faults } from '../support/axe.ts';
import { eventually } from '../support/eventually.ts';
import { useStages } from '../support/stage.ts';

const stage = useStages();
const program = readFileSync(resolve('tests/engines/qtp.mjs'), 'utf8');

it('is added with its dialect, gives a move and no score, and shows its board', async () => {
  const on = await stage();
  on.put('walls.mjs', program.replace("?? 'E8'", "?? 'd2v'"), 0o755);
  const desk = await on.open();
  await desk.newGame({ game: 'Quoridor' });
  await desk.engines.getByRole('button', { name: 'Add an engine' }).first().click();
  await desk.dialog.getByRole('option', { name: 'walls.mjs' }).waitFor();
  await desk.inFocus(desk.dialog.getByRole('combobox', { name: 'Filter files' }));
  await desk.page.keyboard.type('walls');
  await eventually(() => desk.dialog.getByRole('option').count()).toBe(1);
  await desk.press('Enter');
  const form = desk.page.getByRole('dialog', { name: 'Launch settings' });
  await form.waitFor();
  expect(await form.getByLabel('Walls').count()).toBe(0);
  await form.getByLabel('Protocol').selectOption('qtp');
  await form.getByLabel('Walls').selectOption('token');
  await form.getByRole('button', { name: 'Add and test' }).click();
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

it('is shown where the board that it draws is not the one that it was told', async () => {
  const on = await stage({
    registered: {
      // It draws White's pawn on the wrong cell.
      liar: {
        fixture: 'mutant',
        protocol: 'qtp',
        args: ['engine/quoridor', String.raw`s/^( 1 .*)\| W \|   \|/$1|   | W |/`],
      },
    },
  });
  const desk = await on.open();
  await desk.newGame({ game: 'Quoridor' });
  await desk.analyseWith('liar');
  // A drawing is of one moment: before its answer the engine is not ahead of the board yet.
  await eventually(() => desk.analysis.textContent()).toContain('e8');
  await desk.card('liar').getByRole('button', { name: 'Show its board' }).click();
  const drawing = desk.page.getByRole('dialog', { name: 'The board of liar' });
  await drawing.getByText("White's pawn: f1 in the drawing, e1 here.").waitFor();
  await eventually(() => drawing.locator('mark').allTextContents()).toEqual([' ', 'W']);
  await eventually(() => drawing.locator('.stands .ring').count()).toBe(2);
  await drawing.getByText(/one move ahead of the board, after its own answer/).waitFor();
  // Only a hint: it does not count against the engine, which goes on.
  await eventually(() => desk.card('liar').textContent()).toContain('idle');
  expect(await faults(desk.page)).toEqual([]);

  await drawing.getByRole('button', { name: 'Close' }).last().click();
  await desk.analyseWith('Plywire Quoridor');
  await desk.card('Plywire Quoridor').getByRole('button', { name: 'Show its board' }).click();
  const honest = desk.page.getByRole('dialog', { name: 'The board of Plywire Quoridor' });
  await honest.getByText('the same', { exact: true }).waitFor();
});

it('is offered to be ended when the game is stopped while it thinks', async () => {
  const on = await stage();
  on.put('slow.mjs', program.replace("valueOf('think') ?? 0", "valueOf('think') ?? 60000"), 0o755);
  const desk = await on.open();
  await desk.newGame({ game: 'Quoridor' });
  await desk.engines.getByRole('button', { name: 'Add an engine' }).first().click();
  await desk.dialog.getByRole('option', { name: 'slow.mjs' }).waitFor();
  await desk.inFocus(desk.dialog.getByRole('combobox', { name: 'Filter files' }));
  await desk.press('Enter');
  const form = desk.page.getByRole('dialog', { name: 'Launch settings' });
  await form.getByLabel('Protocol').selectOption('qtp');
  await form.getByRole('button', { name: 'Add and test' }).click();
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

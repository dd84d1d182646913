/** An engine that draws another board than it was told. */
import { expect, it } from 'vitest';
import { faults } from '../support/axe.ts';
import { eventually } from '../support/eventually.ts';
import { useStages } from '../support/stage.ts';

const stage = useStages();

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

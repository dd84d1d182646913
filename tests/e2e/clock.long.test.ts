/** A clock for people: chosen with the game, shown, and lost by. */
import { expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { useStages } from '../support/stage.ts';

const stage = useStages();

it('runs for the side to move from the start of the game, and ends the game when it runs out', async () => {
  const desk = await (await stage()).open();
  await desk.press('n');
  await desk.dialog.getByLabel('Clock').selectOption('1/10');
  await desk.dialog.getByRole('button', { name: 'Start' }).click();
  const clocks = (): Promise<string[]> => desk.panel.getByRole('timer').allTextContents();
  await eventually(async () => (await clocks())[0]).toMatch(/Player 1's clock +\d\.\d/);
  await desk.playColumn(4);
  await eventually(async () => (await clocks())[1]).toMatch(/Player 2's clock +\d\.\d/);
  await eventually(async () => (await clocks())[0]).toMatch(/0:10/);
  // Looking elsewhere does not stop it.
  await desk.press('ArrowLeft');
  await eventually(() => desk.panel.textContent(), 60_000).toContain('Player 2 ran out of time');
  expect(await desk.ply()).toBe('ply 1 of 1');
  await eventually(() => desk.moveList.textContent()).toContain('1-0');
  // A rematch has the same clock; the dialog proposes it, too.
  await desk.panel.getByRole('button', { name: 'Rematch' }).click();
  await eventually(clocks).toHaveLength(2);
  await eventually(() => desk.moves()).toEqual([]);
  await desk.press('n');
  expect(await desk.dialog.getByLabel('Clock').inputValue()).toBe('1/10');
  await desk.dialog.getByLabel('Clock').selectOption('');
  await desk.dialog.getByRole('button', { name: 'Start' }).click();
  await eventually(clocks).toEqual([]);
});

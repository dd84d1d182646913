/** The first start: an example on the board, which is gone at the next one if there is an own game. */
import { expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { long } from '../support/long.ts';
import { useStages } from '../support/stage.ts';

const stage = useStages();

it('begins with an example that says what to press, and is gone at the next start with an own game', async () => {
  const on = await stage({ example: true });
  let desk = await on.open();
  await eventually(() => desk.moves()).toEqual(['4', '4', '3', '4??', '5', '6', '2']);
  await eventually(() => desk.panel.locator('.status').textContent()).toContain('N begins your own game');
  await eventually(() => desk.moveList.locator('.variation[role=listitem]').count()).toBe(1);
  await eventually(() => desk.moveList.textContent()).toContain('Blocks in time.');
  await desk.press('End');
  await eventually(() => desk.panel.textContent()).toContain('Player 1 has won');
  await desk.press('a');
  await desk.analysing();
  await desk.press('a');
  // Looking at it stores nothing: it is there at the next start, too.
  await desk.page.close();
  await on.restart('SIGTERM');
  desk = await on.open();
  await eventually(() => desk.moves()).toHaveLength(7);

  await desk.newGame();
  await eventually(() => desk.moves()).toEqual([]);
  await desk.messages.getByRole('button', { name: 'Back' }).click();
  await eventually(() => desk.moves()).toHaveLength(7);
  await desk.newGame();
  await eventually(() => desk.moves()).toEqual([]);
  await desk.playColumn(3);
  await desk.press('Control+g');
  await eventually(() => desk.dialog.getByText('Connect Four').count()).toBe(2);
  await desk.press('Escape');
  await desk.page.close();
  await on.restart('SIGTERM');
  desk = await on.open();
  await eventually(() => desk.moves()).toEqual(['3']);
});

it('is the own game once it is changed', long, async () => {
  const on = await stage({ example: true });
  let desk = await on.open();
  await eventually(() => desk.moves()).toHaveLength(7);
  await desk.press('End');
  await eventually(() => desk.ply()).toBe('ply 7 of 7');
  await desk.press('ArrowLeft');
  await eventually(() => desk.ply()).toBe('ply 6 of 7');
  await desk.clickColumn(6);
  await eventually(() => desk.moveList.locator('.variation[role=listitem]').count()).toBe(2);
  await eventually(() => desk.panel.textContent()).not.toContain('An example');
  await desk.page.close();
  await on.restart('SIGTERM');
  desk = await on.open();
  await eventually(() => desk.moveList.locator('.variation[role=listitem]').count()).toBe(2);
  expect(await desk.moves()).toHaveLength(7);
});

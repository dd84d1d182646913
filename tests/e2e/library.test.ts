/** A folder of records, from the picker to the board: added, listed, searched by position, opened, explored. */
import { expect, it } from 'vitest';
import { faults } from '../support/axe.ts';
import { eventually } from '../support/eventually.ts';
import { useStages } from '../support/stage.ts';

const stage = useStages();

const pgn = (white: string, black: string, moves: string, result: string): string =>
  `[White "${white}"]\n[Black "${black}"]\n[Result "${result}"]\n[Variant "Connect Four"]\n\n${moves} ${result}\n\n`;

it('adds a folder, opens a game by the keyboard, and shows what was played at each position', async () => {
  const on = await stage();
  on.put(
    'club.pgn',
    pgn('Ann', 'Bob', '1. 4 4 2. 3 5', '1-0') +
      pgn('Cid', 'Dan', '1. 4 4 2. 5 3', '0-1') +
      pgn('Eve', 'Fay', '1. 1 1', '*'),
  );
  const desk = await on.open();
  await desk.press('Shift+G');
  await desk.dialog.getByRole('button', { name: 'Add a folder' }).click();
  await desk.dialog.getByRole('button', { name: 'Use this folder' }).click();
  const games = desk.dialog.getByRole('listbox', { name: 'Games of the library' }).getByRole('option');
  await eventually(() => games.count()).toBe(3);

  expect(await faults(desk.page)).toEqual([]);

  // The filter has the focus, from which the chosen game is opened.
  const filter = desk.dialog.getByRole('combobox', { name: 'Filter the games of the library' });
  await filter.fill('ann');
  await eventually(() => games.count()).toBe(1);
  await filter.press('Enter');
  await desk.dialog.waitFor({ state: 'hidden' });
  await eventually(() => desk.moves()).toEqual(['4', '4', '3', '5']);

  // Columns 3 and 5 are images of each other there, and count as one.
  await desk.press('ArrowRight', 'ArrowRight');
  const explorer = desk.page.getByRole('region', { name: 'Explorer' });
  const row = explorer.getByRole('button', { name: /^3, 5 2 games 100 % Player 1 won 1, Player 2 won 1/ });
  await row.waitFor();
  expect(await faults(desk.page)).toEqual([]);
  await row.click();
  await eventually(() => desk.ply()).toMatch(/^ply 3 of 4/);

  // The game of Cid passes through the image of this position, and is opened there.
  await explorer.getByRole('button', { name: 'List the games that pass through this position' }).click();
  await eventually(() => games.count()).toBe(2);
  await games.filter({ hasText: 'Cid' }).dblclick();
  await eventually(() => desk.moves()).toEqual(['4', '4', '5', '3']);
  await eventually(() => desk.ply()).toMatch(/^ply 3 of 4/);

  // All is known again in the next window.
  const again = await on.open();
  await again.page
    .getByRole('region', { name: 'Explorer' })
    .getByText(/2 games here/)
    .waitFor();
  expect(await again.moves()).toEqual(['4', '4', '5', '3']);
});

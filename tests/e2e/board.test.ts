import { describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { long } from '../support/long.ts';
import { useStages } from '../support/stage.ts';

const stage = useStages();

describe('the board', () => {
  it('comes in another size', long, async () => {
    const desk = await (await stage()).open();
    await desk.newGame({ width: 12, height: 5 });
    await desk.column(12).waitFor();
    for (let turn = 0; turn < 5; turn++) await desk.playColumn(11);
    // The tenth column has the key 0.
    await desk.press('0');
    await eventually(() => desk.moves()).toEqual(['11', '11', '11', '11', '11', '10']);

    // A full column is refused with a message on the board.
    await desk.clickColumn(11);
    await eventually(() => desk.board.textContent()).toMatch(/column 11 is full/i);
    expect(await desk.moves()).toHaveLength(6);
    await desk.press('Escape');
    await eventually(() => desk.board.textContent()).not.toMatch(/column 11 is full/i);
  });

  it('refuses a size that it does not offer, in words', long, async () => {
    const desk = await (await stage()).open();
    await desk.bar.getByRole('button', { name: 'New', exact: true }).click();
    await desk.dialog.getByLabel('Columns').fill('13');
    await desk.dialog.getByRole('alert').waitFor();
    expect(await desk.dialog.getByRole('alert').textContent()).toMatch(/12/);
  });

  it('gives its moves and its position to the clipboard and takes them back', async () => {
    const desk = await (await stage()).open();
    for (const column of [4, 4, 3, 5]) await desk.playColumn(column);
    await desk.press('Control+c');
    await eventually(() => desk.clipboard()).toBe('4435');
    await desk.press('Control+Shift+c');
    await eventually(() => desk.clipboard()).toBe('2xxo2/3o3/7/7/7/7 x');

    await desk.newGame();
    await eventually(() => desk.moves()).toEqual([]);
    await desk.press('Control+v');
    await eventually(() => desk.discs()).toBe(4);
    await eventually(() => desk.moves()).toEqual([]);
    await eventually(() => desk.news()).toBe('Player 1 is to move.');

    // With the buttons.
    await desk.dismissMessages();
    await desk.page.evaluate(() => navigator.clipboard.writeText('1 2 3'));
    await desk.moveList.getByRole('button', { name: 'Paste a game or a position' }).click();
    // On PlayOK they are moves of Nine Men's Morris.
    const ask = desk.page.getByRole('dialog', { name: 'The pasted text can be read in 2 ways' });
    await ask.getByRole('region', { name: 'moves as Plywire writes them' }).getByRole('button').click();
    await eventually(() => desk.moves()).toEqual(['1', '2', '3']);
    await desk.moveList.getByRole('button', { name: 'Copy the moves' }).click();
    await eventually(() => desk.clipboard()).toBe('123');

    // Text that is not a game changes nothing and says so.
    await desk.page.evaluate(() => navigator.clipboard.writeText('Dear all'));
    await desk.press('Control+v');
    await eventually(() => desk.messages.textContent()).toContain('Nothing was changed.');
    expect(await desk.moves()).toEqual(['1', '2', '3']);
  });

  it('takes back, steps and undoes', async () => {
    const desk = await (await stage()).open();
    for (const column of [4, 3, 2, 1]) await desk.playColumn(column);
    await desk.press('Backspace');
    await eventually(() => desk.ply()).toBe('ply 3 of 3');
    await desk.press('Control+y');
    await eventually(() => desk.ply()).toBe('ply 4 of 4');
    await desk.panel.getByRole('button', { name: 'Take back' }).click();
    await eventually(() => desk.ply()).toBe('ply 3 of 3');
    await desk.press('Control+y');
    await eventually(() => desk.ply()).toBe('ply 4 of 4');
    await desk.press('Home');
    await eventually(() => desk.ply()).toBe('ply 0 of 4');
    await eventually(() => desk.discs()).toBe(0);
    await desk.press('End');
    await eventually(() => desk.discs()).toBe(4);
    await desk.moveList.getByRole('button', { name: '3', exact: true }).click();
    await eventually(() => desk.ply()).toBe('ply 2 of 4');

    // Another move here becomes a variation; undo removes it.
    await desk.column(7).click();
    await eventually(() => desk.moveList.locator('.variation [data-node]').allTextContents()).toEqual(['7']);
    expect(await desk.moves()).toEqual(['4', '3', '2', '1']);
    await desk.press('Control+z');
    await eventually(() => desk.moveList.locator('.variation').count()).toBe(0);
    expect(await desk.moves()).toEqual(['4', '3', '2', '1']);
    await desk.press('Control+y');
    await eventually(() => desk.moveList.locator('.variation [data-node]').allTextContents()).toEqual(['7']);
  });

  it('turns round', long, async () => {
    const desk = await (await stage()).open();
    const xOf = async (column: number): Promise<number> => (await desk.column(column).boundingBox())!.x;
    expect(await xOf(1)).toBeLessThan(await xOf(7));
    await desk.press('f');
    await eventually(async () => (await xOf(1)) > (await xOf(7))).toBe(true);
    await desk.playColumn(1);
    await eventually(() => desk.moves()).toEqual(['1']);
    await desk.page.reload();
    await desk.board.waitFor();
    await eventually(async () => (await xOf(1)) > (await xOf(7))).toBe(true);
  });

  it('keeps its theme after a reload', long, async () => {
    const on = await stage({ colorScheme: 'light' });
    const desk = await on.open();
    const ground = () => desk.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await ground();
    await desk.command('Use the dark theme');
    await eventually(ground).not.toBe(light);
    const dark = await ground();
    await eventually(() => on.kept('settings.json')).toMatch(/"theme":\s*"dark"/);
    await desk.page.reload();
    await desk.board.waitFor();
    await eventually(ground).toBe(dark);
  });

  it('shows every key and finds every command', long, async () => {
    const desk = await (await stage()).open();
    await desk.press('?');
    await desk.page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await desk.press('Escape');
    await desk.dialog.waitFor({ state: 'hidden' });
    await desk.command('New game');
    await desk.page.getByRole('dialog', { name: 'New game' }).waitFor();
  });
});

/** Files with games in the browser host: opened, edited, saved and opened again; pasted and dropped. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Desk } from '../support/desk.ts';
import { eventually } from '../support/eventually.ts';
import { useStages, type Stage } from '../support/stage.ts';
import { long } from '../support/long.ts';

const stage = useStages();

const one = '(;FF[4]PWG[connect4]PW[Ada]KEEP[this];W[4];B[4])\n';
const text = (on: Stage, name: string): string => readFileSync(join(on.folder, name), 'utf8');

async function openFile(desk: Desk, name: string): Promise<void> {
  await desk.press('Control+o');
  await desk.page.getByRole('combobox', { name: 'Filter files' }).fill(name);
  await desk.page.getByRole('option', { name }).waitFor();
  await desk.press('Enter');
  // While it closes, keys are still its own.
  await desk.page.getByRole('combobox', { name: 'Filter files' }).waitFor({ state: 'detached' });
}

/** Files on the window of a browser, with their contents. */
async function drop(desk: Desk, name: string, content: string): Promise<void> {
  const transfer = await desk.page.evaluateHandle(
    ({ name, content }) => {
      const data = new DataTransfer();
      data.items.add(new File([content], name));
      return data;
    },
    { name, content },
  );
  await desk.page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
}

describe('a file with a game', () => {
  it('is opened, edited, saved and opened again, and its changes are asked about', async () => {
    const on = await stage();
    on.put('one.sgf', one);
    const desk = await on.open();
    await openFile(desk, 'one.sgf');
    await eventually(() => desk.moves()).toEqual(['4', '4']);
    await eventually(() => desk.page.title()).toMatch(/^one\.sgf, /);
    await desk.press('End');
    await eventually(() => desk.ply()).toBe('ply 2 of 2');
    await desk.playColumn(5);
    await eventually(() => desk.page.title()).toMatch(/^● one\.sgf, /);
    await eventually(() => desk.statusLine.textContent()).toContain('one.sgf ● unsaved');
    expect(text(on, 'one.sgf')).toBe(one);
    // From the field of the comment, before its pause is over.
    await desk.moveList.getByRole('textbox', { name: /^Comment on/ }).fill('a new one');
    await desk.press('Control+s');
    await eventually(() => desk.messages.textContent()).toContain('Saved one.sgf.');
    await eventually(() => desk.page.title()).toMatch(/^one\.sgf, /);
    expect(text(on, 'one.sgf')).toMatch(/KEEP\[this\][^]*;W\[4\];B\[4\];W\[5\]C\[a new one\]\)\n$/);

    // Closing asks, and so does the browser.
    await desk.page.locator(':focus').evaluate((element) => (element as HTMLElement).blur());
    await desk.playColumn(6);
    const asked = new Promise<string>((told) =>
      desk.page.once('dialog', (dialog) => {
        told(dialog.type());
        void dialog.dismiss();
      }),
    );
    void desk.page.reload().catch(() => undefined);
    expect(await asked).toBe('beforeunload');
    await desk.press('Control+F4');
    const dialog = desk.page.getByRole('dialog', { name: 'Save the changes to one.sgf?' });
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await eventually(() => text(on, 'one.sgf')).toContain('B[6]');
    await eventually(() => desk.moves()).toEqual([]);

    await desk.press('Control+o');
    await desk.page
      .getByRole('list', { name: 'Recent files' })
      .getByRole('button', { name: /^one\.sgf/ })
      .click();
    await eventually(() => desk.moves()).toEqual(['4', '4', '5', '6']);

    // Another program writes it; the game on the board stays.
    writeFileSync(join(on.folder, 'one.sgf'), one);
    await eventually(() => desk.messages.textContent()).toContain('Another program has changed one.sgf.');
    await desk.press('End');
    await eventually(() => desk.ply()).toBe('ply 4 of 4');
    await desk.playColumn(1);
    await desk.press('Control+s');
    const question = desk.page.getByRole('dialog', { name: 'The file was changed' });
    await question.getByRole('button', { name: 'Open the current file' }).click();
    await eventually(() => desk.moves()).toEqual(['4', '4']);
    expect(text(on, 'one.sgf')).toBe(one);
  });

  it('is saved under another name and in another form, or given to the browser', long, async () => {
    const on = await stage();
    on.put('old.pgn', 'mine');
    const desk = await on.open();
    await desk.newGame({ text: '445' });
    await eventually(() => desk.moves()).toHaveLength(3);
    await desk.press('Control+s');
    const dialog = desk.page.getByRole('dialog', { name: 'Save as' });
    await dialog.getByLabel('Form').selectOption('pgn');
    await dialog.getByLabel('Name').fill('old.pgn');
    await dialog.getByRole('option', { name: 'old.pgn' }).waitFor();
    await desk.press('Enter');
    const question = desk.page.getByRole('dialog', { name: 'Replace the file?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(text(on, 'old.pgn')).toBe('mine');
    await dialog.getByLabel('Name').fill('new.pgn');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(text(on, 'new.pgn')).toContain('1. 4 4 2. 5 *');
    await desk.press('Control+Shift+S');
    const download = desk.page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/\.pgn$/);
    expect(readFileSync((await file.path())!, 'utf8')).toBe(text(on, 'new.pgn'));
    expect(existsSync(join(on.folder, file.suggestedFilename()))).toBe(false);
  });
});

it('lists the games of a file, asks which form is meant, and says what cannot be read', long, async () => {
  const on = await stage();
  on.put(
    'many.pgn',
    Array.from({ length: 300 }, (_, at) => `[White "P${at + 1}"]\n\n1. 4 4 2. ${(at % 7) + 1} *\n\n`).join(
      '',
    ),
  );
  const desk = await on.open();
  await openFile(desk, 'many.pgn');
  const list = desk.page.getByRole('dialog', { name: 'many.pgn' });
  await list.getByRole('option').first().waitFor();
  await eventually(() => list.getByRole('option', { selected: true }).textContent()).toContain('P1');
  await list.getByRole('combobox', { name: 'Go to game' }).fill('290');
  await eventually(() => list.getByRole('option', { selected: true }).textContent()).toContain('P290');
  await desk.press('ArrowDown', 'Enter');
  await list.waitFor({ state: 'hidden' });
  await eventually(() => desk.statusLine.textContent()).toContain('many.pgn, game 291');
  await eventually(() => desk.moves()).toEqual(['4', '4', '4']);

  // Both boards, at the first ply where they differ.
  await drop(desk, 'walls.txt', '1. e2 e8 2. e3h\n');
  const ask = desk.page.getByRole('dialog', { name: 'walls.txt can be read in 2 ways' });
  await ask.getByText('They differ at ply 3.').waitFor();
  const ishtar = ask.getByRole('region', { name: /^Ishtar/ });
  await ishtar.getByText('e8h').waitFor();
  expect(await ask.getByRole('img').count()).toBe(2);
  await ishtar.getByRole('button', { name: 'Use this' }).click();
  await eventually(() => desk.moves()).toEqual(['e8', 'e2', 'e8h']);
  // The answer is remembered for the source.
  await drop(desk, 'walls.txt', '1. e2 e8 2. e3h\n');
  await eventually(() => desk.messages.textContent()).toContain('in the form that you chose');
  expect(await ask.count()).toBe(0);

  await desk.dismissMessages();
  await drop(desk, 'bad.txt', '4444444');
  await eventually(() => desk.messages.textContent()).toContain(
    'line 1, column 7, ply 7: column 4 is full: 4',
  );
  await eventually(() => desk.moves()).toHaveLength(6);
});

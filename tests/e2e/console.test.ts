import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { long } from '../support/long.ts';
import { useStages } from '../support/stage.ts';

const stage = useStages();

describe('the console', () => {
  it('sends what is typed, shows the answer, and remembers', async () => {
    const desk = await (await stage()).open();
    await desk.openConsole();
    await desk.analyseWith('Plywire Connect Four over CFSI');
    await eventually(() => desk.consoleText()).toMatch(/->\s+play/);
    await desk.consoleInput.fill('ping');
    await desk.press('Enter');
    // Of all lines kept: the analysis may have scrolled these away.
    const said = async (): Promise<string> => (await desk.consoleLines()).join('\n');
    await eventually(said).toMatch(/->✎ ping/);
    await eventually(said).toMatch(/<-\s+pong/);
    await eventually(() => desk.consoleInput.inputValue()).toBe('');

    await desk.consoleInput.fill('rubbish');
    await desk.press('Enter');
    await eventually(said).toMatch(/<-\s+debug .*rubbish/i);
    await desk.consoleInput.focus();
    await desk.press('ArrowUp');
    await eventually(() => desk.consoleInput.inputValue()).toBe('rubbish');
    await desk.press('ArrowUp');
    await eventually(() => desk.consoleInput.inputValue()).toBe('ping');
    await desk.press('ArrowDown', 'ArrowDown');
    await eventually(() => desk.consoleInput.inputValue()).toBe('');
  });

  it('searches, pauses, clears and copies', long, async () => {
    const desk = await (await stage()).open();
    await desk.openConsole();
    await desk.seatEngine(2, 'Plywire Connect Four', { plies: 1 });
    await desk.playColumn(4);
    await eventually(async () => (await desk.moves()).length).toBe(2);
    await eventually(() => desk.consoleText()).toMatch(/<-\s+bestmove/);

    await desk.dock.getByRole('button', { name: 'Search these lines' }).click();
    await desk.dock.getByRole('textbox', { name: 'Search these lines' }).fill('started');
    await eventually(() => desk.dock.getByRole('search').textContent()).toContain('1 of 1');
    await desk.dock.getByRole('textbox', { name: 'Search these lines' }).fill('ST');
    await eventually(() => desk.dock.getByRole('search').textContent()).toMatch(/(\d) of \1/);
    await desk.dock.getByRole('button', { name: 'Next' }).click();
    await eventually(() => desk.dock.getByRole('search').textContent()).toMatch(/1 of [2-9]/);
    await desk.dock.getByRole('textbox', { name: 'Search these lines' }).fill('no such line');
    await eventually(() => desk.dock.getByRole('search').textContent()).toContain('nothing found');
    await desk.press('Escape');
    await desk.dock.getByRole('search').waitFor({ state: 'hidden' });

    await desk.dock.getByRole('button', { name: /^Pause the view/ }).click();
    await desk.playColumn(4);
    await eventually(async () => (await desk.moves()).length).toBe(4);
    const paused = desk.dock.getByRole('button', { name: /^Paused, \d+ new lines?$/ });
    await paused.waitFor();
    const count = (text: string): number => text.match(/<-\s+bestmove/g)?.length ?? 0;
    expect(count(await desk.consoleText())).toBe(1);
    await paused.click();
    await eventually(async () => count(await desk.consoleText())).toBe(2);

    const copied = await desk.consoleLines();
    expect(copied.filter((line) => /<-\s+bestmove/.test(line))).toHaveLength(2);
    await desk.moreOfConsole(/^Clear the view/);
    await eventually(() => desk.consoleText()).not.toContain('bestmove');
    await desk.dock.getByRole('button', { name: 'View cleared. Show all' }).click();
    await eventually(async () => count(await desk.consoleText())).toBe(2);
  });

  it('saves the whole session as text', long, async () => {
    const desk = await (await stage()).open();
    await desk.openConsole();
    await desk.seatEngine(2, 'Plywire Connect Four', { plies: 2 });
    await desk.playColumn(4);
    await eventually(async () => (await desk.moves()).length).toBe(2);
    await eventually(() => desk.consoleText()).toMatch(/<-\s+bestmove/);
    const download = desk.page.waitForEvent('download');
    await desk.moreOfConsole(/^Save the session as text/);
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^Plywire-Connect-Four-[\w.-]+\.txt$/);
    const lines = readFileSync(await file.path(), 'utf8').split('\n');
    const said = lines.map((line) => line.replace(/^\s*\d+\.\d{3} /, ''));
    expect(said).toEqual(
      expect.arrayContaining(['--> start', '<-- started', expect.stringMatching(/^--> play 3x3/)]),
    );
    expect(said.some((line) => line.startsWith('<-- bestmove '))).toBe(true);
  });
});

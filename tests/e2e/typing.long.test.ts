/** Lines typed into the console of real engines, by keyboard and by pointer. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { useStages } from '../support/stage.ts';

const stage = useStages();

describe('a line that is typed', () => {
  it('is completed by keys and by the pointer, from the table, the engine and the place shown', async () => {
    const desk = await (await stage()).open();
    await desk.playColumn(4);
    await desk.openConsole();
    await desk.analyseWith('Plywire Connect Four over CFP');
    await eventually(() => desk.consoleText()).toMatch(/<-\s+bestmove/);
    const { consoleInput, page } = desk;
    const rows = () => desk.dock.getByRole('option').locator('code').allTextContents();
    await consoleInput.focus();
    await page.keyboard.type('pos');
    await eventually(rows).toEqual(['position']);
    await page.keyboard.press('Tab');
    await eventually(() => consoleInput.inputValue()).toBe('position ');
    await eventually(rows).toEqual([`${'0'.repeat(38)}10002`, 'startpos']);
    await page.keyboard.press('ArrowRight');
    await eventually(() => consoleInput.inputValue()).toBe(`position ${'0'.repeat(38)}10002`);
    await eventually(() => desk.dock.locator('.help').textContent()).toContain(
      'CFP, GUI to Engine, position',
    );
    await consoleInput.fill('');
    await page.keyboard.type('seto');
    await desk.dock.getByRole('option', { name: /^setoption/ }).click();
    await desk.dock.getByRole('option', { name: /^name/ }).click();
    await eventually(() => consoleInput.inputValue()).toBe('setoption name ');
    await eventually(async () => (await rows()).length).toBeGreaterThan(0);
    await page.keyboard.press('Escape');
    await eventually(rows).toEqual([]);
    await consoleInput.fill('isready');
    await page.keyboard.press('Enter');
    await eventually(async () => (await desk.consoleLines()).join('\n')).toMatch(/->✎ isready/);
  });

  it('may leave an engine elsewhere: a button brings it back, and the analysis goes on', async () => {
    const desk = await (await stage()).open();
    await desk.playColumn(4);
    await desk.openConsole();
    await desk.analyseWith('Plywire Connect Four over CFP');
    const said = async (): Promise<string> => (await desk.consoleLines()).join('\n');
    await eventually(said).toMatch(/<-\s+bestmove/);
    await desk.consoleInput.fill('position startpos');
    await desk.press('Enter');
    await desk.dock.getByText(/can put the engine out of step/).waitFor();
    await desk.dock.getByRole('button', { name: 'Resynchronise' }).click();
    await eventually(said).toMatch(
      /->✎ position startpos[\s\S]*->\s+cfpnewgame[\s\S]*->\s+position 0{38}10002[\s\S]*<-\s+bestmove/,
    );
    await desk.dock.getByText(/can put the engine out of step/).waitFor({ state: 'hidden' });
    await desk.dock.getByRole('button', { name: 'Resynchronise' }).waitFor({ state: 'hidden' });
  });

  it('goes with its session as a shell script and as a fixture', async () => {
    const set = await stage();
    const desk = await set.open();
    await desk.openConsole();
    await desk.analyseWith('Plywire Connect Four over CFSI');
    await eventually(() => desk.consoleText()).toMatch(/<-\s+bestmove/);
    await desk.consoleInput.fill("'; touch owned; '");
    await desk.press('Enter');
    await eventually(async () => (await desk.consoleLines()).join('\n')).toMatch(/touch owned/);
    const copied = async (title: string, toast: RegExp): Promise<string> => {
      await desk.moreOfConsole(title);
      await desk.page.getByText(toast).first().waitFor();
      return desk.page.evaluate(() => navigator.clipboard.readText());
    };
    const script = await copied('Copy as a shell script', /Copied as a shell script/);
    const fixture = await copied('Copy as a test fixture', /Copied as a test fixture/);
    expect(fixture).toMatch(/^ +\d+\.\d{3} --> start\n/);
    expect(fixture).toContain("--> '; touch owned; '");
    const folder = mkdtempSync(join(tmpdir(), 'plywire-copied-'));
    try {
      writeFileSync(join(folder, 's.sh'), script);
      const { stdout } = await promisify(execFile)('sh', [join(folder, 's.sh')], { cwd: folder });
      expect(stdout).toMatch(/^started\n/);
      expect(readdirSync(folder)).toEqual(['s.sh']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

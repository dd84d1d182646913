/** Several engines that analyse at once, as a user starts, reads and stops them. */
import { describe, expect, it } from 'vitest';
import type { Desk } from '../support/desk.ts';
import { eventually } from '../support/eventually.ts';
import { useStages } from '../support/stage.ts';

const stage = useStages();

/** A drawn game: no four appears on the way. */
const LONG = '766324131751145773455232375756246342112664';

const registered = {
  teller: { fixture: 'teller', protocol: 'cfsi' },
  counter: { fixture: 'misbehave', protocol: 'cfp', args: ['--by-position', '--late', '30'] },
} as const;

const cards = (desk: Desk) => desk.analysis.getByRole('group', { name: /^Analysis by/ });
const letters = (desk: Desk): Promise<string[]> =>
  desk.board.locator('.letters:not(.spare)').allTextContents();
const running = async (desk: Desk): Promise<string[]> =>
  (
    await cards(desk)
      .filter({ has: desk.page.getByRole('button', { name: /^Stop / }) })
      .allTextContents()
  ).map((text) => /[A-Z]+ ?(teller|counter|Plywire Connect Four)/.exec(text.trim())?.[1] ?? text);

/** Runs in the page: records the column that the counter names, with the ply shown, at every change. */
function record(): void {
  const sights: { ply: string; counter: string; teller: string }[] = [];
  Object.assign(globalThis, { sights });
  let before = '';
  const look = (): void => {
    const text = (selector: string): string => document.querySelector(selector)?.textContent ?? '';
    const sight = {
      ply: text('section[aria-label="Moves"] .count').trim(),
      counter: text('[aria-label^="Analysis by counter"] .move.own').trim(),
      teller: text('[aria-label^="Analysis by teller"] .result .score').trim(),
    };
    const now = JSON.stringify(sight);
    if (now !== before) sights.push(sight);
    before = now;
    requestAnimationFrame(look);
  };
  look();
}

describe('several engines', { timeout: 150_000 }, () => {
  it('are started and stopped alone and together, and the same ones again', async () => {
    // High enough for the list of engines beside everything else.
    const on = await stage({ registered, viewport: { width: 1280, height: 1100 } });
    const desk = await on.open();
    await desk.newGame({ text: '4455' });
    await desk.analyseWith('teller over CFSI');
    await eventually(() => cards(desk).count()).toBe(1);
    expect(await letters(desk)).toEqual([]);
    // From the panel's own menu, and from the engine's card.
    await desk.analysis.getByRole('button', { name: 'Let another engine analyse' }).click();
    await desk.page.getByRole('menuitem', { name: 'counter over CFP' }).click();
    await eventually(() => running(desk)).toEqual(['teller', 'counter']);
    await eventually(() => letters(desk).then((all) => all.toSorted())).not.toEqual([]);
    await desk.choose('Plywire Connect Four', 'Analyse over CFP');
    await eventually(() => cards(desk).count()).toBe(3);
    await desk.analysis.getByRole('button', { name: 'Stop counter' }).click();
    await eventually(() => running(desk)).toHaveLength(2);
    await desk.press('a');
    await eventually(() => running(desk)).toEqual([]);
    await eventually(() => on.engines().filter((command) => /teller|misbehave/.test(command))).toEqual([]);
    await desk.press('a');
    await eventually(() => running(desk)).toHaveLength(2);
    expect(await running(desk)).not.toContain('counter');
    await desk.analysis.getByRole('button', { name: 'Start counter' }).click();
    await eventually(() => running(desk)).toHaveLength(3);

    // The next host remembers them, and starts none by itself.
    on.expectProblem(/WebSocket connection to|ERR_CONNECTION|401/);
    await on.restart('SIGTERM');
    const again = await on.open();
    await eventually(() => cards(again).count()).toBe(3);
    await eventually(() => running(again)).toEqual([]);
    await again.press('a');
    await eventually(() => running(again)).toHaveLength(3);
  });

  it('never show at one place what was said of another while stepping quickly', async () => {
    const desk = await (await stage({ registered })).open();
    await desk.newGame({ text: LONG.slice(0, 6) });
    await desk.press('Home');
    await eventually(() => desk.ply()).toBe('ply 0 of 6');
    await desk.analyseWith('teller over CFSI');
    await desk.analyseWith('counter over CFP');
    await eventually(() => running(desk)).toHaveLength(2);
    await desk.page.evaluate(record);
    for (let round = 0; round < 8; round++) {
      const key = round % 2 === 0 ? 'ArrowRight' : 'ArrowLeft';
      for (let step = 0; step < 6; step++) {
        await desk.press(key);
        await desk.page.waitForTimeout((step * 37) % 90);
      }
      await desk.page.waitForTimeout(400);
    }
    type Sight = { readonly ply: string; readonly counter: string; readonly teller: string };
    const sights = await desk.page.evaluate(() => (globalThis as unknown as { sights: Sight[] }).sights);
    const digitsOf = (score: string): string => score.replace(/e.*|\D/g, '').replace(/^0+|0+$/g, '');
    let [counted, told] = [0, 0];
    for (const { ply, counter, teller } of sights) {
      const discs = Number(/ply (\d+)/.exec(ply)?.[1]);
      if (counter !== '') {
        counted++;
        expect(Number(counter) - 1, ply).toBe(discs);
      }
      if (teller !== '' && teller !== '…') {
        told++;
        expect(digitsOf(teller), ply).toBe(digitsOf(String((discs + 11) / 100)));
      }
    }
    expect(counted).toBeGreaterThan(3);
    expect(told).toBeGreaterThan(3);
  });

  it('have lines that keys walk and play, and what they said is there again tomorrow', async () => {
    const on = await stage();
    const desk = await on.open();
    await desk.newGame({ text: '444444332' });
    await desk.analyseWith('Plywire Connect Four over CFSI');
    // While it searches, a line may make place for a better one.
    await eventually(() => desk.analysis.getByText('done').count()).toBe(1);
    await eventually(() => desk.analysis.locator('[data-line-row]').count()).toBe(3);
    await desk.press('l');
    await eventually(() => desk.board.locator('.line-ghost:not(.spare)').count()).toBeGreaterThan(1);
    await desk.press('ArrowRight');
    await eventually(() => desk.board.locator('.line-ghost:not(.spare)').count()).toBe(1);
    await desk.press('k');
    await eventually(() => desk.ply()).toMatch(/^ply 9 of 1\d$/);
    await desk.moveList.locator('[data-node][data-ply="10"]').first().click();
    await eventually(() => desk.ply()).toMatch(/^ply 10 of /);
    await eventually(() => desk.page.getByRole('textbox', { name: /^Comment on/ }).inputValue()).toMatch(
      /^loss in \d+, depth \d+, Plywire Connect Four$/,
    );
    await desk.press('ArrowLeft');
    await eventually(() => desk.ply()).toMatch(/^ply 9 of /);
    await eventually(() => desk.analysis.locator('[data-line-row]').count()).toBe(3);
    await eventually(() => desk.analysis.getByText('done').count()).toBe(1);
    await desk.press('l', 'ArrowRight', 'Enter');
    await eventually(() => desk.ply()).toMatch(/^ply 10 of /);
    await desk.press('ArrowLeft');
    await eventually(() => desk.analysis.getByText('done').count()).toBe(1);
    await desk.press('a');
    await eventually(() =>
      desk.analysis.getByText(/claimed as decided by Plywire Connect Four/).count(),
    ).toBe(1);
    on.expectProblem(/WebSocket connection to|ERR_CONNECTION|401/);
    await on.restart('SIGTERM');
    const again = await on.open();
    const memory = again.analysis.getByRole('button', { name: /claimed as decided by Plywire Connect Four/ });
    await memory.click();
    // The session is no longer listed, so its line is shown in a replay.
    await again.page
      .getByRole('region', { name: 'Replay' })
      .getByText(/bestmove/)
      .first()
      .waitFor();
  });

  it('say that they finish their move where nothing stops them, and stepping never ends them', async () => {
    const slow = { fixture: 'quoridor', protocol: 'qtp', args: ['--nodes', '100000000'] } as const;
    const on = await stage({ registered: { slow } });
    const desk = await on.open();
    await desk.newGame({ game: 'Quoridor', text: 'e8 e2 e7 e3' });
    await desk.analyseWith('slow');
    await eventually(() => desk.card('slow').textContent()).toContain('thinking');
    const processes = () => on.engines().filter((command) => command.includes('100000000'));
    const before = processes();
    await desk.press('ArrowLeft');
    await desk.press('ArrowLeft');
    await cards(desk).getByText('finishing its move').waitFor();
    expect(processes()).toEqual(before);
    await desk.analysis.getByRole('button', { name: 'End the process' }).click();
    await cards(desk).getByText('thinking').waitFor();
    await eventually(() => processes().length).toBe(before.length);
    await desk.press('a');
    await eventually(processes).toEqual([]);
  });
});

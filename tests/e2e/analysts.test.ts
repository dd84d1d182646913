/** Several engines that analyse at once, as a user starts, reads and stops them. */
import { describe, expect, it } from 'vitest';
import type { Desk } from '../support/desk.ts';
import { eventually } from '../support/eventually.ts';
import { long } from '../support/long.ts';
import { useStages } from '../support/stage.ts';

const stage = useStages();

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

describe('several engines', { timeout: 150_000 }, () => {
  it('are started and stopped alone and together, and the same ones again', long, async () => {
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

  it('have lines that keys walk and play, and what they said is there again tomorrow', long, async () => {
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

  it(
    'say that they finish their move where nothing stops them, and stepping never ends them',
    long,
    async () => {
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
    },
  );
});

import { describe, expect, it } from 'vitest';
import type { Desk } from '../support/desk.ts';
import { eventually } from '../support/eventually.ts';
import { long } from '../support/long.ts';
import { useStages } from '../support/stage.ts';

const stage = useStages();
/** Nobody threatens anything. */
const MOVES = '766324';

const sliderOf = (desk: Desk) => desk.page.getByRole('slider', { name: 'Graph of the game' });

/** Lets an engine say something about every position of the line, and stops it. */
async function analyseAll(desk: Desk, engine: string, teller: string): Promise<void> {
  await desk.press('Home');
  await desk.analyseWith(engine);
  for (let ply = 0; ply <= MOVES.length; ply++) {
    await eventually(() => sliderOf(desk).getAttribute('aria-valuetext')).toMatch(
      new RegExp(`^ply ${ply}:.*${teller}: .*(depth \\d|claimed)`),
    );
    if (ply < MOVES.length) await desk.press('ArrowRight');
  }
  await desk.press('a');
}

/** The horizontal place of a ply on the graph, from its left edge, in pixels. */
async function placeOf(desk: Desk, ply: number): Promise<{ x: number; y: number }> {
  const { width } = (await desk.page.locator('.u-over').boundingBox())!;
  return { x: (ply / MOVES.length) * width, y: 12 };
}

describe('the graph', () => {
  it(
    'has a curve for each engine, goes to the ply of a click, and steps from one disagreement to the next',
    long,
    async () => {
      const desk = await (
        await stage({ registered: { teller: { fixture: 'teller', protocol: 'cfsi' } } })
      ).open();
      await desk.newGame({ text: MOVES });
      await analyseAll(desk, 'Plywire Connect Four over CFSI', 'Plywire Connect Four CFSI');
      await analyseAll(desk, 'teller over CFSI', 'teller CFSI');

      const legend = desk.page.locator('.legend li', { hasText: 'CFSI' });
      await eventually(() => legend.count()).toBe(2);
      // Both say something about every ply: no figure is missing in the table.
      await desk.page.getByRole('button', { name: 'Show the graph as a table' }).click();
      const table = desk.page.getByRole('table', { name: 'The graph as a table' });
      for (let ply = MOVES.length; ply >= 0; ply--) {
        const row = table.getByRole('row', { name: new RegExp(`^${ply} `) });
        await eventually(() => row.getByText(/depth \d+|claimed/).count()).toBe(2);
        if (ply > 0) await desk.press('ArrowLeft');
      }
      await desk.press('End');
      await desk.page.getByRole('button', { name: 'Show the graph as a table' }).click();

      // A click goes to the ply, and hovering tells who says what there.
      // The graph that came in the table's place may not follow the pointer from the first moment.
      const pointed = async (): Promise<string | null> => {
        for (const ply of [1, 2])
          await desk.page.locator('.u-over').hover({ position: await placeOf(desk, ply) });
        return desk.page.locator('.tip').textContent({ timeout: 1000 });
      };
      await eventually(pointed).toMatch(
        /ply 2: Player 2 6.*Plywire Connect Four CFSI .*teller CFSI .*static/,
      );
      await eventually(() => desk.moveList.locator('.pointed').textContent()).toMatch(/^6/);
      await desk.page.locator('.u-over').click({ position: await placeOf(desk, 2) });
      await eventually(() => desk.ply()).toBe(`ply 2 of ${MOVES.length}`);

      // The list marks where they disagree; the keys go through these plies, and only through them.
      const marked = await desk.moveList
        .locator('[data-ply]:has(.disputed)')
        .evaluateAll((cells) => cells.map((cell) => Number(cell.getAttribute('data-ply'))));
      expect(marked.length).toBeGreaterThan(0);
      await desk.press('Home');
      await eventually(() => desk.ply()).toBe(`ply 0 of ${MOVES.length}`);
      for (const ply of marked) {
        await desk.press('x');
        await eventually(() => desk.ply()).toBe(`ply ${ply} of ${MOVES.length}`);
        await eventually(() => desk.panel.getByText('Engines disagree').count()).toBe(1);
      }
      await desk.press('x');
      await eventually(() => desk.messages.textContent()).toContain('No disagreement after this move');
      for (const ply of marked.toReversed().slice(1)) {
        await desk.press('Shift+X');
        await eventually(() => desk.ply()).toBe(`ply ${ply} of ${MOVES.length}`);
      }

      // It is there again after a reload, from what was kept.
      await desk.page.reload();
      await eventually(() => legend.count()).toBe(2);
    },
  );

  it('draws the measures of each game without an engine, and keeps which are chosen', long, async () => {
    const desk = await (await stage()).open();
    for (const [game, text, first] of [
      ['Quoridor', 'e8 e2 e7', 'Shortest path'],
      ["Nine Men's Morris", 'a7 d7 g7', 'Men'],
      ['Game of Stones', '', 'Stones A'],
    ] as const) {
      await desk.newGame({ game, text });
      if (text === '') {
        await eventually(() => desk.page.getByText('Each engine that analyses gets a curve').count()).toBe(1);
        continue;
      }
      await eventually(() => desk.page.locator('.legend li').allTextContents()).toEqual([
        expect.stringContaining(first),
      ]);
      await eventually(() => sliderOf(desk).getAttribute('aria-valuetext')).toContain(`${first}: `);
    }
    await desk.newGame({ game: 'Quoridor', text: 'e8 e2 e7' });
    await desk.page.getByRole('button', { name: 'Choose the curves' }).click();
    await desk.page.getByRole('menuitem', { name: 'Walls left' }).click();
    await eventually(() => desk.page.locator('.legend li').count()).toBe(2);
    await desk.page.reload();
    await eventually(() => desk.page.locator('.legend li').count()).toBe(2);
  });
});

import { describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { useStages } from '../support/stage.ts';
import { long } from '../support/long.ts';

const stage = useStages();

/** A drawn game: no four appears on the way. */
const LONG = '766324131751145773455232375756246342112664';

interface Sight {
  /** `ply 3 of 30`. */
  readonly ply: string;
  /** The columns' names and descriptions. */
  readonly columns: readonly string[];
  readonly chips: readonly string[];
  readonly line: string;
}

/** The digits of the teller's score for a position with this many discs; their power of ten depends on the depth. */
const told = (ply: number): string => digitsOf(String((ply + 11) / 100));

/** `1.1e−4` and `0.0011` have the same. */
const digitsOf = (score: string): string => score.replace(/e.*|\D/g, '').replace(/^0+|0+$/g, '');

const scored = /([\d.e−]+) static/;

/** Runs in the page: records what is visible at every frame with a change. */
function record(): void {
  const sights: Sight[] = [];
  Object.assign(globalThis, { sights });
  let before = '';
  const look = (): void => {
    const texts = (selector: string): string[] =>
      [...document.querySelectorAll(selector)].map((element) => element.textContent ?? '');
    const sight: Sight = {
      ply: texts('section[aria-label="Moves"] .count').join('').trim(),
      columns: [...document.querySelectorAll('[data-area]')].map(
        (element) => element.getAttribute('aria-label') ?? '',
      ),
      chips: texts('.chip text'),
      line: texts('[aria-label^="Analysis by"] .words').join(''),
    };
    const now = JSON.stringify(sight);
    if (now !== before) sights.push(sight);
    before = now;
    requestAnimationFrame(look);
  };
  look();
}

describe('analysis', () => {
  it('never shows what was said of another position while stepping quickly', long, async () => {
    const desk = await (
      await stage({ registered: { teller: { fixture: 'teller', protocol: 'cfsi' } } })
    ).open();
    await desk.newGame({ text: LONG.slice(0, 30) });
    await desk.press('Home');
    await eventually(() => desk.ply()).toBe('ply 0 of 30');
    await desk.analyseWith('teller over CFSI');
    await eventually(() => desk.column(1).getAttribute('aria-label')).toMatch(/ (1\.1e−\d|0\.0*11) static/);
    await desk.page.evaluate(record);
    /** Whether the recorded frames contain this ply, optionally with its score. */
    const seen = async (ply: number, digits = '') => {
      const first = await desk.page.evaluate(
        (count) =>
          (globalThis as unknown as { sights: Sight[] }).sights
            .filter(({ ply }) => ply === count)
            .map(({ columns }) => columns[0]!),
        `ply ${ply} of 30`,
      );
      return first.some((words) => digits === '' || digitsOf(scored.exec(words)?.[1] ?? '') === digits);
    };
    for (let step = 1; step <= 30; step++) {
      await desk.press('ArrowRight');
      // Some steps come faster than any answer, some slower.
      if (step % 3 === 0) await eventually(() => seen(step)).toBe(true);
      if (step % 6 === 0) await eventually(() => seen(step, told(step))).toBe(true);
    }
    for (let step = 0; step < 10; step++) await desk.press('ArrowLeft');
    await eventually(() => seen(20, told(20))).toBe(true);

    const sights = await desk.page.evaluate(() => (globalThis as unknown as { sights: Sight[] }).sights);
    const plies = new Set(sights.map(({ ply }) => ply));
    expect(plies.size).toBeGreaterThan(10);
    let judged = 0;
    for (const { ply, columns, chips, line } of sights) {
      const right = told(Number(/^ply (\d+)/.exec(ply)?.[1]));
      const scores = [
        ...columns.join('|').matchAll(new RegExp(scored, 'g')),
        ...line.matchAll(new RegExp(scored, 'g')),
      ];
      for (const [, score] of scores) expect(digitsOf(score!), `at ${ply}`).toBe(right);
      for (const chip of chips) expect(digitsOf(chip), `at ${ply}`).toBe(right);
      judged += scores.length + chips.length;
    }
    expect(judged).toBeGreaterThan(40);

    // The best move is marked, in the column that the engine names.
    const best = desk.board.getByRole('button', { name: /the best move/ });
    await eventually(() => best.count()).toBe(1);
    await eventually(() => desk.board.locator('.chip.best').count()).toBe(1);
  });

  it('shows wins and losses by the bundled engine, and follows the moves made', async () => {
    const desk = await (await stage()).open();
    await desk.newGame({ text: '121212' });
    await desk.press('a');
    await eventually(() => desk.column(1).getAttribute('aria-label')).toContain('win in 1, the best move');
    // A move elsewhere loses to the column beside it unless it is stopped there.
    await eventually(() => desk.column(5).getAttribute('aria-label')).toContain('loss in 2');
    await eventually(() =>
      desk.panel.getByRole('img', { name: /Evaluation/ }).getAttribute('aria-label'),
    ).toContain('Player 1, to move: win in 1');
    await desk.playColumn(2);
    // Descriptions of the previous position stay until the page is idle.
    await eventually(() => desk.column(1).getAttribute('aria-label')).toMatch(/^column 1: (?!.*win in 1,)/);
    await desk.press('a');
    await eventually(() => desk.board.locator('.chip').count()).toBe(0);
    await eventually(() => desk.column(1).getAttribute('aria-label')).toBe('column 1');
  });

  it('says that a protocol gives a move only', long, async () => {
    const desk = await (await stage()).open();
    await desk.newGame({ text: '121212' });
    await desk.analyseWith('Plywire Connect Four over CFP');
    await eventually(() => desk.column(1).getAttribute('aria-label')).toContain('the best move');
    await desk.analysis.getByText('No score: this protocol reports only a move.').waitFor();
  });

  it('says why an engine cannot be asked', long, async () => {
    const desk = await (await stage()).open();
    await desk.newGame({ width: 9, height: 7 });
    await desk.analyseWith('Plywire Connect Four over CFP');
    await eventually(() => desk.analysis.textContent()).toMatch(
      /not possible.*CFP knows the board of 7 by 6 only/,
    );
    expect(await desk.board.locator('.chip').count()).toBe(0);
  });
});

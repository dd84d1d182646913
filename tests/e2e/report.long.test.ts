import { describe, expect, it } from 'vitest';
import { counted, countedMove } from '../../app/analysis/testing/truth.ts';
import { connect4 } from '../../app/games/connect4/index.ts';
import { eventually } from '../support/eventually.ts';
import { useStages } from '../support/stage.ts';
import type { Truth } from '../../app/shapes/games.ts';

const stage = useStages();
const SMALL = { width: 4, height: 4 };

/** On the small board, by plain counting: what each move kept of the best value. */
function truths(text: string): { seat: number; was: Truth; is: Truth }[] {
  const seen = new Map<string, Truth>();
  let position = connect4.initial(SMALL);
  return connect4.parseMoves(position, text).map((move) => {
    const seat = connect4.seatToMove(position);
    const [was, is] = [counted(position, seen), countedMove(position, move, seen)];
    position = connect4.play(position, move);
    return { seat, was, is };
  });
}

describe('the truth of each column', () => {
  it('comes in as it is proven, and proven draws and ends look other than estimates', async () => {
    const text = '2322';
    const desk = await (await stage()).open();
    await desk.press('a');
    // Nothing is proven about the empty board that soon.
    await eventually(() => desk.board.locator('.chip.plain').count()).toBeGreaterThan(4);
    await desk.newGame({ ...SMALL, text });
    const seen = new Map<string, Truth>();
    const position = connect4
      .parseMoves(connect4.initial(SMALL), text)
      .reduce<ReturnType<typeof connect4.initial>>(
        (at, move) => connect4.play(at, move),
        connect4.initial(SMALL),
      );
    const wanted = connect4.moves(position).map((move) => {
      const truth = countedMove(position, move, seen);
      return truth.outcome === 'draw' ? 'draw' : `${truth.outcome} ${truth.plies}`;
    });
    expect(wanted).toContain('draw');
    await eventually(() => desk.board.locator('.chip text').allTextContents()).toEqual(wanted);
    for (const [index, words] of wanted.entries()) {
      const chip = desk.board.locator('.chip').nth(index);
      await eventually(() => chip.getAttribute('class')).toContain(words.split(' ')[0]);
    }
    await eventually(() => desk.board.locator('.chip.plain').count()).toBe(0);
  });
});

describe('the report', () => {
  it('by proof marks the moves that gave something away, counts them, and writes them into the game', async () => {
    const text = '1213141';
    const desk = await (await stage()).open();
    await desk.newGame({ ...SMALL, text });
    await desk.moveList.getByRole('button', { name: /^Analyse the game/ }).click();
    await desk.page.getByRole('dialog').getByRole('button', { name: 'Analyse', exact: true }).click();
    const panel = desk.moveList.getByRole('region', { name: 'Report' });
    await eventually(() => panel.textContent()).toMatch(/Player 1: .*Player 2: /);
    const found = truths(text);
    const turned = found.map(({ was, is }) => was.outcome !== is.outcome);
    expect(turned).toContain(true);
    await eventually(() =>
      desk.moveList
        .locator('.turns [data-ply]')
        .evaluateAll((cells) => cells.map((cell) => cell.querySelector('.glyph, .mark')?.textContent ?? '')),
    ).toEqual(found.map(({ is }, index) => (!turned[index] ? '' : is.outcome === 'draw' ? '?' : '??')));
    for (const seat of [0, 1]) {
      const own = found.flatMap((one, index) => (one.seat === seat ? [turned[index]] : []));
      const words = own.some(Boolean) ? /(blunder|mistake)/ : /no errors/;
      await eventually(() => panel.locator('.words p').nth(seat).textContent()).toMatch(words);
    }
    // One step takes all of it back, and the next one brings it again.
    await desk.press('Control+z');
    await eventually(() => desk.moveList.locator('.glyph').count()).toBe(0);
    await eventually(() => panel.count()).toBe(0);
    await desk.press('Control+Shift+z');
    await eventually(() => panel.count()).toBe(1);
    // Keys lead from error to error.
    const wrong = turned.indexOf(true);
    await eventually(async () => {
      await desk.press('Home');
      await desk.press('.');
      return desk.moveList
        .locator('[aria-current=step]')
        .evaluateAll((cells) => cells.map((cell) => (cell as HTMLElement).dataset['ply']));
    }).toEqual([String(wrong + 1)]);
  });

  it('with an engine can be stopped in the midst of it, and leaves no engine', async () => {
    const on = await stage();
    const desk = await on.open();
    await desk.newGame({ width: 12, height: 12, text: '4 4 4 5' });
    await desk.press('Shift+A');
    await desk.page.getByRole('checkbox', { name: /^Look for proofs/ }).uncheck();
    await desk.page.getByRole('checkbox', { name: /^Plywire Connect Four/ }).check();
    await desk.page.getByLabel('Time').fill('30');
    await desk.page.getByRole('dialog').getByRole('button', { name: 'Analyse', exact: true }).click();
    const panel = desk.moveList.getByRole('region', { name: 'Report' });
    await eventually(() => on.engines()).toHaveLength(1);
    await eventually(() => panel.textContent()).toMatch(/of 10 answers/);
    await panel.getByRole('button', { name: 'Stop' }).click();
    await eventually(() => panel.textContent()).toContain('Stopped after');
    await eventually(() => on.engines()).toEqual([]);
    await panel.getByRole('button', { name: 'Close the report' }).click();
    await eventually(() => panel.count()).toBe(0);
  });
});

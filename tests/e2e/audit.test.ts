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

describe('the audit', () => {
  it('marks the moves that gave something away, and counts them for each side', async () => {
    const text = '1213141';
    const desk = await (await stage()).open();
    await desk.newGame({ ...SMALL, text });
    await desk.moveList.getByRole('button', { name: /^Audit the game/ }).click();
    const summary = desk.moveList.locator('.audit');
    await eventually(() => summary.textContent()).toMatch(/Player 1 .*\.Player 2 .*\./);
    const found = truths(text);
    const turned = found.map(({ was, is }) => was.outcome !== is.outcome);
    expect(turned).toContain(true);
    await eventually(() =>
      desk.moveList
        .locator('[data-ply]')
        .evaluateAll((cells) => cells.map((cell) => cell.querySelector('.mark')?.textContent ?? '')),
    ).toEqual(
      found.map(({ was, is }, index) =>
        turned[index] ? (was.outcome === is.outcome ? '' : is.outcome === 'draw' ? '?' : '??') : '',
      ),
    );
    for (const seat of [0, 1]) {
      const own = found.flatMap((one, index) => (one.seat === seat ? [turned[index]] : []));
      const count = own.filter(Boolean).length;
      await eventually(() => summary.locator('p').nth(seat).textContent()).toContain(
        count === 0
          ? `made no mistakes in ${own.length} moves`
          : `made ${count} ${count === 1 ? 'mistake' : 'mistakes'} in ${own.length} moves`,
      );
    }
    // What each move was and is stands in its tip.
    const wrong = turned.indexOf(true);
    await eventually(() => desk.moveList.locator(`[data-ply="${wrong + 1}"]`).getAttribute('title')).toMatch(
      /^was a (win in \d+|draw), is a (draw|loss in \d+); best: [1-4]/,
    );
  });

  it('can be ended in the midst of it, and leaves no mark and no engine', async () => {
    const on = await stage();
    const desk = await on.open();
    await desk.newGame({ width: 12, height: 12, text: '4 4 4 5' });
    await desk.press('Shift+A');
    await eventually(() => desk.moveList.locator('.audit').textContent()).toContain('Auditing move 1 of 4');
    await eventually(() => on.engines()).toHaveLength(1);
    await desk.moveList.getByRole('button', { name: 'Stop the audit' }).click();
    await eventually(() => desk.moveList.locator('.audit').count()).toBe(0);
    await eventually(() => desk.moveList.locator('.mark').count()).toBe(0);
    await eventually(() => on.engines()).toEqual([]);
  });
});

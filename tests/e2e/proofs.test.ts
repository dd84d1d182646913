import { it } from 'vitest';
import { counted, countedMove } from '../../app/analysis/testing/truth.ts';
import { connect4 } from '../../app/games/connect4/index.ts';
import { eventually } from '../support/eventually.ts';
import { useStages } from '../support/stage.ts';
import type { Truth } from '../../app/shapes/games.ts';
import { long } from '../support/long.ts';

const stage = useStages();
const SMALL = { width: 4, height: 4 };

const wordsOf = (truth: Truth): string =>
  truth.outcome === 'draw' ? 'draw' : `${truth.outcome} ${truth.plies}`;

it('proves every move of the position shown, in a look of its own, and keeps the proofs', long, async () => {
  const text = '2322';
  const on = await stage();
  const desk = await on.open();
  await desk.newGame({ ...SMALL, text });
  await desk.press('t');
  const seen = new Map<string, Truth>();
  let position = connect4.initial(SMALL);
  for (const move of connect4.parseMoves(position, text)) position = connect4.play(position, move);
  const wanted = connect4.moves(position).map((move) => wordsOf(countedMove(position, move, seen)));
  await eventually(() => desk.board.locator('.chip.proven text').allTextContents()).toEqual(wanted);

  const card = desk.page.getByRole('group', { name: 'Proof' });
  await eventually(() => card.textContent()).toContain(
    wordsOf(counted(position, seen)).replace(/ (?=\d)/, ' in '),
  );
  await eventually(() => card.textContent()).toContain('done');
  await eventually(() => desk.page.getByLabel('Legend').textContent()).toContain('proven');

  // The list says it of the moves that led here too, once the positions before them are proven.
  await eventually(() => desk.moveList.locator('[data-ply="4"] .proven').count()).toBe(1);
  await desk.press('ArrowLeft');
  await eventually(() => desk.moveList.locator('[data-ply="3"] .proven').count()).toBe(1);

  // An engine's own scores do not stand beside a proof.
  await desk.press('a');
  await desk.analysing();
  await eventually(() => desk.board.locator('.chip.proven').count()).toBeGreaterThan(2);
  await desk.press('a');

  // It stays on for the next start of the window.
  await desk.page.reload();
  await eventually(() => desk.board.locator('.chip.proven').count()).toBeGreaterThan(2);
  await desk.press('t');
  await eventually(() => desk.board.locator('.chip').count()).toBe(0);
});

it('shows the line of proof of a proven move, to the end of the game', long, async () => {
  const desk = await (await stage()).open();
  // The mover wins at once in column 1, or lets the other side block.
  await desk.newGame({ game: 'Connect Four', text: '1212132' });
  await desk.press('t');
  await eventually(() => desk.board.locator('.chip.proven').count()).toBe(7);
  await desk.column(1).hover();
  await eventually(() => desk.page.locator('[data-line]').textContent()).toMatch(
    /^Line of proof.*wins in \d+/,
  );
  // The value in the card has the line of a best move.
  await desk.page.mouse.move(0, 0);
  await eventually(() => desk.page.locator('[data-line]').count()).toBe(0);
  const card = desk.page.getByRole('group', { name: 'Proof' });
  await card.getByRole('button', { name: /^(win|loss|draw)/ }).hover();
  await eventually(() => desk.page.locator('[data-line]').textContent()).toMatch(/^Line of proof/);
});

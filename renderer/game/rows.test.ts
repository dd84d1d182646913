import { describe, expect, it } from 'vitest';
import { connect4 } from '../../app/games/connect4/index.ts';
import type { Game } from '../../app/games/game.ts';
import type { Step } from '../state/steps.ts';
import { moveRows } from './rows.ts';

function stepsOf(start: ReturnType<typeof connect4.initial>, texts: string[]): Step[] {
  const steps: Step[] = [];
  let position = start;
  for (const text of texts) {
    const value = connect4.parseMove(position, text);
    steps.push({ move: { text, value }, position });
    position = connect4.play(position, value);
  }
  return [...steps, { move: null, position }];
}
const game = connect4 as Game<never, never> as unknown as Game;

describe('moveRows', () => {
  it('numbers the turns of the first seat', () => {
    const rows = moveRows(game, stepsOf(connect4.initial(), ['4', '4', '5']));
    expect(rows.map(({ number, cells }) => [number, ...cells.map(({ text }) => text)])).toEqual([
      [1, '4', '4'],
      [2, '5'],
    ]);
    expect(rows[1]!.cells[0]).toEqual({ ply: 3, seat: 0, text: '5' });
  });

  it('begins with the second seat where it is to move first', () => {
    const start = connect4.play(connect4.initial(), 3);
    const rows = moveRows(game, stepsOf(start, ['1', '2']));
    expect(rows.map(({ cells }) => cells.map(({ seat }) => seat))).toEqual([[1], [0]]);
  });

  it('is empty without moves', () => {
    expect(moveRows(game, stepsOf(connect4.initial(), []))).toEqual([]);
  });
});

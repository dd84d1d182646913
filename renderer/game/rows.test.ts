import { describe, expect, it } from 'vitest';
import { connect4 } from '../../app/games/connect4/index.ts';
import type { Game } from '../../app/games/game.ts';
import type { Step } from '../state/steps.ts';
import { stones, type StonesPosition } from '../../app/games/stones/index.ts';
import { longestTurn, moveRows, type MoveRow } from './rows.ts';

function stepsBy<Position, Move>(rules: Game<Position, Move>, start: Position, texts: string[]): Step[] {
  const steps: Step[] = [];
  let position = start;
  for (const text of texts) {
    const value = rules.parseMove(position, text);
    steps.push({ move: { text, value }, position });
    position = rules.play(position, value);
  }
  return [...steps, { move: null, position }];
}
const stepsOf = (start: ReturnType<typeof connect4.initial>, texts: string[]): Step[] =>
  stepsBy(connect4, start, texts);
const game = connect4 as Game<never, never> as unknown as Game;
const twice = stones as Game<never, never> as unknown as Game;
const rowsOf = (start: StonesPosition, text: string): readonly MoveRow[] =>
  moveRows(twice, stepsBy(stones, start, text.split(' ')));
const textsOf = (rows: readonly MoveRow[]): string[][][] =>
  rows.map(({ turns }) => turns.map(({ cells }) => cells.map(({ text }) => text)));

describe('moveRows', () => {
  it('numbers the turns of the first seat', () => {
    const rows = moveRows(game, stepsOf(connect4.initial(), ['4', '4', '5']));
    expect(rows.map(({ number }) => number)).toEqual([1, 2]);
    expect(textsOf(rows)).toEqual([[['4'], ['4']], [['5']]]);
    expect(rows[1]!.turns[0]!.cells[0]).toEqual({ ply: 3, seat: 0, text: '5' });
  });

  it('begins with the second seat where it is to move first', () => {
    const start = connect4.play(connect4.initial(), 3);
    const rows = moveRows(game, stepsOf(start, ['1', '2']));
    expect(rows.map(({ turns }) => turns.map(({ seat }) => seat))).toEqual([[1], [0]]);
  });

  it('is empty without moves', () => {
    expect(moveRows(game, stepsOf(connect4.initial(), []))).toEqual([]);
  });

  it('has the actions of a turn together, a half-made turn too', () => {
    const rows = rowsOf(stones.initial(), 'D4C4 E4C4 pass D1E1 D3D2 F4G5');
    expect(textsOf(rows)).toEqual([
      [['D4C4'], ['E4C4', 'pass']],
      [['D1E1', 'D3D2'], ['F4G5']],
    ]);
    expect(rows[1]!.turns[0]!.cells.map(({ ply }) => ply)).toEqual([4, 5]);
  });

  it('begins with the second action where the game does', () => {
    const half = stones.parseMoves(stones.initial(), 'D4C4 E4C4').reduce(stones.play, stones.initial());
    expect(textsOf(rowsOf(half, 'G9G8 D1E1 D3D2'))).toEqual([[['G9G8']], [['D1E1', 'D3D2']]]);
  });

  it('knows its longest turn', () => {
    expect(longestTurn([])).toEqual({ actions: 1, characters: 1 });
    expect(longestTurn(rowsOf(stones.initial(), 'D4C4 E4C4 pass D1E1'))).toEqual({
      actions: 2,
      characters: 8,
    });
  });
});

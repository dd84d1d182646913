import { describe, expect, it } from 'vitest';
import { connect4, makePosition, parsePlacement } from '../../app/games/connect4/index.ts';
import { Connect4SearchBoard } from './board.ts';
import { evaluate, seatWeights, staticLimit, staticScore } from './evaluate.ts';
import { seededRandom } from '../../app/games/random.ts';
import { playedPosition } from './testing/positions.ts';

const even = seatWeights('Normal', 0);

function valueOf(placement: string, mover: 0 | 1): number {
  return evaluate(new Connect4SearchBoard(makePosition(parsePlacement(placement), mover)), even);
}

describe('evaluation', { timeout: 60_000 }, () => {
  it('is 0 on an empty board and the negative for the other side', () => {
    expect(valueOf('7/7/7/7/7/7', 0)).toBe(0);
    const random = seededRandom(3);
    for (let i = 0; i < 50; i++) {
      const position = playedPosition(random, 7, 6, 16);
      const board = new Connect4SearchBoard(position);
      const value = evaluate(board, even);
      board.mover = board.mover === 0 ? 1 : 0;
      expect(evaluate(board, even)).toBe(0 - value);
    }
  });

  it('likes the middle, open threes, and the threat on the better row', () => {
    expect(valueOf('3x3/7/7/7/7/7', 0)).toBeGreaterThan(valueOf('x6/7/7/7/7/7', 0));
    expect(valueOf('2xxx2/7/7/7/7/7', 0)).toBeGreaterThan(valueOf('2xx3/7/7/7/7/7', 0));
    // The same three one row higher: row 3 belongs to the first player, row 2 to the second.
    const onRow3 = valueOf('oxox3/xoxo3/xxx1o2/7/7/7', 0);
    const onRow2 = valueOf('oxox3/xxx1o2/xoxo3/7/7/7', 0);
    expect(onRow3).toBeGreaterThan(onRow2);
  });

  it('weighs the searcher and the opponent by style', () => {
    const { worth0, worth1 } = new Connect4SearchBoard(connect4.initial());
    expect([worth0, worth1]).toEqual([0, 0]);
    expect(seatWeights('Solid', 0).seat1).toBeGreaterThan(seatWeights('Solid', 0).seat0);
    expect(seatWeights('Risky', 0).seat0).toBeGreaterThan(seatWeights('Risky', 0).seat1);
    expect(seatWeights('Solid', 1)).toEqual({
      seat0: seatWeights('Solid', 0).seat1,
      seat1: seatWeights('Solid', 0).seat0,
    });
  });
});

describe('static score', { timeout: 60_000 }, () => {
  it('keeps order and sign, stays within (-1, 1), and is 0 for 0 alone', () => {
    let last = -1;
    const wrong: number[] = [];
    for (let value = -staticLimit; value <= staticLimit; value++) {
      const score = staticScore(value);
      if (!(score > last && score < 1 && Math.sign(score) === Math.sign(value))) wrong.push(value);
      last = score;
    }
    expect(wrong).toEqual([]);
  });

  it('is never a power of ten, not even nearly', () => {
    const near: number[] = [];
    for (let value = 1; value <= staticLimit; value++) {
      const exponent = Math.log10(staticScore(value));
      if (!(Math.abs(exponent - Math.round(exponent)) > 1e-4)) near.push(value);
    }
    expect(near).toEqual([]);
  });
});

import { expect, it } from 'vitest';
import { morris } from '../../app/games/morris/index.ts';
import { MorrisBoard } from './board.ts';
import { evaluate } from './evaluate.ts';

it.each([
  ['in hand', 'w:a7,d7,g7;b:d6,b6;w;4;0'],
  ['in hand, with nine on the board', 'w:a7,d7,g7,b6,d6,f6,c5,d5,e5;b:a1;w;8;0'],
  ['on the board later', 'w:a7,d7,g7,b6,d6,f6,c5,d5,e5;b:a1,d1,g1,b2,d2,f2,c3,d3,e3;w;14;0'],
])('a position with more men than a side begins with has a value: %s', (_, text) => {
  const board = new MorrisBoard(morris.parsePosition(text));
  // Far from the least value of a win, 9000.
  for (; board.placing >= 0; board.placing--) expect(Math.abs(evaluate(board))).toBeLessThan(3000);
});

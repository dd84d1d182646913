/** A side that has to attack and cannot has lost. Random games are compared with the test's own count of attacks. */
import { expect, it } from 'vitest';
import { stones, type StonesPosition } from '../../games/stones/index.ts';
import { randomCases } from '../../games/testing/effort.ts';
import { Random } from '../testing/random.ts';
import { initiateLine, requestLine } from './messages.ts';
import { createGosResponder } from './responder.ts';

const STEPS = [
  [0, -1],
  [0, 1],
  [-1, 0],
  [1, 0],
  [1, 1],
  [-1, -1],
] as const;

/** By the protocol's text: the first stone in each direction, if it is the opponent's and no higher. */
function attacks(position: StonesPosition): number {
  const [board] = /^\[\[.*\]\]/.exec(stones.positionText(position))!;
  const rows = JSON.parse(board) as number[][];
  const sign = position.mover === 0 ? 1 : -1;
  const isPlace = (x: number, y: number): boolean =>
    x >= 0 && x < 9 && y >= 0 && y < 9 && Math.abs(x - y) < 5 && !(x === 4 && y === 4);
  const height = (value: number): number => Math.abs(value) >> 2;
  let found = 0;
  for (let y = 0; y < 9; y++) {
    for (let x = 0; x < 9; x++) {
      const own = rows[y]![x]!;
      if (!isPlace(x, y) || own * sign <= 0) continue;
      for (const [dx, dy] of STEPS) {
        let [tx, ty] = [x + dx, y + dy];
        while (isPlace(tx, ty) && rows[ty]![tx] === 0) [tx, ty] = [tx + dx, ty + dy];
        if (!isPlace(tx, ty)) continue;
        const other = rows[ty]![tx]!;
        if (other * sign < 0 && height(own) >= height(other)) found++;
      }
    }
  }
  return found;
}

/** Plays a random game, tests each position and returns how it ended. */
function ended(random: Random): string {
  let position = stones.initial() as StonesPosition;
  for (;;) {
    const result = stones.result(position);
    const moves = stones.moves(position);
    expect(moves.length > 0).toBe(result === null);
    if (position.phase !== 'second') {
      const count = attacks(position);
      if (result === null) expect(moves).toHaveLength(count);
      else if (result.reason === 'no attack possible') {
        expect([count, result]).toEqual([
          0,
          { ...result, kind: 'win', winner: position.mover === 0 ? 1 : 0 },
        ]);
      }
    }
    if (result !== null) {
      // Another referee may still ask: the bot says why there is no answer and does not search.
      const bot = createGosResponder({ limit: () => ({ kind: 'none' }) });
      bot.receive(initiateLine('string', position.mover));
      const events = bot.receive(requestLine('string', position));
      expect(events).toEqual([{ kind: 'complain', text: `there is no move: ${result.reason}` }]);
      return result.reason;
    }
    position = stones.play(position, random.pick(moves)) as StonesPosition;
  }
}

it('is judged by the rules before its bot is asked, and by the bot alike', () => {
  const random = new Random(2014);
  const reasons: string[] = [];
  // Until the games have met both ways to lose.
  const done = (): boolean =>
    reasons.includes('no attack possible') && reasons.some((reason) => reason.startsWith('no visible'));
  while (reasons.length < randomCases(150) || (!done() && reasons.length < 150)) reasons.push(ended(random));
  expect(done()).toBe(true);
});

/** Who loses a game that an engine stops, with real processes; `blame.long.test.ts` has every combination. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { otherSeat } from '../../app/games/game.ts';
import { isHarmless, moments, playAll, told, ways, wordOf, type BlameOutcome } from './blame.ts';
import { makeBench, type Bench } from './support.ts';

vi.setConfig({ testTimeout: 60_000 });

let bench: Bench;
let outcomes: ReadonlyMap<(typeof told)[number], Promise<BlameOutcome>>;
beforeAll(() => {
  bench = makeBench();
  outcomes = playAll(bench, told, 4);
});
afterAll(async () => expect(await bench.clean()).toEqual([]));

describe('an engine that stops its game', () => {
  it.each(told)('over $protocol by $way ($when) is told to have: $reason', async (one) => {
    const { culprit, ending } = await outcomes.get(one)!;
    const winner = isHarmless(one) ? culprit : otherSeat(culprit);
    // The number of its processes at the time depends on the machine.
    const reason = ending.reason.replace(/runs \d+ processes/, 'runs 13 processes');
    expect({ ...ending, reason }).toMatchObject({
      winner,
      fault: isHarmless(one) ? null : culprit,
      reason: one.reason,
    });
    expect(wordOf(one)).toContain(ending.word);
  });

  it('does so in every way, and at every moment', () => {
    // Filling memory takes time: see the long test.
    expect(new Set([...told.map(({ way }) => way), 'memory'])).toEqual(new Set(ways));
    expect(new Set(told.map(({ when }) => when))).toEqual(new Set(moments));
  });
});

import { expect, it } from 'vitest';
import { seededRandom } from '../../games/random.ts';
import { ratingsOf } from './ratings.ts';

const rate = (players: number, encounters: Parameters<typeof ratingsOf>[1]) =>
  ratingsOf(players, encounters, { random: seededRandom(1), simulations: 400 });

it('rates two players by their score with one virtual draw', () => {
  const { players } = rate(2, [{ first: 0, second: 1, wins: 7, draws: 2, losses: 2 }]);
  // 8.5 of 12 points
  const difference = 400 * Math.log10(8.5 / 3.5);
  expect(players[0]!.elo).toBeCloseTo(difference / 2, 4);
  expect(players[1]!.elo).toBeCloseTo(-difference / 2, 4);
});

it('has an error at 10:0', () => {
  const { players, superior } = rate(2, [{ first: 0, second: 1, wins: 10, draws: 0, losses: 0 }]);
  expect(players[0]!.elo).toBeGreaterThan(200);
  expect(players[0]!.error).toBeGreaterThan(30);
  expect(superior[0]![1]).toBeGreaterThan(0.95);
  expect(superior[0]![0]).toBeNull();
  expect(superior[0]![1]! + superior[1]![0]!).toBeCloseTo(1, 9);
});

it('finds the strengths that the games were drawn from, whichever side is named first', () => {
  const strengths = [150, 50, -50, -150];
  const random = seededRandom(7);
  const encounters = strengths.flatMap((one, first) =>
    strengths.flatMap((other, second) => {
      if (first === second) return [];
      const expected = 1 / (1 + 10 ** ((other - one) / 400));
      const wins = Array.from({ length: 1000 }, random).filter((at) => at < expected).length;
      return [{ first, second, wins, draws: 0, losses: 1000 - wins }];
    }),
  );
  const { players } = rate(4, encounters);
  players.forEach(({ elo, error }, at) => {
    expect(Math.abs(elo - strengths[at]!)).toBeLessThan(15);
    expect(error).toBeGreaterThan(2);
    expect(error).toBeLessThan(15);
  });
});

it('rates nobody without games', () => {
  const { players } = rate(3, [{ first: 0, second: 1, wins: 1, draws: 0, losses: 0 }]);
  expect(players[2]).toEqual({ elo: expect.closeTo(0, 6), error: null });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openingOrder, Schedule, type ScheduledGame, type SchedulePlan } from './schedule.ts';
import { restingIn, swissRound, type SwissStanding } from './swiss.ts';
import { randomCases } from '../games/testing/effort.ts';

const usual: SchedulePlan = {
  ...{ tournament: 'round-robin', seeds: 1, rounds: 1, games: 2, swap: true, namedFirst: true },
};
const never = (): never => expect.fail('no round of this kind asks for standings');
const all = (schedule: Schedule): ScheduledGame[] =>
  Array.from({ length: schedule.rounds }, (_, round) => schedule.gamesOf(round, never)).flat();

const anyPlan = fc.record({
  tournament: fc.constantFrom('round-robin' as const, 'gauntlet' as const),
  seeds: fc.constant(1),
  rounds: fc.integer({ min: 1, max: 5 }),
  games: fc.integer({ min: 1, max: 5 }),
  swap: fc.boolean(),
  namedFirst: fc.boolean(),
});

describe('a schedule', () => {
  it('numbers its games from 1 without a gap and knows their rounds', () => {
    fc.assert(
      fc.property(anyPlan, fc.integer({ min: 2, max: 9 }), (plan, players) => {
        const schedule = new Schedule(plan, players);
        const games = all(schedule);
        expect(games.map(({ number }) => number)).toEqual(games.map((_, at) => at + 1));
        expect(games).toHaveLength(schedule.total);
        for (let round = 0; round < schedule.rounds; round++) {
          for (const { number } of schedule.gamesOf(round, never))
            expect(schedule.roundOf(number)).toBe(round);
        }
      }),
    );
  });

  it('lets each two meet as often as promised', () => {
    fc.assert(
      fc.property(anyPlan, fc.integer({ min: 2, max: 9 }), (plan, players) => {
        const games = all(new Schedule(plan, players));
        for (let one = 0; one < players; one++) {
          for (let other = one + 1; other < players; other++) {
            const met = games.filter((game) => game.players.includes(one) && game.players.includes(other));
            const meets = plan.tournament === 'round-robin' || one === 0;
            expect(met).toHaveLength(meets ? plan.rounds * plan.games : 0);
          }
        }
      }),
    );
  });

  it('lets the player named first move first where no colours are swapped', () => {
    fc.assert(
      fc.property(anyPlan, fc.integer({ min: 2, max: 9 }), (plan, players) => {
        const schedule = new Schedule({ ...plan, swap: false, namedFirst: true }, players);
        schedule.addPlayer();
        for (const { players: colours } of all(schedule)) expect(colours[0]).toBeLessThan(colours[1]);
      }),
    );
  });

  it('keeps the colours of a match that was begun before there was this order', () => {
    const schedule = new Schedule({ ...usual, games: 1, swap: false, namedFirst: false }, 3);
    schedule.addPlayer();
    expect(all(schedule).map(({ players }) => players.join(' '))).toEqual([
      ...['1 2', '2 0', '0 1'],
      ...['0 3', '3 1', '2 3'],
    ]);
  });

  it('has pairs of one opening and both colours', () => {
    fc.assert(
      fc.property(anyPlan, fc.integer({ min: 2, max: 7 }), (plan, players) => {
        const games = all(new Schedule({ ...plan, swap: true }, players));
        const pairs = new Map<number, ScheduledGame[]>();
        for (const game of games) pairs.set(game.pair, [...(pairs.get(game.pair) ?? []), game]);
        for (const [first, second, ...others] of pairs.values()) {
          expect(others).toEqual([]);
          expect(first!.isPaired).toBe(second !== undefined);
          if (second === undefined) continue;
          expect(second.opening).toBe(first!.opening);
          expect(second.players).toEqual([first!.players[1], first!.players[0]]);
        }
      }),
    );
  });

  it('lets every player of a round robin move first about as often as second', () => {
    for (let players = 2; players <= 9; players++) {
      for (const games of [1, 2, 3]) {
        const schedule = all(new Schedule({ ...usual, rounds: 2, games }, players));
        for (let player = 0; player < players; player++) {
          const first = schedule.filter((game) => game.players[0] === player).length;
          const second = schedule.filter((game) => game.players[1] === player).length;
          expect(Math.abs(first - second)).toBeLessThanOrEqual(1);
        }
      }
    }
  });

  it('gives every meeting of a round the same openings, and each round new ones', () => {
    const schedule = new Schedule({ ...usual, rounds: 3, games: 4 }, 4);
    for (let round = 0; round < 3; round++) {
      const openings = new Set(schedule.gamesOf(round, never).map(({ opening }) => opening));
      expect([...openings]).toEqual([2 * round, 2 * round + 1]);
    }
  });

  it('begins with the first engine, and changes sides with every game', () => {
    const [first, second, third] = all(new Schedule({ ...usual, rounds: 2 }, 2));
    expect([first!.players, second!.players, third!.players]).toEqual([
      [0, 1],
      [1, 0],
      [0, 1],
    ]);
    const single = all(new Schedule({ ...usual, games: 1, rounds: 4 }, 2));
    expect(single.map(({ players }) => players[0])).toEqual([0, 1, 0, 1]);
    const same = all(new Schedule({ ...usual, swap: false, rounds: 2 }, 2));
    expect(same.map(({ players }) => players[0])).toEqual([0, 0, 0, 0]);
    expect(new Set(same.map(({ opening }) => opening)).size).toBe(4);
  });

  it('keeps its numbers when it is extended', () => {
    const schedule = new Schedule({ ...usual, rounds: 2 }, 3);
    const before = all(schedule);
    expect(schedule.addPlayer()).toBe(3);
    schedule.addRounds(1);
    const games = all(schedule);
    expect(games.slice(0, before.length)).toEqual(before);
    expect(games.map(({ number }) => number)).toEqual(games.map((_, at) => at + 1));
    // Two rounds of its own, and one for all four.
    const later = games.slice(before.length);
    expect(later.filter(({ players }) => players.includes(3))).toHaveLength(2 * 3 * 2 + 3 * 2);
    expect(later).toHaveLength(2 * 3 * 2 + 6 * 2);
    expect(new Set(games.map(({ pair }) => pair)).size).toBe(games.length / 2);
  });

  it('counts no round twice for a player that catches up', () => {
    const schedule = new Schedule(usual, 2);
    schedule.addPlayer();
    expect([schedule.roundsInAll, schedule.rounds, schedule.total]).toEqual([1, 2, 2 + 4]);
    schedule.addRounds(1);
    expect([schedule.roundsInAll, schedule.rounds, schedule.total]).toEqual([2, 3, 2 + 4 + 6]);
    schedule.addPlayer();
    expect(schedule.roundsInAll).toBe(2);
    expect(new Set(all(schedule).map(({ round }) => round))).toEqual(new Set([1, 2]));
  });

  it('is refused without a game', () => {
    expect(() => new Schedule(usual, 1)).toThrow(RangeError);
  });
});

describe('a Swiss round', () => {
  const play = (players: number, rounds: number, random: () => number): void => {
    const standings = Array.from({ length: players }, (_, player) => ({
      ...{ player, points: 0, first: 0, rested: false },
      met: [] as number[],
    }));
    for (let round = 0; round < rounds; round++) {
      const rests = restingIn(standings);
      const meetings = swissRound(standings);
      expect(new Set(meetings.flat()).size).toBe(players - (players % 2));
      expect(rests === null).toBe(players % 2 === 0);
      for (const [one, other] of meetings) {
        expect(standings[one]!.met).not.toContain(other);
        standings[one]!.met.push(other);
        standings[other]!.met.push(one);
        standings[one]!.first++;
        standings[other]!.first--;
        standings[random() < 0.5 ? one : other]!.points += 1;
      }
      if (rests !== null) {
        expect(standings[rests]!.rested).toBe(false);
        standings[rests]!.rested = true;
        standings[rests]!.points += 1;
      }
    }
    for (const { first } of standings) expect(Math.abs(first)).toBeLessThanOrEqual(rounds);
  };

  it('has no rematch and no second rest in up to half as many rounds as players', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 4, max: 24 }),
        fc.array(fc.double({ min: 0, max: 1 }), { minLength: 300 }),
        (players, values) => {
          let at = 0;
          play(players, Math.floor(players / 2), () => values[at++ % values.length]!);
        },
      ),
      { numRuns: randomCases(40) },
    );
  });

  it('lets three meet in three rounds, each resting once', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1 }), { minLength: 3, maxLength: 3 }), (values) => {
        let at = 0;
        play(3, 3, () => values[at++]!);
      }),
    );
  });

  it('pairs equals, the leader with the next', () => {
    const standing = (player: number, points: number): SwissStanding => ({
      player,
      points,
      met: [],
      first: 0,
      rested: false,
    });
    expect(swissRound([standing(0, 0), standing(1, 2), standing(2, 0), standing(3, 2)])).toEqual([
      [1, 3],
      [0, 2],
    ]);
  });

  it('allows a rematch where none can be avoided', () => {
    const met = [[1], [0]];
    const standings = met.map((others, player) => ({
      player,
      points: 0,
      met: others,
      first: 0,
      rested: false,
    }));
    expect(swissRound(standings)).toEqual([[0, 1]]);
  });
});

describe('the order of openings', () => {
  it('follows from the seed alone', () => {
    const order = (seed: number) => openingOrder(50, { order: 'random', start: 1, seed });
    expect(order(1)).toEqual(order(1));
    expect(order(1)).not.toEqual(order(2));
    expect([...order(3)].sort((one, other) => one - other)).toEqual(
      Array.from({ length: 50 }, (_, at) => at),
    );
  });

  it('begins where it is told', () => {
    expect(openingOrder(4, { order: 'sequential', start: 3, seed: 0 })).toEqual([2, 3, 0, 1]);
  });
});

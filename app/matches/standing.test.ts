import { describe, expect, it } from 'vitest';
import type { GameResult } from '../shapes/matches.ts';
import { Schedule } from './schedule.ts';
import { ranked } from './ranking.ts';
import { Standing, type FinishedGame } from './standing.ts';

const never = (): never => expect.fail('no standings are needed');

/** Games of a match of so many players, with results in the order of their numbers. */
function played(players: number, results: readonly GameResult[], games = 2): FinishedGame[] {
  const rounds = Math.ceil(results.length / (((players * (players - 1)) / 2) * games));
  const plan = { tournament: 'round-robin', seeds: 1, rounds, games, swap: true, namedFirst: true } as const;
  const schedule = new Schedule(plan, players);
  return Array.from({ length: rounds }, (_, round) => schedule.gamesOf(round, never))
    .flat()
    .slice(0, results.length)
    .map((game, at) => ({
      ...game,
      ...{ result: results[at]!, ending: results[at] === '1/2-1/2' ? 'draw' : 'win', fault: null },
      ...{ openingText: `opening ${game.opening}`, signature: `moves ${game.number}`, plies: 10 },
    }));
}

const standingOf = (players: number, games: readonly FinishedGame[]): Standing => {
  const standing = new Standing(players, 2);
  for (const game of games) standing.add(game);
  return standing;
};

describe('the standing', () => {
  it('counts pairs from the view of the first player', () => {
    // WW, WL, DD, LD, LL
    const games = played(2, [
      '1-0',
      '0-1',
      '1-0',
      '1-0',
      '1/2-1/2',
      '1/2-1/2',
      '0-1',
      '1/2-1/2',
      '0-1',
      '1-0',
    ]);
    const standing = standingOf(2, games);
    expect(standing.counts).toEqual([1, 1, 2, 0, 1]);
    expect(standing.rows[0]).toMatchObject({ wins: 3, draws: 3, losses: 4, points: 4.5, first: 5 });
    expect(standing.rows[1]).toMatchObject({ wins: 4, draws: 3, losses: 3, points: 5.5, first: 5 });
    expect(standing.firstMover).toEqual({ wins: 4, draws: 3, losses: 3 });
    expect([standing.decidedByOpening, standing.wholePairs]).toEqual([1, 5]);
  });

  it('is the same whatever the order in which games end', () => {
    const games = played(2, ['1-0', '0-1', '1-0', '1-0', '1/2-1/2', '1/2-1/2', '0-1', '1/2-1/2']);
    const inOrder = standingOf(2, games);
    const backwards = standingOf(2, [...games].reverse());
    expect(backwards.counts).toEqual(inOrder.counts);
    expect(backwards.rows).toEqual(inOrder.rows);
  });

  it('looks at the longest finished prefix of pairs', () => {
    const games = played(2, ['1-0', '0-1', '1-0', '0-1', '1-0', '0-1']);
    const standing = standingOf(2, [games[4]!, games[5]!, games[0]!]);
    expect([standing.prefix, standing.later, standing.counts]).toEqual([0, 1, [0, 0, 0, 0, 0]]);
    standing.add(games[1]!);
    expect([standing.prefix, standing.later, standing.counts]).toEqual([1, 1, [0, 0, 0, 0, 1]]);
    standing.add(games[3]!);
    standing.add(games[2]!);
    expect([standing.prefix, standing.later, standing.counts]).toEqual([3, 0, [0, 0, 0, 0, 3]]);
  });

  it('counts a repeated pair in the table alone, unless a fault ended it', () => {
    const same = (game: FinishedGame): FinishedGame => ({ ...game, signature: `moves ${game.players[0]}` });
    const games = played(2, ['1-0', '0-1', '1-0', '0-1', '1-0', '0-1']).map(same);
    const standing = standingOf(2, games);
    expect([standing.counts, standing.repeats]).toEqual([[0, 0, 0, 0, 1], 2]);
    expect(standing.rows[0]!.wins).toBe(6);
    const faulty = standingOf(
      2,
      games.map((game) => ({ ...game, fault: 1 as const, ending: 'crashed' as const })),
    );
    expect([faulty.counts, faulty.repeats]).toEqual([[0, 0, 0, 0, 3], 0]);
  });

  it('does not take one repeated game for a repeated pair', () => {
    const games = played(2, ['1-0', '0-1', '1-0', '0-1']).map((game) => ({
      ...game,
      signature: game.number % 2 === 1 ? 'the same' : `moves ${game.number}`,
    }));
    expect(standingOf(2, games).repeats).toBe(0);
  });

  it('counts games where they have no partner', () => {
    const games = played(2, ['1-0', '1-0', '1/2-1/2'], 1);
    expect(standingOf(2, games).counts).toEqual([1, 1, 1]);
    const same = games.map((game) => ({ ...game, players: [0, 1] as const, signature: 'the same' }));
    const repeating = standingOf(2, same);
    expect([repeating.counts, repeating.repeats, repeating.repeatedSingles]).toEqual([[0, 0, 1], 2, 2]);
    const later = standingOf(2, games.slice(1));
    expect([later.later, later.laterSingles, later.unpaired]).toEqual([2, 2, 0]);
  });

  it('tells which games with a result have a partner without one', () => {
    const games = played(2, ['1-0', '0-1', '*', '0-1', '1-0', '0-1', '*', '*']);
    // The second pair has a void game, the third is unfinished, and the fourth has no result at all.
    const standing = standingOf(2, [...games.slice(0, 5), games[6]!]);
    expect([standing.counts, standing.unpaired]).toEqual([[0, 0, 0, 0, 1], 2]);
    standing.add(games[5]!);
    standing.add(games[7]!);
    expect([standing.counts, standing.unpaired, standing.prefix]).toEqual([[0, 0, 0, 0, 2], 1, 4]);
  });

  it('leaves out games without a result', () => {
    const standing = standingOf(2, played(2, ['1-0', '*', '1-0', '0-1']));
    expect([standing.counts, standing.voids, standing.games]).toEqual([[0, 0, 0, 0, 1], 1, 4]);
    expect(standing.rows[0]!.points).toBe(3);
  });

  it('names who failed how', () => {
    const [first, second] = played(2, ['0-1', '0-1']);
    const standing = standingOf(2, [
      { ...first!, ending: 'crashed', fault: 0 },
      { ...second!, ending: 'time', fault: 0 },
    ]);
    expect([...standing.rows[0]!.faults]).toEqual([['crashed', 1]]);
    expect([...standing.rows[1]!.faults]).toEqual([['time', 1]]);
  });
});

describe('the ranking', () => {
  it('breaks a tie of two by their direct encounter', () => {
    // 0 beats 1, 1 beats 2, and both score alike against the rest.
    const results = played(
      3,
      Array.from({ length: 6 }, () => '1/2-1/2' as GameResult),
    ).map((game) => {
      const winner =
        game.players.includes(0) && game.players.includes(1) ? 1 : game.players.includes(0) ? 0 : null;
      if (winner === null) return game;
      return { ...game, result: game.players[0] === winner ? ('1-0' as const) : ('0-1' as const) };
    });
    const order = ranked(standingOf(3, results), false);
    expect(order.map(({ player }) => player)).toEqual([1, 0, 2]);
  });

  it('breaks other ties by Sonneborn-Berger', () => {
    const order = ranked(standingOf(3, played(3, ['1-0', '1-0', '1-0', '1-0', '1-0', '1-0'])), false);
    expect(order.map(({ points }) => points)).toEqual([2, 2, 2]);
    expect(order.map(({ sonnebornBerger }) => sonnebornBerger)).toEqual([4, 4, 4]);
  });
});

it('takes 20 000 games in hardly any time each', () => {
  const results = Array.from({ length: 20_000 }, (_, at): GameResult =>
    at % 3 === 0 ? '1-0' : at % 3 === 1 ? '0-1' : '1/2-1/2',
  );
  const standing = standingOf(2, played(2, results));
  expect(standing.prefix).toBe(10_000);
  expect(standing.counts.reduce((sum, count) => sum + count, 0)).toBe(10_000);
});

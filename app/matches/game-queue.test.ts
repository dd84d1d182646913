import { expect, it } from 'vitest';
import type { MatchPlanInput } from '../shapes/matches.ts';
import { firstPlayers } from './game-queue.ts';
import { MatchRecord } from './match-record.ts';
import { completePlan } from './plan-file.ts';

const names = ['A', 'B', 'C', 'D', 'E', 'F'];

/** A match of six, of whose first games so many have ended, and one more was begun. */
function played(more: Partial<MatchPlanInput>, ended: number, begins = false): MatchRecord {
  const plan = completePlan({ engines: names.map((engine) => ({ engine })), ...more });
  const record = new MatchRecord();
  record.apply({
    ...{ kind: 'match', version: 1, at: 1, folder: '/', game: 'connect4', plan, concurrency: 2, cores: 2 },
    ...{ players: names.map((name) => ({ name, engine: name, protocol: 'cfp', program: null })) },
    namedFirst: true,
  });
  for (const { number, round, pair, isPaired, players } of record
    .gamesOf(0)
    .slice(0, ended + Number(begins))) {
    const opening = { number: 1, text: '', start: null, moves: [] };
    record.apply({
      ...{ kind: 'began', number, round, pair, isPaired, players: [...players], opening, at: 2, load: 0 },
    });
    if (number > ended) continue;
    record.apply({
      ...{ kind: 'ended', number, result: '1-0', ending: 'win', reason: 'so', fault: null },
      ...{ adjudicated: null, sessions: [], at: 3, load: 0 },
    });
  }
  return record;
}

const first = (record: MatchRecord, most: number): number[] => [...firstPlayers(record, most)];

it('finds the players of the games that begin first, however the engines meet', () => {
  const games = played({}, 0).gamesOf(0);
  expect(first(played({}, 0), 1)).toEqual([...games[0]!.players]);
  expect(first(played({ tournament: 'gauntlet' }, 0), 4)).toEqual([0, 1, 2]);
  // More games at once than there are.
  expect(first(played({ rounds: 1 }, 0), 1000).toSorted()).toEqual([0, 1, 2, 3, 4, 5]);
});

it('leaves out games that have ended, and begins with those that were left unfinished', () => {
  const one = { swap: false, games: 1 } as const;
  const games = played(one, 0).gamesOf(0);
  expect(first(played(one, 1), 1)).toEqual([...games[1]!.players]);
  expect(first(played(one, 1, true), 1)).toEqual([...games[1]!.players]);
  expect(first(played(one, 1, true), 2)).toEqual([...games[1]!.players, ...games[2]!.players]);
});

it('does not know the second round of a Swiss tournament before the first has ended', () => {
  const swiss = { tournament: 'swiss', rounds: 3 } as const;
  const all = played(swiss, 0).gamesOf(0);
  expect(first(played(swiss, all.length - 1), 4)).toEqual([...all.at(-1)!.players]);
  expect(first(played(swiss, all.length), 4).length).toBeGreaterThan(2);
});

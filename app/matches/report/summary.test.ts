import { describe, expect, it } from 'vitest';
import type { GameResult, MatchPlanInput } from '../../shapes/matches.ts';
import { MatchRecord } from '../match-record.ts';
import { completePlan } from '../plan-file.ts';
import { summaryLines, summaryObject, type SummaryOptions } from './summary.ts';

interface Played {
  readonly record: MatchRecord;
  readonly text: string;
  readonly object: ReturnType<typeof summaryObject>;
}

/**
 * A match whose games ended so, in the order of their numbers; null for one that is still played. All games of one
 * opening have the same moves.
 */
function played(
  names: readonly string[],
  results: readonly (GameResult | null)[],
  more: Partial<MatchPlanInput> = {},
  openings = 49,
): Played {
  const plan = completePlan({ engines: names.map((engine) => ({ engine })), ...more });
  const record = new MatchRecord();
  record.apply({
    ...{ kind: 'match', version: 1, at: 1, folder: '/', game: 'connect4', plan, concurrency: 1, cores: 2 },
    players: names.map((name) => ({ name, engine: name, protocol: 'cfp', program: null })),
  });
  const waiting = [...results];
  for (let round = 0; round < record.schedule.rounds; round++) {
    for (const { number, round: own, pair, isPaired, players, opening } of record.gamesOf(round)) {
      if (waiting.length === 0) break;
      const result = waiting.shift()!;
      const at = opening % openings;
      const moves = [String((at % 7) + 1), String(Math.floor(at / 7) + 1)];
      record.apply({
        ...{ kind: 'began', number, round: own, pair, isPaired, players: [...players] },
        ...{ opening: { number: opening + 1, text: moves.join(''), start: null, moves }, at: 2, load: 0 },
      });
      if (result === null) continue;
      record.apply({
        ...{ kind: 'ended', number, result, ending: result === '*' ? 'void' : 'win', reason: 'so' },
        ...{ fault: null, adjudicated: null, sessions: [], at: 3, load: 0 },
      });
    }
  }
  const options: SummaryOptions = { plan, isLast: true, stopped: 'sprt' };
  return {
    record,
    text: summaryLines(record, options).join('\n'),
    object: summaryObject(record, options),
  };
}

/** So many pairs that the first player won. */
const won = (pairs: number): GameResult[] =>
  Array.from({ length: 2 * pairs }, (_, at): GameResult => (at % 2 === 0 ? '1-0' : '0-1'));

describe('the figures of two engines', () => {
  it('say which games are in the points alone', () => {
    const { text, object } = played(['A', 'B'], [...won(2), '1-0', null], { rounds: 9 });
    expect(text).toContain('Points: 5 of 5 (100.00 %)');
    expect(text).toContain('\nGames: 4, Points: 4 (100.00 %)\n');
    expect(text).toContain(
      '\nNot in these figures: 1 game, since the other game of the pair has no result.\n',
    );
    expect(object).toMatchObject({ games: 5, later: 0, unpaired: 1, repeats: 0 });
    const even = played(['A', 'B'], won(2), { rounds: 9 });
    expect(even.text).not.toContain('Not in these figures');
    expect(even.object).toMatchObject({ games: 4, unpaired: 0 });
  });

  it('have the Elo without the bias of stopping once a test is decided, and not before', () => {
    const sprt = { elo0: 0, elo1: 50 };
    const decided = played(['A', 'B'], won(20), { rounds: 30, sprt });
    const { unbiased } = decided.object as { unbiased?: { elo: null; low: number } };
    expect(unbiased!.elo).toBeNull();
    expect(decided.text).toMatch(/^LLR: .* H1 accepted\nElo without the bias of stopping: /m);
    expect(decided.text).toContain(` stopping: more than ${unbiased!.low.toFixed(1)}, `);
    expect(played(['A', 'B'], won(1), { rounds: 9, sprt }).text).not.toContain('bias');
  });

  it('call pairs what is paired', () => {
    const { text } = played(['A', 'B'], won(9), { rounds: 9 }, 7);
    expect(text).toContain('\n2 pairs repeated an earlier one move by move');
    expect(text).toContain('; openings: 7, pairs that the opening decided: 0 of 9\n');
    const later = played(['A', 'B'], [...won(1), null, null, ...won(1)], { rounds: 9 });
    expect(later.text).toContain('until an earlier one has ended: 1 later pair.');
  });

  it.each<Partial<MatchPlanInput>>([
    { rounds: 12, games: 1 },
    { rounds: 6, games: 2, swap: false },
  ])('call single games games: %j', (plan) => {
    const results = Array.from({ length: 12 }, (): GameResult => '1-0');
    const { text, object } = played(['A', 'B'], [...results.slice(0, 9), null, '1-0'], plan, 2);
    expect(text).toMatch(/^\d games? repeated an earlier one move by move/m);
    expect(text).toContain('until an earlier one has ended: 1 later game.');
    expect(text).toMatch(/; openings: 2$/m);
    expect(text).not.toContain('pair');
    expect(object).toMatchObject({ unpaired: 0, openings: { decidedPairs: 0, pairs: 0 } });
  });

  it('tell pairs and single games apart in a match that has both', () => {
    const drawn = Array(30).fill('1/2-1/2') as GameResult[];
    const { text } = played(['A', 'B'], drawn, { rounds: 10, games: 3 }, 4);
    expect(text).toMatch(/^\d pairs? and \d games? repeated an earlier one/m);
  });
});

it('says that byes count as won games, which are more points than games', () => {
  const { text, record } = played(['A', 'B', 'C'], ['1-0', '0-1', '1-0', '0-1'], {
    ...{ tournament: 'swiss', rounds: 2 },
  });
  expect(record.standing.rows.map(({ byes }) => byes).toSorted()).toEqual([0, 1, 1]);
  expect(text).toMatch(/^Byes, of which each counts as 2 won games: (A 1, B 1|A 1, C 1|B 1, C 1)$/m);
  expect(played(['A', 'B', 'C', 'D'], ['1-0', '0-1'], { tournament: 'swiss' }).text).not.toContain('Byes');
});

import { expect, it } from 'vitest';
import type { CheckResult, HostState, Player } from '../../app/api/contract.ts';
import { engine } from '../testing/engines.ts';
import { engineToCheck, rootOf, tallyWords, verdictWords, waitingFor } from './words.ts';

type Counted = Pick<CheckResult, 'level' | 'verdict'>;

const results = (level: CheckResult['level'], ...verdicts: CheckResult['verdict'][]): Counted[] =>
  verdicts.map((verdict) => ({ level, verdict }));

it('says what it comes to, by level, and how many rules could not be tested', () => {
  expect(verdictWords(results('must', 'pass', 'pass'), true)).toEqual([
    'The engine keeps all 2 rules that were checked.',
  ]);
  expect(verdictWords(results('must', 'pass'), true)).toEqual([
    'The engine keeps the rule that was checked.',
  ]);
  expect(verdictWords(results('must', 'pass', 'pass'), false)).toEqual(['No failures in 2 rules so far.']);
  expect(verdictWords(results('must', 'fail', 'not run', 'pass'), true)).toEqual([
    'The engine breaks 1 required rule.',
    '1 rule cannot be tested until that is fixed.',
  ]);
  const mixed = [...results('must', 'fail', 'fail', 'not run', 'not run'), ...results('beyond', 'fail')];
  expect(verdictWords(mixed, true)).toEqual([
    'The engine breaks 2 required rules and 1 rule beyond the protocol.',
    '2 rules cannot be tested until those are fixed.',
  ]);
});

it('counts verdicts, and leaves out those that there are none of', () => {
  expect(tallyWords(results('must', 'pass', 'fail', 'pass', 'not offered'))).toBe(
    '2 pass, 1 fail, 1 not offered',
  );
});

it('mends first what binds most and what most others wait for', () => {
  const result = (id: string, level: CheckResult['level'], needs: readonly string[] = []): CheckResult => ({
    ...{ id, level, sentence: id, clause: id, needs: [...needs], failure: null, seconds: 0 },
    verdict: needs.length > 0 ? 'not run' : 'fail',
  });
  const results = [
    ...[result('late', 'should'), result('early', 'must'), result('root', 'must')],
    ...[result('a', 'must', ['root']), result('b', 'may', ['root', 'early']), result('c', 'may', ['late'])],
  ];
  expect(['root', 'early', 'a'].map((id) => waitingFor(results, id))).toEqual([2, 1, 0]);
  expect(rootOf(results)?.id).toBe('root');
  expect(rootOf(results.toReversed())?.id).toBe('root');
  expect(rootOf([])).toBeUndefined();
});

it('begins with the last engine, else with one of the user for the game on the board, best one that plays', () => {
  const ofMorris = (id: string, bundled: boolean) => engine({ id, bundled, games: ['morris'] });
  const player = { kind: 'engine', engine: 'b' } as Player;
  const engines = [engine({ id: 'c4' }), ofMorris('rings', true), ofMorris('a', false), ofMorris('b', false)];
  const state = (gameId: string): HostState =>
    ({ engines, game: { gameId, players: [{ kind: 'human' }, player] } }) as unknown as HostState;
  expect(engineToCheck(state('morris'), null)?.id).toBe('b');
  expect(engineToCheck(state('morris'), 'c4')?.id).toBe('b');
  expect(engineToCheck(state('morris'), 'rings')?.id).toBe('rings');
  expect(engineToCheck(state('stones'), 'c4')?.id).toBe('c4');
  expect(engineToCheck({ ...state('morris'), engines: [] }, null)).toBeNull();
});

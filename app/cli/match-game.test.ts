import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { MatchLog } from '../matches/match-log.ts';
import { completePlan } from '../matches/plan-file.ts';
import type { GameSession, MatchEntry } from '../shapes/matches.ts';
import { journalOfGame } from './match-game.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'plywire-game-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const plan = completePlan({ engines: [{ engine: 'a' }, { engine: 'b' }], keep: 'all' });
const players = ['A', 'B'].map((name) => ({ name, engine: name, protocol: 'cfp', program: null }));
const opening = { number: 1, text: '44', start: null, moves: ['4', '4'] };

/** A game of the match, which has ended unless its lines have no end. */
function game(number: number, ...sessions: readonly GameSession[]): MatchEntry[] {
  const seated = sessions.map(({ lines: [from], ...one }): GameSession => ({ ...one, lines: [from, null] }));
  const began = {
    number,
    round: 1,
    pair: 1,
    isPaired: true,
    players: [0, 1],
    opening,
    at: 2,
    load: 0,
  } as const;
  const begun: MatchEntry[] = [
    { kind: 'began', ...began },
    { kind: 'seated', number, sessions: seated },
  ];
  if (sessions[0]!.lines[1] === null) return begun;
  const ended: MatchEntry = {
    ...{ kind: 'ended', number, result: '1-0', ending: 'win', reason: 'so', fault: null },
    ...{ adjudicated: null, sessions: [...sessions], at: 3, load: 0 },
  };
  return [...begun, ended];
}

it('tells where a game is in the journal of a process that played several', async () => {
  const log = await MatchLog.open(folder, () => undefined);
  const entries: readonly MatchEntry[] = [
    {
      ...{ kind: 'match', version: 1, at: 1, folder: '/', game: 'connect4', plan, players },
      ...{ concurrency: 1, cores: 2 },
    },
    ...game(1, { seat: 0, session: 's-a', lines: [2, 50] }, { seat: 1, session: 's-b', lines: [2, 51] }),
    ...game(2, { seat: 0, session: 's-c', lines: [2, null] }, { seat: 1, session: 's-b', lines: [52, null] }),
  ];
  for (const entry of entries) log.write(entry);
  await log.close();
  mkdirSync(join(folder, 'wires'));
  for (const session of ['s-a', 's-b', 's-c'])
    writeFileSync(join(folder, 'wires', `t-${session}.journal`), '');
  const placeIn = async (text: string) => (await journalOfGame(text))?.place;
  expect(await placeIn(`${folder}:1/1`)).toBeNull();
  expect(await placeIn(`${folder}:1/2`)).toBe(
    'Game 1 is in lines 3 to 52 of this session, which played 2 games.',
  );
  expect(await placeIn(`${folder}:2/2`)).toBe(
    'Game 2 begins at line 53 of this session, which played 2 games.',
  );
  expect(await journalOfGame('last')).toBeNull();
  expect((await journalOfGame(`${folder}:1/2`))?.path).toBe(join(folder, 'wires', 't-s-b.journal'));
});

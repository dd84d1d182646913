import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { gameById } from '../games/registry.ts';
import { journalName, readEntries } from '../matches/match-log.ts';
import { MatchRecord } from '../matches/match-record.ts';
import { completePlan } from '../matches/plan-file.ts';
import type { MatchEntry } from '../shapes/matches.ts';
import { requirePlayed } from './match-moves.ts';

const plan = completePlan({ engines: [{ engine: 'a' }, { engine: 'b' }] });
const players = ['A', 'B'].map((name) => ({ name, engine: name, protocol: 'cfp', program: null }));
const opening = { number: 1, text: '4', start: null, moves: ['4'] };

type Ended = Extract<MatchEntry, { kind: 'ended' }>;

/** The journal of a match whose one game has ended. */
const entriesOf = (moves: readonly string[], ended: Partial<Ended> = {}) => [
  {
    ...{ kind: 'match', version: 1, at: 1, folder: '/', game: 'connect4', plan, players },
    ...{ concurrency: 1, cores: 2 },
  },
  {
    ...{ kind: 'began', number: 1, round: 1, pair: 1, isPaired: true, players: [0, 1], opening },
    ...{ at: 2, load: 0 },
  },
  ...moves.map((move, at) => ({
    ...{ kind: 'ply', number: 1, ply: at + 2, seat: (at + 1) % 2, move },
    ...{ left: [null, null], spent: 0.5 },
  })),
  {
    ...{ kind: 'ended', number: 1, result: '1/2-1/2', ending: 'adjudicated', reason: 'so' },
    ...{ fault: null, adjudicated: 'scores', sessions: [], at: 3, load: 0, ...ended },
  },
];

function freshJournal(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plywire-moves-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, journalName);
}

async function read(journal: string, entries: readonly object[]): Promise<MatchRecord> {
  writeFileSync(journal, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  const record = new MatchRecord((line, ended, { opening: from }) =>
    requirePlayed(gameById('connect4'), line, ended, from),
  );
  await readEntries(journal, (entry) => record.apply(entry));
  return record;
}

it.each([
  [['4', '9'], 'Game 1, ply 3 cannot be played: there is no column 9 on this board.'],
  [['x', '4'], 'Game 1, ply 2 cannot be played: "x" is not a move; a move is a column counted from 1.'],
])('a game that has ended with the moves %j is refused with line, game and ply', async (moves, words) => {
  const journal = freshJournal();
  await expect(read(journal, entriesOf(moves))).rejects.toMatchObject({
    message: `Line 5 of ${journal}: ${words}`,
    advice: expect.stringContaining('(head -n 4)') as string,
  });
  expect((await read(journal, entriesOf(['4', '5']))).isFinished(1)).toBe(true);
});

/** With the opening's move, four in a row for the first mover. */
const won = ['5', '4', '5', '4', '5', '4'];
const win = { ending: 'win', adjudicated: null, reason: 'four in a row' } as const;
const crashed = { ending: 'crashed', adjudicated: null } as const;
const limit = { ending: 'adjudicated', adjudicated: 'repetition' } as const;

it.each<readonly [readonly string[], Partial<Ended>, string]>([
  [won, { ...win, result: '0-1' }, '0-1 (win), but its moves give 1-0 (win).'],
  [won, { ...win, result: '1-0', ending: 'draw' }, '1-0 (draw), but its moves give 1-0 (win).'],
  [won, {}, '1/2-1/2 (adjudicated), but its moves give 1-0 (win).'],
  [won, { ...win, result: '1-0', fault: 0 }, '1-0 (win), but no engine is at fault in such a game.'],
  [['5'], { ...win, result: '1-0' }, '1-0 (win), but its moves do not end it.'],
  [['5'], { ...limit, result: '1-0' }, '1-0 (adjudicated), but what the limit of repetition ends is drawn.'],
  [['5'], { result: '*' }, '* (adjudicated), but only a void game has none.'],
  [['5'], { ...crashed, fault: 0, result: '1-0' }, '1-0 (crashed), but the engine of Player 1 is at fault.'],
  [['5'], { ...crashed, fault: null, result: '1-0' }, '1-0 (crashed), but no engine is at fault.'],
  [['5'], { ...crashed, ending: 'void', result: '1-0' }, '1-0 (void), but a void game has none.'],
])('a game that ended with the moves %j and %j is refused', async (moves, ended, words) => {
  const journal = freshJournal();
  await expect(read(journal, entriesOf(moves, ended))).rejects.toMatchObject({
    message: `Line ${moves.length + 3} of ${journal}: Game 1 has the result ${words}`,
  });
});

it.each<readonly [readonly string[], Partial<Ended>]>([
  [won, { ...win, result: '1-0' }],
  [['5'], { ...limit, result: '1/2-1/2' }],
  [['5'], { adjudicated: 'proof', result: '0-1' }],
  [['5'], { ...crashed, fault: 1, result: '1-0' }],
  [won, { ...crashed, fault: 0, result: '0-1' }],
  [[], { ...crashed, ending: 'void', result: '*' }],
])('a game that ended with the moves %j and %j is read', async (moves, ended) => {
  expect((await read(freshJournal(), entriesOf(moves, ended))).isFinished(1)).toBe(true);
});

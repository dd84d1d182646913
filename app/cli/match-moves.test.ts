import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { gameById } from '../games/registry.ts';
import { journalName, readEntries } from '../matches/match-log.ts';
import { MatchRecord } from '../matches/match-record.ts';
import { completePlan } from '../matches/plan-file.ts';
import { requirePlayed } from './match-moves.ts';

const plan = completePlan({ engines: [{ engine: 'a' }, { engine: 'b' }] });
const players = ['A', 'B'].map((name) => ({ name, engine: name, protocol: 'cfp', program: null }));
const opening = { number: 1, text: '4', start: null, moves: ['4'] };

/** The journal of a match whose one game has ended. */
const entriesOf = (moves: readonly string[]) => [
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
    ...{ fault: null, adjudicated: 'scores', sessions: [], at: 3, load: 0 },
  },
];

it.each([
  [['4', '9'], 'Game 1, ply 3 cannot be played: there is no column 9 on this board.'],
  [['x', '4'], 'Game 1, ply 2 cannot be played: "x" is not a move; a move is a column counted from 1.'],
])('a game that has ended with the moves %j is refused with line, game and ply', async (moves, words) => {
  const folder = mkdtempSync(join(tmpdir(), 'plywire-moves-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const journal = join(folder, journalName);
  const read = async (all: readonly string[]) => {
    writeFileSync(
      journal,
      entriesOf(all)
        .map((entry) => `${JSON.stringify(entry)}\n`)
        .join(''),
    );
    const record = new MatchRecord((line, _, began) =>
      requirePlayed(gameById('connect4'), line, began.opening),
    );
    await readEntries(journal, (entry) => record.apply(entry));
    return record;
  };
  await expect(read(moves)).rejects.toMatchObject({
    message: `Line 5 of ${journal}: ${words}`,
    advice: expect.stringContaining('(head -n 4)') as string,
  });
  expect((await read(['4', '5'])).isFinished(1)).toBe(true);
});

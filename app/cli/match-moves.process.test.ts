/** A move that was changed by hand in the journal of a match. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freshPlace } from './testing/expecting.ts';
import { entriesIn, logged } from './testing/matches.ts';

const place = freshPlace();

it('of an open game is told with file, game and ply before an engine is started, and the game can begin anew', async () => {
  const folder = join(place().folder, 'a match');
  const engines = [logged('A', '--think', 1), logged('B', '--pick', 3)];
  const words = ['match', ...engines, '--rounds', '1', '--concurrency', '1', '--out', folder];
  expect((await place().run(...words)).code).toBe(0);
  const all = entriesIn(folder);
  const plies = all.filter(({ kind, number }) => kind === 'ply' && number === 1).slice(0, 3);
  const altered = { ...plies[2], move: '8' };
  const before = all.slice(0, all.indexOf(plies[0]!));
  const journal = join(folder, 'match.jsonl');
  const texts = [...before, plies[0], plies[1], altered].map((entry) => `${JSON.stringify(entry)}\n`);
  writeFileSync(journal, texts.join(''));
  const { code, stdout, stderr } = await place().run('match', '--resume', folder);
  expect([code, stdout]).toEqual([2, '']);
  const ply = String(plies[2]!['ply']);
  expect(stderr).toContain(`plywire: ${journal}: game 1, ply ${ply} cannot be played: `);
  expect(stderr).toContain('restore it from a copy, or begin its open games anew with --replay-game.');
  expect(entriesIn(folder)).toHaveLength(texts.length);
  expect((await place().run('match', '--resume', folder, '--replay-game')).code).toBe(0);
});

it('of a game that has ended is told with line, game and ply before an engine is started', async () => {
  const folder = join(place().folder, 'a match');
  const words = ['match', logged('A'), logged('B', '--pick', 3), '--concurrency', '1', '--out', folder];
  expect((await place().run(...words)).code).toBe(0);
  const all = entriesIn(folder);
  const [first] = all.filter(({ kind }) => kind === 'ply');
  const line = all.findIndex(({ kind }) => kind === 'ended') + 1;
  const journal = join(folder, 'match.jsonl');
  writeFileSync(
    journal,
    all.map((entry) => `${JSON.stringify(entry === first ? { ...entry, move: '9' } : entry)}\n`).join(''),
  );
  const { code, stdout, stderr } = await place().run('match', '--resume', folder);
  expect([code, stdout]).toEqual([2, '']);
  const ply = String(first!['ply']);
  expect(stderr).toContain(`plywire: Line ${line} of ${journal}: Game 1, ply ${ply} cannot be played: `);
  expect(stderr).toContain(`(head -n ${line - 1})`);
  expect(entriesIn(folder)).toHaveLength(all.length);
});

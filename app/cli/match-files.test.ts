import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { gameById } from '../games/registry.ts';
import { completePlan } from '../matches/plan-file.ts';
import { writeMatchFiles } from './match-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plywire-files-'));
  const players = ['A', 'B'].map((name) => ({ name, engine: name, protocol: 'cfp', program: null }));
  const head = {
    ...{ kind: 'match', version: 1, at: 1, folder: '/', game: 'connect4', players, concurrency: 1, cores: 2 },
    plan: completePlan({ engines: [{ engine: 'a' }, { engine: 'b' }] }),
  };
  writeFileSync(join(folder, 'match.jsonl'), `${JSON.stringify(head)}\n`);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (summary: unknown): Promise<void> => writeMatchFiles(folder, gameById('connect4'), summary);

it.each(['games.pgn', 'games.csv', 'games.pgn.part', 'games.csv.part', 'summary.json'])(
  'writes no file elsewhere through a link called %s',
  async (name) => {
    const precious = join(folder, 'precious.txt');
    writeFileSync(precious, 'precious');
    symlinkSync(precious, join(folder, name));
    await write({});
    expect(readFileSync(precious, 'utf8')).toBe('precious');
    expect(readdirSync(folder).sort()).toEqual(
      ['games.csv', 'games.pgn', 'match.jsonl', 'precious.txt', 'summary.json'].sort(),
    );
    expect(readFileSync(join(folder, 'games.csv'), 'utf8')).not.toBe('precious');
  },
);

it('escapes what a terminal would obey in the summary, and keeps its meaning', async () => {
  const summary = { players: [{ name: 'B\u009b31m\u202eabc' }] };
  await write(summary);
  const text = readFileSync(join(folder, 'summary.json'), 'utf8');
  expect(text).toContain(String.raw`"B\u009b31m\u202eabc"`);
  expect(JSON.parse(text)).toEqual(summary);
});

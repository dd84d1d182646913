/** The folder of a match that another home has begun: what it names is started only once that is wanted. */
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lineHash } from '../matches/match-log.ts';
import { freshPlace } from './testing/expecting.ts';
import { entriesIn, logged } from './testing/matches.ts';

const place = freshPlace();

const resume = (folder: string, ...flags: string[]) =>
  place().run('match', '--resume', folder, '--accuracy', '0', ...flags);

it('starts an engine of another home only with --trust, and remembers that', async () => {
  const folder = join(place().folder, 'match');
  const words = ['connect4', 'cmd=connect4 name=B', '--depth', '1', '--accuracy', '0', '--out', folder];
  await place().run('match', ...words);
  const [head, ...others] = entriesIn(folder) as [Record<string, object>, ...object[]];
  const [{ plan }, log] = [head, join(place().folder, 'requests')];
  const engine = logged('Stranger', '--log', log);
  const write = (rounds: number, stranger: string) => {
    const engines = [{ engine: 'connect4' }, { engine: stranger }];
    const forged = { ...head, plan: { ...plan, engines, rounds, st: 0.05, depth: undefined } };
    writeFileSync(
      join(folder, 'match.jsonl'),
      [forged, ...others].map((each) => `${JSON.stringify(each)}\n`).join(''),
    );
  };
  write(1, engine.replace(' protocol=cfp', ''));
  // Nothing is left to play: nothing is started, not even to find out its protocol.
  expect(await resume(folder)).toMatchObject({ code: 0, stdout: expect.stringContaining('Games: 2') });
  write(2, engine);
  const before = readFileSync(join(folder, 'match.jsonl'), 'utf8');
  const refused = await resume(folder);
  expect([refused.code, refused.stdout]).toEqual([2, '']);
  expect(refused.stderr).toMatch(
    /logged\.mjs --protocol cfp --log .*\n.* ! It runs without the sandbox.*\n.*--trust/,
  );
  expect([existsSync(log), readFileSync(join(folder, 'match.jsonl'), 'utf8')]).toEqual([false, before]);
  expect((await resume(folder, '--trust')).code).toBe(0);
  expect(existsSync(log)).toBe(true);
  expect(readFileSync(join(place().home, 'known-matches.json'), 'utf8')).toContain(
    lineHash(before.slice(0, before.indexOf('\n'))),
  );
});

it('starts those that this home has named, also where the folder was moved and torn at its end', async () => {
  const [folder, moved] = ['match', 'moved'].map((name) => join(place().folder, name)) as [string, string];
  const log = join(place().folder, 'requests');
  const words = [logged('A'), 'connect4', '--st', '0.02', '--accuracy', '0', '--out', folder];
  await place().run('match', ...words);
  expect((await resume(folder, logged('C', '--pick', 3, '--log', log))).code).toBe(0);
  const requests = () => readFileSync(log, 'utf8').length;
  const after = requests();
  const remembered = join(place().home, 'known-matches.json');
  const hashesIn = () => JSON.parse(readFileSync(remembered, 'utf8')) as string[];
  const newer = 'f'.repeat(64);
  writeFileSync(remembered, JSON.stringify([...hashesIn(), newer]));
  // Nothing is left to play.
  expect((await resume(folder)).code).toBe(0);
  expect(requests()).toBe(after);
  // What is used is forgotten last.
  expect(hashesIn()[0]).toBe(newer);
  cpSync(folder, moved, { recursive: true });
  const text = readFileSync(join(moved, 'match.jsonl'), 'utf8');
  writeFileSync(join(moved, 'match.jsonl'), text.slice(0, text.lastIndexOf('"kind":"ended"')));
  expect((await resume(moved)).code).toBe(0);
  // An engine that joined it elsewhere.
  writeFileSync(join(moved, 'match.jsonl'), text.replace('arg=--pick arg=3', 'arg=--pick arg=4'));
  const changed = await resume(moved, '--rounds', '2');
  expect([changed.code, changed.stderr]).toEqual([2, expect.stringContaining('--pick 4')]);
});

import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { asPlainUser } from '../../tests/support/plain-user.ts';
import { expectRefused, freshPlace } from './testing/expecting.ts';
import { long } from '../../tests/support/long.ts';

vi.setConfig({ testTimeout: 90_000 });

const place = freshPlace();

const pgn = (white: string, moves: string, result: string): string =>
  `[White "${white}"]\n[Black "Bob"]\n[Result "${result}"]\n[Variant "Connect Four"]\n\n${moves} ${result}\n\n`;

it('adds a folder, lists its games, tells what was played at a position, and removes it', async () => {
  const records = join(place().folder, 'records');
  mkdirSync(records);
  writeFileSync(join(records, 'a.pgn'), pgn('Ann', '1. 4 4 2. 3', '1-0') + pgn('Cid', '1. 4 4 2. 5', '0-1'));
  writeFileSync(join(records, 'b.txt'), 'no game at all\n');
  expect(await place().run('library', 'add', records)).toMatchObject({
    code: 0,
    stdout: `added ${records}  2 games in 2 files\n`,
    stderr: expect.stringMatching(/b\.txt: It is of no form that Plywire reads\./) as string,
  });
  const again = await place().run('library', 'add', records);
  expect(again).toMatchObject({ code: 2, stderr: expect.stringMatching(/is in the library/) as string });
  const listed = await place().run('library', 'list', '--filter', 'ann', '--json');
  expect(listed.objects()).toMatchObject([
    { kind: 'game', white: 'Ann', plies: 3, file: 'a.pgn', ply: null },
  ]);
  const found = await place().run('library', 'find', 'connect4', '--moves', '44');
  // Columns 3 and 5 are images of each other.
  expect(found.stdout).toMatch(/^3 5 +2 +1 +0 +1$/m);
  expect(found.stdout).toMatch(/^Cid +Bob +0-1 +connect4 +2 of 3 +a\.pgn$/m);
  // What was added meanwhile is read first.
  writeFileSync(join(records, 'c.pgn'), pgn('Eve', '1. 4 4 2. 1', '1-0'));
  const more = await place().run('library', 'find', 'connect4', '--moves', '44', '--json');
  expect(more.objects()[0]).toMatchObject({ kind: 'explored', all: { games: 3, won: 2, lost: 1 } });
  expect(await place().run('library', 'remove', records)).toMatchObject({ code: 0 });
  expect(await place().run('library', 'folders')).toMatchObject({
    stdout: expect.stringMatching(/The library is empty/) as string,
  });
  expect(await place().run('library', 'remove', records)).toMatchObject({ code: 2 });
});

it('names what may not be read, and fails where that is all', long, async () => {
  const { folder } = place();
  const [records, secret] = [join(folder, 'records'), join(folder, 'records', 'secret')];
  mkdirSync(secret, { recursive: true });
  writeFileSync(join(records, 'a.pgn'), pgn('Ann', '1. 4', '1-0') + pgn('Ann', '1. 4', '1-0'));
  await asPlainUser([folder, records, secret], async () => {
    chmodSync(secret, 0);
    try {
      const named = expect.stringMatching(/records\/secret: The folder cannot be read: EACCES/) as string;
      expect(await place().run('library', 'add', records)).toMatchObject({
        ...{ code: 0, stdout: `added ${records}  1 game in 1 file, 1 copy left out\n`, stderr: named },
      });
      expect(await place().run('library', 'folders')).toMatchObject({ code: 0, stderr: named });
      expect(await place().run('report', records, '--truth', '0.1')).toMatchObject({
        ...{
          code: 2,
          stderr: expect.stringMatching(/secret: The folder .+\n.*1 place could not be read/s) as string,
        },
      });
      await place().run('library', 'remove', records);
      await expectRefused(place(), ['library', 'add', secret], /secret cannot be read: EACCES/);
      expect((await place().run('library', 'folders', '--json')).stdout).toBe('');
      const bare = join(folder, 'bare');
      mkdirSync(bare);
      writeFileSync(join(bare, 'b.txt'), 'no game at all\n');
      expect(await place().run('library', 'add', bare)).toMatchObject({
        ...{ code: 2, stderr: expect.stringMatching(/No game in .+bare could be read/) as string },
      });
    } finally {
      chmodSync(secret, 0o700);
    }
  });
});

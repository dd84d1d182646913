import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { asPlainUser } from '../../tests/support/plain-user.ts';
import { scanFolder } from './scan.ts';

/** A folder with empty files of these names. */
function folderOf(...names: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'plywire-scan-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of names) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), '');
  }
  return folder;
}

const pathsOf = async (folder: string, most?: number) => {
  const { files, isCut } = await scanFolder(folder, undefined, most);
  return { paths: files.map(({ path }) => path), isCut };
};

it('finds files with games at any depth, by path, and follows no link', async () => {
  const folder = folderOf('b.sgf', 'a/c.PGN', 'a/b/d.txt', 'e.png', '.hidden/f.sgf', '.g.sgf');
  symlinkSync(folder, join(folder, 'loop'));
  symlinkSync(join(folder, 'b.sgf'), join(folder, 'link.sgf'));
  expect(await pathsOf(folder)).toEqual({ paths: ['a/b/d.txt', 'a/c.PGN', 'b.sgf'], isCut: false });
});

it('names folders that lie deeper than it looks', async () => {
  const deepest = Array.from({ length: 16 }, (_, at) => at).join('/');
  const { files, unreadable } = await scanFolder(folderOf(`${deepest}/a.sgf`, `${deepest}/more/b.sgf`));
  expect(files.map(({ path }) => path)).toEqual([`${deepest}/a.sgf`]);
  expect(unreadable).toEqual([
    {
      file: `${deepest}/more`,
      reason: 'It is more than 16 folders down. Add it to the library itself to have its games.',
    },
  ]);
});

it('says that there are more files than it takes', async () => {
  const names = Array.from({ length: 150 }, (_, at) => `${at % 3}/${at}.sgf`);
  const folder = folderOf(...names);
  expect((await pathsOf(folder, 150)).isCut).toBe(false);
  for (const most of [149, 70, 1]) {
    const { paths, isCut } = await pathsOf(folder, most);
    expect([paths.length, isCut]).toEqual([most, true]);
    expect(paths.filter((path) => !names.includes(path))).toEqual([]);
  }
});

it.runIf(process.platform === 'linux')('tells of names that are not UTF-8', async () => {
  const folder = folderOf('a.sgf');
  const at = (name: string): Buffer =>
    Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(name, 'latin1')]);
  writeFileSync(at('M\u00fcller.sgf'), '');
  mkdirSync(at('d\u00fc'));
  const { files, unreadable } = await scanFolder(folder);
  expect(files.map(({ path }) => path)).toEqual(['a.sgf']);
  expect(unreadable).toEqual([
    { file: 'M\ufffdller.sgf', reason: 'It cannot be read: its name is not UTF-8. Rename it.' },
    { file: 'd\ufffd', reason: 'The folder cannot be read: its name is not UTF-8. Rename it.' },
  ]);
});

it('leaves out the openings beside the journal of a match, and no others', async () => {
  const folder = folderOf(
    ...['match/match.jsonl', 'match/openings.txt', 'match/games.pgn', 'match/other.txt'],
    ...['plain/openings.txt', 'plain/sub/match.jsonl', 'match/sub/openings.txt', 'odd/openings.txt'],
    ...['odd/match.jsonl/a.sgf', 'openings.txt'],
  );
  const paths = [
    ...['match/games.pgn', 'match/other.txt', 'match/sub/openings.txt', 'odd/match.jsonl/a.sgf'],
    ...['odd/openings.txt', 'openings.txt', 'plain/openings.txt'],
  ];
  expect(await pathsOf(folder)).toEqual({ paths, isCut: false });
  expect(await pathsOf(join(folder, 'match'))).toEqual({
    ...{ paths: ['games.pgn', 'other.txt', 'sub/openings.txt'], isCut: false },
  });
});

it.each([true, false])('counts the openings only if they are games (in a match: %s)', async (isMatch) => {
  const names = [...Array.from({ length: 150 }, (_, at) => `${at}.sgf`), 'openings.txt'];
  const folder = folderOf(...names, ...(isMatch ? ['match.jsonl'] : []));
  const expected = isMatch ? 150 : 151;
  const whole = await pathsOf(folder, expected);
  expect([whole.paths.length, whole.paths.includes('openings.txt'), whole.isCut]).toEqual([
    ...[expected, !isMatch, false],
  ]);
  for (const most of [expected - 1, 70, 1]) {
    const { paths, isCut } = await pathsOf(folder, most);
    expect([paths.length, isCut]).toEqual([most, true]);
    expect(isMatch && paths.includes('openings.txt')).toBe(false);
  }
});

it('names folders and files that it may not look at, and lists the others', async () => {
  const folder = folderOf('a.sgf', 'closed/b.sgf', 'named/c.sgf', 'named/d/e.sgf', 'open/f.sgf');
  const closed = ['closed', 'named'].map((name) => join(folder, name));
  await asPlainUser([folder, ...closed], async () => {
    chmodSync(closed[0]!, 0);
    // Its names can be read, and nothing behind them.
    chmodSync(closed[1]!, 0o400);
    try {
      const { files, unreadable } = await scanFolder(folder);
      expect(files.map(({ path }) => path)).toEqual(['a.sgf', 'open/f.sgf']);
      expect(unreadable).toMatchObject([
        {
          file: 'closed',
          reason: expect.stringMatching(/^The folder cannot be read: EACCES.+\.$/) as string,
        },
        { file: 'named/c.sgf', reason: expect.stringMatching(/^It cannot be read: EACCES.+\.$/) as string },
        { file: 'named/d', reason: expect.stringMatching(/^The folder cannot be read: EACCES/) as string },
      ]);
      await expect(scanFolder(closed[0]!)).rejects.toThrow('EACCES');
    } finally {
      for (const path of closed) chmodSync(path, 0o700);
    }
  });
});

it('refuses a folder that cannot be read, and can be called off', async () => {
  await expect(scanFolder(join(folderOf(), 'missing'))).rejects.toThrow('ENOENT');
  await expect(scanFolder(folderOf('a.sgf'), AbortSignal.abort())).rejects.toThrow('abort');
});

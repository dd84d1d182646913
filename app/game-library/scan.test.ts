import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
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

it('refuses a folder that cannot be read, and can be called off', async () => {
  await expect(scanFolder(join(folderOf(), 'missing'))).rejects.toThrow('ENOENT');
  await expect(scanFolder(folderOf('a.sgf'), AbortSignal.abort())).rejects.toThrow('abort');
});

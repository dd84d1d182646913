import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeFolder } from './folder.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'plywire-folder-'))));
afterEach(() => rmSync(folder, { recursive: true }));

it('is made with its parents, for its owner alone, and may be there', () => {
  const path = join(folder, 'one', 'two', 'three');
  expect(makeFolder(path)).toBe(join(folder, 'one'));
  expect(makeFolder(path)).toBeNull();
  for (const each of [path, join(folder, 'one')]) expect(statSync(each).mode & 0o777).toBe(0o700);
});

it('is not made in a file, nor in its place, nor in that of a link to nothing', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  symlinkSync(join(folder, 'nothing'), join(folder, 'link'));
  expect(() => makeFolder(file)).toThrow(/EEXIST/);
  expect(() => makeFolder(join(file, 'below'))).toThrow(/ENOTDIR/);
  expect(() => makeFolder(join(folder, 'link'))).toThrow(/EEXIST/);
});

it.runIf(existsSync('/proc/self'))('fails at once where the system makes no folders', () => {
  expect(() => makeFolder('/proc/plywire/below')).toThrow(/ENOENT|EACCES|EPERM/);
});

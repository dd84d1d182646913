import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { asPlainUser } from '../../tests/support/plain-user.ts';
import { removeTree } from './remove-tree.ts';

let root: string;
let folder: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'plywire-remove-'));
  folder = join(root, 'folder');
  mkdirSync(folder);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('deletes all that is in a folder, and nothing behind a link', async () => {
  mkdirSync(join(root, 'outside'));
  writeFileSync(join(root, 'outside', 'theirs'), '');
  mkdirSync(join(folder, 'a', 'b'), { recursive: true });
  for (let count = 0; count < 200; count++) writeFileSync(join(folder, 'a', 'b', `f${count}`), '');
  symlinkSync(join(root, 'outside'), join(folder, 'a', 'link'));
  await removeTree(folder);
  await removeTree(folder);
  expect(readdirSync(root)).toEqual(['outside']);
  expect(readdirSync(join(root, 'outside'))).toEqual(['theirs']);
});

it.runIf(process.platform === 'linux')('deletes folders without permissions', async () => {
  const inner = [join(folder, 'a'), join(folder, 'a', 'b')];
  for (const path of inner) mkdirSync(path);
  writeFileSync(join(inner[1]!, 'file'), '');
  await asPlainUser([root, folder, ...inner], async () => {
    for (const path of [...inner.toReversed(), folder]) chmodSync(path, 0);
    await removeTree(folder);
  });
  expect(existsSync(folder)).toBe(false);
});

it.runIf(process.platform === 'linux')('deletes folders that are deeper than a path can be', async () => {
  const before = process.cwd();
  process.chdir(folder);
  for (let depth = 0; depth < 1000; depth++) {
    mkdirSync('deep');
    process.chdir('deep');
  }
  process.chdir(before);
  await removeTree(folder);
  expect(existsSync(folder)).toBe(false);
});

it('throws where something stays', async () => {
  mkdirSync(join(folder, 'a'));
  chmodSync(root, 0o555);
  await asPlainUser([folder, join(folder, 'a')], async () => {
    await expect(removeTree(folder)).rejects.toMatchObject({ code: 'EACCES' });
  });
  chmodSync(root, 0o755);
  expect(readdirSync(folder)).toEqual([]);
});

import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { asPlainUser } from '../../tests/support/plain-user.ts';
import { deepest, walk, type Step } from './folder-walk.ts';

const isLinux = process.platform === 'linux';

let folder: string;
let outside: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plywire-walk-'));
  outside = mkdtempSync(join(tmpdir(), 'plywire-outside-'));
  writeFileSync(join(outside, 'secret'), 'x');
});
afterEach(() => {
  for (const each of [folder, outside]) rmSync(each, { recursive: true });
});

async function all(
  steps: AsyncIterable<Step>,
): Promise<{ files: string[]; folders: number; closed: string[] }> {
  const found = { files: [] as string[], folders: 0, closed: [] as string[] };
  for await (const { files, folders, closed } of steps) {
    found.files.push(...files.map((path) => basename(path)));
    found.folders += folders;
    if (closed !== null) found.closed.push(basename(closed));
  }
  return found;
}

it('finds every file and folder, and follows no link', async () => {
  mkdirSync(join(folder, 'a', 'b'), { recursive: true });
  mkdirSync(join(folder, 'c'));
  for (let count = 0; count < 150; count++) writeFileSync(join(folder, 'a', 'b', `f${count}`), '');
  symlinkSync(outside, join(folder, 'link'));
  const { files, folders, closed } = await all(walk(folder));
  expect([files.length, files.includes('link'), files.includes('secret')]).toEqual([151, true, false]);
  expect([folders, closed]).toEqual([3, []]);
  expect(await all(walk(join(folder, 'none')))).toEqual({ files: [], folders: 0, closed: [] });
  expect(await all(walk(join(folder, 'link')))).toEqual({ files: [], folders: 0, closed: [] });
});

it('does not follow a link that takes the place of a folder before it is entered', async () => {
  mkdirSync(join(folder, 'a'));
  const steps = walk(folder, 0o700);
  expect((await steps.next()).value).toMatchObject({ folders: 1 });
  rmSync(join(folder, 'a'), { recursive: true });
  symlinkSync(outside, join(folder, 'a'));
  expect(await all(steps)).toEqual({ files: [], folders: 0, closed: [] });
});

it.runIf(isLinux)('stays in a folder that is replaced while it is walked', async () => {
  mkdirSync(join(folder, 'a', 'inner'), { recursive: true });
  writeFileSync(join(folder, 'a', 'inner', 'mine'), '');
  const steps = walk(folder, 0o700);
  // Of the folder itself, and of the one in it.
  for (const folders of [1, 1]) expect((await steps.next()).value).toMatchObject({ folders });
  renameSync(join(folder, 'a'), join(folder, 'b'));
  mkdirSync(join(outside, 'inner'), { mode: 0 });
  symlinkSync(outside, join(folder, 'a'));
  expect((await all(steps)).files).toEqual(['mine']);
  expect(statSync(join(outside, 'inner')).mode & 0o777).toBe(0);
});

it.runIf(isLinux)('gives the owner back what is missing of the permissions that are asked for', async () => {
  const modes = { none: 0, read: 0o444, whole: 0o755 };
  for (const [name, mode] of Object.entries(modes)) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'file'), '');
    chmodSync(join(folder, name), mode);
  }
  const paths = [folder, ...Object.keys(modes).map((name) => join(folder, name))];
  chmodSync(folder, 0);
  await asPlainUser(paths, async () => {
    expect((await all(walk(folder))).closed).toEqual([basename(folder)]);
    expect(await all(walk(folder, 0o500))).toEqual({
      files: ['file', 'file', 'file'],
      folders: 3,
      closed: [],
    });
    expect(paths.map((path) => statSync(path).mode & 0o777)).toEqual([0o500, 0o500, 0o544, 0o755]);
  });
});

it('leaves each folder when all in it has been walked', async () => {
  mkdirSync(join(folder, 'a', 'b'), { recursive: true });
  mkdirSync(join(folder, 'a', 'c'));
  const left: string[] = [];
  for await (const step of walk(folder)) if (step.left !== null) left.push(basename(step.left));
  expect([left.slice(0, 2).sort(), left.slice(2)]).toEqual([
    ['b', 'c'],
    ['a', basename(folder)],
  ]);
});

it('takes folders that lie too deep for closed', async () => {
  mkdirSync(join(folder, ...Array<string>(deepest - 1).fill('d'), 'last'), { recursive: true });
  expect(await all(walk(folder))).toEqual({ files: [], folders: deepest, closed: ['last'] });
});

import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { asPlainUser } from '../../tests/support/plain-user.ts';
import { Trash } from './trash.ts';

let folder: string;
let bin: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plywire-trash-'));
  bin = join(folder, 'trash');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(name: string): string {
  const path = join(folder, name);
  writeFileSync(path, name);
  return path;
}

it('brings back what was deleted, byte for byte and where it was', async () => {
  const trash = new Trash(bin);
  const paths = [put('a'), put('b')];
  const { moved, id } = await trash.take(paths);
  expect(moved).toEqual(paths);
  expect(paths.map((path) => existsSync(path))).toEqual([false, false]);
  await trash.restore(id!);
  expect(paths.map((path) => readFileSync(path, 'utf8'))).toEqual(['a', 'b']);
  expect(existsSync(bin)).toBe(false);
  await expect(trash.restore(id!)).rejects.toThrow('The deleted files are gone');
});

it('never puts a file over another that has taken its place', async () => {
  const trash = new Trash(bin);
  const { id } = await trash.take([put('a')]);
  const path = put('a');
  writeFileSync(path, 'new');
  await expect(trash.restore(id!)).rejects.toThrow('another a');
  expect(readFileSync(path, 'utf8')).toBe('new');
  rmSync(path);
  await trash.restore(id!);
  expect(readFileSync(path, 'utf8')).toBe('a');
});

it('keeps what cannot be moved back, and brings it back when that is possible again', async () => {
  const trash = new Trash(bin);
  mkdirSync(join(folder, 'inner'));
  const [first, second] = [put('a'), put(join('inner', 'b'))];
  const { id } = await trash.take([first, second]);
  rmSync(join(folder, 'inner'), { recursive: true });
  writeFileSync(join(folder, 'inner'), 'in the way');
  await expect(trash.restore(id!)).rejects.toMatchObject({ code: 'EEXIST' });
  expect(existsSync(first)).toBe(true);
  rmSync(join(folder, 'inner'));
  await trash.restore(id!);
  expect(readFileSync(second, 'utf8')).toBe(join('inner', 'b'));
  expect(existsSync(bin)).toBe(false);
});

it('leaves where it is what cannot be moved, and throws where that is all', async () => {
  const trash = new Trash(bin);
  const there = put('a');
  expect((await trash.take([join(folder, 'missing'), there])).moved).toEqual([there]);
  await expect(trash.take([join(folder, 'missing')])).rejects.toMatchObject({ code: 'ENOENT' });
  expect(await trash.take([])).toEqual({ moved: [], id: null });
});

it('really deletes after a while, and when it is emptied', async () => {
  const soon = new Trash(bin, undefined, 1);
  await soon.take([put('a')]);
  await expect.poll(() => existsSync(bin)).toBe(false);
  const trash = new Trash(bin);
  await trash.take([put('a')]);
  await trash.empty();
  expect(existsSync(bin)).toBe(false);
});

it('removes what one that was killed has left, and nothing that may still be wanted', async () => {
  const killed = new Trash(bin);
  const { id } = await killed.take([put('a')]);
  mkdirSync(join(bin, 'mine'));
  const next = new Trash(bin);
  await next.removeForgotten();
  expect(existsSync(join(bin, id!))).toBe(true);
  await next.removeForgotten(Date.now() + 3_600_000);
  expect(existsSync(join(bin, id!))).toBe(false);
  expect(existsSync(join(bin, 'mine'))).toBe(true);
});

it.runIf(process.platform === 'linux')('takes and deletes folders without permissions', async () => {
  const told: string[] = [];
  const trash = new Trash(bin, (sentence) => told.push(sentence));
  const [closed, inner] = [join(folder, 'closed'), join(folder, 'closed', 'inner')];
  mkdirSync(inner, { recursive: true });
  writeFileSync(join(inner, 'file'), 'x');
  await asPlainUser([folder, closed, inner, join(inner, 'file')], async () => {
    for (const path of [inner, closed]) chmodSync(path, 0);
    const { moved, id } = await trash.take([closed]);
    expect(moved).toEqual([closed]);
    await trash.restore(id!);
    expect(existsSync(closed)).toBe(true);
    await trash.take([closed]);
    await trash.empty();
  });
  expect([told, readdirSync(folder)]).toEqual([[], []]);
});

it.runIf(process.platform === 'linux')('tells what it could not delete, and where that is', async () => {
  const told: string[] = [];
  const trash = new Trash(bin, (sentence) => told.push(sentence));
  const [locked, mine] = [join(folder, 'locked'), put('mine')];
  mkdirSync(locked);
  writeFileSync(join(locked, 'theirs'), '');
  mkdirSync(join(locked, 'inner'));
  await asPlainUser([folder, mine, locked], async () => {
    chmodSync(locked, 0o500);
    const { moved } = await trash.take([join(locked, 'theirs'), mine]);
    expect([moved, told]).toEqual([
      [mine],
      [
        `${join(locked, 'theirs')} could not be deleted (EACCES). Check its permissions, or delete it yourself.`,
      ],
    ]);
  });
  chmodSync(locked, 0o700);
  const [id] = readdirSync(bin);
  // A folder of another user, who has put something into it.
  mkdirSync(join(bin, id!, 'theirs', 'deep'), { recursive: true });
  await asPlainUser([bin, join(bin, id!)], () => trash.empty());
  expect(told[1]).toMatch(/^.*trash\/t-\w+ could not be deleted \(EACCES\)/);
  expect(readdirSync(join(bin, id!))).toEqual(['theirs']);
});

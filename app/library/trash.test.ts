import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
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
  const soon = new Trash(bin, 1);
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

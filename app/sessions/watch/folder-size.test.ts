import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { mostAtOnce, sizeAtOnce, sizeUpTo } from './folder-size.ts';
import { mappedOf } from './held.ts';

const mebibyte = 1024 ** 2;
let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'plywire-size-'))));
afterEach(() => rmSync(folder, { recursive: true }));

it('counts files in folders, the empty ones too, and follows no link', async () => {
  mkdirSync(join(folder, 'a', 'b'), { recursive: true });
  writeFileSync(join(folder, 'a', 'b', 'full'), Buffer.alloc(mebibyte, 1));
  for (let n = 0; n < 200; n++) writeFileSync(join(folder, `empty-${n}`), '');
  symlinkSync('/usr', join(folder, 'usr'));
  const size = await sizeUpTo(folder, 100 * mebibyte);
  expect(size).toBeGreaterThanOrEqual(mebibyte + 203 * 4096);
  expect(size).toBeLessThan(mebibyte + 300 * 4096);
});

it('is the same at once, up to so many entries, and what cannot be read is left out', async () => {
  mkdirSync(join(folder, 'a', 'b'), { recursive: true });
  writeFileSync(join(folder, 'a', 'b', 'full'), Buffer.alloc(mebibyte, 1));
  symlinkSync('/usr', join(folder, 'usr'));
  const limit = 100 * mebibyte;
  expect(sizeAtOnce(folder, limit)).toBe(await sizeUpTo(folder, limit));
  expect(sizeAtOnce(folder, 4096)).toBeGreaterThan(4096);
  expect(sizeAtOnce(join(folder, 'nowhere'), limit)).toBe(0);
  for (let n = 0; n < mostAtOnce + 10; n++) writeFileSync(join(folder, `empty-${n}`), '');
  expect(sizeAtOnce(folder, limit)).toBeLessThan(mebibyte + mostAtOnce * 4096 + 4096);
});

it('stops past the limit, and counts nothing where there is no folder', async () => {
  for (let n = 0; n < 200; n++) writeFileSync(join(folder, `empty-${n}`), '');
  const size = await sizeUpTo(folder, 4096);
  expect(size).toBeGreaterThan(4096);
  expect(size).toBeLessThan(100 * 4096);
  expect(await sizeUpTo(join(folder, 'nowhere'), 4096)).toBe(0);
});

it('opens what was closed, and takes a path that is too long for too much', async () => {
  mkdirSync(join(folder, 'closed'));
  writeFileSync(join(folder, 'closed', 'full'), Buffer.alloc(mebibyte, 1));
  chmodSync(join(folder, 'closed'), 0);
  expect(await sizeUpTo(folder, 100 * mebibyte)).toBeGreaterThan(mebibyte);
  expect(await sizeUpTo(join(folder, 'x'.repeat(300)), mebibyte)).toBe(Infinity);
});

it('finds what of a process is mapped of a file in memory', () => {
  const smaps = [
    '7f0000000000-7f0000100000 rw-s 00000000 00:01 77                         /memfd:x (deleted)',
    ...['Size:               1024 kB', 'Pss:                 100 kB'],
    '7f0000200000-7f0000300000 rw-s 00000000 00:01 78                         /memfd:y (deleted)',
    ...['Pss:                 200 kB'],
    '7f0000400000-7f0000500000 r--p 00000000 08:01 77                         /usr/lib/libc.so.6',
    ...['Pss:                 400 kB', 'VmFlags: rd mr mw me', ''],
  ].join('\n');
  expect(mappedOf(smaps, new Set([77]))).toBe(100 * 1024);
});

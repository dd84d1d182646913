import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { faultOfLock } from './instance.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'plywire-instance-'))));
afterEach(() => rmSync(folder, { recursive: true }));

it('finds no fault where another instance has the lock', () => {
  expect(faultOfLock(join(folder, 'home', 'electron'))).toBeNull();
  symlinkSync(`${hostname()}-4711`, join(folder, 'SingletonLock'));
  expect(faultOfLock(folder)).toBeNull();
  expect(readdirSync(folder).sort()).toEqual(['SingletonLock', 'home']);
});

it('says that the folder cannot be written', () => {
  writeFileSync(join(folder, 'file'), '');
  const data = join(folder, 'file', 'electron');
  expect(faultOfLock(data)).toContain(`${data}: a file exists where a folder is needed (`);
});

it('says that another computer has the lock', () => {
  symlinkSync('the-other-4711', join(folder, 'SingletonLock'));
  expect(faultOfLock(folder)).toContain('runs on the computer "the-other"');
});

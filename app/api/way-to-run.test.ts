import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { wayToRun } from './way-to-run.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plywire-way-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function put(name: string, mode: number): string {
  const path = join(folder, name);
  writeFileSync(path, '');
  chmodSync(path, mode);
  return path;
}

const interpreterOf = async (file: string, platform: NodeJS.Platform) =>
  (await wayToRun(file, platform)).interpreter;

it('asks the permissions where there are any', async () => {
  expect(await interpreterOf(put('run.py', 0o755), 'linux')).toBe(null);
  expect(await interpreterOf(put('read.py', 0o644), 'linux')).toBe('python3');
  expect(await wayToRun(put('engine.jar', 0o644), 'darwin')).toEqual({
    interpreter: 'java',
    interpreterArgs: ['-jar'],
  });
});

it('goes by the ending of the name on Windows, where every file may be executed', async () => {
  expect(await interpreterOf(put('engine.py', 0o755), 'win32')).toBe('py');
  expect(await interpreterOf(put('engine.js', 0o755), 'win32')).toBe('node');
  for (const name of ['engine.EXE', 'engine.cmd', 'engine']) {
    expect(await interpreterOf(put(name, 0o644), 'win32')).toBe(null);
  }
});

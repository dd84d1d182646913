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

function put(name: string, mode: number, content = ''): string {
  const path = join(folder, name);
  writeFileSync(path, content);
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

it('asks the first line of a script that is executable', async () => {
  const way = (name: string, content: string) => interpreterOf(put(name, 0o755, content), 'linux');
  expect(await way('plain.py', 'import sys\n')).toBe('python3');
  expect(await way('marked.py', '\ufeffimport sys\n')).toBe('python3');
  expect(await way('bot.mjs', 'process.exit()\n')).toBe('node');
  expect(await way('bot.jar', 'PK\x03\x04')).toBe('java');
  expect(await way('own.py', '#!/usr/bin/env pypy3\n')).toBe(null);
  // Its line cannot be used, which its start tells.
  expect(await way('return.py', '#!/usr/bin/env python3\r\n')).toBe(null);
  expect(await way('compiled.py', '\x7fELF')).toBe(null);
  expect(await way('plain.sh', 'echo\n')).toBe(null);
});

it('goes by the ending of the name on Windows, where every file may be executed', async () => {
  expect(await interpreterOf(put('engine.py', 0o755), 'win32')).toBe('py');
  expect(await interpreterOf(put('engine.js', 0o755), 'win32')).toBe('node');
  for (const name of ['engine.EXE', 'engine.cmd', 'engine']) {
    expect(await interpreterOf(put(name, 0o644), 'win32')).toBe(null);
  }
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Launch } from '../sessions/types.ts';
import { asScript } from './script.ts';

function launchOf(file: string, args: readonly string[], more: Partial<Launch> = {}): Launch {
  return {
    ...{ file, args, interpreter: null, interpreterArgs: [], folder: null, environment: {} },
    ...{ bundled: false, sandbox: false },
    ...more,
  };
}

function studentsFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plywire-script-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ['bot.mjs', 'bot.jar', 'engine', 'book.bin']) writeFileSync(join(folder, name), '');
  mkdirSync(join(folder, 'src'));
  return folder;
}

it.each([
  ['/usr/bin/node', ['bot.mjs', '--deep'], 'bot.mjs', [], ['--deep']],
  ['/usr/bin/python3.12', ['-u', 'bot.mjs', 'book.bin'], 'bot.mjs', ['-u'], ['book.bin']],
  ['C:\\jdk\\java.exe'.replaceAll('\\', '/'), ['-jar', 'bot.jar'], 'bot.jar', ['-jar'], []],
])('takes %s %j for its script', (file, args, script, before, after) => {
  const folder = studentsFolder();
  expect(asScript(launchOf(file, args, { folder }))).toMatchObject({
    ...{ file: join(folder, script), interpreter: file, interpreterArgs: before, args: after, folder },
  });
});

it('finds a script by its whole path, and beside the interpreter', () => {
  const folder = studentsFolder();
  const script = join(folder, 'bot.mjs');
  expect(asScript(launchOf('/usr/bin/node', [script])).file).toBe(script);
  expect(asScript(launchOf(join(folder, 'node'), ['bot.mjs'])).file).toBe(script);
});

it.each([
  ['an engine that reads a file', 'engine', ['book.bin'], {}],
  ['an engine with a longer name', 'nodes-of-joy', ['book.bin'], {}],
  ['a module without a file', 'python3', ['-m', 'bot'], {}],
  ['a text too long for a name', 'node', ['-e', 'x'.repeat(5000)], {}],
  ['a folder', 'java', ['-cp', 'src', 'Main'], {}],
  ['what has an interpreter already', 'node', ['bot.mjs'], { interpreter: 'sh' }],
  ['an engine of Plywire', 'node', ['bot.mjs'], { bundled: true }],
])('leaves %s as it is', (_what, name, args, more) => {
  const launch = launchOf(name, args, { folder: studentsFolder(), ...more });
  expect(asScript(launch)).toBe(launch);
});

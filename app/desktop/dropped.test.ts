import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { MessageBoxOptions } from 'electron';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { takeDropped } from './dropped.ts';

const folder = mkdtempSync(join(tmpdir(), 'plywire-drop-'));
const transcript = '  0.000 --> cfp\n  0.001 <-- cfpok\n';
const contents: Readonly<Record<string, readonly [content: string | Buffer, mode?: number]>> = {
  'a.sgf': ['(;FF[4]PWG[connect4];W[4])\n'],
  'b.sgf': ['(;FF[4]PWG[connect4];W[4])\n', 0o755],
  'one.txt': [transcript],
  'two.txt': [transcript],
  'a.py': ['print(1)\n'],
  'b.sh': ['#!/bin/sh\n'],
  'engine.jar': [Buffer.from('504b0304', 'hex')],
  engine: [Buffer.from('7f454c4600', 'hex'), 0o755],
  // As on a drive whose files all have the flag.
  'flag.png': [Buffer.from('89504e470d0a1a0a00', 'hex'), 0o755],
  'pic.png': [Buffer.from('89504e470d0a1a0a00', 'hex')],
  't.pdf': ['%PDF-1.4\n\0'],
};
const path = (name: string): string => join(folder, name);

beforeAll(() => {
  for (const [name, [content, mode = 0o644]] of Object.entries(contents))
    writeFileSync(path(name), content, { mode });
  mkdirSync(path('folder'));
  for (let at = 0; at < 40; at++) writeFileSync(path(`g${at}.sgf`), '(;FF[4]PWG[connect4])\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What is taken of a drop, and the messages, each with its buttons; all are answered by the button with this number. */
async function drop(names: readonly string[], answer = 0) {
  const shown: MessageBoxOptions[] = [];
  const taken = await takeDropped(names.map(path), async (options) => {
    shown.push(options);
    return answer;
  });
  return {
    taken: taken && {
      files: taken.files.map((file) => basename(file)),
      engines: taken.engines.map((file) => basename(file)),
      omitted: taken.omitted,
    },
    told: shown.map(({ message, buttons = [] }) => [message, ...buttons].join(' | ')),
    details: shown.map(({ detail }) => detail).join('\n'),
  };
}

it.each<[string, string[], object, string[]]>([
  ['games are taken without a question', ['a.sgf', 'b.sgf'], { files: ['a.sgf', 'b.sgf'] }, []],
  [
    'of recordings the first is asked about',
    ['one.txt', 'two.txt'],
    { files: ['one.txt'] },
    ['Open one.txt as a recording? | Open | Cancel'],
  ],
  [
    'scripts and programs are engines',
    ['a.py', 'b.sh', 'engine.jar', 'engine'],
    { engines: ['a.py', 'b.sh', 'engine.jar', 'engine'] },
    ['Add 4 engines, one after another? | Add | Cancel'],
  ],
  [
    'of a mixture each kind is asked about',
    ['one.txt', 'a.sgf', 'a.py', 'pic.png'],
    { files: ['a.sgf', 'one.txt'], engines: ['a.py'] },
    [
      'pic.png is neither a game nor a program.',
      'Open one.txt as a recording? | Open | Cancel',
      'Add a.py as an engine? | Add | Cancel',
    ],
  ],
])('%s', async (_, names, taken, told) => {
  expect(await drop(names)).toMatchObject({ taken: { files: [], engines: [], omitted: 0, ...taken }, told });
});

it('says that only one of several recordings is opened', async () => {
  expect((await drop(['one.txt', 'two.txt'])).details).toContain(
    'Of the 2 recordings, only this one is opened.',
  );
});

it.each<[string, string[], string[]]>([
  [
    'neither a game nor a program',
    ['pic.png', 'flag.png', 't.pdf'],
    ['3 of what was dropped are neither games nor programs.'],
  ],
  ['a folder', ['folder'], ['There is no file in what was dropped.']],
])('takes nothing of %s, and offers nothing', async (_, names, told) => {
  expect(await drop(names)).toMatchObject({ taken: null, told });
});

it('leaves out what is declined', async () => {
  expect((await drop(['a.sgf', 'a.py', 'one.txt'], 1)).taken).toEqual({
    ...{ files: ['a.sgf'], engines: [], omitted: 0 },
  });
  expect((await drop(['a.py'], 1)).taken).toBeNull();
});

it('counts the files beyond the most', async () => {
  const { taken } = await drop(Array.from({ length: 40 }, (_, at) => `g${at}.sgf`));
  expect([taken?.files.length, taken?.omitted]).toEqual([32, 8]);
});

it('does not count folders as files, and names them', async () => {
  const folders = Array.from({ length: 32 }, () => 'folder');
  const { taken, told, details } = await drop([...folders, 'a.sgf']);
  expect(taken).toEqual({ files: ['a.sgf'], engines: [], omitted: 0 });
  expect(told).toEqual(['32 of what was dropped are neither games nor programs.']);
  expect(details).toContain('and 22 more');
  expect((await drop(['folder', 'a.sgf'])).told).toEqual(['folder is neither a game nor a program.']);
});

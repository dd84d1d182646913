/** Links that an engine leaves where it may write: none of them brings a file or folder into its sandbox. */
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { machineWith, script } from './inside.ts';

const probe = await machineWith('/nowhere', '/usr/bin:/bin');
const inSandbox = it.runIf(probe.confinement.sandbox.runs);

/** Tells what it can read of each argument. */
const reader =
  '#!/bin/sh\nfor path; do cat "$path" 2>/dev/null || ls "$path/" 2>/dev/null || echo nothing; done\n';

let home: string;
/** The folder that engines may write to. */
let folder: string;
let secrets: string;
let scratch: string;
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'plywire-home-')));
  [folder, secrets] = [join(home, 'engines'), join(home, 'keys')];
  scratch = join(home, 'plywire', 'scratch');
  for (const each of [folder, secrets, scratch]) mkdirSync(each, { recursive: true });
  script(join(secrets, 'key'), 'token\n');
});
afterEach(() => rmSync(home, { recursive: true }));

const machine = () => machineWith(home, '/usr/bin:/bin', scratch);
const writable = { writesFolder: true };

describe('what an engine that may write to its folder has put there', () => {
  inSandbox('in the place of a file that an argument names shows nothing', async () => {
    const bot = script(join(folder, 'bot'), reader);
    const { run } = await machine();
    const [book, inner, outer] = [join(folder, 'book'), join(folder, 'in', 'key'), join(home, 'chosen')];
    symlinkSync(book, outer);
    writeFileSync(book, 'moves\n');
    script(inner, 'more\n');
    expect((await run(bot, [book, inner], writable)).stdout).toBe('moves\nmore\n');
    rmSync(book);
    symlinkSync(secrets, book);
    renameSync(join(folder, 'in'), join(folder, 'out'));
    symlinkSync(secrets, join(folder, 'in'));
    const paths = [book, inner, outer, join(book, 'key')];
    expect((await run(bot, paths, writable)).stdout).toBe('nothing\n'.repeat(4));
  });

  inSandbox('is followed where the user put it and it cannot be changed', async () => {
    const bot = script(join(folder, 'bot'), reader);
    const book = join(home, 'book');
    symlinkSync(join(secrets, 'key'), book);
    const { run } = await machine();
    expect((await run(bot, [book], writable)).stdout).toBe('token\n');
    symlinkSync(join(secrets, 'key'), join(folder, 'book'));
    expect((await run(bot, [join(folder, 'book')])).stdout).toBe('token\n');
  });

  inSandbox('in the place of its program is told, and not started', async () => {
    const bot = join(folder, 'bot');
    script(join(secrets, 'program'), reader);
    symlinkSync(join(secrets, 'program'), bot);
    const { run } = await machine();
    const finding = { kind: 'leads out', file: bot, target: join(secrets, 'program'), folder };
    await expect(run(bot, [], writable)).rejects.toThrow(JSON.stringify(finding));
    expect((await run(bot, ['../keys/key'])).stdout).toBe('token\n');
  });

  inSandbox('in the place of the interpreter shows nothing beside it', async () => {
    const bot = script(join(folder, 'bot'), reader);
    const shell = join(folder, 'shell');
    copyFileSync('/bin/sh', join(secrets, 'sh'));
    symlinkSync(join(secrets, 'sh'), shell);
    const { run } = await machine();
    const withShell = (changes: object) => run(bot, ['../keys/key'], { interpreter: shell, ...changes });
    expect((await withShell(writable)).stdout).not.toContain('token');
    expect((await withShell({})).stdout).toBe('token\n');
  });

  inSandbox('lets a program start that lies in the folder, by a link of the user too', async () => {
    script(join(folder, 'real'), reader);
    symlinkSync('real', join(folder, 'bot'));
    mkdirSync(join(home, 'bin'));
    symlinkSync(join(folder, 'bot'), join(home, 'bin', 'bot'));
    writeFileSync(join(folder, 'book'), 'moves\n');
    const { run } = await machine();
    for (const file of [join(folder, 'bot'), join(home, 'bin', 'bot')])
      expect((await run(file, ['book'], { ...writable, folder })).stdout).toBe('moves\n');
  });
});

it.runIf(probe.confinement.sandbox.runs)('what lies in scratch folders is shown by no argument', async () => {
  const bot = script(join(folder, 'bot'), reader);
  mkdirSync(join(scratch, 'e-1'));
  const link = join(scratch, 'e-1', 'book');
  symlinkSync(secrets, link);
  const { run } = await machine();
  expect((await run(bot, [link], { engine: 'e-1' })).stdout).toBe('nothing\n');
});

import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { asPlainUser } from '../../tests/support/plain-user.ts';
import { FileChanged, replaceFile, stampOf } from './replace-file.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'plywire-replace-'))));
afterEach(() => rmSync(folder, { recursive: true }));
const at = (name: string): string => join(folder, name);
const text = (name: string): string => readFileSync(at(name), 'utf8');

it('makes a new file, and replaces one with its mode, through a link', async () => {
  await replaceFile(at('a'), [Buffer.from('o'), Buffer.from('ne')]);
  expect(text('a')).toBe('one');
  chmodSync(at('a'), 0o640);
  mkdirSync(at('in'));
  symlinkSync(at('a'), at('in/link'));
  const stamp = await replaceFile(at('in/link'), [Buffer.from('two')]);
  expect([text('a'), statSync(at('a')).mode & 0o777]).toEqual(['two', 0o640]);
  expect(await stampOf(at('in/link'))).toEqual(stamp);
  expect(readdirSync(folder)).toEqual(['a', 'in']);
  expect(readdirSync(at('in'))).toEqual(['link']);
});

it('shows nothing of a private file while it is written', async () => {
  writeFileSync(at('a'), 'one', { mode: 0o600 });
  const modes: number[] = [];
  const watched = function* (): Generator<Uint8Array> {
    for (const name of readdirSync(folder)) modes.push(statSync(at(name)).mode & 0o777);
    yield Buffer.from('two');
  };
  await replaceFile(at('a'), watched());
  expect([modes, text('a')]).toEqual([[0o600, 0o600], 'two']);
});

it('replaces nothing that has changed meanwhile, nor a file that should not be there', async () => {
  writeFileSync(at('a'), 'one');
  const before = await stampOf(at('a'));
  const slowly = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from('two');
    writeFileSync(at('a'), 'theirs');
    await Promise.resolve();
  };
  await expect(replaceFile(at('a'), slowly(), before)).rejects.toThrow(FileChanged);
  expect(text('a')).toBe('theirs');
  await expect(replaceFile(at('a'), [Buffer.from('x')], null)).rejects.toThrow(FileChanged);
  expect([text('a'), readdirSync(folder)]).toEqual(['theirs', ['a']]);
});

it('leaves the old file and nothing else where writing fails', async () => {
  writeFileSync(at('a'), 'one');
  const broken = function* (): Generator<Uint8Array> {
    yield Buffer.from('tw');
    throw new Error('the disk is gone');
  };
  await expect(replaceFile(at('a'), broken())).rejects.toThrow('the disk is gone');
  expect([text('a'), readdirSync(folder)]).toEqual(['one', ['a']]);
  await expect(replaceFile(at('none/a'), [])).rejects.toThrow('ENOENT');
});

it('leaves a file alone that may only be read', async () => {
  writeFileSync(at('a'), 'one');
  chmodSync(at('a'), 0o444);
  await asPlainUser([folder, at('a')], () =>
    expect(replaceFile(at('a'), [Buffer.from('two')])).rejects.toMatchObject({ code: 'EACCES' }),
  );
  expect([text('a'), readdirSync(folder)]).toEqual(['one', ['a']]);
});

it('takes a name as long as a name may be', async () => {
  const name = 'x'.repeat(255);
  await replaceFile(at(name), [Buffer.from('one')]);
  expect(text(name)).toBe('one');
});

it('looks at files alone', async () => {
  await expect(stampOf(folder)).rejects.toThrow('is a folder or a device');
  expect(await stampOf(at('none'))).toBe(null);
});

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { requireFresh, requireOwn } from './match-folder.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'plywire-folder-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  ['wires', 'folder'],
  ['match.jsonl', 'file'],
  ['openings.txt', 'file'],
])('refuses the folder of a match with a link called %s, whatever it leads to', async (name, kind) => {
  const [match, elsewhere] = [join(folder, 'match'), join(folder, 'elsewhere')];
  mkdirSync(match);
  symlinkSync(elsewhere, join(match, name));
  const words = `${join(match, name)} is a link, and a match uses a ${kind} in its own folder only.`;
  expect(() => requireOwn(match)).toThrow(words);
  if (kind === 'folder') mkdirSync(elsewhere);
  else writeFileSync(elsewhere, '');
  expect(() => requireOwn(match)).toThrow(words);
  await expect(requireFresh(match)).rejects.toThrow(words);
});

it('refuses a folder in the place of a file, and a file in the place of a folder', () => {
  mkdirSync(join(folder, 'match.jsonl'));
  expect(() => requireOwn(folder)).toThrow('match.jsonl is not a file.');
  rmSync(join(folder, 'match.jsonl'), { recursive: true });
  writeFileSync(join(folder, 'wires'), '');
  expect(() => requireOwn(folder)).toThrow('wires is not a folder.');
});

it('takes a folder with files of its own, and one without', () => {
  requireOwn(join(folder, 'missing'));
  mkdirSync(join(folder, 'wires'));
  for (const name of ['match.jsonl', 'openings.txt']) writeFileSync(join(folder, name), '');
  requireOwn(folder);
});

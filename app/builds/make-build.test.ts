import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { TellerFacts } from '../evaluations/tellers.ts';
import { buildOf } from './make-build.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plywire-build-'));
  mkdirSync(join(folder, 'data'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** What a program with this content lacks. @param size to which it is made longer */
async function lacksOf(content: string, args: readonly string[] = [], size?: number) {
  const path = join(folder, 'mine');
  writeFileSync(path, content);
  if (size !== undefined) truncateSync(path, size);
  const facts: TellerFacts = {
    ...{ engine: null, name: 'Mine', protocol: 'cfp', settings: {}, options: {} },
    launch: {
      ...{ file: path, interpreter: null, interpreterArgs: [], args, folder: null },
      ...{ environment: {}, bundled: false, sandbox: true },
    },
  };
  const file = { file: 'mine', path, sha256: 'f'.repeat(64), bytes: 1 };
  return (await buildOf('e'.repeat(64), facts, [file])).lacks.join(' ');
}

it.each([
  ['#!/usr/bin/env node\n', [], 'It is a script'],
  ['\u007fELF $ORIGIN/../lib', [], 'libraries from beside its program'],
  ['\u007fELF', ['--data=data'], 'The folder data that it is started with'],
] as const)('says what it may lack: %j %j', async (content, args, words) =>
  expect(await lacksOf(content, args)).toContain(words),
);

it('lacks nothing that can be seen, also with an argument too long for a name', async () =>
  expect(await lacksOf('\u007fELF', ['', `--text=${'x'.repeat(5000)}`])).toBe(''));

it('reads no more of a large program than it must', async () => {
  expect(await lacksOf('#!/bin/sh\n', [], 3 * 1024 ** 3)).toContain('It is a script');
  const block = 1024 ** 2;
  expect(await lacksOf(`${'\0'.repeat(block - 3)}$ORIGIN`, [], 3 * 1024 ** 3)).toContain('libraries');
});

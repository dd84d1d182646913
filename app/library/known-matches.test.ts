import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { KnownMatches } from './known-matches.ts';

function freshPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plywire-known-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'known-matches.json');
}

const hash = (text: string | number): string => createHash('sha256').update(String(text)).digest('hex');

it('knows a match by all of its lines, also in the next process', async () => {
  const path = freshPath();
  const { matches, trouble } = await KnownMatches.open(path);
  expect([trouble, matches.knows([hash('head')])]).toEqual([null, false]);
  await matches.remember([hash('head')]);
  expect(matches.knows([hash('head')])).toBe(true);
  const { matches: next } = await KnownMatches.open(path);
  expect(next.knows([hash('head')])).toBe(true);
  expect(next.knows([hash('head'), hash('joined')])).toBe(false);
  await next.remember([hash('joined')]);
  // The first process has not read what the second one wrote.
  await matches.remember([hash('other')]);
  const { matches: last } = await KnownMatches.open(path);
  expect(last.knows(['head', 'joined'].map(hash))).toBe(true);
});

it('forgets the oldest', async () => {
  const path = freshPath();
  const { matches } = await KnownMatches.open(path);
  await matches.remember([hash('first')]);
  await matches.remember(Array.from({ length: 1999 }, (_, at) => hash(at)));
  // One that is trusted again is not the oldest any more.
  await matches.remember([hash('first')]);
  await matches.remember([hash('last')]);
  expect(['first', 'last', 0, 1].map((text) => matches.knows([hash(text)]))).toEqual([
    true,
    true,
    false,
    true,
  ]);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toHaveLength(2000);
});

it('trusts nothing by a file that cannot be read, and plays on if it cannot be written', async () => {
  const path = freshPath();
  writeFileSync(path, '[');
  const { matches, trouble } = await KnownMatches.open(path);
  expect(trouble).toContain('known-matches.json.unreadable');
  expect(matches.knows([hash('head')])).toBe(false);
  const faults: unknown[] = [];
  const { matches: stuck } = await KnownMatches.open(join(path, 'known-matches.json'), {
    onWritten: (error) => faults.push(error?.name),
  });
  writeFileSync(path, '[]');
  await stuck.remember([hash('head')]);
  expect(faults).toEqual(['Error']);
});

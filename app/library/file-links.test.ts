import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FileLinks, mostRecent, type FileLink, type Standing } from './file-links.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'plywire-links-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const open = async (): Promise<FileLinks> => (await FileLinks.open(join(folder, 'files.json'))).links;
const link = (path: string): FileLink => ({
  ...{ path, form: 'sgf', at: 0, written: 'a'.repeat(64), saved: 'b'.repeat(64) },
  ...{ unread: null, accepted: [] },
});

const nowhere = (): Standing => 'nowhere';

it('remembers games, files and choices across starts', async () => {
  const links = await open();
  await links.link('g-1', link('/a.sgf'), nowhere);
  await links.choose('/a.sgf', { form: 'ishtar', game: 'quoridor' });
  await links.remember('/a.sgf', 1);
  await links.remember('/b.sgf', 2);
  await links.remember('/a.sgf', 3);
  const again = await open();
  expect(again.linkOf('g-1')).toEqual(link('/a.sgf'));
  expect(again.linkOf('g-2')).toBe(null);
  expect(again.choiceOf('/a.sgf')).toEqual({ form: 'ishtar', game: 'quoridor' });
  expect(again.recent).toEqual([
    { path: '/a.sgf', openedAt: 3 },
    { path: '/b.sgf', openedAt: 2 },
  ]);
  expect([...again.paths()]).toEqual(['/a.sgf', '/b.sgf']);
  await again.choose('/a.sgf', null);
  await again.unlink(['g-1', 'g-2']);
  await again.remember('/b.sgf', null);
  const last = await open();
  expect([last.choiceOf('/a.sgf'), last.linkOf('g-1'), last.recent.length]).toEqual([null, null, 1]);
});

it('forgets the oldest of many', async () => {
  const links = await open();
  for (let at = 0; at < mostRecent + 5; at++) void links.remember(`/${at}.sgf`, at);
  for (let at = 0; at < 1005; at++) void links.link(`g-${at}`, link('/a.sgf'), nowhere);
  await links.save();
  const again = await open();
  expect(again.recent).toHaveLength(mostRecent);
  expect(again.recent[0]).toEqual({ path: `/${mostRecent + 4}.sgf`, openedAt: mostRecent + 4 });
  expect([again.linkOf('g-4'), again.linkOf('g-5')]).toEqual([null, link('/a.sgf')]);
  expect(readFileSync(join(folder, 'files.json'), 'utf8')).toContain('"version": 1');
});

it('keeps the links of open games, and of stored ones before those that are nowhere', async () => {
  const links = await open();
  const standings: Readonly<Record<string, Standing>> = { 'g-0': 'open', 'g-1': 'stored', 'g-2': 'nowhere' };
  const standingOf = (game: string): Standing => standings[game] ?? 'stored';
  for (let at = 0; at < 1002; at++) void links.link(`g-${at}`, link('/a.sgf'), standingOf);
  await links.save();
  const kept = [0, 1, 2, 3].map((at) => links.linkOf(`g-${at}`) !== null);
  // Of the two too many, one was nowhere; the other is the oldest that is stored.
  expect(kept).toEqual([true, false, false, true]);
});

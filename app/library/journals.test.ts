import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { endedJournals, openedAt, type OwnJournals } from './journals.ts';
import { beingOf } from './running/birth.ts';
import type { Host } from './running/register.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'plywire-journals-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const noon = Date.parse('2026-11-21T12:00:00.000Z');
const hour = 3_600_000;
const day = 24 * hour;
let count = 0;

/** A journal of a session that began then; the last byte is a minute younger. */
function put(at: number): string {
  const stamp = new Date(at).toISOString().replaceAll(/[:.]/g, '-');
  const path = join(folder, `${stamp}-s-${(++count).toString(16).padStart(10, '0')}.journal`);
  writeFileSync(path, 'x'.repeat(10));
  utimesSync(path, at / 1000 + 60, at / 1000 + 60);
  return path;
}

const nothing: OwnJournals = { running: new Set(), ended: new Set() };
const host = (at: number): Host => ({
  path: '/running/1.jsonl',
  // This very process: one that runs, whenever it says that it began.
  being: { ...beingOf(process.pid, Date.now()), at },
  wards: [],
  wants: new Set(),
  holds: null,
});
const ended = (own = nothing, hosts: Host[] = [], days = 0) =>
  endedJournals(
    folder,
    days,
    () => own,
    () => Promise.resolve(hosts),
    noon,
  );

it('reads when a session was opened off the name of its journal', () => {
  expect(openedAt('2026-11-21T12-00-00-000Z-s-0123456789.journal')).toBe(noon);
  for (const name of ['x.journal', '2026-11-21T12-00-00-000Z-s-0123456789.journal.bak', 'notes.txt']) {
    expect(openedAt(name)).toBe(null);
  }
});

it('takes the journals that no session has, and no other file', async () => {
  const [first, second] = [put(noon - hour), put(noon - day)];
  writeFileSync(join(folder, 'notes.txt'), 'mine');
  const found = await ended();
  expect([...found.paths].sort()).toEqual([second, first]);
  expect(found).toMatchObject({ bytes: 20, inUse: 0 });
});

it('leaves those alone whose session runs here', async () => {
  const [running, over] = [put(noon - hour), put(noon - hour)];
  expect(await ended({ running: new Set([running]), ended: new Set() })).toEqual({
    paths: [over],
    bytes: 10,
    inUse: 1,
  });
});

it('leaves those alone that began while another Plywire ran, save for our own that ended', async () => {
  const before = put(noon - 3 * hour);
  const theirs = put(noon - hour);
  const ours = put(noon - hour);
  const found = await ended({ running: new Set(), ended: new Set([ours]) }, [host(noon - 2 * hour)]);
  expect([...found.paths].sort()).toEqual([before, ours]);
  expect(found.inUse).toBe(1);
  expect(found.paths).not.toContain(theirs);
});

it('does not mind a Plywire that runs no more', async () => {
  const path = put(noon - hour);
  const dead = host(noon - 2 * hour);
  const gone = { ...dead, being: { ...dead.being, exact: 'another boot' } };
  expect((await ended(nothing, [gone])).paths).toEqual([path]);
  // Where nobody can say who is who, it might be running.
  const doubtful = { ...dead, being: { ...dead.being, exact: null } };
  expect((await ended(nothing, [doubtful])).paths).toEqual([]);
});

it('takes those alone that were not written to for so many days', async () => {
  const [old] = [put(noon - 8 * day), put(noon - 6 * day)];
  expect((await ended(nothing, [], 7)).paths).toEqual([old]);
});

it('is nothing where there is no folder', async () => {
  rmSync(folder, { recursive: true });
  expect(await ended()).toEqual({ paths: [], bytes: 0, inUse: 0 });
});

import { mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Journal } from '../sessions/journal/journal.ts';
import { closingText } from '../sessions/journal/closing.ts';
import { systemClock } from '../sessions/clock.ts';
import { JournalShelf } from './journal-shelf.ts';
import { bytesOf, endedJournals, journalCalled, journalOf, nameOf, type OwnJournals } from './journals.ts';
import { identityOf } from './running/birth.ts';
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
  being: { ...identityOf(process.pid, Date.now()), at },
  owned: [],
  wants: new Set(),
  holds: new Set(),
});
async function ended(own = nothing, hosts: Host[] = [], days = 0) {
  const { journals, inUse } = await endedJournals(
    folder,
    days,
    () => own,
    () => Promise.resolve(hosts),
    noon,
  );
  return { paths: journals.map(({ path }) => path), bytes: bytesOf(journals), inUse: inUse.length };
}

/**
 * A real journal that began then, of a session of this Plywire; `closed` with an account of its ending.
 * @param word of the ending @param micros how long it ran
 */
async function write(
  at: number,
  owner: string | null,
  closed: boolean,
  word = 'quit',
  micros = 1000,
): Promise<string> {
  const path = put(at);
  rmSync(path);
  const listener = { onPressure: () => {}, onQuota: () => {}, onFault: () => {} };
  const facts = { session: nameOf(basename(path))!.id, owner };
  const journal = new Journal({ path, facts, quotaBytes: 1e6, clock: systemClock, epoch: 0, listener });
  const closing = {
    session: facts.session,
    ending: { word, reason: 'a reason' },
    ...{ oddities: {}, lines: { sent: 0, heard: 0, stderr: 0 } },
  };
  if (closed) journal.text('***', closingText(closing), micros / 1000);
  await journal.close();
  return path;
}

describe('the last session', () => {
  const last = async () => (await journalCalled(folder, 'last'))!.path;

  it('is the one at fault of those that ran with the newest', async () => {
    const fault = await write(noon - 100, 'a', true, 'stalled', 2_000_000);
    await write(noon, 'a', true);
    expect(await last()).toBe(fault);
  });

  it('is the newest where it is at fault itself, or the other one was over before, or is of another Plywire', async () => {
    await write(noon - day, 'a', true, 'crashed', 2_000_000);
    await write(noon - 50, 'b', true, 'crashed', 2_000_000);
    await write(noon - 40, 'a', true, 'quit', 2_000_000);
    const newest = await write(noon, 'a', true);
    expect(await last()).toBe(newest);
    await write(noon + 10, 'a', true, 'crashed', 2_000_000);
    const faulty = await write(noon + 20, 'a', true, 'crashed');
    expect(await last()).toBe(faulty);
  });
});

it('lists a running session with the answer that lost its game', async () => {
  const path = await write(noon, 'a', false);
  const forfeit = { word: 'illegal', reason: 'column 3 is full' };
  const own = { ...nothing, running: new Set([path]), lost: new Map([[path, forfeit]]) };
  const shelf = new JournalShelf(
    folder,
    () => own,
    () => Promise.resolve([]),
  );
  const { journals } = await shelf.page({ filter: '', limit: 10 });
  expect(journals).toMatchObject([{ ending: { kind: 'running' }, forfeit }]);
});

it('reads when a session was opened off the name of its journal', () => {
  const id = 's-0123456789';
  expect(nameOf(`2026-11-21T12-00-00-000Z-${id}.journal`)).toEqual({ id, openedAt: noon });
  for (const name of ['x.journal', '2026-11-21T12-00-00-000Z-s-0123456789.journal.bak', 'notes.txt']) {
    expect(nameOf(name)).toBe(null);
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
  // Where processes cannot be told apart, it might be running.
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

it('asks a journal that began while another Plywire ran whose it is, and whether it is over', async () => {
  const other = { ...host(noon - 2 * hour), path: '/running/9-abc.jsonl' };
  const over = await write(noon - hour, '9-abc', true);
  const theirs = await write(noon - hour, '9-abc', false);
  const died = await write(noon - hour, '8-def', false);
  const nobodys = await write(noon - hour, null, false);
  const found = await ended(nothing, [other]);
  expect([...found.paths].sort()).toEqual([over, died].sort());
  expect(found.inUse).toBe(2);
  expect(found.paths).not.toContain(theirs);
  expect(found.paths).not.toContain(nobodys);
});

it('finds the journal of a session, and says if there are none', async () => {
  const path = put(noon);
  const { id } = nameOf(basename(path))!;
  expect(await journalOf(folder, id)).toBe(path);
  await expect(journalOf(folder, 's-ffffffffff')).rejects.toThrow('There is no journal of a session');
  // A link is not a journal.
  const link = join(folder, '2026-11-21T12-00-00-000Z-s-0123456789.journal');
  symlinkSync(path, link);
  await expect(journalOf(folder, 's-0123456789')).rejects.toThrow('There is no journal');
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../sessions/clock.ts';
import { Journal } from '../sessions/journal/journal.ts';
import { BadJournal } from '../sessions/journal/reader.ts';
import type { HitPage } from './search.ts';
import { BadQuery, Searcher } from './searcher.ts';
import type { LineQuery } from '../shapes/recordings.ts';

const program = fileURLToPath(new URL('../../dist/app/search-thread.cjs', import.meta.url));
const listener = { onPressure: () => {}, onQuota: () => {}, onFault: () => {} };

let folder: string;
let path: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plywire-searcher-'));
  path = join(folder, 'session.journal');
  const made = new Journal({ path, facts: {}, quotaBytes: 1e9, clock: systemClock, epoch: 0, listener });
  for (let at = 0; at < 20; at++) made.chunk('<--', Buffer.from('info depth 1\n'.repeat(5000)), at);
  made.chunk('<--', Buffer.from(`${'a'.repeat(40)}!\n`), 20);
  await made.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let searcher: Searcher;
afterEach(() => searcher.close());

const page: HitPage = { from: null, way: 'before', most: 2 };
const query = (text: string, regex = false): LineQuery => ({
  text,
  regex,
  exact: false,
  directions: ['sent', 'typed', 'heard', 'stderr', 'note'],
});

describe('the searcher', () => {
  it('searches one after the other and several at once, and tells how far it has come', async () => {
    searcher = new Searcher(program);
    const reached: number[] = [];
    const found = await searcher.search(path, query('depth'), page, undefined, (bytes) =>
      reached.push(bytes),
    );
    expect(found).toMatchObject({ count: 100_000, before: 99_998, lines: 100_001 });
    expect(found.hits.map(({ line }) => line)).toEqual([99_999, 100_000]);
    expect(reached.length).toBeGreaterThan(2);
    expect(reached).toEqual(reached.toSorted((a, b) => a - b));
    const counts = await Promise.all(
      ['info', '!', 'no'].map(async (text) => (await searcher.search(path, query(text), page)).count),
    );
    expect(counts).toEqual([100_000, 1, 0]);
    const lines = await searcher.lines(path, 100_000, 10, 1000);
    expect(lines.map(({ text }) => text)).toEqual(['info depth 1', `${'a'.repeat(40)}!`]);
  });

  it('gives up an expression that takes for ever, and goes on', async () => {
    searcher = new Searcher(program, 3000);
    const hostile = searcher.search(path, query('^(a+)+$', true), page);
    await expect(hostile).rejects.toThrow(BadQuery);
    await expect(hostile).rejects.toThrow(
      /^The search was stopped: it made no progress for 3 s after line \d+$/,
    );
    await expect(hostile).rejects.toHaveProperty('advice', expect.stringContaining('(a+)+'));
    expect((await searcher.search(path, query('^a+!$', true), page)).count).toBe(1);
  });

  it('says what is wrong with an expression, a file and a journal', async () => {
    searcher = new Searcher(program);
    await expect(searcher.search(path, query('(', true), page)).rejects.toThrow(BadQuery);
    await expect(searcher.search(path, query('(', true), page)).rejects.toThrow('Unterminated group');
    await expect(searcher.search(program, query('a'), page)).rejects.toThrow(BadJournal);
    await expect(searcher.lines(join(folder, 'none'), 1, 1, 1)).rejects.toThrow('ENOENT');
  });

  it('ends at once when it is aborted', async () => {
    searcher = new Searcher(program);
    const stop = new AbortController();
    const searching = searcher.search(path, query('^(a+)+$', true), page, stop.signal);
    stop.abort();
    await expect(searching).rejects.toHaveProperty('name', 'AbortError');
    await expect(searcher.search(path, query('a'), page, stop.signal)).rejects.toHaveProperty(
      'name',
      'AbortError',
    );
    const open = searcher.search(path, query('^(a+)+$', true), page);
    searcher.close();
    await expect(open).rejects.toThrow('the search was ended');
  });
});

/**
 * A large journal, opened as a window does: its first lines are available before the rest has been read, and any of
 * them afterwards.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OpenReplay } from '../../app/replay/opened.ts';
import { openRecording } from '../../app/replay/recording.ts';
import { spokenIn } from '../../app/replay/replay.ts';
import { ReplayIndex } from '../../app/replay/replay-index.ts';
import { writeLargeJournal } from '../support/large-journal.ts';
import { long } from '../support/long.ts';

const bytes = 50_000_000;
const folder = mkdtempSync(join(tmpdir(), 'plywire-opened-'));
const path = join(folder, 'large.journal');
let searches: number;
beforeAll(async () => (searches = await writeLargeJournal(path, bytes)), 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('shows the first lines at once and all at the end, with little in memory and on disk', long, async () => {
  const recording = await openRecording(path);
  const spoolPath = join(folder, 'index');
  const index = new ReplayIndex({ path: spoolPath, file: await open(spoolPath, 'wx+', 0o600) });
  const replay = new OpenReplay(recording, await spokenIn(recording, 'auto'), index);
  const before = process.memoryUsage();
  const running = replay.run(new AbortController().signal);
  while (replay.counts.lines < 100) await new Promise((resolve) => setImmediate(resolve));
  const first = await replay.page(0, 60);
  expect(first.length).toBeGreaterThan(20);
  expect(replay.read).toBeLessThan(bytes / 4);
  await running;
  const { lines, rows, requests, answered, moves } = replay.counts;
  expect({ requests, answered, moves }).toMatchObject({
    requests: 3 * searches + 1,
    answered: 3 * searches + 1,
  });
  expect(moves).toBeGreaterThanOrEqual(searches);
  expect(process.memoryUsage().arrayBuffers - before.arrayBuffers).toBeLessThan(bytes / 2);
  expect(statSync(join(folder, 'index')).size).toBeLessThan(bytes / 4);
  // Anywhere by line, by row and by time, with the same result.
  for (const share of [0, 0.1, 0.5, 0.999]) {
    const line = await replay.line(Math.max(1, Math.floor(lines * share)));
    const [same] = await replay.page(line!.row, 1);
    expect(same).toEqual(line);
    const then = await replay.lineAt(line!.passed.seconds);
    expect(then!.passed.seconds).toBe(line!.passed.seconds);
  }
  const last = await replay.lineAtRow(rows - 1);
  expect(last!.passed.line).toBe(lines);
  const focus = await replay.focus(last!);
  expect(focus.place?.position).toBe('7/7/7/7/7/7 x');
  expect(await replay.find(lines, 1, { wanted: 'line' })).toBeNull();
  expect(await replay.find(lines, -1, { wanted: 'oddity' })).toBeNull();
  await replay.close();
  expect(statSync(folder).isDirectory()).toBe(true);
  expect(() => statSync(join(folder, 'index'))).toThrow('ENOENT');
});

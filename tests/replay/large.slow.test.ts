/** A large journal: opened at once, and never in memory as a whole. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRecording } from '../../app/replay/recording.ts';
import { replay, spokenIn } from '../../app/replay/replay.ts';
import { long } from '../support/long.ts';
import { writeLargeJournal } from '../support/large-journal.ts';

const bytes = 50_000_000;

describe('a journal of 50 MB', { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'plywire-large-'));
  const path = join(folder, 'large.journal');
  let searches: number;
  beforeAll(async () => (searches = await writeLargeJournal(path, bytes)), 120_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('gives its first lines after a small part of it was read', async () => {
    expect(statSync(path).size).toBeGreaterThan(bytes);
    const before = process.memoryUsage();
    const recording = await openRecording(path);
    for await (const events of replay(recording, await spokenIn(recording, 'auto'))) {
      if (events.some(({ kind }) => kind === 'heard')) break;
    }
    const after = process.memoryUsage();
    expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(bytes / 10);
  });

  it('is understood to its last line, a piece at a time', long, async () => {
    const recording = await openRecording(path);
    let [answers, most] = [0, 0];
    for await (const events of replay(recording, await spokenIn(recording, 'auto'))) {
      most = Math.max(most, events.length);
      for (const event of events) {
        if (event.kind === 'heard' && event.move !== undefined) answers += event.answers?.length ?? 0;
        if (event.kind === 'summary') {
          expect(event).toMatchObject({
            requests: 3 * searches + 1,
            answered: 3 * searches + 1,
            ending: 'quit',
          });
        }
      }
    }
    // Each bestmove answers its search and the `stop` that it was held until.
    expect(answers).toBe(2 * searches);
    expect(most).toBeLessThan(20_000);
  });
});

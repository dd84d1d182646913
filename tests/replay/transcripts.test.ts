/**
 * What Plywire understands of each recording of a real program, pinned line by line, as an engine's author reads it.
 * Compare any change here with the recording.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ReplayEvent } from '../../app/replay/events.ts';
import { openRecording } from '../../app/replay/recording.ts';
import { replay, spokenIn } from '../../app/replay/replay.ts';

const folder = join(import.meta.dirname, '..', 'transcripts');
const names = readdirSync(folder).map((file) => file.replace(/\.txt$/, ''));

async function eventsOf(name: string): Promise<readonly ReplayEvent[]> {
  const recording = await openRecording(join(folder, `${name}.txt`));
  const events: ReplayEvent[] = [];
  for await (const piece of replay(recording, await spokenIn(recording, 'auto'))) events.push(...piece);
  return events;
}

describe.each(names)('%s', (name) => {
  it('is understood as it was', async () => {
    const lines = (await eventsOf(name)).map((event) => `${JSON.stringify(event)}\n`);
    await expect(lines.join('')).toMatchFileSnapshot(join(import.meta.dirname, 'golden', `${name}.jsonl`));
  });

  it('is known by its own protocol, tells each line, and answers only what was asked before', async () => {
    const [first, ...events] = await eventsOf(name);
    expect(first).toMatchObject({ kind: 'protocol', protocol: name.split('_')[0] });
    const summary = events.at(-1);
    if (summary?.kind !== 'summary') throw new Error('the summary is not the last event');
    const told = new Set(events.flatMap((event) => ('seconds' in event ? [event.line] : [])));
    expect(told.size).toBe(summary.lines);
    const asked = new Set(
      events.flatMap((event) => (event.kind === 'sent' && event.asks ? [event.line] : [])),
    );
    expect(asked.size).toBe(summary.requests);
    let before = 0;
    for (const event of events) {
      if (event.kind === 'summary') continue;
      expect(event.line).toBeGreaterThanOrEqual(before);
      before = event.line;
      if (event.kind !== 'heard' && event.kind !== 'settled') continue;
      for (const line of event.answers ?? []) {
        expect(line).toBeLessThan(event.line);
        expect(asked.delete(line), `line ${line} is answered twice, or asks nothing`).toBe(true);
      }
    }
    expect(asked.size).toBe(summary.requests - summary.answered);
  });
});

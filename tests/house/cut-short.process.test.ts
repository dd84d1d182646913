/**
 * The host is killed while an engine prints, and the last entry of the journal is torn. After that the session is
 * listed as cut short with the lost bytes, and everything before is readable in the list, as text and in the replay.
 */
import { readdirSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openRecording } from '../../app/replay/recording.ts';
import { readJournal } from '../../app/sessions/journal/reader.ts';
import { eventually } from '../support/eventually.ts';
import type { Client } from '../support/contract-client.ts';
import { addTicker, SharedHome } from './shared-home.ts';

const ticksIn = (text: string): number[] =>
  [...text.matchAll(/info tick (\d+)\n/g)].map(([, tick]) => Number(tick));

/** Its entry in the list; undefined if none. */
const found = async (client: Client, journal: string) =>
  (await client.journals.list({ filter: journal, limit: 1 })).journals[0];

async function textOf(client: Client, journal: string): Promise<string> {
  let text = '';
  for await (const piece of await client.journals.text({ journal })) text += piece;
  return text;
}

it('costs the last line alone', { timeout: 120_000 }, async () => {
  const house = new SharedHome();
  let left: readonly string[];
  try {
    const first = await house.start();
    const engine = await addTicker(first.client);
    await first.client.analysis.start({ engine, protocol: 'cfp' });
    const journal = (await first.state()).analyses[0]!.session!;
    // While it prints, it is listed as running.
    expect(await found(first.client, journal)).toMatchObject({
      journal,
      title: 'Ticker',
      ending: { kind: 'running' },
    });
    await eventually(async () => ticksIn(await textOf(first.client, journal)).length).toBeGreaterThan(50);
    await first.host.end('SIGKILL');
    first.close();

    const folder = join(house.kept, 'journals');
    const path = join(
      folder,
      readdirSync(folder).find((name) => name.includes(journal))!,
    );
    const ends: number[] = [];
    const heard: string[] = [];
    const whole = readJournal(path);
    for await (const { mark, bytes } of whole) {
      heard.push(mark === '<--' ? bytes.toString() : '');
      ends.push(bytes.length);
    }
    const size = statSync(path).size - whole.torn;
    // In the middle of the last whole entry.
    truncateSync(path, size - Math.ceil(ends.at(-1)! / 2) - 1);

    const second = await house.start();
    await eventually(() => house.tickers()).toEqual([]);
    const cut = (await found(second.client, journal))!;
    expect(cut).toMatchObject({ journal, title: 'Ticker', protocol: 'cfp', oddities: null, lines: null });
    if (cut.ending.kind !== 'cut short') throw new Error(cut.ending.kind);
    expect(cut.ending.lost).toBeGreaterThan(0);
    expect(cut.ending.lost).toBeLessThan(ends.at(-1)! + 48);

    const before = ticksIn(heard.slice(0, -1).join(''));
    // An entry holds the lines that came at once, and the last may hold most of them.
    expect(before.length).toBeGreaterThan(0);
    expect(ticksIn(await textOf(second.client, journal))).toEqual(before);
    const replayed: string[] = [];
    let unreadable = 0;
    for await (const entries of (await openRecording(path)).entries()) {
      for (const { direction, text } of entries) {
        if (direction === 'heard') replayed.push(`${text}\n`);
        if (direction === 'unreadable') unreadable++;
      }
    }
    expect(ticksIn(replayed.join(''))).toEqual(before);
    expect(unreadable).toBe(1);

    // It no longer belongs to a running host, and can be deleted and restored.
    const { undo } = await second.client.journals.remove({ journal });
    expect(await found(second.client, journal)).toBeUndefined();
    await second.client.storage.restore({ undo: undo! });
    expect(await found(second.client, journal)).toEqual(cut);
  } finally {
    left = await house.close();
  }
  expect(left).toEqual([]);
});

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { LineQuery, SearchEvent } from './contract.ts';
import { openHouse, type House } from './testing/house.ts';

let house: House;
/** Of a session that has said much and still runs. */
let journal: string;

const wait = { timeout: 30_000, interval: 10 };

beforeAll(async () => {
  house = await openHouse();
  const engine = await house.add('Flooder', '--flood', '3000000');
  await house.client.analysis.start({ engine, protocol: 'cfp' });
  const session = house.analysis.session!;
  journal = session.id;
  await vi.waitFor(() => expect(session.journalBytes).toBeGreaterThan(3_000_000), wait);
});
afterAll(async () => expect(await house.close()).toEqual([]));

async function searched(
  text: string,
  { from, of = journal, ...more }: Partial<LineQuery> & { from?: number; of?: string } = {},
) {
  const directions: LineQuery['directions'] = ['sent', 'typed', 'heard', 'stderr', 'note'];
  const query = { text, regex: false, exact: false, directions, ...more };
  const events: SearchEvent[] = [];
  for await (const event of await house.client.finding.search({ journal: of, query, from, most: 3 })) {
    events.push(event);
  }
  const last = events.pop();
  if (last?.kind !== 'found') throw new Error('a search ended without an answer');
  expect(events.every(({ kind }) => kind === 'progress')).toBe(true);
  return last;
}

describe('finding lines', () => {
  it('looks through the journal of a session that runs, its last line included', async () => {
    const { client } = house;
    const info = await searched('INFO DEPTH');
    expect(info.count).toBeGreaterThan(30_000);
    expect(info.before).toBe(info.count - 3);
    expect((await searched('INFO DEPTH', { exact: true })).count).toBe(0);
    const [first] = info.hits;
    const earlier = await searched('info depth', { from: first!.line });
    expect(earlier.hits.map(({ line }) => line)).toEqual([3, 2, 1].map((back) => first!.line - back));

    await client.sessions.send({ session: journal, line: 'was this said' });
    const { hits } = await searched('^was .* said$', { regex: true });
    expect(hits).toMatchObject([{ text: 'was this said', direction: 'sent', typed: true }]);
    const { line, seconds } = hits[0]!;
    const around = await client.finding.lines({ journal, from: line - 1, count: 2 });
    expect(around).toHaveLength(2);
    expect(around[1]).toEqual({
      ...{ line, seconds, direction: 'sent', typed: true, text: 'was this said', cut: 0 },
    });
  });

  it('refuses in words what cannot be looked for', async () => {
    const refused = (words: string) => ({ code: 'REFUSED', message: expect.stringContaining(words) });
    await expect(searched('(', { regex: true })).rejects.toMatchObject(refused('Unterminated group'));
    await expect(searched('a', { of: 's-none' })).rejects.toMatchObject(refused('session'));
    const lines = house.client.finding.lines({ journal: 's-none', from: 1, count: 1 });
    await expect(lines).rejects.toMatchObject(refused('session'));
    // At once, not only when the stream is read.
    const query: LineQuery = { text: 'a', regex: false, exact: false, directions: ['heard'] };
    const nowhere = house.client.finding.search({ journal: 's-none', query });
    await expect(nowhere).rejects.toMatchObject(refused('session'));
    await expect(searched('a\nb')).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});

/** Whatever session there was: what `plywire bundle` makes of it opens in a window, and every figure of it fits. */
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { long } from '../../tests/support/long.ts';
import { headOf, type Mark } from '../sessions/journal/blocks.ts';
import { openHouse, type House } from './testing/house.ts';

let house: House;
beforeAll(async () => (house = await openHouse()));
afterAll(async () => expect(await house.close()).toEqual([]));

interface Written {
  readonly mark: Mark;
  readonly bytes: Buffer;
  /** Microseconds since the entry before. */
  readonly after: number;
}

interface Recorded {
  readonly facts: Readonly<Record<string, unknown>>;
  readonly entries: readonly Written[];
  /** How often the entries stand in the journal: a long session has many pieces. */
  readonly times: number;
  /** Bytes that its end lacks. */
  readonly torn: number;
}

const spoken = fc.constantFrom(
  ...['cfp', 'cfpok', 'id name e', 'isready', 'readyok', 'position startpos moves 4 4', 'go', 'stop'],
  ...['info depth 9 score 0.33 pv 4 4', 'bestmove 4', 'bestmove 9', 'quit', '', '/home/alice/net'],
);
const lines = fc.array(spoken, { maxLength: 12 }).map((all) => Buffer.from(`${all.join('\n')}\n`));
const anything = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes));

const entry = fc.record({
  mark: fc.constantFrom<Mark>('-->', '==>', '<--', '<!!', '###'),
  bytes: fc.oneof({ weight: 4, arbitrary: lines }, anything),
  after: fc.oneof(fc.nat(2000), fc.nat(2 ** 40)),
});

const recorded: fc.Arbitrary<Recorded> = fc.record({
  facts: fc.record(
    { title: fc.string(), startedAt: fc.constant('2026-01-01T00:00:00.000Z'), engine: fc.json() },
    { requiredKeys: [] },
  ),
  entries: fc.array(entry, { minLength: 1, maxLength: 30 }),
  times: fc.constantFrom(1, 1, 7, 150),
  torn: fc.constantFrom(0, 0, 3),
});

function journalOf({ facts, entries, times, torn }: Recorded): Buffer {
  const head = { format: 'plywire-journal', version: 1, session: 's-0123456789', protocol: 'cfp', ...facts };
  const parts: Buffer[] = [];
  const add = (mark: Mark, bytes: Buffer, micros: number): void => {
    parts.push(Buffer.from(headOf(mark, bytes.length, micros)), bytes, Buffer.from('\n'));
  };
  add('***', Buffer.from(JSON.stringify(head)), 0);
  let micros = 0;
  for (let time = 0; time < times; time++) {
    for (const { mark, bytes, after } of entries) add(mark, bytes, (micros += after));
  }
  const all = Buffer.concat(parts);
  return all.subarray(0, all.length - torn);
}

/** The path of the bundle of a journal, as the command line makes it. */
async function bundleOf(journal: string): Promise<string> {
  const { client, folder } = house;
  const named = await client.local.journal({ text: journal, folder });
  let bundle: string | null = null;
  for await (const event of await client.bundle.look({ journal: named.journal })) {
    if (event.kind === 'contents') ({ bundle } = event);
  }
  const parts: Buffer[] = [];
  const asked = { bundle: bundle!, journal: 'whole', version: false } as const;
  for await (const event of await client.bundle.write(asked)) {
    if (event.kind !== 'done') parts.push(Buffer.from(event.bytes, 'base64'));
  }
  const path = `${journal}.zip`;
  writeFileSync(path, Buffer.concat(parts));
  return path;
}

/** Asks for what a window shows of a recording. */
async function look(replay: string, rows: number): Promise<void> {
  const { client } = house;
  const shape = await client.replay.shape({ replay });
  expect(Math.max(shape.sent.length, 1)).toBeLessThanOrEqual(1024);
  for (const from of [0, Math.floor(rows / 2)]) {
    const page = await client.replay.page({ replay, from, rows: 200 });
    expect(page.length > 0).toBe(rows > 0);
    await client.replay.look({ replay, at: { kind: 'row', row: from } });
  }
}

it('opens in a window, with figures that the contract knows', long, async () => {
  let run = 0;
  const opens = async (session: Recorded): Promise<void> => {
    const journal = join(house.folder, `${++run}.journal`);
    writeFileSync(journal, journalOf(session));
    const path = await bundleOf(journal);
    const { id } = await house.core.picker.admit(path);
    const { replay } = house.client;
    const source = { kind: 'file', file: id } as const;
    let shown = '';
    // Each answer is held against the contract on its way.
    for await (const event of await replay.open({ source, protocol: 'cfp' })) {
      if (event.kind === 'opened') shown = event.replay;
      else if (event.done) {
        expect(event).toMatchObject({ trouble: null, bytes: statSync(path).size });
        expect(event.read).toBeLessThanOrEqual(event.bytes);
        await look(shown, event.rows);
        break;
      }
    }
  };
  await fc.assert(fc.asyncProperty(recorded, opens), { numRuns: 40 });
});

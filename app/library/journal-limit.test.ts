import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { JournalLimit, type Pruned } from './journal-limit.ts';
import { endedJournals, takenBy, type OwnJournals } from './journals.ts';
import { exclusively } from './running/exclusive.ts';
import { readHosts, Register } from './running/register.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'plywire-limit-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const noon = Date.parse('2026-11-21T12:00:00.000Z');

/** Journals of 1000 bytes, the first of them the oldest; gives their paths. */
function put(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const stamp = new Date(noon + index * 1000).toISOString().replaceAll(/[:.]/g, '-');
    const path = join(folder, `${stamp}-s-${index.toString(16).padStart(10, '0')}.journal`);
    writeFileSync(path, '');
    truncateSync(path, 1000);
    return path;
  });
}
const left = (): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.journal'))
    .map((name) => join(folder, name))
    .sort();

function make(limit: number, own: Partial<OwnJournals> = {}, register?: Register) {
  const told: Pruned[] = [];
  const others = () => (register ? readHosts(join(folder, 'running'), register.path) : Promise.resolve([]));
  const owned = { running: new Set<string>(), ended: new Set<string>(), ...own };
  return {
    told,
    limit: new JournalLimit({
      limit: () => limit,
      taken: () => takenBy(folder),
      look: () => endedJournals(folder, 0, () => owned, others),
      exclusively: (work) => (register ? exclusively(register, others, 'journals', work) : work()),
      onPruned: (pruned) => told.push(pruned),
    }),
  };
}

it('leaves everything alone up to the limit', async () => {
  const all = put(5);
  const { limit, told } = make(5000);
  await limit.keep();
  expect(left()).toEqual(all);
  expect(told).toEqual([]);
});

it('deletes the oldest beyond it, down to nine tenths', async () => {
  const all = put(12);
  const { limit, told } = make(10_000);
  await limit.keep();
  expect(left()).toEqual(all.slice(3));
  expect(told).toEqual([{ files: 3, bytes: 3000, limit: 10_000 }]);
});

it('counts those that run, and deletes none of them', async () => {
  const all = put(12);
  const { limit } = make(10_000, { running: new Set(all.slice(0, 11)) });
  await limit.keep();
  expect(left()).toEqual(all.slice(0, 11));
});

it('leaves the older journals of others where one engine floods', async () => {
  const all = put(12);
  const head = (title: string): string => {
    const facts = JSON.stringify({
      format: 'plywire-journal',
      version: 1,
      session: 's-1',
      file: '/e',
      title,
    });
    return `0 *** ${facts.length}\n${facts}\n`.padEnd(1000, ' ');
  };
  all.forEach((path, at) => writeFileSync(path, head(at < 3 ? `mine ${at}` : 'flood')));
  const { limit } = make(10_000);
  await limit.keep();
  expect(left()).toEqual([...all.slice(0, 3), ...all.slice(6)]);
});

it('is done by one Plywire at a time', async () => {
  const all = put(200);
  const registers = [0, 1, 2].map(() => new Register(join(folder, 'running'), () => undefined));
  const three = registers.map((register) => make(100_000, { ended: new Set(all) }, register));
  await Promise.all(three.map(({ limit }) => limit.keep()));
  expect(left()).toEqual(all.slice(110));
  // Two at a time would both have counted what the other deleted, and gone below.
  expect(three.flatMap(({ told }) => told)).toEqual([{ files: 110, bytes: 110_000, limit: 100_000 }]);
  registers.forEach((register) => register.close());
});

it('looks once more where it is asked for meanwhile, and not once it is closed', async () => {
  const all = put(2);
  const { limit, told } = make(1500);
  await Promise.all([limit.keep(), limit.keep(), limit.keep()]);
  expect(left()).toEqual(all.slice(1));
  await limit.close();
  put(2);
  await limit.keep();
  expect(left()).toEqual(all);
  expect(told).toHaveLength(1);
});

/** Sessions that were, over the contract, with real engines: listed, read and deleted, also after a restart. */
import { appendFileSync, existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nameOf } from '../library/journals.ts';
import { Register } from '../library/running/register.ts';
import type { Session } from '../sessions/session.ts';
import type { JournalSummary } from './contract.ts';
import { openHouse, type House } from './testing/house.ts';
import { long } from '../../tests/support/long.ts';

let house: House;
beforeEach(async () => void (house = await openHouse()));
afterEach(async () => expect(await house.close()).toEqual([]));

const wait = { timeout: 30_000, interval: 10 };

async function run(name: string, ...flags: string[]): Promise<Session> {
  const { session } = house.core.launcher.open(await house.add(name, ...flags), undefined, 'command line');
  await expect.poll(() => session.state, wait).toBe('idle');
  return session;
}

async function ran(name: string, ...flags: string[]): Promise<Session> {
  const session = await run(name, ...flags);
  await session.close();
  return session;
}

async function list(filter = '', limit = 100): Promise<readonly JournalSummary[]> {
  return (await house.client.journals.list({ filter, limit })).journals;
}

async function textOf(journal: string): Promise<string> {
  let text = '';
  for await (const piece of await house.client.journals.text({ journal })) text += piece;
  return text;
}

it('are listed newest first, with engine, time, ending and oddities', async () => {
  const [first, second] = [await ran('First', '--garbage'), await run('Second')];
  const [newer, older] = await list();
  expect(newer).toMatchObject({ journal: second.id, title: 'Second', ending: { kind: 'running' } });
  expect(newer).toMatchObject({ oddities: null, lines: null, seconds: null });
  expect(older).toMatchObject({
    journal: first.id,
    engine: house.core.engines.list().find(({ record }) => record.name === 'First')!.record.id,
    ...{ title: 'First', protocol: 'cfp', purpose: 'command line', sandbox: false },
    ending: { kind: 'ended', word: 'quit', reason: first.ending!.reason },
    bytes: readFileSync(first.journalPath!).length,
  });
  expect(Object.keys(older!.oddities!)).toContain('unknown-line');
  expect(older!.seconds).toBeGreaterThan(0);
  expect(Math.abs(older!.openedAt - first.startedAt!.getTime())).toBeLessThan(1000);
});

it('are found by what a person may look for', async () => {
  const [garbage, plain] = [await ran('Old Garbage', '--garbage'), await ran('Plain')];
  const ids = async (filter: string) => (await list(filter)).map(({ journal }) => journal);
  expect(await ids('garbage')).toEqual([garbage.id]);
  expect(await ids('UNKNOWN-line quit')).toEqual([garbage.id]);
  expect(await ids(plain.id)).toEqual([plain.id]);
  expect(await ids('cfp')).toEqual([plain.id, garbage.id]);
  expect(await ids('cfp crashed')).toEqual([]);
});

it('come in pages, and another that is begun or deleted meanwhile moves none of them', long, async () => {
  const all = [];
  for (let count = 0; count < 5; count++) all.unshift((await ran(`Engine ${count}`)).id);
  const first = await house.client.journals.list({ limit: 2 });
  expect(first).toMatchObject({ total: 5, looked: 2 });
  await house.client.journals.remove({ journal: all[1]! });
  await ran('Later');
  const second = await house.client.journals.list({ limit: 2, after: first.next! });
  const third = await house.client.journals.list({ limit: 2, after: second.next! });
  expect([first, second, third].flatMap(({ journals }) => journals.map(({ journal }) => journal))).toEqual(
    all,
  );
  expect(third.next).toBeNull();
});

describe('after a restart', () => {
  it('are there as they were, and so is their text', async () => {
    const { id } = await ran('Mine');
    const before = await list();
    const text = await textOf(id);
    expect(text).toContain(' --> cfp\n');
    house = await house.restart();
    expect(await list()).toEqual(before);
    expect(await textOf(id)).toBe(text);
  });

  it('one that was cut short says what was lost', async () => {
    const { id, journalPath: path } = await ran('Mine');
    house = await house.restart();
    // As a host leaves it that dies while it writes.
    truncateSync(path!, readFileSync(path!).length - 10);
    const [cut] = await list();
    expect(cut).toMatchObject({ journal: id, title: 'Mine', oddities: null, lines: null });
    if (cut!.ending.kind !== 'cut short') throw new Error(cut!.ending.kind);
    expect(cut!.ending.lost).toBeGreaterThan(0);
    expect(cut!.seconds).toBeGreaterThan(0);
    expect(await textOf(id)).toContain(`[text] the journal was cut short: ${cut!.ending.lost} bytes`);
    expect((await list('cut short')).length).toBe(1);
  });

  describe('those of versions that wrote no last entry', () => {
    /** The journal of a session as such a version has left it, with all that came behind `end` away. */
    async function older(end: string): Promise<{ readonly journal: string; readonly path: string }> {
      const { id, journalPath: path } = await ran('Mine');
      house = await house.restart();
      const [, json, ...rest] = readFileSync(path!, 'utf8').split('\n');
      const { owner: _owner, title: _title, ...facts } = JSON.parse(json!) as Record<string, unknown>;
      const head = JSON.stringify(facts);
      const last = rest.findLastIndex((line) => line === end);
      expect(last).toBeGreaterThan(0);
      const lines = [`0 *** ${Buffer.byteLength(head)}`, head, ...rest.slice(0, last + 1)];
      writeFileSync(path!, `${lines.join('\n')}\n`);
      return { journal: id, path: path! };
    }

    it('end as their notes say', async () => {
      const { journal } = await older('quit: ended as asked');
      expect(await list('quit')).toMatchObject([
        {
          ...{ journal, title: 'misbehave.mjs', protocol: 'cfp', oddities: null },
          ending: { kind: 'ended', word: 'quit', reason: 'ended as asked' },
        },
      ]);
    });

    it('are not said to be cut short where no note tells', async () => {
      // Its answer, and the blank behind an entry.
      const { journal, path } = await older('cfpok');
      appendFileSync(path, '\n');
      expect(await list('no ending recorded')).toMatchObject([
        { journal, ending: { kind: 'no ending recorded', looked: true } },
      ]);
      expect(await list('cut short')).toEqual([]);
    });

    it('are, where their last entry is torn', async () => {
      const { journal, path } = await older('cfpok');
      truncateSync(path, readFileSync(path).length - 3);
      expect(await list('cut short')).toMatchObject([{ journal, ending: { kind: 'cut short' } }]);
    });
  });

  it('bears files that are damaged, and lists none that is not a journal', async () => {
    const { journalPath } = await ran('Mine');
    house = await house.restart();
    writeFileSync(journalPath!, '\0'.repeat(100));
    writeFileSync(join(house.core.home.journals, 'notes.txt'), 'mine');
    expect(await list()).toMatchObject([
      { title: null, protocol: null, ending: { kind: 'cut short', lost: 100 } },
    ]);
  });
});

it('that run in another Plywire are said to run, and are not deleted', async () => {
  const session = await run('Mine');
  const journal = session.id;
  const content = readFileSync(session.journalPath!, 'utf8');
  await session.close();
  house = await house.restart();
  // One that is this very process, and so one that runs.
  const other = new Register(house.core.home.running, () => undefined);
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const theirs = join(house.core.home.journals, `${stamp}-s-00000000ff.journal`);
  const owner = /"owner":"([^"]+)"/.exec(content)![1]!;
  expect(owner).not.toBe(other.owner());
  // Ids and names of files are of one length: the entry's stays what it was.
  const head = content.replace(owner, other.owner()).replace(journal, 's-00000000ff');
  writeFileSync(theirs, head.replace(/^0 \*\*\* \d+/, `0 *** ${head.split('\n')[1]!.length}`));
  expect(await list('running')).toMatchObject([{ journal: 's-00000000ff' }]);
  await expect(house.client.journals.remove({ journal: 's-00000000ff' })).rejects.toThrow('still running');
  other.close();
  expect(await list('running')).toEqual([]);
  expect((await list())[0]).toMatchObject({
    journal: 's-00000000ff',
    ending: { kind: 'cut short', lost: 0 },
  });
  await house.client.journals.remove({ journal: 's-00000000ff' });
  expect(readdirSync(house.core.home.journals).map((name) => nameOf(name)?.id)).toEqual([journal]);
});

it('are deleted one by one, and brought back', async () => {
  const [one, two] = [await ran('One'), await ran('Two')];
  const { undo, files } = await house.client.journals.remove({ journal: one.id });
  expect(files).toBe(1);
  expect((await list()).map(({ journal }) => journal)).toEqual([two.id]);
  await expect(textOf(one.id)).rejects.toThrow('no journal');
  await house.client.storage.restore({ undo: undo! });
  expect((await list()).map(({ journal }) => journal)).toEqual([two.id, one.id]);
  await expect(house.client.journals.remove({ journal: 's-0000000000' })).rejects.toThrow('no journal');
});

it('that run are not deleted, and their text goes up to now', async () => {
  const session = await run('Mine');
  await expect(house.client.journals.remove({ journal: session.id })).rejects.toThrow('still running');
  session.note('half time');
  expect(await textOf(session.id)).toContain(' ### half time\n');
});

describe('all together', () => {
  const mebibyte = 1024 ** 2;
  const kept = () => readdirSync(house.core.home.journals).map((name) => nameOf(name)!.id);
  const notices = () => house.core.publisher.snapshot().notices;

  it('take no more than the settings allow: the oldest go, none that runs, and it is said', async () => {
    const oldest = await run('Oldest, and it runs');
    const [old, newer, newest] = [await ran('Old'), await ran('Newer'), await ran('Newest')];
    for (const { journalPath } of [oldest, old, newer, newest]) truncateSync(journalPath!, 6 * mebibyte);
    expect(notices()).toEqual([]);
    await house.client.settings.change({ journalsMiB: 20 });
    // When the next one begins.
    const last = await run('Last');
    await expect.poll(kept, wait).not.toContain(old.id);
    // To nine tenths of it: so they go rarely, and several at a time.
    expect(new Set(kept())).toEqual(new Set([oldest.id, newer.id, newest.id, last.id]));
    expect(notices()).toEqual([
      expect.stringMatching(/^The oldest journal was deleted \(6 MiB\).*20 MiB.*settings/),
    ]);
    // When it ends.
    truncateSync(last.journalPath!, 6 * mebibyte);
    await last.close();
    await expect.poll(kept, wait).not.toContain(newer.id);
    expect(kept()).toContain(oldest.id);
    await expect
      .poll(notices, wait)
      .toEqual([expect.stringMatching(/^The 2 oldest journals were deleted \(12 MiB\)/)]);
  });

  it('are looked at when Plywire begins', async () => {
    const [first, second] = [await ran('First'), await ran('Second')];
    await house.client.settings.change({ journalsMiB: 16 });
    truncateSync(first.journalPath!, 10 * mebibyte);
    truncateSync(second.journalPath!, 10 * mebibyte);
    house = await house.restart();
    await expect.poll(kept, wait).toEqual([second.id]);
    expect(existsSync(join(house.core.home.folder, 'trash'))).toBe(false);
  });
});

import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPromise } from 'yauzl';
import { openRecording } from '../replay/recording.ts';
import { replay, spokenIn } from '../replay/replay.ts';
import { headOf, type Mark } from '../sessions/journal/blocks.ts';
import { hostFacts, type BundleSource } from './case.ts';
import { bundleName, contentsOf } from './contents.ts';
import { endsBytes } from './masked-journal.ts';
import { Masker } from './masker.ts';
import { patternsFor, type PersonalData } from './patterns.ts';
import { studyJournal, type JournalFile, type Study } from './study.ts';
import { writeBundle } from './write.ts';
import { long } from '../../tests/support/long.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'plywire-bundle-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

type Line = readonly [mark: Mark, text: string];

const head = {
  format: 'plywire-journal',
  version: 1,
  session: 's-0123456789',
  startedAt: '2026-01-01T00:00:00.000Z',
};

function journal(
  lines: readonly Line[],
  facts: Readonly<Record<string, unknown>> = { protocol: 'cfp' },
): JournalFile {
  const path = join(folder, 'session.journal');
  const all: Line[] = [['***', JSON.stringify({ ...head, ...facts })], ...lines];
  const entry = ([mark, text]: Line, at: number): string =>
    `${headOf(mark, Buffer.byteLength(text), at * 1000)}${text}\n`;
  writeFileSync(path, all.map(entry).join(''));
  return { path, bytes: statSync(path).size };
}

const person = (name: string): PersonalData => ({
  homes: [`/home/${name}`],
  plywire: [`/home/${name}/plywire`],
  users: [name],
  hosts: ['blackbox'],
  environment: [['TOKEN', 's3cr3t-value']],
});

const game: readonly Line[] = [
  ['###', 'cmd: /home/alice/engine\n'],
  ['-->', 'cfp\n'],
  ['<--', 'id name e\nid author alice\ncfp'],
  ['<!!', 'loading /home/al'],
  ['<--', 'ok\n'],
  ['<!!', 'ice/net for alice on blackbox\n'],
  ['-->', 'position startpos\nisready\n'],
  ['<--', 'readyok\ninfo string /home/alice/net, s3cr3t-value\n'],
  ['-->', 'go\n'],
  ['<--', 'bestmove 9\n/home/ali'],
  ['###', 'exit code 3'],
  ['###', 'crashed: the engine ended with exit code 3; see /home/alice/log'],
];

const caseFor = (file: JournalFile): BundleSource => ({
  journal: file,
  session: head.session,
  title: 'e',
  purpose: null,
  startedAt: head.startedAt,
  file: '/home/alice/engine',
  program: null,
  interpreter: null,
  engine: null,
  ending: null,
  runs: false,
  game: null,
  host: hostFacts('0.0.0', null),
});

/** Writes the bundle and returns its path. */
async function bundleOf(
  file: JournalFile,
  study: Study,
  personal: PersonalData,
  ends = false,
): Promise<string> {
  const patterns = patternsFor(personal);
  const files = await contentsOf(caseFor(file), study, 'x.zip', () => new Masker(patterns));
  const parts: Buffer[] = [];
  const options = { journal: ends ? 'ends' : 'whole', at: new Date(0) } as const;
  for await (const part of writeBundle(caseFor(file), study, files, options)) parts.push(part);
  const path = join(folder, 'x.zip');
  writeFileSync(path, Buffer.concat(parts));
  return path;
}

async function eventsOf(path: string): Promise<readonly Record<string, unknown>[]> {
  const recording = await openRecording(path);
  const events: Record<string, unknown>[] = [];
  for await (const piece of replay(recording, await spokenIn(recording, 'auto'))) {
    events.push(...(piece as unknown as Record<string, unknown>[]));
  }
  return events;
}

const withoutWords = (events: readonly Record<string, unknown>[]): unknown =>
  events.map(({ text: _, understood: __, ...rest }) => rest);

async function textIn(path: string): Promise<string> {
  return (await eventsOf(path)).map(({ text }) => text).join('\n');
}

describe('a bundled journal', () => {
  it('replays as the journal does, and names no person', async () => {
    const file = journal(game, { protocol: 'cfp', owner: '4711-host', cwd: '/home/alice/work' });
    const study = await studyJournal(file, patternsFor(person('alice')));
    const path = await bundleOf(file, study, person('alice'));
    const [plain, masked] = [await eventsOf(file.path), await eventsOf(path)];
    expect(withoutWords(masked)).toEqual(withoutWords(plain));
    const { facts } = await openRecording(path);
    expect(facts).toMatchObject({
      session: head.session,
      protocol: 'cfp',
      masked: expect.any(String) as string,
    });
    expect(facts).not.toHaveProperty('owner');
    expect(facts['cwd']).toBe('~/work');
    const text = await textIn(path);
    expect(text).not.toMatch(/alice|blackbox|s3cr3t/);
    expect(text).toContain('loading ~/net for <user> on <host>');
    expect(text).toContain('info string ~/net, <TOKEN>');
    expect(study.counts).toEqual({ home: 4, user: 2, host: 1, environment: 1, 'other home': 1 });
    expect(study.left).toEqual([]);
  });

  it('leaves a name in the conversation that is a word of it, and masks it elsewhere', async () => {
    for (const name of ['startpos', 'bestmove', 'readyok', 'cfp']) {
      const lines = game.map(([mark, text]): Line => [
        mark,
        text.replaceAll('alice', name).replace('/home/ali', ''),
      ]);
      const file = journal(lines);
      const study = await studyJournal(file, patternsFor(person(name)));
      const path = await bundleOf(file, study, person(name));
      expect(withoutWords(await eventsOf(path))).toEqual(withoutWords(await eventsOf(file.path)));
      const text = await textIn(path);
      expect(text).not.toContain(`/home/${name}`);
      expect(text).toContain('for <user> on <host>');
      expect(study.left).toEqual(expect.arrayContaining(['user', 'host', 'environment']));
    }
  });

  it('is masked by paths alone if the protocol is not known', async () => {
    const file = journal(
      [
        ['<--', 'Hello!\nWho are you?\n'],
        ['-->', '12 { alice of /home/alice\n'],
      ],
      {},
    );
    const study = await studyJournal(file, patternsFor(person('alice')));
    expect(study.protocol).toBeNull();
    expect(study.counts).toEqual({ home: 1 });
  });

  it('tells what happened', async () => {
    const { account } = await studyJournal(journal(game), patternsFor(person('alice')));
    expect(account).toMatchObject({
      requests: 3,
      ending: 'crashed',
      reason: 'the engine ended with exit code 3; see /home/alice/log',
      place: { move: '10', fault: expect.any(String) as string },
    });
    expect(account.troubles.map(({ text }) => text)).toContainEqual(
      expect.stringContaining('not a legal move'),
    );
  });

  it('has the sizes that were told before, whatever was masked', async () => {
    for (const cut of [0, 5]) {
      const whole = journal([...game, ['-->', 'position startpos alice\nquit\n']]);
      const file = { ...whole, bytes: whole.bytes - cut };
      const study = await studyJournal(file, patternsFor(person('alice')));
      const path = await bundleOf(file, study, person('alice'));
      const sizes = new Map<string, number>();
      const zip = await openPromise(path, { lazyEntries: true });
      for await (const { fileName, uncompressedSize } of zip.eachEntry())
        sizes.set(fileName, uncompressedSize);
      const told = await contentsOf(caseFor(file), study, 'x.zip', () => new Masker(study.rest));
      expect(told.map(({ name, bytes }) => [name, bytes])).toEqual([...sizes]);
    }
  });

  it('describes the engine from the journal where nothing else is known', async () => {
    const file = journal(game, { protocol: 'cfp', sandbox: false });
    const study = await studyJournal(file, patternsFor(person('bob')));
    const files = await contentsOf(caseFor(file), study, 'x.zip', () => new Masker(study.rest));
    const text = (name: string) => files.find((file) => file.name === name)!.text;
    expect(JSON.parse(text('engine.json'))).toMatchObject({
      sandbox: false,
      identity: { name: 'e', author: 'alice' },
    });
    expect(text('game.txt')).toContain('Answer: bestmove 9\nMove: 10\n');
  });

  it('is named by the fault that lost the game, else by how the session ended', async () => {
    const named = async (lines: readonly Line[]): Promise<string> => {
      const file = journal(lines);
      return bundleName(caseFor(file), await studyJournal(file, patternsFor(person('alice'))));
    };
    const end: readonly Line[] = [['###', 'quit: ended as asked']];
    expect(await named([...game.slice(0, 9), ...end])).toMatch(/^plywire-e-quit-/);
    expect(await named([...game.slice(0, 9), ['###', 'lost: illegal: column 10'], ...end])).toMatch(
      /^plywire-e-illegal-/,
    );
  });

  it('replays a last line without an end as the journal does', async () => {
    const file = journal([
      ...game.slice(0, 9),
      ['<--', 'bestmove 3 of ali'],
      ['<--', 'ce'],
      ['-->', 'quit\n'],
      ['###', 'the last line of stdout has no line end'],
      ['###', 'EOF on stdout'],
      ['###', 'quit: ended as asked'],
    ]);
    const study = await studyJournal(file, patternsFor(person('alice')));
    const [plain, masked] = [
      await eventsOf(file.path),
      await eventsOf(await bundleOf(file, study, person('alice'))),
    ];
    expect(withoutWords(masked)).toEqual(withoutWords(plain));
    expect(plain.find(({ end }) => end === 'none')).toMatchObject({ line: 13, seconds: 0.011 });
    expect(masked.find(({ end }) => end === 'none')).toMatchObject({ text: 'bestmove 3 of <user>' });
  });

  it('says that it was cut short where it was', async () => {
    const file = journal(game);
    const cut = { ...file, bytes: file.bytes - 5 };
    const study = await studyJournal(cut, patternsFor(person('alice')));
    const text = await textIn(await bundleOf(cut, study, person('alice')));
    expect(text).toMatch(/the journal was cut short: \d+ bytes of an entry followed/);
  });

  it('can be its two ends alone, whose lines are whole', long, async () => {
    const info = `info depth 5 score 33 pv 4 4 4 4 ${'4 '.repeat(100)}\n`;
    const flood = Array.from({ length: 2500 }, (_, at): Line => ['<--', `${info.repeat(40)}${at}`]);
    const file = journal([...game.slice(0, 9), ...flood, ['<--', '\n'], ...game.slice(9)]);
    expect(file.bytes).toBeGreaterThan(endsBytes + 1e6);
    const study = await studyJournal(file, patternsFor(person('alice')));
    const path = await bundleOf(file, study, person('alice'), true);
    const events = await eventsOf(path);
    expect(events[1]).toMatchObject({ kind: 'note', text: 'cmd: ~/engine' });
    expect(events.at(-1)).toMatchObject({ kind: 'summary', ending: 'crashed' });
    expect(events.filter(({ text }) => /were left out here/.test(String(text)))).toHaveLength(1);
    const heard = events.filter(({ kind }) => kind === 'heard').map(({ text }) => String(text));
    const flooded = heard.filter((text) => text.includes('depth'));
    expect(flooded.filter((text) => text.replace(/^\d{0,4}/, '') !== info.trimEnd() + ' ')).toEqual([]);
    expect(events.length).toBeLessThan(90_000);
  });

  it('can be called off', async () => {
    const cancel = new AbortController();
    cancel.abort();
    const work = studyJournal(journal(game), patternsFor(person('alice')), { signal: cancel.signal });
    await expect(work).rejects.toThrow('aborted');
  });
});

/** Recordings opened through the contract, as a window does: all of real programs, a live session's, and hostile ones. */
import { readdirSync, writeFileSync, copyFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { eventually } from '../../tests/support/eventually.ts';
import type { HitPage } from '../replay/search.ts';
import type { LineQuery, ReplayUpdate, ReplaySource } from './contract.ts';
import { openHouse, type House } from './testing/house.ts';
import { long } from '../../tests/support/long.ts';

const transcripts = fileURLToPath(new URL('../../tests/transcripts', import.meta.url));

type Opened = ReplayUpdate & { readonly kind: 'opened' };
type Progress = ReplayUpdate & { readonly kind: 'progress' };

interface Shown extends Opened {
  /** The last word on it. */
  readonly end: Progress;
  close(): Promise<void>;
}

let house: House;
beforeAll(async () => (house = await openHouse()));
afterAll(async () => expect(await house.close()).toEqual([]));

async function show(source: ReplaySource, protocol = 'auto'): Promise<Shown> {
  const leave = new AbortController();
  const events = (await house.client.replay.open({ source, protocol }, { signal: leave.signal }))[
    Symbol.asyncIterator
  ]();
  const { value: opened } = (await events.next()) as { value: Opened };
  for (;;) {
    const { value } = (await events.next()) as { value: Progress };
    if (!value.done) continue;
    const close = async (): Promise<void> => {
      leave.abort();
      await events.return?.();
    };
    return { ...opened, end: value, close };
  }
}

const spooled = (): Promise<string[]> =>
  readdir(house.core.home.folder)
    .then((names) => (names.includes('replays') ? readdir(join(house.core.home.folder, 'replays')) : []))
    .catch(() => []);

async function fileOf(path: string): Promise<string> {
  return (await house.core.picker.admit(path)).id;
}

async function zipped(content: string): Promise<Buffer> {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(content), 'session.journal');
  zip.end();
  const parts: Buffer[] = [];
  for await (const part of zip.outputStream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

describe.each(readdirSync(transcripts))('%s', (name) => {
  it('shows every line where it stands, and what is notable', async () => {
    const shown = await show({ kind: 'file', file: await fileOf(join(transcripts, name)) });
    const { replay, end } = shown;
    expect(shown).toMatchObject({ name, form: 'transcript', protocol: name.split('_')[0] });
    expect(end).toMatchObject({ trouble: null, read: end.bytes });
    const rows = await house.client.replay.page({ replay, from: 0, rows: 400 });
    let [row, before] = [0, 0];
    for (const line of rows) {
      expect(line.row).toBe(row);
      expect(line.line).toBeGreaterThan(before);
      expect(line.rows).toBe(1 + (line.meaning === '' ? 0 : 1) + line.remarks.length);
      row += line.rows;
      before = line.line;
    }
    expect(row).toBeGreaterThanOrEqual(Math.min(400, end.rows));
    // From line to line by keys, as far as the page goes; pairs hold in both directions.
    let at = 0;
    for (const line of rows) {
      const next = await house.client.replay.look({
        replay,
        at: { kind: 'find', from: at, way: 1, wanted: 'line' },
      });
      expect(next?.line.line).toBe(line.line);
      at = line.line;
      for (const request of line.answers) {
        const asked = await house.client.replay.look({ replay, at: { kind: 'line', line: request } });
        expect(asked?.answer?.line).toBe(line.line);
      }
    }
    // The list of odd lines is what looking for the next one finds.
    const odd: number[] = [];
    for (let from = 0; ;) {
      const found = await house.client.replay.look({
        replay,
        at: { kind: 'find', from, way: 1, wanted: 'oddity' },
      });
      if (found === null) break;
      odd.push((from = found.line.line));
    }
    const listed = await house.client.replay.listed({
      replay,
      sought: { wanted: 'oddity' },
      from: 0,
      count: 400,
    });
    expect(listed.lines.map(({ line }) => line)).toEqual(odd);
    expect(listed.total).toBe(end.notable.oddity);
    await shown.close();
  });
});

it('follows the position of a game, with the move in it', async () => {
  const shown = await show({ kind: 'file', file: await fileOf(join(transcripts, 'qtp_zquoridor.txt')) });
  const { replay, end } = shown;
  const last = await house.client.replay.look({ replay, at: { kind: 'row', row: end.rows - 1 } });
  expect(last?.place).not.toBeNull();
  expect(end.moves).toBeGreaterThan(3);
  const first = await house.client.replay.look({
    replay,
    at: { kind: 'find', from: 0, way: 1, wanted: 'place' },
  });
  expect(first!.place!.line).toBe(first!.line.line);
  // Before any position was told there is none.
  const start = await house.client.replay.look({ replay, at: { kind: 'line', line: 1 } });
  expect(start?.place).toBeNull();
  const shape = await house.client.replay.shape({ replay });
  const lines = [...shape.sent, ...shape.heard].reduce((sum, count) => sum + count, 0);
  expect(lines).toBe(end.lines);
  expect(shape.marked.move?.length).toBeGreaterThan(0);
  await shown.close();
});

it('opens the journal of a session while it runs, up to its last line', async () => {
  const engine = await house.add('Recorded');
  await house.client.analysis.start({ engine, protocol: 'cfp' });
  const { session } = house.core.sessionRegistry.list().at(-1)!;
  await eventually(() => session.state).toBe('thinking');
  const shown = await show({ kind: 'journal', journal: session.id });
  expect(shown).toMatchObject({ form: 'journal', protocol: 'cfp', how: 'named by the journal' });
  expect(shown.startedAt).toMatch(/^20/);
  const lines = await house.client.replay.page({ replay: shown.replay, from: 0, rows: 50 });
  expect(lines.find(({ kind }) => kind === 'sent')).toMatchObject({ text: 'cfp', asks: true });
  expect(lines.map(({ text }) => text)).toContain('cfpok');
  await shown.close();
  await house.client.sessions.close({ session: session.id });
});

it('reads a journal with the settings that its engine has, while it is registered for that protocol', async () => {
  const { file, name, args, environment } = house.core.engines.get(await house.add('Walls')).record;
  const more = { sandbox: false, folder: null, interpreter: null, interpreterArgs: [] };
  const { record } = await house.core.engines.add({
    ...{ file, name, args, environment, ...more, protocol: 'qtp', dialect: { walls: 'token' } },
  });
  const moveOf = async (engine: string): Promise<readonly [string, string | null | undefined]> => {
    const entry = (at: number, mark: string, text: string): string =>
      `${at} ${mark} ${text.length}\n${text}\n`;
    const head = JSON.stringify({ format: 'plywire-journal', version: 1, protocol: 'qtp', engine });
    const lines = [
      ['-->', 'boardsize 9\n'],
      ['<--', '=\n\n'],
      ['-->', 'genmove black\n'],
      ['<--', '= E5h\n\n'],
    ] as const;
    const journal = [entry(0, '***', head), ...lines.map(([mark, text], at) => entry(at, mark, text))].join(
      '',
    );
    const shown = await show({ kind: 'text', name: 'walls', text: journal });
    const last = { kind: 'row', row: shown.end.rows - 1 } as const;
    const focus = await house.client.replay.look({ replay: shown.replay, at: last });
    await shown.close();
    return [shown.how, focus?.place?.move];
  };
  expect(await moveOf(record.id)).toEqual(['named by the journal, with the settings of its engine', 'e6h']);
  expect(await moveOf('e-0123456789ab')).toEqual(['named by the journal', 'e5h']);
});

it('says in a sentence that a bundle is damaged, once it has shown what it could', long, async () => {
  const head = JSON.stringify({ format: 'plywire-journal', version: 1, protocol: 'cfp' });
  // More than is read ahead.
  const bytes = await zipped(`0 *** ${head.length}\n${head}\n${'5 <-- 5\ninfo\n\n'.repeat(50_000)}`);
  // The checksum in the zip's list of files: 16 bytes after the beginning of an entry, which has 46 before the name.
  bytes[bytes.lastIndexOf('session.journal') - 46 + 16]! ^= 1;
  const shown = await show({ kind: 'zip', name: 'sent.zip', bytes: bytes.toString('base64') });
  expect(shown.end.lines).toBeGreaterThan(1000);
  expect(shown.end.trouble).toBe(
    'It could not be read further: sent.zip is damaged, incomplete or not a zip file: the checksum of its journal does not match.',
  );
  await shown.close();
});

describe('a search', () => {
  async function searched(
    replay: string,
    text: string,
    {
      from,
      way,
      most,
      ...more
    }: Partial<LineQuery & Omit<HitPage, 'from'>> & { readonly from?: number } = {},
  ) {
    const directions: LineQuery['directions'] = ['sent', 'typed', 'heard', 'stderr', 'note'];
    const query = { text, regex: false, exact: false, directions, ...more };
    const events = [];
    for await (const event of await house.client.replay.search({ replay, query, from, way, most })) {
      events.push(event);
    }
    const last = events.pop();
    if (last?.kind !== 'found') throw new Error('a search ended without an answer');
    expect(events.every(({ kind }) => kind === 'progress')).toBe(true);
    return last;
  }

  it('finds lines of a transcript by their numbers there, in pages, and of the directions asked for', async () => {
    const talk = Array.from({ length: 1000 }, (_, at) => `  ${at}.000 <-- info depth ${at}\n`).join('');
    const { replay, close } = await show({
      ...{ kind: 'text', name: 'pasted' },
      text: `  0.000 --> cfp\n\n  0.001 <-- cfpok\n${talk}  1000.000 <!! Depth of despair\nunreadable depth\n`,
    });
    expect(await searched(replay, 'CFP')).toEqual({ kind: 'found', count: 2, before: 0, hits: [1, 3] });
    expect(await searched(replay, 'CFP', { exact: true })).toMatchObject({ count: 0, hits: [] });
    expect(await searched(replay, 'depth', { most: 2 })).toMatchObject({
      ...{ count: 1002, before: 1000, hits: [1004, 1005] },
    });
    const after = { from: 500, way: 'after', most: 2 } as const;
    expect(await searched(replay, 'depth', after)).toMatchObject({ before: 497, hits: [501, 502] });
    expect(await searched(replay, '^depth', { regex: true, directions: ['stderr'] })).toMatchObject({
      hits: [1004],
    });
    await close();
  });

  it('looks through the journal in a bundle', async () => {
    const head = JSON.stringify({ format: 'plywire-journal', version: 1, protocol: 'cfp' });
    const bytes = await zipped(`0 *** ${head.length}\n${head}\n5 <-- 15\ninfo a\r\ninfo b\n\n`);
    const { replay, close } = await show({ kind: 'zip', name: 'a.zip', bytes: bytes.toString('base64') });
    expect(await searched(replay, 'info b')).toMatchObject({ count: 1, hits: [2] });
    await close();
  });

  it('refuses in words what cannot be looked for', long, async () => {
    const text = `  0.000 --> cfp\n  0.001 <-- ${'a'.repeat(40)}!\n`;
    const { replay, close } = await show({ kind: 'text', name: 'pasted', text }, 'cfp');
    const refused = (words: string) => ({ code: 'REFUSED', message: expect.stringContaining(words) });
    await expect(searched(replay, '(', { regex: true })).rejects.toMatchObject(refused('Unterminated group'));
    await expect(searched(replay, '^(a+)+$', { regex: true })).rejects.toMatchObject(
      refused('made no progress'),
    );
    await close();
    await expect(searched(replay, 'a')).rejects.toMatchObject(refused('no longer open'));
  });
});

describe('its file', () => {
  it('is kept while a client has it open, and goes with the last one', async () => {
    const shown = await show({ kind: 'text', name: 'pasted', text: '  0.000 --> cfp\n  0.001 <-- cfpok\n' });
    expect(shown).toMatchObject({
      name: 'pasted',
      protocol: 'cfp',
      end: { lines: 2, requests: 1, answered: 1 },
    });
    expect((await spooled()).length).toBe(2);
    await shown.close();
    await eventually(spooled).toEqual([]);
    await expect(house.client.replay.shape({ replay: shown.replay })).rejects.toMatchObject({
      code: 'REFUSED',
      message: 'That recording is no longer open.',
    });
  });

  it('of a Plywire that was killed goes at the next start, and no other does', async () => {
    const { folder } = house.core.home;
    const shown = await show({ kind: 'text', name: 'pasted', text: '  0.000 --> cfp\n' }, 'cfp');
    copyFileSync(join(folder, 'replays', (await spooled())[0]!), join(folder, 'replays', 'not-ours.txt'));
    writeFileSync(join(folder, 'replays', '99999999-0123456789ab-0123456789abcdef.index'), 'left');
    const other = await openHouse(house.folder);
    await eventually(spooled).toHaveLength(3);
    expect(await spooled()).toContain('not-ours.txt');
    await other.core.close();
    await shown.close();
  });
});

describe('what is none is refused in words:', () => {
  const text = (content: string) => ({ kind: 'text', name: 'notes', text: content }) as const;

  it.each([
    ['an empty text', text(' \n'), 'notes is empty.'],
    ['prose', text('Dear diary\n'), 'notes is neither a journal, nor a bundle, nor a transcript'],
    [
      'a conversation in no protocol',
      text('  0.000 --> hello\n  1.000 <-- world\n'),
      'no protocol understands any',
    ],
    ['a damaged journal', text('0 *** 3\nabc\n'), 'The header of notes is damaged'],
    [
      'no zip file',
      { kind: 'zip', name: 'x.zip', bytes: 'UEsDBA==' } as const,
      /^x\.zip is damaged, incomplete or not a zip file: end of [\w ]+ not found\.$/,
    ],
    ['an unknown session', { kind: 'journal', journal: 's-0123456789' } as const, 'There is no journal of'],
    ['an unknown file', { kind: 'file', file: 'f-00' } as const, 'That file is unknown.'],
  ])('%s', async (_, source, words) => {
    const opening = show(source);
    await expect(opening).rejects.toMatchObject({ code: 'REFUSED' });
    const error = (await opening.catch((thrown: Error) => thrown)) as Error;
    expect(error.message).toMatch(words);
    expect(error.message).not.toContain(house.folder);
  });

  it('an unknown protocol', async () => {
    await expect(show(text('  0.000 --> cfp\n'), 'chess')).rejects.toMatchObject({
      message: expect.stringContaining('There is no protocol "chess"') as string,
    });
  });

  it('one too many', async () => {
    const shown = await Promise.all(Array.from({ length: 8 }, () => show(text('  0.000 --> cfp\n'), 'cfp')));
    await expect(show(text('  0.000 --> cfp\n'), 'cfp')).rejects.toMatchObject({
      message: '8 recordings are open already.',
    });
    await Promise.all(shown.map((one) => one.close()));
    await (await show(text('  0.000 --> cfp\n'), 'cfp')).close();
  });
});

describe('a head that costs much to read is refused at once:', () => {
  const brackets = '['.repeat(10_000_000);
  const journalWith = (head: string): string => `0 *** ${head.length}\n${head}\n`;
  const shallow = `[${'{},'.repeat(200_000)}{}]`;

  it.each([
    ['10 MB of brackets', brackets, 'is not a session journal'],
    ['1 MB of brackets', brackets.slice(0, 1_000_000), 'is damaged'],
    ['200 000 values', shallow, 'is damaged'],
  ])('%s, in a journal and in a bundle', async (_, head, words) => {
    const journal = journalWith(head);
    for (const [name, bytes] of [
      ['deep.journal', Buffer.from(journal)],
      ['deep.zip', await zipped(journal)],
    ] as const) {
      const path = join(house.folder, name);
      writeFileSync(path, bytes);
      const file = await fileOf(path);
      const before = process.cpuUsage();
      await expect(show({ kind: 'file', file })).rejects.toThrow(words);
      const { user, system } = process.cpuUsage(before);
      // Reading it whole takes two seconds and more.
      expect((user + system) / 1000).toBeLessThan(800);
    }
  });
});

it('bears whatever a recording holds', async () => {
  const hostile = [
    `  0.000 --> ${'x'.repeat(200_000)}`,
    '  0.001 <-- \u001b[2J\u202e<script>alert(1)</script>',
    '  1e9.0 <-- no time',
    '9999999999999.999 <-- late',
    '  0.000 <-- early again',
    '-5.000 <!! before',
    '{"kind":"summary"}',
    '\u0000\u0000',
    '  2.000 --> position startpos moves 4 4 4 4 4 4 4 4 4 4',
    '  2.000 <-- bestmove 99999999999999999999',
  ].join('\r\n');
  const shown = await show({ kind: 'text', name: 'hostile', text: hostile }, 'cfp');
  const lines = await house.client.replay.page({ replay: shown.replay, from: 0, rows: 400 });
  expect(lines).toHaveLength(shown.end.lines);
  expect(Math.max(...lines.map(({ text }) => text.length))).toBeLessThan(400);
  const first = await house.client.replay.look({ replay: shown.replay, at: { kind: 'line', line: 1 } });
  expect(first?.line.text.length).toBeGreaterThan(60_000);
  expect(first?.line.cut).toBeGreaterThan(100_000);
  await shown.close();
});

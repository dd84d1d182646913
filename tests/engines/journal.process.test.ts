import { closeSync, existsSync, openSync, readdirSync, readlinkSync, truncateSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readEnds } from '../../app/sessions/journal/ends.ts';
import { exportText } from '../../app/sessions/journal/export.ts';
import { lineLimit } from '../../app/sessions/wire/lines.ts';
import { readJournal } from '../../app/sessions/journal/reader.ts';
import { makeBench, searchOf, type Bench, type RunningSession } from './support.ts';
import { long } from '../support/long.ts';

let bench: Bench;
beforeEach(() => void (bench = makeBench()));
afterEach(async () => expect(await bench.clean()).toEqual([]));

/** Opens the fixture and sends go, which makes it write what its flags say. */
async function going(
  flags: readonly string[],
  options?: Parameters<Bench['misbehaving']>[1],
): Promise<RunningSession> {
  const running = bench.misbehaving(flags, options);
  await running.until('ready');
  running.session.request({ kind: 'search', search: searchOf(1) });
  return running;
}

async function textOf(path: string): Promise<string> {
  let text = '';
  for await (const piece of exportText(readJournal(path))) text += piece;
  return text;
}

it('keeps every byte, both ways, stderr and notes', async () => {
  const running = await going(['--garbage', '--grandchild', '--say', 'info \\xe2\\x82\\n\\x00\\xac\\x0d\\n']);
  await running.until('line', ({ line }) => line.text === '\0\ufffd\r');
  running.session.type('joho isready \u20ac');
  running.session.note('half time');
  await running.session.close();
  const heard = await running.journalled('<--');
  const opening = Buffer.from('\0\x01\xff\xfe caf\xe9\r\n\nid name Misbehave 1.0\n', 'latin1');
  expect(heard.subarray(0, opening.length)).toEqual(opening);
  expect(heard.includes(Buffer.from('info \xe2\x82\n\0\xac\r\n', 'latin1'))).toBe(true);
  const sent = (await running.journalled('-->', '==>')).toString();
  expect(sent).toBe(running.lines('sent').join('\n') + '\n');
  expect(sent.endsWith('joho isready \u20ac\nquit\n')).toBe(true);
  expect((await running.journalled('<!!')).toString()).toMatch(/^grandchild \d+\n$/);
  const notes = (await running.journalled('###')).toString();
  expect(notes).toContain('half time');
  expect(notes).toMatch(/exit code 0/);
  expect(notes.endsWith('quit: ended as asked')).toBe(true);
});

it('says in its header what was run', async () => {
  const running = bench.misbehaving(['--silent'], { renewal: { reason: 'to see it noted' } });
  await running.session.close();
  const journal = readJournal(running.session.journalPath!);
  const entries = [];
  for await (const entry of journal) entries.push(entry);
  expect(journal.facts).toMatchObject({
    format: 'plywire-journal',
    version: 1,
    session: 's0',
    protocol: 'cfp',
    args: ['--silent'],
    sandbox: false,
    startedAt: running.session.startedAt?.toISOString(),
  });
  expect(entries.slice(0, 2).map(({ bytes }) => bytes.toString())).toEqual([
    expect.stringMatching(/^cmd: .*misbehave\.mjs --silent$/),
    'started anew: to see it noted',
  ]);
  expect(entries.map(({ micros }) => micros)).toEqual(
    entries.map(({ micros }) => micros).sort((a, b) => a - b),
  );
  expect(journal.torn).toBe(0);
});

it('says at its end how the session ended, what was odd, and how many lines there were', async () => {
  const running = await going(['--garbage', '--grandchild']);
  await running.session.close();
  const { facts, closing, bytes } = await readEnds(running.session.journalPath!);
  expect(facts).toMatchObject({ session: 's0', protocol: 'cfp', title: null });
  expect(bytes).toBe(running.session.journalBytes);
  const oddities: Record<string, number> = {};
  for (const event of running.events) {
    if (event.kind !== 'oddity') continue;
    oddities[event.oddity.name] = (oddities[event.oddity.name] ?? 0) + 1;
  }
  expect(Object.keys(oddities)).not.toEqual([]);
  expect(closing).toMatchObject({
    ending: { word: 'quit', reason: running.session.ending!.reason },
    oddities,
    lines: {
      sent: running.lines('sent').length,
      heard: running.lines('heard').length,
      stderr: running.lines('stderr').length,
    },
  });
});

it('exports the lines that the views showed', async () => {
  const running = await going([]);
  await running.session.close();
  const text = await textOf(running.session.journalPath!);
  for (const line of running.lines('heard')) expect(text).toContain(` <-- ${line}\n`);
  expect(text).toMatch(/ ### quit: ended as asked\n$/);
  expect(text).toMatch(/^ {2}\d\.\d{3} --> cfp\n {2}\d\.\d{3} <-- id name Misbehave 1\.0\n/m);
});

it('can be read up to where a crash tore it', async () => {
  const running = await going([]);
  await running.session.close();
  const journalPath = running.session.journalPath!;
  const { closing } = await readEnds(journalPath);
  expect(closing).toMatchObject({ session: 's0', ending: { word: 'quit', reason: 'ended as asked' } });
  truncateSync(journalPath, running.session.journalBytes - 10);
  const journal = readJournal(journalPath);
  const notes = [];
  for await (const { mark, bytes } of journal) if (mark === '###') notes.push(bytes.toString());
  expect(notes.at(-1)).toContain('quit: ended');
  expect(journal.torn).toBeGreaterThan(0);
  expect((await readEnds(journalPath)).closing).toBeNull();
});

it('keeps a flood whole, and its views bounded', long, async () => {
  const bytes = 20 * 1024 * 1024;
  const running = bench.misbehaving(['--flood', String(bytes)], {
    trafficLimits: { lines: 500, bytes: 1e6 },
    deadlines: { handshake: 20_000, ready: 20_000, stop: 20_000, move: 20_000 },
  });
  await running.until('ready');
  running.session.request({ kind: 'search', search: searchOf(1) });
  await running.until('line', ({ line }) => line.text.startsWith('info depth'));
  running.session.request({ kind: 'stop' });
  await running.until('report');
  await running.session.close();
  const heard = await running.journalled('<--');
  expect(heard.length).toBeGreaterThan(bytes);
  const { traffic } = running.session;
  expect(traffic.next - traffic.dropped).toBeLessThanOrEqual(500);
  expect(heard.toString('latin1').split('\n').length - 1).toBe(running.lines('heard').length);
});

it('cuts an endless line for the views and keeps it whole itself', async () => {
  const bytes = 8 * 1024 * 1024;
  const running = await going(['--endless', String(bytes)]);
  const { line } = await running.until('line', ({ line }) => line.cut > 0);
  expect(line.text).toBe('x'.repeat(lineLimit));
  expect(line.cut).toBe(bytes - lineLimit);
  await running.session.close();
  expect((await running.journalled('<--')).indexOf(Buffer.alloc(bytes, 'x'))).toBeGreaterThan(0);
}, 30_000);

it('ends an engine that exceeds its quota as limit', async () => {
  const quotaBytes = 1024 * 1024;
  const running = await going(['--flood', String(4 * quotaBytes)], { quotaBytes });
  const ending = await running.session.ended;
  expect(ending.word).toBe('limit');
  expect(ending.reason).toContain('quota of 1048576 bytes');
  const heard = await running.journalled('<--');
  expect(heard.length).toBeLessThanOrEqual(quotaBytes);
  expect(heard.length).toBeGreaterThan(quotaBytes / 2);
  const notes = (await running.journalled('###')).toString();
  expect(notes).toMatch(/limit: the journal has reached its quota.*\d+ bytes are not in the journal/s);
});

it.runIf(process.platform === 'linux')('ends an engine as void when the disk is full', async () => {
  const running = await going([]);
  await running.until('state', ({ state }) => state === 'thinking');
  // A sync under way would fail with EINVAL on the device.
  await running.session.flush();
  // The journal's descriptor is replaced by a device whose every write fails with ENOSPC.
  const descriptor = readdirSync('/proc/self/fd').find((name) => {
    const path = `/proc/self/fd/${name}`;
    return existsSync(path) && readlinkSync(path) === running.session.journalPath!;
  });
  closeSync(Number(descriptor));
  expect(openSync('/dev/full', 'w')).toBe(Number(descriptor));
  running.session.type('isready');
  const ending = await running.session.ended;
  expect(ending.word).toBe('void');
  expect(ending.reason).toMatch(/^the journal could not be written: .*ENOSPC/);
});

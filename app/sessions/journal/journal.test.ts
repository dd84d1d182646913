import {
  appendFileSync,
  fdatasync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writev,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock, type Clock } from '../clock.ts';
import { exportText } from './export.ts';
import type { Mark } from './blocks.ts';
import { Journal, pressureBytes, type Disk, type JournalListener } from './journal.ts';
import { BadJournal, readJournal, type JournalEntry } from './reader.ts';

let folder: string;
let told: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plywire-journal-'));
  told = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

const listener: JournalListener = {
  onPressure: (pressed) => told.push(pressed ? 'pressed' : 'relieved'),
  onQuota: () => told.push('quota'),
  onFault: (error) => told.push(error.message),
};

function make(name = 'journal', quotaBytes = 1e9, clock: Clock = systemClock, disk?: Disk): Journal {
  const path = join(folder, name);
  const journal = { path, facts: { session: 's' }, quotaBytes, clock, epoch: 0, listener };
  return new Journal(disk === undefined ? journal : { ...journal, disk });
}

/** A disk that writes at once and says that it has synced only when it is told to. */
class SlowDisk implements Disk {
  readonly held: (() => void)[] = [];
  /** What writing fails with from now on. */
  fault: NodeJS.ErrnoException | null = null;

  writev: Disk['writev'] = (descriptor, buffers, done) => {
    const { fault } = this;
    if (fault === null) writev(descriptor, buffers, done);
    else setImmediate(() => done(fault, 0));
  };

  fdatasync: Disk['fdatasync'] = (descriptor, done) => {
    fdatasync(descriptor, (error) => this.held.push(() => done(error)));
  };
}

async function entriesOf(path: string): Promise<{ entries: JournalEntry[]; torn: number }> {
  const journal = readJournal(path);
  const entries = [];
  for await (const entry of journal) entries.push(entry);
  return { entries, torn: journal.torn };
}

async function textOf(path: string): Promise<string[]> {
  let text = '';
  for await (const piece of exportText(readJournal(path))) text += piece;
  return text.split('\n').slice(0, -1);
}

/** Writes a journal of these entries, a millisecond apart, and gives its path. */
async function write(entries: readonly (readonly [Mark, string])[]): Promise<string> {
  const journal = make();
  entries.forEach(([mark, latin], index) => journal.chunk(mark, Buffer.from(latin, 'latin1'), index));
  await journal.close();
  return journal.path;
}

describe('Journal', () => {
  it('has the documented form, to the byte', async () => {
    const journal = make();
    journal.text('-->', 'ping\n', 1.5);
    journal.chunk('<--', Buffer.from('po'), 2);
    journal.chunk('<--', Buffer.from('ng\nx\0\xff', 'latin1'), 2.0625);
    journal.text('###', 'caf\u00e9', 1000);
    await journal.close();
    const header = '{"format":"plywire-journal","version":1,"session":"s"}';
    expect(readFileSync(journal.path, 'latin1')).toBe(
      `0 *** ${header.length}\n${header}\n` +
        '1500 --> 5\nping\n\n2000 <-- 2\npo\n2063 <-- 6\nng\nx\0\xff\n1000000 ### 5\ncaf\xc3\xa9\n',
    );
    expect(journal.bytes).toBe(readFileSync(journal.path).length);
  });

  it('gives back chunks of all sizes', async () => {
    const journal = make();
    const sizes = [1, 100, 16_383, 16_384, 40_000, 65_536, 200_000, 3, 70_000];
    const texts = sizes.map((size, index) => String.fromCharCode(97 + index).repeat(size));
    texts.forEach((text, index) => {
      if (index % 2 === 0) journal.chunk('<--', Buffer.from(text), index);
      else journal.text('-->', text, index);
    });
    await journal.close();
    const { entries } = await entriesOf(journal.path);
    expect(entries.map(({ bytes }) => bytes.length)).toEqual(sizes);
    expect(entries.every(({ bytes }, index) => bytes.toString() === texts[index])).toBe(true);
    expect(entries.map(({ micros }) => micros)).toEqual(texts.map((_, index) => index * 1000));
  });

  it('tells where each entry begins', async () => {
    const journal = make();
    const begins = [3, 16_384, 70_000, 1, 100].map((size, index) => {
      journal.text('-->', 'ping\n', index);
      return [journal.chunk('<--', Buffer.alloc(size, 'x'), index), size] as const;
    });
    await journal.close();
    const bytes = readFileSync(journal.path, 'latin1');
    for (const [index, [at, size]] of begins.entries()) {
      expect(bytes.slice(at!).startsWith(`${index * 1000} <-- ${size}\nx`)).toBe(true);
    }
    expect(journal.chunk('<--', Buffer.from('late'), 9)).toBeNull();
  });

  it('is on the disk soon, without being closed', async () => {
    const journal = make();
    journal.text('###', 'soon', 1);
    for (let i = 0; i < 200 && !readFileSync(journal.path, 'utf8').includes('soon'); i++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(readFileSync(journal.path, 'utf8')).toContain('soon');
    await journal.close();
  });

  it('holds nothing back for more than 50 ms', async () => {
    const waits: number[] = [];
    const setTimer: Clock['setTimer'] = (callback, milliseconds) => {
      waits.push(milliseconds);
      return systemClock.setTimer(callback, milliseconds);
    };
    const journal = make('journal', 1e9, { ...systemClock, setTimer });
    for (let entry = 0; entry < 3; entry++) {
      journal.text('###', `entry ${entry}`, 1);
      await expect.poll(() => readFileSync(journal.path, 'utf8')).toContain(`entry ${entry}`);
    }
    expect(waits.length).toBeGreaterThan(0);
    expect(Math.max(...waits)).toBeLessThanOrEqual(50);
    await journal.close();
  });

  it('goes on writing while a sync takes its time, and is flushed when that is over', async () => {
    const disk = new SlowDisk();
    const journal = make('journal', 1e9, systemClock, disk);
    journal.text('###', 'before the sync', 1);
    await expect.poll(() => disk.held.length).toBe(1);
    journal.text('###', 'in its midst', 2);
    await expect.poll(() => readFileSync(journal.path, 'utf8')).toContain('in its midst');
    let flushed = false;
    const flush = journal.flush().then(() => (flushed = true));
    disk.held.shift()!();
    // The sync that is over did not cover it: another one does.
    await expect.poll(() => disk.held.length).toBe(1);
    expect(flushed).toBe(false);
    disk.held.shift()!();
    await flush;
    await journal.close();
  });

  it('lets an engine wait for a sync that takes its time', async () => {
    const disk = new SlowDisk();
    const journal = make('journal', 1e9, systemClock, disk);
    journal.text('###', 'before the sync', 1);
    await expect.poll(() => disk.held.length).toBe(1);
    const chunk = Buffer.alloc(pressureBytes / 4, 'x');
    for (let bytes = 0; bytes < pressureBytes; bytes += chunk.length) {
      journal.chunk('<--', chunk, 1);
      await expect.poll(() => readFileSync(journal.path).length).toBe(journal.bytes);
    }
    expect(told).toEqual(['pressed']);
    disk.held.shift()!();
    // The last write is in the file a moment before the journal hears so.
    await expect.poll(() => told).toEqual(['pressed', 'relieved']);
    const closed = journal.close();
    await expect.poll(() => disk.held.length).toBe(1);
    disk.held.shift()!();
    await closed;
  });

  it('is closed only when the system is done with it, whatever failed before', async () => {
    const disk = new SlowDisk();
    const journal = make('journal', 1e9, systemClock, disk);
    journal.text('###', 'before the sync', 1);
    await expect.poll(() => disk.held.length).toBe(1);
    disk.fault = new Error('no space left');
    journal.text('###', 'lost', 2);
    await expect.poll(() => told).toEqual(['no space left']);
    let closed = false;
    const close = journal.close().then(() => (closed = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(closed).toBe(false);
    disk.held.shift()!();
    await close;
    expect(journal.leftOut).toBeGreaterThan(4);
  });

  it('asks for a pause when the disk is behind, and takes it back', async () => {
    const journal = make();
    const chunk = Buffer.alloc(65536, 'x');
    for (let bytes = 0; bytes < 2 * pressureBytes; bytes += chunk.length) journal.chunk('<--', chunk, 1);
    expect(told).toEqual(['pressed']);
    await journal.close();
    expect(told).toEqual(['pressed', 'relieved']);
    expect((await entriesOf(journal.path)).entries).toHaveLength((2 * pressureBytes) / chunk.length);
  });

  it('can be flushed at any time', async () => {
    const journal = make();
    await journal.flush();
    for (let i = 0; i < 5; i++) {
      journal.text('-->', `line ${i}\n`, i);
      journal.chunk('<--', Buffer.alloc(20_000 * i, 'x'), i);
      await journal.flush();
      expect(readFileSync(journal.path).length).toBe(journal.bytes);
    }
    await journal.close();
  });

  it('takes only notes beyond its quota', async () => {
    const journal = make('journal', 1000);
    for (let i = 0; i < 20; i++) journal.chunk('<--', Buffer.alloc(100, 'x'), i);
    journal.text('###', 'over', 21);
    await journal.close();
    expect(told).toEqual(['quota']);
    const { entries } = await entriesOf(journal.path);
    expect(entries.at(-1)?.bytes.toString()).toBe('over');
    expect((entries.length - 1) * 100 + journal.leftOut).toBe(2000);
    expect(journal.bytes).toBeLessThan(1100);
  });

  it('takes nothing after it was closed, and closes twice', async () => {
    const journal = make();
    const closed = Promise.all([journal.close(), journal.close()]);
    journal.text('###', 'late', 1);
    await closed;
    expect((await entriesOf(journal.path)).entries).toEqual([]);
    expect(journal.leftOut).toBe(4);
  });
});

describe('readJournal', () => {
  it('stops before a torn entry, wherever it was torn', async () => {
    const path = await write([
      ['<--', 'first\n'],
      ['###', 'second\nwith newline'],
    ]);
    const whole = readFileSync(path);
    const second = whole.indexOf('1000 ###');
    for (let length = whole.length - 1; length >= second; length--) {
      truncateSync(path, length);
      const { entries, torn } = await entriesOf(path);
      expect(entries.map(({ bytes }) => bytes.toString())).toEqual(['first\n']);
      expect(torn).toBe(length - second);
    }
  });

  it('counts everything after damage as torn', async () => {
    const path = await write([['<--', 'first\n']]);
    appendFileSync(path, '99 <-- 99999999\n' + 'x'.repeat(1000));
    expect(await entriesOf(path)).toMatchObject({ entries: [{}], torn: 1016 });
    const text = readFileSync(path, 'latin1');
    const damaged = join(folder, 'damaged');
    writeFileSync(damaged, text.slice(0, text.indexOf('99 <--')) + `garbage${'y'.repeat(300_000)}`, 'latin1');
    expect(await entriesOf(damaged)).toMatchObject({ entries: [{}], torn: 300_007 });
  });

  it('says what is not a journal', async () => {
    const cases = {
      '': /is not a session journal/,
      'some text\n': /is not a session journal/,
      '0 *** 2\n{}\n': /is not a session journal/,
      '0 *** 1\n{\n': /header .* is damaged/,
      '0 *** 40\n{"format":"plywire-journal","version":9}\n': /has version 9; this program reads version 1/,
    };
    for (const [text, message] of Object.entries(cases)) {
      const path = join(folder, 'other');
      writeFileSync(path, text);
      await expect(entriesOf(path)).rejects.toThrow(BadJournal);
      await expect(entriesOf(path)).rejects.toThrow(message);
    }
  });
});

describe('exportText', () => {
  it('has the form of the transcripts', async () => {
    const path = await write([
      ['###', 'cmd: engine'],
      ['-->', 'ping\n'],
      ['<--', 'po'],
      ['<--', 'ng\nbest'],
      ['<!!', 'to stderr\n'],
      ['<--', 'move 3\n'],
    ]);
    expect(await textOf(path)).toEqual([
      '  0.000 ### cmd: engine',
      '  0.001 --> ping',
      '  0.003 <-- pong',
      '  0.004 <!! to stderr',
      '  0.005 <-- bestmove 3',
    ]);
  });

  it('pads times as the transcripts do', async () => {
    const journal = make();
    journal.text('-->', 'quit\n', 16_029.6);
    journal.text('-->', 'quit\n', 1_234_567.8);
    await journal.close();
    expect(await textOf(journal.path)).toEqual([' 16.030 --> quit', '1234.568 --> quit']);
  });

  it('marks what text cannot hold', async () => {
    const path = await write([
      ['==>', 'isready\n'],
      ['<--', 'ready\0ok\n\xff\n'],
      ['<--', 'one\r\ntwo\r\nthree\n'],
      ['<--', 'no end'],
    ]);
    expect(await textOf(path)).toEqual([
      '  0.000 ### [text] typed by hand:',
      '  0.000 --> isready',
      '  0.001 ### [text] below, <U+…> stands for a character that text cannot hold',
      '  0.001 <-- ready<U+0000>ok',
      '  0.001 ### [text] below, <U+…> stands for a character that text cannot hold',
      '  0.001 <-- <U+FFFD or bytes that are not UTF-8>',
      '  0.002 ### [text] from here on lines of <-- end in CR LF',
      '  0.002 <-- one',
      '  0.002 <-- two',
      '  0.002 ### [text] from here on lines of <-- end in LF',
      '  0.002 <-- three',
      '  0.003 <-- no end',
      '  0.003 ### [text] the last line of <-- has no line end',
    ]);
  });

  it('marks an overlong line and a torn journal', async () => {
    const path = await write([['<--', `${'x'.repeat(70_000)}\n`]]);
    appendFileSync(path, '5 <-- 100\ntorn');
    const [line, cut, torn] = await textOf(path);
    expect(line).toBe(`  0.000 <-- ${'x'.repeat(65536)}`);
    expect(cut).toMatch(/### \[text\] 4464 bytes were cut off the line above/);
    expect(torn).toMatch(/### \[text\] the journal was cut short: 14 bytes of an entry follow$/);
  });
});

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { protocols } from '../protocols/registry.ts';
import { systemClock } from '../sessions/clock.ts';
import { exportText } from '../sessions/journal/export.ts';
import { Journal } from '../sessions/journal/journal.ts';
import { endNote, unendedNote } from '../sessions/journal/output-end.ts';
import { readJournal } from '../sessions/journal/reader.ts';
import { linesOfJournal } from './search.ts';
import { guessProtocol, NoProtocol } from './replay.ts';
import { BadRecording, openRecording, type RecordedEntry } from './recording.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'plywire-replay-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const listener = { onPressure: () => {}, onQuota: () => {}, onFault: () => {} };

function text(content: string): string {
  const path = join(folder, 'recording.txt');
  writeFileSync(path, content);
  return path;
}

async function journal(facts: Readonly<Record<string, unknown>>): Promise<string> {
  const path = join(folder, 'session.journal');
  const made = new Journal({ path, facts, quotaBytes: 1e6, clock: systemClock, epoch: 0, listener });
  made.text('-->', 'cfp\n', 1);
  made.chunk('<--', Buffer.from('id name a\r\nid auth'), 2);
  made.chunk('<!!', Buffer.from('warning\n'), 2.5);
  made.chunk('<--', Buffer.from('or b\ncfpok\nunfinished'), 3);
  made.text('==>', 'go\nstop\n', 4);
  made.text('###', 'exit code 0', 5);
  await made.close();
  return path;
}

/** A journal of an engine that ends its answer and its last words without a line end. */
async function ended(): Promise<string> {
  const path = join(folder, 'ended.journal');
  const made = new Journal({ path, facts: {}, quotaBytes: 1e6, clock: systemClock, epoch: 0, listener });
  made.text('-->', 'go\n', 1);
  made.chunk('<--', Buffer.from('info a\r\nbest'), 2);
  made.chunk('<!!', Buffer.from('assertion failed'), 3);
  made.chunk('<--', Buffer.from('move 3'), 4);
  made.text('-->', 'quit\n', 5000);
  made.text('###', endNote('stderr'), 5100);
  made.text('###', unendedNote('stdout'), 5200);
  made.text('###', endNote('stdout'), 5300);
  made.text('###', 'exit code 0', 5400);
  await made.close();
  return path;
}

async function entriesOf(path: string): Promise<readonly RecordedEntry[]> {
  const entries: RecordedEntry[] = [];
  for await (const piece of (await openRecording(path)).entries()) entries.push(...piece);
  return entries;
}

const told = ({ line, seconds, direction, text, typed }: RecordedEntry) =>
  [line, seconds, direction, text, ...(typed ? ['typed'] : [])] as const;

describe('a transcript', () => {
  it('keeps a line of full length, of which its time and its mark are no part', async () => {
    const line = 'é'.repeat(32 * 1024);
    const entries = await entriesOf(text(`12345.678 <-- ${line}\n    0.002 --> stop\n`));
    expect(entries.map(({ text, cut }) => [text === line, cut])).toEqual([
      [true, 0],
      [false, 0],
    ]);
  });

  it('is read with the numbers of its lines, those that are none of it included', async () => {
    const entries = await entriesOf(
      text('\n  0.5 --> cfp\r\n  0.6 <-- \nwhat is this?\n  0.7 <!! x\n 1.0 ### e'),
    );
    expect(entries.map(told)).toEqual([
      [2, 0.5, 'sent', 'cfp'],
      [3, 0.6, 'heard', ''],
      [4, 0.6, 'unreadable', 'what is this?'],
      [5, 0.7, 'stderr', 'x'],
      [6, 1, 'note', 'e'],
    ]);
  });

  it('is refused where it is none', async () => {
    await expect(openRecording(text(''))).rejects.toThrow(BadRecording);
    await expect(openRecording(text('Dear all,\n'))).rejects.toThrow(
      'neither a journal, nor a bundle, nor a transcript',
    );
    await expect(openRecording(join(folder, 'missing'))).rejects.toThrow('ENOENT');
    await expect(openRecording(folder)).rejects.toThrow('EISDIR');
  });

  it.skipIf(process.platform === 'win32')(
    'is refused in a pipe, whose writer is not waited for',
    async () => {
      const fifo = join(folder, 'fifo');
      execFileSync('mkfifo', [fifo]);
      await expect(openRecording(fifo)).rejects.toThrow('is a pipe or a device, which can be read only once');
    },
  );
});

describe('a journal', () => {
  it('is read line by line, in any chunks of the engine', async () => {
    const path = await journal({ protocol: 'cfp' });
    expect((await entriesOf(path)).map(told)).toEqual([
      [1, 0.001, 'sent', 'cfp'],
      [2, 0.002, 'heard', 'id name a'],
      [3, 0.0025, 'stderr', 'warning'],
      [4, 0.003, 'heard', 'id author b'],
      [5, 0.003, 'heard', 'cfpok'],
      [6, 0.004, 'sent', 'go', 'typed'],
      [7, 0.004, 'sent', 'stop', 'typed'],
      [8, 0.005, 'note', 'exit code 0'],
      [9, 0.003, 'heard', 'unfinished'],
    ]);
  });

  it('tells which lines end in CR LF, and which has no end, at the time of its last byte', async () => {
    const entries = await entriesOf(await ended());
    expect(entries.map(({ line, seconds, text, end }) => [line, seconds, text, end])).toEqual([
      [1, 0.001, 'go', undefined],
      [2, 0.002, 'info a', 'CR LF'],
      [3, 5, 'quit', undefined],
      [4, 0.003, 'assertion failed', 'none'],
      [5, 5.1, 'EOF on stderr', undefined],
      [6, 0.004, 'bestmove 3', 'none'],
      [7, 5.2, 'the last line of stdout has no line end', undefined],
      [8, 5.3, 'EOF on stdout', undefined],
      [9, 5.4, 'exit code 0', undefined],
    ]);
  });

  it.each([
    ['with notes', () => true],
    ['without notes', ({ mark }: { readonly mark: string }) => mark !== '###'],
  ])('is known from its text to have a last line without an end: %s', async (_, holds) => {
    let written = '';
    for await (const piece of exportText(readJournal(await ended()), holds)) written += piece;
    expect(written).toContain(
      '  0.004 <-- bestmove 3\n  0.004 ### [text] the last line of <-- has no line end\n',
    );
    const entries = await entriesOf(text(written));
    expect(entries.filter(({ end }) => end !== undefined).map(({ text, end }) => [text, end])).toEqual([
      ['assertion failed', 'none'],
      ['bestmove 3', 'none'],
    ]);
  });

  it('has the same lines at the same times for a search', async () => {
    const path = await ended();
    const entries = (await entriesOf(path)).map(({ line, seconds, text }) => [line, seconds, text]);
    const found = linesOfJournal(path, 1, 100, 10_000).map(({ line, seconds, text }) => [
      line,
      seconds,
      text,
    ]);
    expect(found).toEqual(entries);
  });

  it('loses a torn end and no more', async () => {
    const path = await journal({});
    truncateSync(path, statSync(path).size - 3);
    const entries = await entriesOf(path);
    expect(entries.slice(-2).map(told)).toEqual([
      [8, 0.003, 'heard', 'unfinished'],
      [9, 0.004, 'unreadable', expect.stringMatching(/^the journal was cut short: \d+ bytes/)],
    ]);
  });

  it('is refused where it is of another version', async () => {
    const path = join(folder, 'x.journal');
    const header = JSON.stringify({ format: 'plywire-journal', version: 99 });
    writeFileSync(path, `0 *** ${header.length}\n${header}\n`);
    await expect(openRecording(path)).rejects.toThrow('version 99');
  });
});

describe('the protocol of a recording', () => {
  it('is what its journal names', async () => {
    const recording = await openRecording(await journal({ protocol: 'nmm' }));
    const { protocol, how } = await guessProtocol(recording, protocols);
    expect([protocol.id, how]).toEqual(['nmm', 'named by the journal']);
  });

  it('is detected from what is understood if no protocol is named, or an unknown one', async () => {
    const recording = await openRecording(await journal({ protocol: 'chess' }));
    expect((await guessProtocol(recording, protocols)).protocol.id).toBe('cfp');
  });

  const guessed = async (lines: string): Promise<string> => {
    const transcript = lines
      .split(', ')
      .map((line, at) => `${at}.000 ${line}\n`)
      .join('');
    return guessProtocol(await openRecording(text(transcript)), protocols).then(
      ({ protocol }) => protocol.id,
      (error: Error) => {
        expect(error).toBeInstanceOf(NoProtocol);
        return error.message;
      },
    );
  };

  it.each([
    ['<-- Hello!, <-- Who are you?, --> 12 {', 'no protocol understands any'],
    ['--> uci, <-- id name Stockfish, <-- uciok', 'no line of it answers another'],
    ['--> uci', 'no protocol understands any of the first 1 command and 0 lines of the engine'],
    ['--> hello world', 'no protocol understands any'],
    ['--> hello world, <-- hello', 'no protocol understands any'],
    ['--> quit', 'no line of it answers another'],
    // A bot that died at once: nothing was answered.
    ['--> {"Color":1}', 'no line of it answers another in any protocol; gos makes the most of it'],
    ['--> name, <!! Traceback (most recent call last):', 'no line of it answers another'],
    [
      `--> name, <-- = Mine${', --> any word'.repeat(7)}`,
      'too little of it is understood; qtp makes the most',
    ],
  ])('is asked for where too little is understood: %s', async (lines, words) => {
    expect(await guessed(lines)).toContain(words);
  });

  it('is asked for where a text could be anything, however long', async () => {
    const prose = Array.from({ length: 500 }, (_, at) => `${at % 2 ? '-->' : '<--'} word ${at}`).join(', ');
    expect(await guessed(prose)).toContain('no protocol understands any');
  });

  it.each([
    ['--> cfp, <-- cfpok', 'cfp'],
    ['--> name, <-- = Mine, <-- ', 'qtp'],
  ])('is told by a single answer: %s', async (lines, id) => {
    expect(await guessed(lines)).toBe(id);
  });

  it('is what each recording of a real program speaks', async () => {
    const folder = new URL('../../tests/transcripts/', import.meta.url);
    const names = readdirSync(folder);
    expect(names.length).toBeGreaterThan(15);
    for (const name of names) {
      const recording = await openRecording(fileURLToPath(new URL(name, folder)));
      const { protocol } = await guessProtocol(recording, protocols);
      expect(protocol.id, name).toBe(name.split('_')[0]);
    }
  });
});

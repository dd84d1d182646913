/** Reading any file ends soon after it is called off, and leaves time for other work. */
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { studyJournal } from './study.ts';
import { exportText } from '../sessions/journal/export.ts';
import { headOf } from '../sessions/journal/blocks.ts';
import { readJournal } from '../sessions/journal/reader.ts';
import { readUnclosed } from '../sessions/journal/unclosed.ts';
import { guessProtocol, NoProtocol } from '../replay/replay.ts';
import { openRecording } from '../replay/recording.ts';
import { protocols } from '../protocols/registry.ts';
import { rewrittenAs } from '../replay/rewritten.ts';

let folder: string;
let blankTranscript: string;
let blankJournal: string;
let smallEntries: string;

async function write(name: string, beginning: string, block: Buffer, times: number): Promise<string> {
  const path = join(folder, name);
  const file = createWriteStream(path);
  file.write(beginning);
  for (let time = 0; time < times; time++) file.write(block);
  file.end();
  await once(file, 'close');
  return path;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plywire-off-'));
  const facts = JSON.stringify({ format: 'plywire-journal', version: 1, session: 's-1', protocol: 'cfp' });
  const head = `${headOf('***', facts.length, 0)}${facts}\n`;
  const blank = Buffer.alloc(1e6, '\n');
  const entry = Buffer.from(`${headOf('<--', blank.length, 1)}${blank.toString()}\n`);
  const small = Buffer.from(`${headOf('###', 1, 1)}x\n`.repeat(50_000));
  blankTranscript = await write('blank.txt', '  0.000 --> cfp\n', blank, 20);
  blankJournal = await write('blank.journal', head, entry, 20);
  smallEntries = await write('small.journal', head, small, 10);
});
afterAll(() => rmSync(folder, { recursive: true }));

async function through(pieces: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of pieces);
}

/** Each takes a hundred turns of the event loop or more. */
const works: readonly (readonly [string, (signal: AbortSignal) => Promise<unknown>])[] = [
  [
    'a transcript of blank lines',
    async (signal) => through((await openRecording(blankTranscript, signal)).entries()),
  ],
  [
    'the same as a text',
    async (signal) => through(rewrittenAs(await openRecording(blankTranscript, signal), 'text')),
  ],
  [
    'a journal of blank lines',
    async (signal) => through((await openRecording(blankJournal, signal)).entries()),
  ],
  [
    'a journal of small entries, of which none is told',
    async (signal) => through(exportText(readJournal(smallEntries, undefined, signal), () => false)),
  ],
  [
    'the study of a journal for a bundle',
    (signal) => studyJournal({ path: smallEntries, bytes: statSync(smallEntries).size }, [], { signal }),
  ],
];

/** Turns of the event loop that `work` takes if it is called off in one of them. */
async function turnsOf(
  work: (signal: AbortSignal) => Promise<unknown>,
  calledOffIn: number,
): Promise<number> {
  const off = new AbortController();
  let turns = 0;
  const going = setInterval(() => {
    if (++turns === calledOffIn) off.abort();
  }, 1);
  try {
    await work(off.signal);
  } finally {
    clearInterval(going);
  }
  return turns;
}

it.each(works)('%s', async (_, work) => {
  const whole = await turnsOf(work, Infinity);
  expect(whole).toBeGreaterThan(60);
  const calledOff = (signal: AbortSignal) => expect(work(signal)).rejects.toThrow('aborted');
  const turns = await turnsOf(calledOff, 5);
  // Closing a file takes a few turns.
  expect(turns).toBeLessThan(whole / 2);
});

it('looks for what is spoken in the beginning of a file alone', async () => {
  const recording = await openRecording(blankTranscript);
  let most = 0;
  const watched = {
    ...recording,
    entries: (onRead?: (bytes: number) => void) =>
      recording.entries((bytes) => {
        most = bytes;
        onRead?.(bytes);
      }),
  };
  await expect(guessProtocol(watched, protocols)).rejects.toThrow(NoProtocol);
  expect(most).toBeGreaterThan(1e6);
  expect(most).toBeLessThan(6e6);
});

it('lets others have their turn where nothing calls it off', async () => {
  let turns = 0;
  const going = setInterval(() => turns++, 1);
  const before = performance.now();
  await readUnclosed(smallEntries, 1);
  clearInterval(going);
  expect(turns).toBeGreaterThan(Math.min(10, (performance.now() - before) / 100));
});

/**
 * Lines of 80 bytes into a journal: how many are on disk per second, what one costs its producer, and how many per
 * second pass through a recorder, which also keeps them for the views. The reference writes and syncs the same bytes in
 * blocks of a megabyte, the speed of the disk.
 */
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../app/sessions/clock.ts';
import { Journal } from '../../app/sessions/journal/journal.ts';
import { LineSplitter } from '../../app/sessions/wire/lines.ts';
import { unlinked } from '../../app/sessions/wire/links.ts';
import { Recorder } from '../../app/sessions/journal/recorder.ts';
import { TrafficStore } from '../../app/sessions/journal/traffic.ts';
import { compare, perSecond, type BenchRow } from './harness.ts';

const lineText = `info ${'depth 12 nodes 1234567 '.repeat(4)}`.slice(0, 79);
const lineCount = 1_000_000;
/** Lines per turn of the event loop: what one read of a pipe brings. */
const turnLines = 800;
const chunk = Buffer.from(`${lineText}\n`.repeat(turnLines));

const turn = (): Promise<void> => new Promise((done) => setImmediate(done));

const listener = {
  onPressure: () => undefined,
  onQuota: () => undefined,
  onFault: (error: Error) => {
    throw error;
  },
};

class Files {
  readonly #folder = mkdtempSync(join(tmpdir(), 'plywire-bench-'));
  #count = 0;

  next(): string {
    return join(this.#folder, `${this.#count++}.journal`);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Resolves with the producer's time in milliseconds, once everything is on disk. */
async function journalled(path: string): Promise<number> {
  const epoch = systemClock.now();
  const journal = new Journal({ path, facts: {}, quotaBytes: 2 ** 31, clock: systemClock, epoch, listener });
  let spent = 0;
  for (let left = lineCount; left > 0; left -= turnLines) {
    const began = performance.now();
    for (let line = 0; line < turnLines; line++) journal.text('-->', lineText, systemClock.now());
    spent += performance.now() - began;
    await turn();
  }
  await journal.flush();
  await journal.close();
  return spent;
}

function written(path: string): void {
  const descriptor = openSync(path, 'wx');
  const block = Buffer.alloc(1024 * 1024, `${lineText}\n`);
  for (let left = lineCount * 80; left > 0; left -= block.length) writeSync(descriptor, block);
  fdatasyncSync(descriptor);
  closeSync(descriptor);
}

/**
 * As a session's output is handled: each chunk goes to the journal and is split, each line with its time and direction.
 */
async function recorded(path: string): Promise<void> {
  const recorder = new Recorder(systemClock, undefined);
  recorder.open({ path, facts: {}, quotaBytes: 2 ** 31, listener });
  let now = 0;
  const splitter = new LineSplitter((text, cut) =>
    recorder.line('heard', text, false, cut, [], unlinked, now),
  );
  for (let left = lineCount; left > 0; left -= turnLines) {
    now = systemClock.now();
    recorder.chunk('<--', chunk, now);
    splitter.push(chunk);
    await turn();
  }
  if (recorder.traffic.next !== lineCount) throw new Error(`${recorder.traffic.next} lines were recorded`);
  await recorder.close({ session: 's', ending: { word: 'quit', reason: '' }, oddities: {} });
}

/** Splitting and keeping alone: the cost of a view's memory. */
function kept(): void {
  const traffic = new TrafficStore();
  const splitter = new LineSplitter((text, cut) =>
    traffic.push({
      seq: traffic.next,
      at: 0,
      direction: 'heard',
      text,
      byHand: false,
      cut,
      oddities: [],
      asks: false,
      answers: unlinked.answers,
    }),
  );
  for (let left = lineCount; left > 0; left -= turnLines) splitter.push(chunk);
}

export async function run(): Promise<BenchRow[]> {
  const files = new Files();
  let spent: number[] = [];
  try {
    const durable = await compare({
      work: 'journal: durable lines of 80 bytes',
      unit: 'lines/s',
      rounds: 5,
      ours: () => perSecond(lineCount, async () => spent.push(await journalled(files.next()))),
      reference: {
        name: 'blocks of 1 MiB, synced',
        measure: () => perSecond(lineCount, () => written(files.next())),
      },
      target: { of: 'ours', atLeast: 900_000 },
    });
    spent = spent.slice(1).toSorted((a, b) => a - b);
    return [
      durable,
      {
        work: 'journal: a line, for its writer',
        unit: 'µs',
        ours: (spent[spent.length >> 1]! * 1000) / lineCount,
        reference: null,
        target: { of: 'ours', atMost: 1 },
      },
      await compare({
        work: 'a flood split and kept for views',
        unit: 'lines/s',
        rounds: 5,
        ours: () => perSecond(lineCount, kept),
        reference: null,
        target: { of: 'ours', atLeast: 3_000_000 },
      }),
      await compare({
        work: 'a flood journalled, split and kept',
        unit: 'lines/s',
        rounds: 5,
        ours: () => perSecond(lineCount, () => recorded(files.next())),
        reference: null,
        target: { of: 'ours', atLeast: 1_000_000 },
      }),
    ];
  } finally {
    files.remove();
  }
}

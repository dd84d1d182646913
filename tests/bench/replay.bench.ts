/**
 * Recordings of 500 MB replayed by the built command line as JSON: a journal, whose entries are chunks of one line up
 * to many, and the same as a transcript. Speed is by processor time, of which other programs take nothing; memory is
 * the most that the process ever had.
 */
import { spawn } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { exportText } from '../../app/sessions/journal/export.ts';
import { readJournal } from '../../app/sessions/journal/reader.ts';
import { writeLargeJournal } from '../support/large-journal.ts';
import { processorTime, type BenchRow } from './harness.ts';
import { mostResidentBytes } from './memory.ts';

const bytes = 500_000_000;
const megabyte = 1e6;
/** Between two looks at the process, in milliseconds. */
const glance = 20;

interface Replayed {
  readonly speed: number;
  readonly memory: number;
}

/** MB of the file in a second of processor time, and MB in memory. */
function replayed(path: string): Promise<Replayed> {
  const child = spawn(process.execPath, [join('dist', 'app', 'cli.cjs'), 'replay', path, '--json'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let [milliseconds, memory] = [0, 0];
  const looking = setInterval(() => {
    if (child.pid === undefined) return;
    milliseconds = Math.max(milliseconds, processorTime(child.pid) ?? 0);
    memory = Math.max(memory, mostResidentBytes(child.pid) ?? 0);
  }, glance);
  return new Promise((resolve, reject) => {
    child.on('close', (code) => {
      clearInterval(looking);
      if (code !== 0) return reject(new Error(`the replay ended with ${code}`));
      const speed = (statSync(path).size / megabyte / milliseconds) * 1000;
      resolve({ speed, memory: memory / megabyte });
    });
  });
}

const rowsOf = (what: string, { speed, memory }: Replayed): readonly BenchRow[] => [
  {
    ...{ work: `replay ${what} of 500 MB as JSON`, unit: 'MB/processor s', ours: speed, reference: null },
    target: { of: 'ours', atLeast: 20 },
  },
  {
    ...{ work: `its memory at most`, unit: 'MB', ours: memory, reference: null },
    target: { of: 'ours', atMost: 300 },
  },
];

export async function run(): Promise<readonly BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'plywire-bench-'));
  try {
    const journal = join(folder, 'large.journal');
    const transcript = join(folder, 'large.txt');
    await writeLargeJournal(journal, bytes);
    const rows = [...rowsOf('a journal', await replayed(journal))];
    await pipeline(Readable.from(exportText(readJournal(journal))), createWriteStream(transcript));
    return [...rows, ...rowsOf('a transcript', await replayed(transcript))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

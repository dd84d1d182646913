/**
 * Recordings of 500 MB replayed by the built command line as JSON: a journal, whose entries are chunks of one line or
 * more, and the same as a transcript; and the journal opened in a built host, as a window does. Speed is by processor
 * time, which excludes other programs; memory is the peak of the process.
 */
import { spawn } from 'node:child_process';
import { createWriteStream, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { exportText } from '../../app/sessions/journal/export.ts';
import { readJournal } from '../../app/sessions/journal/reader.ts';
import { writeLargeJournal } from '../support/large-journal.ts';
import { processorTime, type BenchRow } from './harness.ts';
import { BenchHost } from './host.ts';
import { mostResidentBytes } from './memory.ts';

const bytes = 500_000_000;
const megabyte = 1e6;
/** Milliseconds between two samples of the process. */
const glance = 20;

interface Replayed {
  readonly speed: number;
  readonly memory: number;
}

/** MB of the file per second of processor time, and MB in memory. */
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

interface Opened extends Replayed {
  /** Milliseconds until the first lines are available. */
  readonly first: number;
  /** MB on disk besides the recording while it is open. */
  readonly spooled: number;
}

/** As a window opens it: the file is moved to where the picker shows it. */
async function opened(path: string): Promise<Opened> {
  const house = await BenchHost.open({});
  try {
    const name = 'large.journal';
    renameSync(path, join(house.folder, name));
    const { client, host } = house;
    const [root] = await client.files.roots();
    const { entries } = await client.files.list({ folder: root!.id });
    const { id: file } = entries.find((entry) => entry.name === name)!;
    const before = processorTime(host.pid) ?? 0;
    const began = performance.now();
    const leave = new AbortController();
    const events = await client.replay.open({ source: { kind: 'file', file } }, { signal: leave.signal });
    let [replay, first, milliseconds, spooled] = ['', 0, 0, 0];
    for await (const event of events) {
      if (event.kind === 'opened') ({ replay } = event);
      else if (first === 0 && event.lines > 0) {
        if ((await client.replay.page({ replay, from: 0, rows: 100 })).length > 0)
          first = performance.now() - began;
      }
      if (event.kind !== 'progress' || !event.done) continue;
      milliseconds = (processorTime(host.pid) ?? 0) - before;
      ({ bytes: spooled } = await house.stored('replays'));
      break;
    }
    const megabytes = statSync(join(house.folder, name)).size / megabyte;
    leave.abort();
    return {
      first,
      spooled: spooled / megabyte,
      speed: (megabytes / milliseconds) * 1000,
      memory: (mostResidentBytes(host.pid) ?? 0) / megabyte,
    };
  } finally {
    await house.close();
  }
}

const openedRows = ({ first, spooled, ...replayed }: Opened): readonly BenchRow[] => [
  ...rowsOf('a journal in a window', replayed),
  { work: 'its first lines', unit: 'ms', ours: first, reference: null, target: { of: 'ours', atMost: 2000 } },
  { work: 'what is kept of it while it is open', unit: 'MB', ours: spooled, reference: null, target: null },
];

const rowsOf = (what: string, { speed, memory }: Replayed): readonly BenchRow[] => [
  {
    work: `replay ${what}, 500 MB`,
    unit: 'MB/processor s',
    ours: speed,
    reference: null,
    target: { of: 'ours', atLeast: 20 },
  },
  {
    work: `its memory at most`,
    unit: 'MB',
    ours: memory,
    reference: null,
    target: { of: 'ours', atMost: 300 },
  },
];

export async function run(): Promise<readonly BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'plywire-bench-'));
  try {
    const journal = join(folder, 'large.journal');
    const transcript = join(folder, 'large.txt');
    await writeLargeJournal(journal, bytes);
    const rows = [...rowsOf('a journal as JSON', await replayed(journal))];
    await pipeline(Readable.from(exportText(readJournal(journal))), createWriteStream(transcript));
    rows.push(...rowsOf('a transcript as JSON', await replayed(transcript)));
    rmSync(transcript);
    return [...rows, ...openedRows(await opened(journal))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

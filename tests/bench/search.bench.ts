/**
 * A search in the journal of a million lines, as the window does it: in a worker thread, started for the first search,
 * counting every hit and fetching the newest page. `grep` counts the same lines for comparison.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Searcher } from '../../app/replay/searcher.ts';
import { writeLargeJournal } from '../support/large-journal.ts';
import { compare, type BenchRow } from './harness.ts';
import type { LineQuery } from '../../app/shapes/recordings.ts';

/** This many bytes are a little more than a million lines. */
const bytes = 84_000_000;
const leastLines = 1_000_000;

interface Sought {
  readonly what: string;
  readonly query: LineQuery;
  /** The same query for `grep`. */
  readonly grep: readonly string[];
}

const directions: LineQuery['directions'] = ['sent', 'typed', 'heard', 'stderr', 'note'];
const query = (text: string, more: Partial<LineQuery> = {}): LineQuery => ({
  text,
  regex: false,
  exact: false,
  directions,
  ...more,
});

const sought: readonly Sought[] = [
  {
    what: 'a text that is rare, letter case aside',
    query: query('BESTMOVE'),
    grep: ['-i', '-F', 'BESTMOVE'],
  },
  { what: 'a text that is in most lines', query: query('depth'), grep: ['-i', '-F', 'depth'] },
  { what: 'a text that is in none', query: query('nowhere'), grep: ['-i', '-F', 'nowhere'] },
  {
    what: 'an expression',
    query: query('^best.*[0-9]$', { regex: true, exact: true }),
    grep: ['-E', '^best.*[0-9]$'],
  },
];

async function milliseconds(work: () => unknown): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

export async function run(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'plywire-bench-'));
  const searcher = new Searcher(resolve('dist/app/search-thread.cjs'));
  try {
    const path = join(folder, 'large.journal');
    await writeLargeJournal(path, bytes);
    const rows: BenchRow[] = [];
    for (const { what, query, grep } of sought) {
      const counted = Number(grepped(path, grep));
      const ours = async (): Promise<void> => {
        const found = await searcher.search(path, query, { from: null, way: 'before', most: 500 });
        if (found.lines < leastLines) throw new Error(`the journal has ${found.lines} lines`);
        if (found.count !== counted) throw new Error(`${what}: ${found.count} instead of ${counted}`);
      };
      rows.push(
        await compare({
          work: `search in a million lines: ${what}`,
          unit: 'ms',
          rounds: 5,
          ours: () => milliseconds(ours),
          reference: { name: 'grep -c', measure: () => milliseconds(() => grepped(path, grep)) },
          target: { of: 'ours', atMost: 1000 },
        }),
      );
    }
    return rows;
  } finally {
    searcher.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function grepped(path: string, options: readonly string[]): string {
  try {
    return execFileSync('grep', ['-a', '-c', ...options, path], { encoding: 'utf8' });
  } catch (thrown) {
    // It exits with 1 if nothing is found, and prints 0.
    return (thrown as { stdout: string }).stdout;
  }
}

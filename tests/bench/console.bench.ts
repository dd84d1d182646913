/**
 * The console's store compared with a headless xterm of the same number of rows: batches of 80-byte lines, as from the
 * host. The store keeps raw lines; the terminal parses each, as it must to keep them all. Also the store with a text
 * filter, compared with the store alone.
 */
import { Terminal } from '@xterm/headless';
import type { TrafficLine } from '../../app/api/contract.ts';
import { visible } from '../../renderer/ui/visible.ts';
import { openFilter } from '../../renderer/console/filter.ts';
import { FilteredLines, LineStore, storeLimits } from '../../renderer/console/store.ts';
import { compare, perSecond, type BenchRow } from './harness.ts';

const lineCount = 200_000;
const batchLines = 500;

function batchesOf(text: string): TrafficLine[][] {
  const batches: TrafficLine[][] = [];
  for (let from = 0; from < lineCount; from += batchLines) {
    batches.push(
      Array.from({ length: batchLines }, (_, index) => ({
        seq: from + index,
        at: from / 1000,
        direction: 'heard',
        text,
        byHand: false,
        cut: 0,
        oddities: [],
        asks: false,
        answers: [],
      })),
    );
  }
  return batches;
}

function stored(batches: readonly TrafficLine[][]): void {
  const store = new LineStore();
  for (const batch of batches) store.append(batch);
  if (store.next !== lineCount) throw new Error(`the store had ${store.next} lines instead of ${lineCount}`);
}

function sifted(batches: readonly TrafficLine[][]): void {
  const store = new LineStore();
  const query = { text: 'DEPTH 13', regex: false, exact: false };
  const listener = { onMore: () => undefined, onFailure: () => undefined };
  const filtered = new FilteredLines(
    store,
    { ...openFilter, directions: ['heard'], kinds: ['info'], query },
    listener,
  );
  for (const batch of batches) {
    store.append(batch);
    filtered.update();
  }
  if (filtered.next !== lineCount || filtered.size > 0)
    throw new Error(`a filter let ${filtered.size} lines through`);
}

async function parsed(batches: readonly TrafficLine[][]): Promise<void> {
  const terminal = new Terminal({
    cols: 120,
    rows: 30,
    scrollback: storeLimits.lines,
    allowProposedApi: true,
  });
  for (const batch of batches) {
    const text = batch.map((line) => `${visible(line.text)}\r\n`).join('');
    await new Promise<void>((done) => terminal.write(text, done));
  }
  terminal.dispose();
}

export async function run(): Promise<BenchRow[]> {
  const kinds: readonly [string, string, boolean][] = [
    ['plain lines', `info ${'depth 12 nodes 1234567 '.repeat(4)}`.slice(0, 79), true],
    ['control characters', '\x1b[2J\x07\x9b'.repeat(20).slice(0, 79), false],
  ];
  const rows: BenchRow[] = [];
  for (const [name, text, aimed] of kinds) {
    const batches = batchesOf(text);
    rows.push(
      await compare({
        work: `console's store, ${name}`,
        unit: 'lines/s',
        rounds: 5,
        ours: () => perSecond(lineCount, () => stored(batches)),
        reference: { name: 'headless xterm', measure: () => perSecond(lineCount, () => parsed(batches)) },
        target: aimed ? { of: 'ratio', atLeast: 8 } : null,
      }),
    );
    rows.push(
      await compare({
        work: `console's store with filters on, ${name}`,
        unit: 'lines/s',
        rounds: 5,
        ours: () => perSecond(lineCount, () => sifted(batches)),
        reference: { name: 'the store alone', measure: () => perSecond(lineCount, () => stored(batches)) },
        target: null,
      }),
    );
  }
  return rows;
}

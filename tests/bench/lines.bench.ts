/** Splits a stream into lines, compared with Node's `readline`: 80-byte lines in chunks of 64 KiB. */
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { LineSplitter } from '../../app/sessions/wire/lines.ts';
import { compare, perSecond, type BenchRow } from './harness.ts';

const chunkSize = 64 * 1024;
const lineText = `info ${'depth 12 nodes 1234567 '.repeat(4)}`.slice(0, 79);
const lineCount = 500_000;

function makeChunks(): Buffer[] {
  const stream = Buffer.from(`${lineText}\n`.repeat(lineCount));
  return Array.from({ length: Math.ceil(stream.length / chunkSize) }, (_, i) =>
    stream.subarray(i * chunkSize, (i + 1) * chunkSize),
  );
}

function expectLines(seen: number): void {
  if (seen !== lineCount) throw new Error(`saw ${seen} lines instead of ${lineCount}`);
}

export async function run(): Promise<BenchRow[]> {
  const chunks = makeChunks();
  /** Both read the same stream, like an engine's output. */
  const source = (): Readable => Readable.from(chunks, { objectMode: false });
  return [
    await compare({
      work: 'split lines of 80 bytes',
      unit: 'lines/s',
      ours: () =>
        perSecond(lineCount, async () => {
          let seen = 0;
          const splitter = new LineSplitter((text) => {
            if (text.length === 79) seen++;
          });
          for await (const chunk of source()) splitter.push(chunk as Buffer);
          expectLines(seen);
        }),
      reference: {
        name: 'readline',
        measure: () =>
          perSecond(lineCount, async () => {
            let seen = 0;
            const reader = createInterface({ input: source(), crlfDelay: Infinity });
            reader.on('line', (text) => {
              if (text.length === 79) seen++;
            });
            await new Promise((resolve) => reader.once('close', resolve));
            expectLines(seen);
          }),
      },
      target: { of: 'ratio', atLeast: 1.3 },
    }),
  ];
}

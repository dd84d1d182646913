/** The flood of the benchmarks, and the proof that a journal contains it. */
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { readJournal } from '../../app/sessions/journal/reader.ts';
import type { Registered } from './host.ts';

/** As the fixture writes it: blocks of whole lines, at least as many bytes as requested. */
const line = `info ${'depth 9 score 12 pv 3 3 3 2 4 '.repeat(3).trim()}\n`;
const block = Buffer.from(line.repeat(700));

/** Registers an engine that prints this many bytes when asked for a move, and then answers. */
export const flooding = (bytes: number): Registered => ({
  file: resolve('tests/engines/misbehave.mjs'),
  protocol: 'cfp',
  args: ['--flood', String(bytes), '--early'],
});

export interface Pour {
  /** From the first byte to the engine's next line after it, by the journal's clock. */
  readonly seconds: number;
  /** Lines of the whole session, both ways. */
  readonly lines: number;
}

/** @throws Error unless the journal's bytes of one flood are exactly those that the engine wrote */
export async function journalledFlood(path: string, bytes: number): Promise<Pour> {
  const blocks = Math.ceil(bytes / block.length);
  const wanted = createHash('sha256');
  for (let count = 0; count < blocks; count++) wanted.update(block);

  const heard = createHash('sha256');
  let skipped = Buffer.alloc(0);
  let left = blocks * block.length;
  let began: number | null = null;
  let ended = 0;
  let lines = 0;
  for await (const { mark, micros, bytes: chunk } of readJournal(path)) {
    lines += mark === '###' ? 1 : chunk.toString('latin1').split('\n').length - 1;
    if (mark !== '<--' || left === 0) continue;
    let flood = chunk;
    if (began === null) {
      skipped = Buffer.concat([skipped, chunk]);
      const start = skipped.indexOf(line.slice(0, 30));
      if (start === -1) continue;
      began = micros;
      flood = skipped.subarray(start);
    }
    heard.update(flood.subarray(0, left));
    left -= Math.min(left, flood.length);
    ended = micros;
  }
  if (began === null || left > 0) throw new Error(`${path} lacks ${left} bytes of the flood`);
  if (heard.digest('hex') !== wanted.digest('hex'))
    throw new Error(`${path} holds other bytes than were poured`);
  return { seconds: (ended - began) / 1e6, lines };
}

/** Thousands of journals, as old sessions would have left them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { headOf } from '../../app/sessions/journal/blocks.ts';
import { closingText } from '../../app/sessions/journal/closing.ts';
import { journalFormat, journalVersion } from '../../app/sessions/journal/journal.ts';
import { Purpose } from '../../app/shapes/sessions.ts';

const entry = (mark: '-->' | '<--' | '###' | '***', text: string, micros: number): string =>
  `${headOf(mark, Buffer.byteLength(text), micros)}${text}\n`;

const words = ['quit', 'quit', 'quit', 'crashed', 'stalled', 'malformed'] as const;
const reasons = {
  quit: 'ended as asked',
  crashed: 'the engine exited with 3 in mid-search; last line on stderr: `assertion failed: ply < 64`',
  stalled: 'no `bestmove` came within 5 s of `stop`',
  malformed: 'it answered `bestmove` without a move',
};

export interface Written {
  readonly id: string;
  readonly title: string;
  readonly name: string;
}

/** The first of them is the newest, an hour old; each is an hour older than the one before. */
export function writeJournals(folder: string, count: number, now = Date.now()): Written[] {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return Array.from({ length: count }, (_, index) => {
    const startedAt = new Date(now - (index + 1) * 3_600_000);
    const id = `s-${(index + 1).toString(16).padStart(10, '0')}`;
    const title = `Engine ${index + 1}`;
    const facts = {
      format: journalFormat,
      version: journalVersion,
      session: id,
      protocol: 'cfp',
      startedAt: startedAt.toISOString(),
      engine: 'e-1',
      title,
      sandbox: true,
      purpose: Purpose.options[index % Purpose.options.length],
    };
    const oddities: Record<string, number> =
      index % 4 === 0 ? { 'unknown-line': 1 + (index % 7), 'early-bestmove': 1 } : {};
    const word = words[index % words.length]!;
    const closing = {
      session: id,
      ending: { word, reason: reasons[word] },
      oddities,
      lines: { sent: 2, heard: 3, stderr: 0 },
    };
    const name = `${startedAt.toISOString().replaceAll(/[:.]/g, '-')}-${id}.journal`;
    const text = [
      entry('***', JSON.stringify(facts), 0),
      entry('###', `cmd: /engines/${index + 1}`, 20),
      entry('-->', 'cfp\n', 1000),
      entry('<--', `id name ${title}\nid author a\ncfpok\n`, 2000),
      entry('-->', 'quit\n', 3_000_000 + index * 1000),
      entry('###', `${word}: ${reasons[word]}`, 3_000_100 + index * 1000),
      entry('***', closingText(closing), 3_000_200 + index * 1000),
    ];
    writeFileSync(join(folder, name), text.join(''));
    return { id, title, name };
  });
}

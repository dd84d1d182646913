/** A session's journal and the fixture's own count of its output: they must agree. */
import { existsSync, readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { readJournal } from '../../app/sessions/journal/reader.ts';

/** One direction of the wire. */
export interface JournalledStream {
  readonly bytes: number;
  readonly crc: number;
  readonly lines: number;
}

export interface JournalAccount {
  readonly stdout: JournalledStream;
  readonly stderr: JournalledStream;
  /** Proposed and typed lines, in order. */
  readonly sent: Buffer;
  readonly notes: readonly string[];
  /** Times never decrease. */
  readonly inOrder: boolean;
  /** Bytes after the last whole entry. */
  readonly torn: number;
}

class Sum {
  bytes = 0;
  crc = 0;
  #feeds = 0;
  #last = 10;

  add(chunk: Buffer): void {
    this.bytes += chunk.length;
    this.crc = crc32(chunk, this.crc);
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) this.#feeds++;
    this.#last = chunk.at(-1) ?? this.#last;
  }

  /** A last line without its end counts too. */
  get lines(): number {
    return this.#feeds + (this.#last === 10 ? 0 : 1);
  }
}

/** Reads a journal of any size in one pass. */
export async function readAccount(path: string): Promise<JournalAccount> {
  const stdout = new Sum();
  const stderr = new Sum();
  const sent: Buffer[] = [];
  const notes: string[] = [];
  let inOrder = true;
  let last = 0;
  const journal = readJournal(path);
  for await (const { micros, mark, bytes } of journal) {
    inOrder &&= micros >= last;
    last = micros;
    if (mark === '<--') stdout.add(bytes);
    else if (mark === '<!!') stderr.add(bytes);
    else if (mark === '###') notes.push(bytes.toString());
    else if (mark !== '***') sent.push(Buffer.from(bytes));
  }
  return { stdout, stderr, sent: Buffer.concat(sent), notes, inOrder, torn: journal.torn };
}

/** Of one descriptor of the fixture. More may have been done than it recorded, but not more than begun. */
export interface OutputCount {
  readonly begun: number;
  readonly done: number;
  readonly crc: number;
}

/** Of stdin, stdout and stderr; null if the fixture never ran. */
export function readTally(path: string): readonly [OutputCount, OutputCount, OutputCount] | null {
  if (!existsSync(path)) return null;
  const text = readFileSync(path, 'utf8');
  return text === '' ? null : (JSON.parse(text) as [OutputCount, OutputCount, OutputCount]);
}

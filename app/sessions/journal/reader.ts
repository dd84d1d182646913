/** Reads journals of any length, entry by entry. */
import { createReadStream } from 'node:fs';
import { parseJson } from '../../games/plain-json.ts';
import { Refused } from '../../shapes/refused.ts';
import { LongLoop } from '../long-loop.ts';
import type { Mark } from './blocks.ts';
import { entryLimit, journalFormat, journalVersion } from './journal.ts';

export interface JournalEntry {
  /** Microseconds since the session began. */
  readonly micros: number;
  readonly mark: Mark;
  readonly bytes: Buffer;
}

/** The file is not a journal that this version can read; `message` says why. */
export class BadJournal extends Refused {
  override readonly name = 'BadJournal';
}

const headPattern = /^(\d{1,16}) (-->|==>|<--|<!!|###|\*\*\*) (\d{1,10})$/;

/** The most bytes of the first entry: enough for an engine's arguments. A file may come from a stranger. */
export const factsLimit = 1024 * 1024;

/** Bounds for the JSON of our entries. Ours has three levels and as many values as an engine has arguments. */
const jsonBounds = { depth: 16, values: 100_000 };

/** The most bytes of a header line. */
const headLimit = 48;

/** A window on the chunks of a file, from which entries are taken. */
class Window {
  readonly #chunks: AsyncIterator<Buffer>;
  #bytes: Buffer = Buffer.alloc(0);
  #over = false;
  /** Bytes removed from its start. */
  taken = 0;

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  get length(): number {
    return this.#bytes.length;
  }

  /** Reads until `length` bytes are available. @returns the available bytes, fewer at the end of the file */
  async peek(length: number): Promise<Buffer> {
    if (this.#bytes.length < length && !this.#over) {
      const parts = [this.#bytes];
      let have = this.#bytes.length;
      while (have < length && !this.#over) {
        const { done, value } = await this.#chunks.next();
        if (done === true) {
          this.#over = true;
        } else {
          parts.push(value);
          have += value.length;
        }
      }
      this.#bytes = Buffer.concat(parts);
    }
    return this.#bytes;
  }

  skip(length: number): void {
    this.taken += length;
    this.#bytes = this.#bytes.subarray(length);
  }

  async drain(): Promise<number> {
    let length = this.#bytes.length;
    while (!this.#over) {
      const { done, value } = await this.#chunks.next();
      if (done === true) this.#over = true;
      else length += value.length;
    }
    this.#bytes = Buffer.alloc(0);
    return length;
  }

  async close(): Promise<void> {
    this.#over = true;
    await this.#chunks.return?.();
  }
}

/** The bytes of a journal from its start; each call reads them again. */
export type JournalBytes = () => AsyncIterable<Buffer>;

/** The entries of a journal, from a reader or changed by a filter. */
export type JournalEntries = AsyncIterable<JournalEntry> & Pick<JournalReader, 'torn' | 'read'>;

/** One journal, read once from start to end. */
export class JournalReader implements AsyncIterable<JournalEntry> {
  /** The path for messages. */
  readonly path: string;
  readonly #bytes: JournalBytes;
  readonly #signal: AbortSignal | undefined;
  #facts: Readonly<Record<string, unknown>> = {};
  #torn = 0;
  #read = 0;

  /** @param bytes if the journal is not the whole file @param signal ends an iteration with an error */
  constructor(
    path: string,
    bytes: JournalBytes = () => createReadStream(path, { highWaterMark: 256 * 1024 }),
    signal?: AbortSignal,
  ) {
    this.#signal = signal;
    this.path = path;
    this.#bytes = bytes;
  }

  /** The header's facts about the session; available after the first entry has been read. */
  get facts(): Readonly<Record<string, unknown>> {
    return this.#facts;
  }

  /** Bytes after the last whole entry; available after the iteration. */
  get torn(): number {
    return this.#torn;
  }

  /** Bytes of the file up to and including the last entry yielded. */
  get read(): number {
    return this.#read;
  }

  /**
   * All entries except the header. Yields to the event loop now and then.
   * @throws BadJournal if the file does not begin as a journal, or the signal's reason
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<JournalEntry> {
    const window = new Window(this.#bytes());
    const loop = new LongLoop(this.#signal);
    try {
      const header = await nextEntry(window, factsLimit);
      this.#facts = readFacts(this.path, header);
      for (;;) {
        const entry = await nextEntry(window);
        if (entry === null) break;
        this.#read = window.taken;
        yield entry;
        if (loop.isDue) await loop.turn();
      }
      this.#torn = await window.drain();
      this.#read = window.taken + this.#torn;
    } finally {
      await window.close();
    }
  }
}

export function readJournal(path: string, bytes?: JournalBytes, signal?: AbortSignal): JournalReader {
  return new JournalReader(path, bytes, signal);
}

/** Null if no whole entry is next in the window. */
async function nextEntry(window: Window, most = entryLimit): Promise<JournalEntry | null> {
  const begin = headAt(window.length >= headLimit ? await window.peek(0) : await window.peek(headLimit));
  if (begin === null || begin.whole - begin.start > most) return null;
  const bytes = await window.peek(begin.whole);
  const entry = entryAt(bytes, begin);
  if (entry !== null) window.skip(begin.whole);
  return entry;
}

/** The header line of an entry. */
interface Head {
  readonly micros: number;
  readonly mark: Mark;
  /** Where the entry's bytes begin, and where the entry ends. */
  readonly start: number;
  readonly whole: number;
}

function headAt(bytes: Buffer): Head | null {
  const end = bytes.subarray(0, headLimit).indexOf(10);
  const head = end === -1 ? null : headPattern.exec(bytes.toString('latin1', 0, end));
  if (head === null) return null;
  const length = Number(head[3]);
  if (length > entryLimit) return null;
  return { micros: Number(head[1]), mark: head[2] as Mark, start: end + 1, whole: end + 1 + length + 1 };
}

/** Null if the entry is not complete. */
function entryAt(bytes: Buffer, { micros, mark, start, whole }: Head): JournalEntry | null {
  if (bytes.length < whole || bytes[whole - 1] !== 10) return null;
  return { micros, mark, bytes: bytes.subarray(start, whole - 1) };
}

/** Parses the JSON of an entry of ours. @throws SyntaxError if Plywire cannot have written it */
export function parseOwn(bytes: Buffer): unknown {
  if (bytes.length > factsLimit) throw new SyntaxError(`it has more than ${factsLimit} bytes`);
  return parseJson(bytes.toString('utf8'), jsonBounds);
}

/**
 * The facts of the first entry if these bytes contain all of it; null if not, or if they are not the start of a
 * journal.
 */
export function readHead(bytes: Buffer): Readonly<Record<string, unknown>> | null {
  const head = headAt(bytes);
  try {
    return readFacts('it', head && entryAt(bytes, head));
  } catch {
    return null;
  }
}

const noJournal = (path: string): BadJournal =>
  new BadJournal(`${path} is not a session journal`, 'Choose the journal of a session.');

function readFacts(path: string, header: JournalEntry | null): Readonly<Record<string, unknown>> {
  if (header === null || header.mark !== '***') throw noJournal(path);
  let facts: unknown;
  try {
    facts = parseOwn(header.bytes);
  } catch {
    throw new BadJournal(`The header of ${path} is damaged`, 'Copy it again from where it was written.');
  }
  if (typeof facts !== 'object' || facts === null || !('format' in facts) || facts.format !== journalFormat) {
    throw noJournal(path);
  }
  if (!('version' in facts) || facts.version !== journalVersion) {
    const version = 'version' in facts ? JSON.stringify(facts.version) : 'unknown';
    throw new BadJournal(
      `${path} has version ${version}; this program reads version ${journalVersion}`,
      'Use the version of Plywire that wrote it.',
    );
  }
  return facts as Readonly<Record<string, unknown>>;
}

/**
 * Recorded sessions, read lazily from front to back: journals (`sessions/journal`), alone or in a bundle, and texts in
 * the form of `TranscriptEntry` (`protocols/text.ts`). The first bytes tell them apart.
 */
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { readEntry, type TranscriptMark } from '../protocols/text.ts';
import type { Mark } from '../sessions/journal/blocks.ts';
import {
  type JournalEntries,
  type JournalEntry,
  type JournalReader,
  readJournal,
} from '../sessions/journal/reader.ts';
import { LongLoop } from '../sessions/long-loop.ts';
import { pieceEnd } from '../sessions/wire/intake.ts';
import { LineSplitter, withoutReturn } from '../sessions/wire/lines.ts';
import { BadRecording, journalInBundle, type BundledJournal } from './bundle-file.ts';

export { BadRecording } from './bundle-file.ts';

export type EntryDirection = 'sent' | 'heard' | 'stderr' | 'note' | 'unreadable';

/** A line of a recorded session. */
export interface RecordedEntry {
  /** Counted from 1: in the file, or for a journal, whose entries are not lines, among all lines of its entries. */
  readonly line: number;
  /** Since the recording began; an unreadable line has the time of the one before. */
  readonly seconds: number;
  readonly direction: EntryDirection;
  /** Without its line end. */
  readonly text: string;
  /** Whether the user typed it. */
  readonly typed: boolean;
  /** Bytes cut off its end. */
  readonly cut: number;
}

export interface Recording {
  readonly form: 'journal' | 'transcript';
  /** The protocol that a journal names; null if nothing does. */
  readonly protocol: string | null;
  /** The session's facts from the head of a journal; empty for a transcript. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** Whether it comes from a bundle with masked file names. */
  readonly masked: boolean;
  /** Reads the entries of a journal as written, from the start at each call; null for a transcript. */
  readonly journal: (() => JournalEntries) | null;
  /**
   * The entries in pieces, as they are read; a piece that took long may be empty. Each call reads the file from the
   * start; leaving the loop closes it. Other work runs between two pieces.
   * @param onRead called before each piece with the number of bytes read, an integer
   */
  entries(onRead?: (bytes: number) => void): AsyncGenerator<readonly RecordedEntry[]>;
}

const choice = 'Choose the journal, the bundle or the transcript of a session.';

/** Lines in a piece: enough to make the pauses between pieces cheap. */
const pieceLines = 1024;

/** In bytes, per read. */
const chunkBytes = 256 * 1024;

/** In bytes: the part searched for the first line of a text. */
const headBytes = 64 * 1024;

const directions: Readonly<Record<TranscriptMark, EntryDirection>> = {
  '-->': 'sent',
  '<--': 'heard',
  '<!!': 'stderr',
  '###': 'note',
};

/**
 * @param signal aborts every read of the recording with an error
 * @throws BadRecording, BadJournal, or file system errors
 */
export async function openRecording(path: string, signal?: AbortSignal): Promise<Recording> {
  await requireRepeatable(path);
  const head = await headOf(path);
  if (head.startsWith('PK')) return journalRecording(path, signal, await journalInBundle(path));
  if (/^\d{1,16} \*\*\* /.test(head)) return journalRecording(path, signal);
  const first = head.split('\n').find((line) => line.trim() !== '');
  if (first === undefined) throw new BadRecording(`${path} is empty`, choice);
  if (!readEntry(withoutReturn(first))) {
    throw new BadRecording(
      `${path} is neither a journal, nor a bundle, nor a transcript with lines such as "  0.000 --> line"`,
      choice,
    );
  }
  return {
    form: 'transcript',
    protocol: null,
    facts: {},
    masked: false,
    journal: null,
    entries: (onRead) => transcriptEntries(path, onRead, signal),
  };
}

async function journalRecording(
  path: string,
  signal: AbortSignal | undefined,
  bundle?: BundledJournal,
): Promise<Recording> {
  const read = (): JournalReader => readJournal(path, bundle?.bytes, signal);
  const journal = read();
  for await (const _ of journal) break;
  const { facts } = journal;
  const { protocol } = facts;
  return {
    form: 'journal',
    protocol: typeof protocol === 'string' ? protocol : null,
    facts,
    masked: bundle !== undefined,
    journal: read,
    entries: (onRead) =>
      // A share of a zipped file may be a fraction of a byte.
      journalEntries(read(), onRead && ((bytes) => onRead(Math.round(bytes * (bundle?.share ?? 1)))), signal),
  };
}

/** A recording is read more than once. @throws BadRecording, before it waits for the writer of a FIFO */
async function requireRepeatable(path: string): Promise<void> {
  const found = await stat(path);
  if (found.isFile() || found.isDirectory()) return;
  throw new BadRecording(`${path} is a pipe or a device, which can be read only once; save it to a file`);
}

async function headOf(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Numbers lines and collects them into pieces. */
class Gatherer {
  pieces: RecordedEntry[] = [];
  #line = 0;

  get full(): boolean {
    return this.pieces.length >= pieceLines;
  }

  add(seconds: number, direction: EntryDirection, text: string, cut: number, typed = false): void {
    this.pieces.push({ line: ++this.#line, seconds, direction, text, typed, cut });
  }

  /** Skips a line of the file that is not a line of the session. */
  pass(): void {
    this.#line++;
  }

  take(): readonly RecordedEntry[] {
    const { pieces } = this;
    this.pieces = [];
    return pieces;
  }
}

type OnRead = ((bytes: number) => void) | undefined;

async function* transcriptEntries(
  path: string,
  onRead: OnRead,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly RecordedEntry[]> {
  const loop = new LongLoop(signal);
  const gatherer = new Gatherer();
  let [seconds, read] = [0, 0];
  const splitter = new LineSplitter((raw, cut) => {
    const line = cut > 0 ? raw : withoutReturn(raw);
    const entry = readEntry(line);
    if (entry) {
      ({ seconds } = entry);
      gatherer.add(seconds, directions[entry.mark], entry.text, cut);
    } else if (line.trim() === '') gatherer.pass();
    else gatherer.add(seconds, 'unreadable', line, cut);
  });
  for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) {
    for (const piece of piecesOf(chunk as Buffer)) {
      splitter.push(piece);
      read += piece.length;
      // Blank lines are skipped but take time.
      if (!gatherer.full && !loop.isDue) continue;
      onRead?.(read);
      yield gatherer.take();
      if (loop.isDue) await loop.turn();
    }
  }
  splitter.end();
  onRead?.(read);
  yield gatherer.take();
}

/** Yields some lines at a time, so that a piece of empty ones takes no longer than others. */
function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length;) {
    const end = pieceEnd(bytes, from);
    yield bytes.subarray(from, end);
    from = end;
  }
}

/** The lines of a journal, in pieces. */
export async function* journalEntries(
  journal: JournalEntries,
  onRead?: OnRead,
  signal?: AbortSignal,
): AsyncGenerator<readonly RecordedEntry[]> {
  const gatherer = new Gatherer();
  const lines = new JournalLines(gatherer);
  const loop = new LongLoop(signal);
  for await (const entry of journal) {
    lines.begin(entry);
    for (const piece of piecesOf(entry.bytes)) {
      lines.push(piece);
      if (!gatherer.full && !loop.isDue) continue;
      onRead?.(journal.read);
      yield gatherer.take();
      if (loop.isDue) await loop.turn();
    }
    lines.close();
  }
  lines.end();
  if (journal.torn > 0) {
    const text = `the journal was cut short: ${journal.torn} bytes of an entry follow`;
    gatherer.add(lines.seconds, 'unreadable', text, 0);
  }
  onRead?.(journal.read);
  yield gatherer.take();
}

/** Splits entries into lines: the engine's output comes in chunks, our entries in whole lines. */
class JournalLines {
  seconds = 0;
  readonly #stdout: LineSplitter;
  readonly #stderr: LineSplitter;
  readonly #ours: LineSplitter;
  #mark: Mark = '###';

  constructor(gatherer: Gatherer) {
    const splitter = (direction: () => EntryDirection): LineSplitter =>
      new LineSplitter((raw, cut) => {
        const text = cut > 0 ? raw : withoutReturn(raw);
        gatherer.add(this.seconds, direction(), text, cut, this.#mark === '==>');
      });
    this.#stdout = splitter(() => 'heard');
    this.#stderr = splitter(() => 'stderr');
    this.#ours = splitter(() => (this.#mark === '###' ? 'note' : 'sent'));
  }

  begin({ micros, mark }: JournalEntry): void {
    this.seconds = micros / 1e6;
    this.#mark = mark;
  }

  push(bytes: Buffer): void {
    if (this.#mark === '<--') this.#stdout.push(bytes);
    else if (this.#mark === '<!!') this.#stderr.push(bytes);
    else if (this.#mark !== '***') this.#ours.push(bytes);
  }

  /** An entry of ours holds whole lines. */
  close(): void {
    this.#ours.end();
  }

  end(): void {
    this.#mark = '<--';
    this.#stdout.end();
    this.#stderr.end();
  }
}

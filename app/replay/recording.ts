/**
 * Recorded sessions, read lazily from front to back: journals (`sessions/journal`), alone or in a bundle, and texts in
 * the form of `TranscriptEntry` (`protocols/text.ts`). The first bytes tell them apart.
 */
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { readEntry, type TranscriptMark } from '../protocols/text.ts';
import { unendedLine } from '../sessions/journal/export.ts';
import { type JournalEntries, type JournalReader, readJournal } from '../sessions/journal/reader.ts';
import { LongLoop } from '../sessions/long-loop.ts';
import { lineLimit, LineSplitter, withoutReturn } from '../sessions/wire/lines.ts';
import { BadRecording, journalInBundle, type BundledJournal } from './bundle-file.ts';
import { Gatherer, piecesOf, type EntryDirection, type OnRead, type RecordedEntry } from './entries.ts';
import { journalEntries } from './journal-entries.ts';

export { BadRecording } from './bundle-file.ts';
export type { EntryDirection, RecordedEntry } from './entries.ts';

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

/** In bytes, per read. */
const chunkBytes = 256 * 1024;

/** In bytes: more than the time and the mark take before a line of a transcript, which may itself be as long as any. */
const prefixBytes = 64;

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
      if (unendedLine(entry) === gatherer.pieces.at(-1)?.direction) gatherer.unend();
      gatherer.add(seconds, directions[entry.mark], entry.text, cut);
    } else if (line.trim() === '') gatherer.pass();
    else gatherer.add(seconds, 'unreadable', line, cut);
  }, lineLimit + prefixBytes);
  for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) {
    for (const piece of piecesOf(chunk as Buffer)) {
      splitter.push(piece);
      read += piece.length;
      // Blank lines are skipped but take time.
      if (!gatherer.full && !loop.isDue) continue;
      onRead?.(read);
      // A note below the newest line may tell of its end.
      yield gatherer.take(1);
      if (loop.isDue) await loop.turn();
    }
  }
  splitter.end();
  onRead?.(read);
  yield gatherer.take();
}

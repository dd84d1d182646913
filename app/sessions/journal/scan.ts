/**
 * Reads the lines of a journal file synchronously, for threads without other work. Lines come in blocks, one for all
 * lines that an entry completes, so that a search for a few of a million lines creates no string for each.
 *
 * Lines are numbered from 1 in the order of their completion, as in `app/replay/recording.ts`.
 */
import { isAscii } from 'node:buffer';
import { closeSync, openSync, readSync } from 'node:fs';
import { LineSplitter, lineLimit, withoutReturn } from '../wire/lines.ts';
import type { Mark } from './blocks.ts';
import { entryLimit } from './journal.ts';
import { outputEndedBy, type OutputMark } from './output-end.ts';
import { BadJournal } from './reader.ts';

/** The whole lines that one entry completed. */
export interface LineBlock {
  readonly mark: Exclude<Mark, '***'>;
  /** Microseconds since the session began. */
  readonly micros: number;
  /** The number of its first line. */
  readonly first: number;
  readonly lines: number;
  /** The lines, separated by LF; a CR before an LF is not part of the line. */
  readonly text: string;
  /** Bytes left off the end of the line; if not 0, it is the only line. */
  readonly cut: number;
}

/** Bytes per read. Progress is reported after each. */
const readBytes = 256 * 1024;

const [lineFeed, blank, zero, nine] = [10, 32, 48, 57];
/** Combines three bytes into one number. */
const markKey = (bytes: Uint8Array, at: number): number =>
  (bytes[at]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!;
const markOf: ReadonlyMap<number, Mark> = new Map(
  (['-->', '==>', '<--', '<!!', '###', '***'] as const).map((mark) => [markKey(Buffer.from(mark), 0), mark]),
);

interface Head {
  readonly mark: Mark;
  readonly micros: number;
  /** The bounds of the entry's bytes. */
  readonly from: number;
  readonly to: number;
}

/** The header at `at`; null if there is none, 'more' if that needs more bytes. */
function headAt(bytes: Buffer, at: number): Head | null | 'more' {
  const number = (most: number, end: number): number => {
    let value = 0;
    const start = at;
    for (; at < bytes.length; at++) {
      const code = bytes[at]!;
      if (code === end) return at++ > start ? value : -1;
      if (code < zero || code > nine || at - start >= most) return -1;
      value = value * 10 + code - zero;
    }
    return -2;
  };
  const micros = number(16, blank);
  if (micros < 0) return micros === -2 ? 'more' : null;
  if (at + 4 > bytes.length) return 'more';
  const mark = markOf.get(markKey(bytes, at));
  if (mark === undefined || bytes[at + 3] !== blank) return null;
  at += 4;
  const length = number(10, lineFeed);
  if (length < 0) return length === -2 ? 'more' : null;
  if (length > entryLimit) return null;
  const to = at + length;
  if (to >= bytes.length) return 'more';
  return bytes[to] === lineFeed ? { mark, micros, from: at, to } : null;
}

/** ASCII is copied without decoding. */
function decode(bytes: Buffer, from: number, to: number, ascii: boolean): string {
  return bytes.toString(ascii ? 'latin1' : 'utf8', from, to);
}

function linesIn(text: string): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

export interface ScanListener {
  /** @returns true to stop */
  onBlock(block: LineBlock): boolean;
  /** The bytes read and the lines reported so far. */
  onProgress?(bytes: number, lines: number): void;
  /** An entry begins. @param at its offset in the file, in bytes @param lines those reported so far @returns true to stop */
  onEntry?(at: number, lines: number): boolean;
}

class Scan {
  readonly #listener: ScanListener;
  readonly #stdout = new LineSplitter((text, cut) => this.#tell('<--', text, 1, cut));
  readonly #stderr = new LineSplitter((text, cut) => this.#tell('<!!', text, 1, cut));
  /** The times of the newest bytes of the streams. */
  readonly #heardAt: Record<OutputMark, number> = { '<--': 0, '<!!': 0 };
  #ours: '-->' | '==>' | '###' = '###';
  readonly #whole = new LineSplitter((text, cut) => this.#tell(this.#ours, text, 1, cut));
  #micros = 0;
  lines = 0;
  over = false;

  constructor(listener: ScanListener) {
    this.#listener = listener;
  }

  entry(bytes: Buffer, { mark, micros, from, to }: Head, ascii: boolean): void {
    if (mark === '***') return;
    if (mark === '###') {
      const ended = outputEndedBy({ mark, bytes: bytes.subarray(from, to) });
      if (ended !== null) this.#end(ended);
    }
    this.#micros = micros;
    if (mark === '<--' || mark === '<!!') {
      if (to > from) this.#heardAt[mark] = micros;
      this.#stream(mark, mark === '<--' ? this.#stdout : this.#stderr, bytes, from, to, ascii);
    } else {
      // Our own entries are whole lines; the last one may lack its line end.
      const end = to > from && bytes[to - 1] === lineFeed ? to - 1 : to;
      if (end - from <= lineLimit) {
        if (to > from) this.#block(mark, bytes, from, end, ascii);
        return;
      }
      this.#ours = mark;
      this.#whole.push(bytes.subarray(from, to));
      this.#whole.end();
    }
  }

  end(): void {
    this.#end('<--');
    this.#end('<!!');
  }

  /** The unfinished line of a stream has the time of its last byte. */
  #end(mark: OutputMark): void {
    if (this.over) return;
    this.#micros = this.#heardAt[mark];
    (mark === '<--' ? this.#stdout : this.#stderr).end();
  }

  #stream(
    mark: '<--' | '<!!',
    splitter: LineSplitter,
    bytes: Buffer,
    from: number,
    to: number,
    ascii: boolean,
  ): void {
    if (splitter.unfinished) {
      const end = bytes.indexOf(lineFeed, from);
      const stop = end === -1 || end >= to ? to : end + 1;
      splitter.push(bytes.subarray(from, stop));
      from = stop;
    }
    if (from === to) return;
    // A longer piece may contain a line to cut.
    if (to - from > lineLimit) return splitter.push(bytes.subarray(from, to));
    const last = bytes[to - 1] === lineFeed ? to - 1 : bytes.lastIndexOf(lineFeed, to - 1);
    if (last >= from) {
      this.#block(mark, bytes, from, last, ascii);
      from = last + 1;
    }
    if (from < to) splitter.push(bytes.subarray(from, to));
  }

  #block(mark: LineBlock['mark'], bytes: Buffer, from: number, to: number, ascii: boolean): void {
    const text = decode(bytes, from, to, ascii);
    this.#tell(mark, text, linesIn(text), 0);
  }

  #tell(mark: LineBlock['mark'], text: string, lines: number, cut: number): void {
    const first = this.lines + 1;
    this.lines += lines;
    if (this.over) return;
    this.over = this.#listener.onBlock({ mark, micros: this.#micros, first, lines, text, cut });
  }
}

/**
 * Reports all lines of the whole entries of the journal at `path`.
 * @returns the number of lines, or of those counted when the listener stopped
 * @throws BadJournal if the file does not begin as a journal, or the file system's own errors
 */
export function scanJournal(path: string, listener: ScanListener): number {
  const file = openSync(path, 'r');
  try {
    const scan = new Scan(listener);
    let read = 0;
    let rest = Buffer.alloc(0);
    let begun = false;
    let block = Buffer.allocUnsafe(readBytes);
    for (;;) {
      const had = rest.length;
      // An entry longer than a block must be in memory as a whole.
      if (had + readBytes > block.length) block = Buffer.allocUnsafe((had + readBytes) * 2);
      rest.copy(block, 0);
      const more = readSync(file, block, had, block.length - had, null);
      if (more === 0) break;
      read += more;
      const bytes = block.subarray(0, had + more);
      const ascii = isAscii(bytes);
      let at = 0;
      for (;;) {
        const head = headAt(bytes, at);
        if (head === 'more') break;
        if (head === null || (!begun && head.mark !== '***')) {
          if (!begun) throw new BadJournal(`${path} is not a session journal`);
          // Bytes after damage cannot be trusted.
          scan.end();
          return scan.lines;
        }
        begun = true;
        if (listener.onEntry?.(read - bytes.length + at, scan.lines) === true) return scan.lines;
        scan.entry(bytes, head, ascii);
        if (scan.over) return scan.lines;
        at = head.to + 1;
      }
      rest = Buffer.from(bytes.subarray(at));
      listener.onProgress?.(read, scan.lines);
    }
    if (!begun) throw new BadJournal(`${path} is not a session journal`);
    scan.end();
    return scan.lines;
  } finally {
    closeSync(file);
  }
}

/** The lines of a block with their numbers. */
export function* linesOf({ first, text, cut }: LineBlock): Generator<readonly [line: number, text: string]> {
  let line = first;
  let from = 0;
  for (;;) {
    const end = text.indexOf('\n', from);
    const raw = text.slice(from, end === -1 ? undefined : end);
    yield [line++, cut > 0 ? raw : withoutReturn(raw)];
    if (end === -1) return;
    from = end + 1;
  }
}

/**
 * The journal of a match: a file of lines that is only ever appended to. A line is with the system when `write` returns,
 * so that a killed process has lost none, and on disk within `syncMilliseconds`; `writeSoon` writes while an
 * engine thinks. A torn last line is cut off. A folder has one writer at a time.
 */
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fdatasync,
  fdatasyncSync,
  ftruncateSync,
  openSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { counted } from '../games/sentences.ts';
import { parseJson } from '../games/plain-json.ts';
import { makeFolder } from '../sessions/folder.ts';
import { byteLength } from '../sessions/journal/blocks.ts';
import { MatchEntry } from '../shapes/matches.ts';
import { whileThinking } from '../sessions/wire/at-once.ts';
import { Refused } from '../shapes/refused.ts';
import { claim } from './match-claim.ts';

export const journalName = 'match.jsonl';

/** As the journals of sessions. */
const syncMilliseconds = 50;

type Ply = Extract<MatchEntry, { kind: 'ply' }>;

/** A line that the disk does not take. */
export class DiskFault extends Error {
  override readonly name = 'DiskFault';
}

/** Whether a game ended by a fault, of an engine or of Plywire: its journals say why. */
export const isOdd = ({
  fault,
  ending,
}: Pick<Extract<MatchEntry, { kind: 'ended' }>, 'fault' | 'ending'>): boolean =>
  fault !== null || ending === 'void';

export class MatchLog {
  readonly #file: number;
  readonly #writer: string;
  #bytes: number;
  /** Entries that are written soon, or with the next one. */
  #waiting: MatchEntry[] = [];
  /** Whether the disk has not taken them. */
  #isRefused = false;
  #timer: NodeJS.Timeout | null = null;
  #syncing: Promise<void> | null = null;

  private constructor(file: number, bytes: number, writer: string) {
    this.#file = file;
    this.#bytes = bytes;
    this.#writer = writer;
  }

  /**
   * Opens the journal of a folder, or begins one.
   * @param replay takes its entries, in order
   * @throws Refused if another process writes it, or it is not the journal of a match; the file system's own errors
   */
  static async open(folder: string, replay: (entry: MatchEntry) => void): Promise<MatchLog> {
    makeFolder(folder);
    const writer = await claim(folder);
    try {
      const path = join(folder, journalName);
      const whole = await readEntries(path, replay);
      const file = openSync(path, whole === null ? 'wx' : 'r+', 0o600);
      if (whole !== null) ftruncateSync(file, whole);
      return new MatchLog(file, whole ?? 0, writer);
    } catch (error) {
      rmSync(writer, { force: true });
      throw error;
    }
  }

  /** @throws DiskFault; then nothing of the line is left, and it can be written again */
  write(entry: MatchEntry): void {
    this.#append([...this.#waiting, entry].map(lineOf).join(''));
    this.#waiting = [];
    this.#isRefused = false;
  }

  /**
   * Writes an entry when there is time for it, and before the event loop waits for anything. Once the disk has refused such
   * entries, this is `write`, which writes them too.
   * @throws DiskFault as `write`
   */
  writeSoon(entry: MatchEntry): void {
    if (this.#isRefused) return this.write(entry);
    this.#waiting.push(entry);
    if (this.#waiting.length === 1) whileThinking(this.#writeWaiting);
  }

  readonly #writeWaiting = (): void => {
    if (this.#waiting.length === 0) return;
    try {
      this.#append(this.#waiting.map(lineOf).join(''));
      this.#waiting = [];
    } catch {
      this.#isRefused = true;
    }
  };

  #append(text: string): void {
    const length = byteLength(text);
    try {
      let done = writeSync(this.#file, text, this.#bytes);
      // A disk that is nearly full takes only a part at a time.
      if (done < length) {
        const bytes = Buffer.from(text);
        while (done < length) done += writeSync(this.#file, bytes, done, length - done, this.#bytes + done);
      }
    } catch (error) {
      try {
        ftruncateSync(this.#file, this.#bytes);
      } catch {
        // The next write begins at the same place.
      }
      throw new DiskFault((error as Error).message);
    }
    this.#bytes += length;
    this.#timer ??= setTimeout(() => this.#sync(), syncMilliseconds);
  }

  /** What the disk still refuses is lost: these moves are played again by the next run. */
  async close(): Promise<void> {
    this.#writeWaiting();
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#syncing;
    fdatasyncSync(this.#file);
    closeSync(this.#file);
    rmSync(this.#writer, { force: true });
  }

  #sync(): void {
    this.#syncing = new Promise((resolve) => {
      // What cannot be synced is told by the next write or by the last sync.
      fdatasync(this.#file, () => {
        this.#timer = null;
        resolve();
      });
    });
  }
}

const textOf = (entry: MatchEntry): string => (entry.kind === 'ply' ? plyText(entry) : JSON.stringify(entry));

const lineOf = (entry: MatchEntry): string => `${textOf(entry)}\n`;

/** What a line of a journal is recognized by. @param line without its end */
export const lineHash = (line: string): string => createHash('sha256').update(line).digest('hex');

/** The same of an entry as it is written. */
export const entryHash = (entry: MatchEntry): string => lineHash(textOf(entry));

/** What `JSON.stringify` gives, in a third of the time: a match writes one of these for every move. */
function plyText({ number, ply, seat, move, left, spent, lag }: Ply): string {
  const late = lag === undefined ? '' : `,"lag":${lag}`;
  return (
    `{"kind":"ply","number":${number},"ply":${ply},"seat":${seat},"move":${inQuotes(move)},` +
    `"left":[${left[0]},${left[1]}],"spent":${spent}${late}}`
  );
}

/** A text that JSON writes as it is. */
const plain = /^[\w -]*$/;

const inQuotes = (text: string): string => (plain.test(text) ? `"${text}"` : JSON.stringify(text));

/** Pieces of a journal that are read at once, in bytes. */
const pieceBytes = 1024 * 1024;

/** The longest first line, in bytes: a plan of 256 engines. */
const longestHead = 32 * 1024 * 1024;

/** The longest of the others. */
const longestEntry = 4 * 1024 * 1024;

/** Levels of lists and objects: more than any entry has. */
const deepest = 16;

/**
 * Reads the whole lines of a journal.
 * @param replay takes the entries in order, each with its line as it was written
 * @returns the bytes that they take; null if there is no journal
 * @throws Refused if a whole line is not an entry, or `replay` refuses it: with the line and what to do
 */
export async function readEntries(
  path: string,
  replay: (entry: MatchEntry, line: string) => void,
): Promise<number | null> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (file === null) return null;
  try {
    let rest: Buffer = Buffer.alloc(0);
    let whole = 0;
    let number = 0;
    const piece = Buffer.alloc(pieceBytes);
    for (let at = 0; ;) {
      const { bytesRead } = await file.read(piece, 0, pieceBytes, at);
      if (bytesRead === 0) return whole;
      at += bytesRead;
      rest = Buffer.concat([rest, piece.subarray(0, bytesRead)]);
      let from = 0;
      for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10, from)) {
        number++;
        requireLength(end - from, path, number);
        const line = rest.toString('utf8', from, end);
        const entry = entryOf(line, path, number);
        try {
          replay(entry, line);
        } catch (error) {
          if (!(error instanceof Refused)) throw error;
          throw new Refused(`Line ${number} of ${path}: ${error.message}`, adviceFor(number));
        }
        whole += end + 1 - from;
        from = end + 1;
      }
      rest = rest.subarray(from);
      requireLength(rest.length, path, number + 1);
    }
  } finally {
    await file.close();
  }
}

/** Whether there is a journal with a whole line. Without one, its match was killed before it began. */
export async function hasEntries(path: string): Promise<boolean> {
  if (!existsSync(path)) return false;
  const piece = Buffer.alloc(64 * 1024);
  const file = await open(path, 'r');
  try {
    for (;;) {
      const { bytesRead } = await file.read(piece, 0, piece.length);
      if (bytesRead === 0 || piece.subarray(0, bytesRead).includes(10)) return bytesRead > 0;
    }
  } finally {
    await file.close();
  }
}

/** @throws Refused for a line that no match has written */
function requireLength(bytes: number, path: string, number: number): void {
  if (bytes <= (number === 1 ? longestHead : longestEntry)) return;
  throw new Refused(`Line ${number} of ${path} is too long for an entry of a match.`, adviceFor(number));
}

function entryOf(line: string, path: string, number: number): MatchEntry {
  let value: unknown = null;
  try {
    value = parseJson(line, { depth: deepest });
  } catch {
    // Reported below.
  }
  // A list of a million values that do not fit has as many issues.
  const parsed = v.safeParse(MatchEntry, value, { abortEarly: true });
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new Refused(
    `Line ${number} of ${path} is not an entry of a match (${v.getDotPath(issue) ?? 'it'}: ${issue.message}).`,
    adviceFor(number),
  );
}

/** @param number of a line that cannot be read, or cannot follow those before it */
const adviceFor = (number: number): string =>
  `The file was changed by another program, or written by a later version.${
    number === 1
      ? ''
      : ` To go on with what is before it, keep a copy of the file, and of the file the first ${counted(number - 1, 'line')} (head -n ${number - 1}).`
  }`;

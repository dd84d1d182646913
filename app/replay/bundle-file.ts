/**
 * Reads the journal in a bundle: a zip (PKWARE's APPNOTE.TXT) from an untrusted source. Nothing is written to disk, so
 * file names in it have no effect. The journal is unpacked as it is read. Regardless of what the zip declares, it takes
 * no more memory than another journal, and reading stops at the limit below.
 */
import { crc32 } from 'node:zlib';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { uncapital } from '../games/sentences.ts';
import type { JournalBytes } from '../sessions/journal/reader.ts';
import { Refused } from '../shapes/refused.ts';

/** A file is not a recording, or cannot be read to its end; `message` says what it is instead. */
export class BadRecording extends Refused {
  override readonly name = 'BadRecording';
}

const choice = 'Choose a bundle that Plywire has written.';

/** The journal's name in a bundle. */
export const bundledJournal = 'session.journal';

/** In bytes, unpacked: a session's journal is at most 1 GiB by default. A zip bomb may have any size. */
export const bundledJournalLimit = 2 * 1024 ** 3;

/** Files in a bundle; ours have ten, and some archivers add a folder of their own. */
const mostFiles = 200;

const encrypted = 1;
const stored = 0;
const deflated = 8;

export interface BundledJournal {
  readonly bytes: JournalBytes;
  /** Bytes of the file per unpacked byte. */
  readonly share: number;
}

/** Finds the journal. @throws BadRecording, or file system errors */
export async function journalInBundle(path: string): Promise<BundledJournal> {
  const { zip, entry } = await openJournal(path);
  zip.close();
  return { bytes: () => unpacked(path), share: zip.fileSize / Math.max(1, entry.uncompressedSize) };
}

interface FoundEntry {
  readonly zip: ZipFile;
  readonly entry: Entry;
}

async function* unpacked(path: string): AsyncGenerator<Buffer> {
  const { zip, entry } = await openJournal(path);
  try {
    let sum = 0;
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      sum = crc32(chunk as Buffer, sum);
      yield chunk as Buffer;
    }
    // The library leaves this check to its callers.
    if (sum !== entry.crc32) throw new Error('the checksum of its journal does not match');
  } catch (error) {
    throw inWords(path, error);
  } finally {
    zip.close();
  }
}

async function openJournal(path: string): Promise<FoundEntry> {
  let zip: ZipFile;
  try {
    zip = await openPromise(path, { autoClose: false, lazyEntries: true, strictFileNames: true });
  } catch (error) {
    throw inWords(path, error);
  }
  try {
    return { zip, entry: soundEntry(path, await journalsIn(path, zip)) };
  } catch (error) {
    zip.close();
    throw inWords(path, error);
  }
}

async function journalsIn(path: string, zip: ZipFile): Promise<readonly Entry[]> {
  if (zip.entryCount > mostFiles) {
    throw new BadRecording(
      `${path} is not a bundle: it has ${zip.entryCount} files; a bundle has at most ${mostFiles}`,
      choice,
    );
  }
  const journals: Entry[] = [];
  for await (const entry of zip.eachEntry()) {
    // macOS packs a shadow file with each file.
    const folders = entry.fileName.split('/');
    if (folders.at(-1) === bundledJournal && !folders.includes('__MACOSX')) journals.push(entry);
  }
  return journals;
}

function soundEntry(path: string, journals: readonly Entry[]): Entry {
  const [entry] = journals;
  if (entry === undefined) {
    throw new BadRecording(`${path} is a zip file, but not a bundle: it has no ${bundledJournal}`, choice);
  }
  const fault = faultOf(entry, journals.length);
  if (fault !== null) throw new BadRecording(`${path} cannot be read: ${fault}`);
  return entry;
}

function faultOf(entry: Entry, journals: number): string | null {
  const { generalPurposeBitFlag, compressionMethod, uncompressedSize } = entry;
  if (journals > 1) return `it has ${journals} files called ${bundledJournal}`;
  if ((generalPurposeBitFlag & encrypted) !== 0)
    return 'its journal is encrypted; create the zip file without a password';
  if (compressionMethod !== stored && compressionMethod !== deflated) {
    return `its journal has an unsupported compression method (${compressionMethod})`;
  }
  if (uncompressedSize > bundledJournalLimit) {
    return `its journal has ${uncompressedSize} bytes uncompressed; the limit is ${bundledJournalLimit}`;
  }
  return null;
}

/** Passes file system errors on; other errors mean that the file is not a valid zip. */
function inWords(path: string, error: unknown): unknown {
  if (error instanceof BadRecording || !(error instanceof Error)) return error;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall !== undefined && code !== undefined) return error;
  // The reader of zip files goes on in sentences of its own.
  const [fault] = error.message.split(/\.(?:\s|$)/);
  return new BadRecording(
    `${path} is damaged, incomplete or not a zip file: ${uncapital(fault!)}`,
    'Copy or download it again.',
  );
}

/** Writes a bundle as a zip while reading its journal, so that the journal's length does not matter to memory. */
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { bundledJournal } from '../replay/bundle-file.ts';
import { protocols } from '../protocols/registry.ts';
import type { JournalEntries } from '../sessions/journal/reader.ts';
import type { BundleSource } from './case.ts';
import { endsOf, entryBytes, headBytes, tornEntry } from './masked-journal.ts';
import { sentLines } from './readme.ts';
import { maskedEntries, maskersOf, readPart, type Study } from './study.ts';
import type { BundleFile } from '../shapes/recordings.ts';

export interface WriteOptions {
  /** All of the journal, or its beginning and its end. */
  readonly journal: 'whole' | 'ends';
  /** The modification time of the files in it. */
  readonly at: Date;
  readonly signal?: AbortSignal | undefined;
  /** Called with the progress, 0 to 1. */
  readonly progress?: (share: number) => void;
}

/** The bytes of the zip. @throws file system errors, or the signal's reason */
export async function* writeBundle(
  of: BundleSource,
  study: Study,
  files: readonly BundleFile[],
  { journal, at, signal, progress = () => {} }: WriteOptions,
): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const streams: Readable[] = [];
  const add = (name: string, bytes: AsyncIterable<Buffer>): void => {
    const stream = Readable.from(bytes, { objectMode: false });
    streams.push(stream);
    stream.on('error', (error) => output.destroy(error));
    zip.addReadStream(stream, name, { mtime: at });
  };
  const entries = (told: (share: number) => void): JournalEntries => {
    const protocol = study.protocol === null ? null : (protocols.get(study.protocol) ?? null);
    const masked = maskedEntries(readPart(of.journal, signal, told), maskersOf(study, protocol));
    return endsOf(masked, journal === 'ends' ? of.journal.bytes : null);
  };
  for (const { name, text } of files) {
    if (name === bundledJournal) {
      add(
        name,
        journalBytes(
          study,
          entries((share) => progress(share / 2)),
        ),
      );
    } else if (name === sentLines) add(name, sentBytes(entries((share) => progress((1 + share) / 2))));
    else zip.addBuffer(Buffer.from(text), name, { mtime: at });
  }
  zip.end();
  try {
    for await (const chunk of output) {
      signal?.throwIfAborted();
      yield chunk as Buffer;
    }
  } finally {
    for (const stream of streams) stream.destroy();
    output.destroy();
  }
}

async function* journalBytes(study: Study, entries: JournalEntries): AsyncGenerator<Buffer> {
  const { talk, rest, facts } = study;
  const gathered = new Gathered();
  gathered.add(headBytes(facts, maskersOf({ talk, rest }, null)));
  let micros = 0;
  for await (const entry of entries) {
    ({ micros } = entry);
    gathered.add(entryBytes(entry));
    if (gathered.isFull) yield gathered.take();
  }
  if (entries.torn > 0) gathered.add(entryBytes(tornEntry(micros, entries.torn)));
  yield gathered.take();
}

async function* sentBytes(entries: JournalEntries): AsyncGenerator<Buffer> {
  const gathered = new Gathered();
  for await (const { mark, bytes } of entries) {
    if (mark !== '-->' && mark !== '==>') continue;
    gathered.add([bytes]);
    if (gathered.isFull) yield gathered.take();
  }
  yield gathered.take();
}

/** Collects small pieces into larger ones. */
class Gathered {
  #parts: Buffer[] = [];
  #bytes = 0;

  get isFull(): boolean {
    return this.#bytes >= 64 * 1024;
  }

  add(parts: readonly Buffer[]): void {
    for (const part of parts) {
      this.#parts.push(part);
      this.#bytes += part.length;
    }
  }

  take(): Buffer {
    const bytes = Buffer.concat(this.#parts);
    this.#parts = [];
    this.#bytes = 0;
    return bytes;
  }
}

/** Reads the head and the last entry of a journal without the rest: its session, and how it ended. */
import { open, type FileHandle } from 'node:fs/promises';
import * as v from 'valibot';
import { readClosing, tailBytes, type Closing } from './closing.ts';
import { factsLimit, readHead } from './reader.ts';

/** The most characters of a fact, since the file may come from a stranger. */
const factLimit = 4096;

const text = v.fallback(v.nullable(v.pipe(v.string(), v.maxLength(factLimit))), null);

/** The facts in the head; null for those that are missing or invalid. */
const Facts = v.object({
  session: v.string(),
  protocol: text,
  engine: text,
  title: text,
  purpose: text,
  /** The path of the program. */
  file: text,
  sandbox: v.fallback(v.nullable(v.boolean()), null),
  /** The Plywire that writes the journal, as named by the caretaker. */
  owner: text,
});
export type JournalFacts = v.InferOutput<typeof Facts>;

export interface JournalEnds {
  readonly bytes: number;
  /** The time of the last write, in milliseconds since 1970. */
  readonly writtenAt: number;
  /** Null if the file does not begin as a journal. */
  readonly facts: JournalFacts | null;
  /** Null while the session runs, or if the entry was cut off or never written; `micros` is the time of the end. */
  readonly closing: (Closing & { readonly micros: number }) | null;
}

/** Bytes to read for the head: enough for most, then for the longest. */
const headSteps = [4096, factsLimit + 64];

/** @throws the file system's own errors */
export async function readEnds(path: string): Promise<JournalEnds> {
  const file = await open(path, 'r');
  try {
    const { size, mtimeMs } = await file.stat();
    const facts = await factsIn(file, size);
    const start = Math.max(0, size - tailBytes);
    const closing = facts && readClosing(await read(file, start, size - start), facts.session);
    return { bytes: size, writtenAt: mtimeMs, facts, closing };
  } finally {
    await file.close();
  }
}

async function factsIn(file: FileHandle, size: number): Promise<JournalFacts | null> {
  for (const most of headSteps) {
    const head = readHead(await read(file, 0, Math.min(most, size)));
    if (head === null) continue;
    const facts = v.safeParse(Facts, { ...nothing, ...head });
    return facts.success ? facts.output : null;
  }
  return null;
}

const nothing = {
  ...{ protocol: null, engine: null, title: null, purpose: null, file: null },
  ...{ sandbox: null, owner: null },
};

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

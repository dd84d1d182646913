/** The two ends of a journal, read without what lies between: whose it is, and how its session ended. */
import { open, type FileHandle } from 'node:fs/promises';
import * as v from 'valibot';
import { readClosing, tailBytes, type Closing } from './closing.ts';
import { factsLimit, readHead } from './reader.ts';

/** Characters of a fact: the file may come from a stranger. */
const factLimit = 4096;

const text = v.fallback(v.nullable(v.pipe(v.string(), v.maxLength(factLimit))), null);

/** What the head says; null where it says nothing, or nothing that can be. */
const Facts = v.object({
  session: v.string(),
  protocol: text,
  engine: text,
  title: text,
  purpose: text,
  /** The program that was run, by its path. */
  file: text,
  sandbox: v.fallback(v.nullable(v.boolean()), null),
  /** The Plywire that writes it, as the caretaker names it. */
  owner: text,
});
export type JournalFacts = v.InferOutput<typeof Facts>;

export interface JournalEnds {
  readonly bytes: number;
  /** When the last byte was written, in milliseconds since 1970. */
  readonly writtenAt: number;
  /** Null where the file does not begin as a journal. */
  readonly facts: JournalFacts | null;
  /** Null while the session runs, and for ever where it was cut short or never written; `micros` is when it ended. */
  readonly closing: (Closing & { readonly micros: number }) | null;
}

/** Bytes in which most heads end; the others are read again. */
const headSteps = [4096, factsLimit + 64];

/** @throws what the file system says */
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

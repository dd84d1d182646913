/**
 * Studies a journal before a bundle is made of it: what it contains, and what can be masked. A masked journal must
 * replay as the original does. If a name is also a word of the conversation (an account "e4"), it stays in the lines of
 * the conversation and the bundle says so.
 */
import { createReadStream } from 'node:fs';
import { protocols } from '../protocols/registry.ts';
import { defaultDeadlines, type Protocol } from '../protocols/protocol.ts';
import type { ReplayEvent } from '../replay/events.ts';
import { guessProtocol, NoProtocol } from '../replay/replay.ts';
import type { RecordedEntry } from '../replay/entries.ts';
import { journalEntries } from '../replay/journal-entries.ts';
import { Understanding, type EngineIdentity } from '../replay/understanding.ts';
import {
  readJournal,
  type JournalEntries,
  type JournalEntry,
  type JournalReader,
} from '../sessions/journal/reader.ts';
import { DigestCollector, type JournalDigest } from './account.ts';
import { entryBytes, headBytes, MaskedJournal, tornEntry, type Maskers } from './masked-journal.ts';
import { Masker, type MaskCounts } from './masker.ts';
import type { MaskKind, Pattern } from './patterns.ts';

/** A journal up to its current end; a running session appends to it. */
export interface JournalFile {
  readonly path: string;
  /** How much of the file counts. */
  readonly bytes: number;
}

export interface Study {
  readonly facts: Facts;
  /** Null if unknown. */
  readonly protocol: string | null;
  readonly account: JournalDigest;
  /** What the engine said of itself. */
  readonly identity: EngineIdentity;
  /** The sizes of the masked journal and of the sent lines in it, as in a bundle with the whole journal. */
  readonly bytes: { readonly journal: number; readonly sent: number };
  /** The number of masked places in the journal. */
  readonly places: number;
  readonly counts: MaskCounts;
  /** Places in the lines of the conversation that could be masked. */
  readonly inTalk: number;
  /** The patterns that mask the conversation. */
  readonly talk: readonly Pattern[];
  readonly rest: readonly Pattern[];
  /** Kinds that stay unmasked in the lines of the conversation. */
  readonly left: readonly MaskKind[];
}

type Facts = Readonly<Record<string, unknown>>;

export interface StudyOptions {
  /** The session's settings of the protocol, as `createDriver` takes them. */
  readonly settings?: (facts: Facts, protocol: Protocol) => Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called with the progress, 0 to 1. */
  readonly progress?: (share: number) => void;
}

/** Reads the part of the file that counts. */
export const readPart = (
  { path, bytes }: JournalFile,
  signal?: AbortSignal,
  progress?: (share: number) => void,
): JournalReader => {
  const read = async function* (): AsyncGenerator<Buffer> {
    let read = 0;
    if (bytes === 0) return;
    for await (const chunk of createReadStream(path, { end: bytes - 1, highWaterMark: 256 * 1024 })) {
      yield chunk as Buffer;
      read += (chunk as Buffer).length;
      progress?.(read / bytes);
    }
  };
  return readJournal(path, read, signal);
};

/** The masked entries of a journal. */
export function maskedEntries(reader: JournalReader, maskers: Maskers): JournalEntries {
  return {
    get torn() {
      return reader.torn;
    },
    get read() {
      return reader.read;
    },
    async *[Symbol.asyncIterator]() {
      const masked = new MaskedJournal(maskers);
      for await (const entry of reader) yield* masked.entry(entry);
      yield* masked.end();
    },
  };
}

/** Kinds whose names may also be words of a protocol. */
const names: ReadonlySet<MaskKind> = new Set(['user', 'host', 'environment']);

/** @throws BadJournal, file system errors, or the signal's reason */
export async function studyJournal(
  file: JournalFile,
  patterns: readonly Pattern[],
  { signal, settings, progress = () => {} }: StudyOptions = {},
): Promise<Study> {
  const facts = await factsOf(file);
  const protocol = await protocolOf(file, facts, signal);
  const rest = patterns;
  const spoken = protocol && { protocol, settings: settings?.(facts, protocol) };
  // Without a known protocol, any word may belong to the conversation.
  let talk = protocol === null ? patterns.filter(({ kind }) => !names.has(kind)) : patterns;
  const first = await account(file, facts, spoken, { talk, rest }, signal, (share) => progress(share / 2));
  let counted = first;
  if (spoken !== null && first.inTalk > 0) {
    const tries = [talk, talk.filter(({ kind }) => !names.has(kind)), []];
    for (const each of tries) {
      talk = each;
      if (await replaysAlike(file, spoken, { talk, rest }, signal)) break;
    }
    if (talk !== patterns)
      counted = await account(file, facts, spoken, { talk, rest }, signal, (share) =>
        progress((1 + share) / 2),
      );
  }
  progress(1);
  const kept = new Set(talk.map(({ kind }) => kind));
  return {
    facts,
    protocol: protocol?.id ?? null,
    account: first.account,
    identity: first.identity,
    bytes: counted.bytes,
    talk,
    rest,
    places: counted.places,
    counts: counted.counts,
    inTalk: first.inTalk,
    left: [...new Set(patterns.map(({ kind }) => kind))].filter((kind) => !kept.has(kind)),
  };
}

interface Patterns {
  readonly talk: readonly Pattern[];
  readonly rest: readonly Pattern[];
}

/** Stderr is masked like the conversation if the protocol's driver reads it. */
export function maskersOf({ talk, rest }: Patterns, protocol: Protocol | null): Maskers {
  const reads = protocol?.createDriver(defaultDeadlines).complained !== undefined;
  const maskers = { talk: new Masker(talk), rest: new Masker(rest) };
  return { ...maskers, stderr: reads ? maskers.talk : maskers.rest };
}

async function factsOf(file: JournalFile): Promise<Facts> {
  const reader = readPart(file);
  for await (const _ of reader) break;
  return reader.facts;
}

async function protocolOf(
  file: JournalFile,
  facts: Facts,
  signal: AbortSignal | undefined,
): Promise<Protocol | null> {
  const named = typeof facts['protocol'] === 'string' ? facts['protocol'] : null;
  const recording = {
    form: 'journal',
    protocol: named,
    facts,
    masked: false,
    journal: () => readPart(file, signal),
    entries: (onRead?: (bytes: number) => void) => journalEntries(readPart(file, signal), onRead, signal),
  } as const;
  try {
    return (await guessProtocol(recording, protocols)).protocol;
  } catch (error) {
    if (error instanceof NoProtocol) return null;
    throw error;
  }
}

interface Counted {
  readonly account: JournalDigest;
  readonly identity: EngineIdentity;
  readonly bytes: Study['bytes'];
  readonly places: number;
  readonly counts: MaskCounts;
  /** Places in the lines of the conversation. */
  readonly inTalk: number;
}

/** The protocol and its settings. */
interface Spoken {
  readonly protocol: Protocol;
  readonly settings: Readonly<Record<string, string>> | undefined;
}

const understandingOf = ({ protocol, settings }: Spoken): Understanding =>
  new Understanding(protocol, settings && { settings });

/** One pass: replays the journal and counts its masked places. */
async function account(
  file: JournalFile,
  facts: Facts,
  spoken: Spoken | null,
  patterns: Patterns,
  signal: AbortSignal | undefined,
  progress: (share: number) => void,
): Promise<Counted> {
  const maskers = maskersOf(patterns, spoken?.protocol ?? null);
  const masked = new MaskedJournal(maskers);
  const bytes = { journal: sizeOf(headBytes(facts, maskersOf(patterns, null))), sent: 0 };
  let last = 0;
  const count = (entry: JournalEntry): void => {
    bytes.journal += sizeOf(entryBytes(entry));
    if (entry.mark === '-->' || entry.mark === '==>') bytes.sent += entry.bytes.length;
    last = entry.micros;
  };
  const reader = readPart(file, signal, progress);
  const tapped: JournalEntries = {
    get torn() {
      return reader.torn;
    },
    get read() {
      return reader.read;
    },
    async *[Symbol.asyncIterator]() {
      for await (const entry of reader) {
        for (const each of masked.entry(entry)) count(each);
        yield entry;
      }
      for (const each of masked.end()) count(each);
      if (reader.torn > 0) count(tornEntry(last, reader.torn));
    },
  };
  const accountant = new DigestCollector();
  const understanding = spoken && understandingOf(spoken);
  const events: ReplayEvent[] = [];
  for await (const entries of journalEntries(tapped, undefined, signal)) {
    signal?.throwIfAborted();
    for (const entry of entries) {
      accountant.entry(entry);
      understanding?.observe(entry, events);
    }
    accountant.events(events);
    events.length = 0;
  }
  understanding?.end(events);
  accountant.events(events);
  const { talk, rest } = maskers;
  return {
    account: accountant.account,
    identity: understanding?.identity ?? { name: null, author: null },
    bytes,
    places: talk.places + rest.places,
    counts: sum(talk.counts, rest.counts),
    inTalk: talk.places,
  };
}

const sizeOf = (parts: readonly Buffer[]): number => parts.reduce((sum, { length }) => sum + length, 0);

function sum(one: MaskCounts, other: MaskCounts): MaskCounts {
  const both: Partial<Record<MaskKind, number>> = { ...one };
  for (const [kind, count] of Object.entries(other) as [MaskKind, number][]) {
    both[kind] = (both[kind] ?? 0) + count;
  }
  return both;
}

/** Whether the masked journal replays like the original, apart from texts. */
async function replaysAlike(
  file: JournalFile,
  spoken: Spoken,
  patterns: Patterns,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const maskers = maskersOf(patterns, spoken.protocol);
  const plain = told(journalEntries(readPart(file, signal), undefined, signal), spoken);
  const masked = told(
    journalEntries(maskedEntries(readPart(file, signal), maskers), undefined, signal),
    spoken,
  );
  try {
    for (;;) {
      signal?.throwIfAborted();
      const [one, other] = [await plain.next(), await masked.next()];
      if (one.done === true || other.done === true) return one.done === other.done;
      if (one.value !== other.value) return false;
    }
  } finally {
    await Promise.all([plain.return(undefined), masked.return(undefined)]);
  }
}

/** Lines compared at a time. */
const comparedLines = 256;

/** The events of each batch of lines, as JSON without texts. */
async function* told(
  pieces: AsyncIterable<readonly RecordedEntry[]>,
  spoken: Spoken,
): AsyncGenerator<string, void> {
  const understanding = understandingOf(spoken);
  const events: ReplayEvent[] = [];
  let lines = 0;
  for await (const entries of pieces) {
    for (const entry of entries) {
      understanding.observe(entry, events);
      if (++lines % comparedLines > 0) continue;
      yield JSON.stringify(events, withoutWords);
      events.length = 0;
    }
  }
  understanding.end(events);
  yield JSON.stringify(events, withoutWords);
}

/** Fields that repeat the line's text or the length of a part cut off it. */
const words: ReadonlySet<string> = new Set(['text', 'understood', 'reason', 'cut']);

const withoutWords = (key: string, value: unknown): unknown => (words.has(key) ? undefined : value);

/**
 * The journals of a home as a list, newest first, in pages. Of each the two ends are read and nothing else, and only
 * once it is come to, so that it is all one how many there are and how long.
 */
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Forfeit } from '../sessions/forfeit.ts';
import { readEnds, type JournalEnds } from '../sessions/journal/ends.ts';
import { readJournal } from '../sessions/journal/reader.ts';
import { journalNames, nameOf, Writers, type OwnJournals } from './journals.ts';
import type { Host } from './running/register.ts';

export type JournalEnding =
  | { readonly kind: 'ended'; readonly word: string; readonly reason: string }
  | { readonly kind: 'running' }
  /** The host or the machine died. Bytes after the last whole entry are `lost`; null where it is too long to look. */
  | { readonly kind: 'cut short'; readonly lost: number | null };

export interface JournalSummary {
  /** The id of its session. */
  readonly journal: string;
  /** Facts of the session; null where the head is damaged. */
  readonly engine: string | null;
  readonly title: string | null;
  readonly protocol: string | null;
  readonly purpose: string | null;
  readonly sandbox: boolean | null;
  /** When the session was opened, in milliseconds since 1970. */
  readonly openedAt: number;
  /** Until the last entry; null where that is not known. */
  readonly seconds: number | null;
  readonly bytes: number;
  readonly ending: JournalEnding;
  /** How an answer of it lost a game; null where none did. */
  readonly forfeit: Forfeit | null;
  /** How often, by name; null where nobody lived to count. */
  readonly oddities: Readonly<Record<string, number>> | null;
  readonly lines: { readonly sent: number; readonly heard: number; readonly stderr: number } | null;
}

export interface JournalPage {
  readonly journals: readonly JournalSummary[];
  /** What to ask for next; null where this is the end. */
  readonly next: string | null;
  /** Journals that there are, and how many of them have been looked at so far. */
  readonly total: number;
  readonly looked: number;
}

export interface PageAsked {
  /** Words, each of which must occur in what is told of a journal. */
  readonly filter: string;
  /** `next` of the page before. */
  readonly after?: string | undefined;
  readonly limit: number;
}

/** Files that are looked at together. */
const batch = 32;

/** Journals that a page looks at, whatever it finds: the person sees that something goes on. */
const lookLimit = 1000;

/** A journal that was cut short is read for what it lost up to this size; and so many bytes a page. */
const scanBytes = 8 * 1024 * 1024;
const scanBytesPerPage = 64 * 1024 * 1024;

/** Journals that are remembered: those that are over stay as they are. */
const rememberedLimit = 20_000;

export class JournalShelf {
  readonly #folder: string;
  readonly #own: () => OwnJournals;
  readonly #others: () => Promise<readonly Host[]>;
  readonly #remembered = new Map<string, JournalSummary>();

  /** `others` as `Writers.now` takes it. */
  constructor(folder: string, own: () => OwnJournals, others: () => Promise<readonly Host[]>) {
    this.#folder = folder;
    this.#own = own;
    this.#others = others;
  }

  async page({ filter, after, limit }: PageAsked, signal?: AbortSignal): Promise<JournalPage> {
    // The name begins with the time.
    const names = (await journalNames(this.#folder)).sort().reverse();
    const writers = await Writers.now(this.#own, this.#others);
    const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
    const journals: JournalSummary[] = [];
    const found = after === undefined ? 0 : names.findIndex((name) => name < `${after}.journal`);
    const begin = found === -1 ? names.length : found;
    const end = Math.min(names.length, begin + lookLimit);
    let budget = scanBytesPerPage;
    let at = begin;
    while (at < end && journals.length < limit && !signal?.aborted) {
      const some = names.slice(at, Math.min(end, at + Math.min(batch, limit - journals.length)));
      const mayScan = budget > 0;
      const all = await Promise.all(some.map((name) => this.#summary(name, writers, mayScan)));
      for (const one of all) {
        if (one?.ending.kind === 'cut short' && one.bytes <= scanBytes) budget -= one.bytes;
        if (one !== null && words.every((word) => haystack(one).includes(word))) journals.push(one);
      }
      at += some.length;
    }
    const last = names[at - 1]?.replace(/\.journal$/, '');
    return {
      journals,
      next: at < names.length && last !== undefined ? last : null,
      total: names.length,
      looked: at,
    };
  }

  /** Null for what is no file, or gone by now. */
  async #summary(name: string, writers: Writers, mayScan: boolean): Promise<JournalSummary | null> {
    const path = join(this.#folder, name);
    const found = await lstat(path).catch(() => null);
    if (!found?.isFile()) return null;
    const key = `${name} ${found.size}`;
    const remembered = this.#remembered.get(key);
    if (remembered) return remembered;
    const ends = await readEnds(path).catch(() => null);
    if (ends === null) return null;
    const { id, openedAt } = nameOf(name)!;
    const runs = ends.closing === null && writers.write(path, openedAt, ends);
    const torn = !runs && ends.closing === null && mayScan ? await tornOf(path, ends.bytes) : null;
    const summary = summaryOf(id, openedAt, ends, runs, torn);
    if (ends.closing !== null || torn !== null) {
      if (this.#remembered.size >= rememberedLimit) this.#remembered.clear();
      this.#remembered.set(key, summary);
    }
    return summary;
  }
}

interface Torn {
  readonly lost: number;
  /** Of the last whole entry. */
  readonly micros: number | null;
}

async function tornOf(path: string, bytes: number): Promise<Torn | null> {
  if (bytes > scanBytes) return null;
  const journal = readJournal(path);
  let micros: number | null = null;
  try {
    for await (const entry of journal) ({ micros } = entry);
    return { lost: journal.torn, micros };
  } catch {
    // Not even its head is whole.
    return { lost: bytes, micros: null };
  }
}

function summaryOf(
  journal: string,
  openedAt: number,
  { bytes, facts, closing }: JournalEnds,
  runs: boolean,
  torn: Torn | null,
): JournalSummary {
  const micros = closing?.micros ?? torn?.micros ?? null;
  const ending: JournalEnding = closing
    ? { kind: 'ended', ...closing.ending }
    : runs
      ? { kind: 'running' }
      : { kind: 'cut short', lost: torn?.lost ?? null };
  return {
    journal,
    engine: facts?.engine ?? null,
    title: facts?.title ?? null,
    protocol: facts?.protocol ?? null,
    purpose: facts?.purpose ?? null,
    sandbox: facts?.sandbox ?? null,
    openedAt,
    seconds: micros === null ? null : micros / 1e6,
    bytes,
    ending,
    forfeit: closing?.forfeit ?? null,
    oddities: closing?.oddities ?? null,
    lines: closing?.lines ?? null,
  };
}

/** What a person may look for. */
function haystack(summary: JournalSummary): string {
  const { journal, title, protocol, purpose, ending, forfeit, oddities } = summary;
  const words = ending.kind === 'ended' ? [ending.word, ending.reason] : [ending.kind];
  if (forfeit !== null) words.push(forfeit.word, forfeit.reason);
  return [journal, title, protocol, purpose, ...words, ...Object.keys(oddities ?? {})]
    .join('\n')
    .toLowerCase();
}

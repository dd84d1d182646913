/**
 * Lists the journals of a home in pages, newest first. Only the two ends of a journal are read, and only when its page
 * is requested, so that the number and length of the journals do not matter. A journal without a closing entry is read
 * whole, within limits, to find how its session ended.
 */
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { games } from '../games/registry.ts';
import { protocols } from '../protocols/registry.ts';
import { readEnds, type JournalEnds, type JournalFacts } from '../sessions/journal/ends.ts';
import { readUnclosed, type Unclosed } from '../sessions/journal/unclosed.ts';
import type { Forfeit } from '../sessions/forfeit.ts';
import { journalNames, nameOf, Writers, type OwnJournals } from './journals.ts';
import type { Host } from './running/register.ts';
import type { JournalEnding, JournalPage, JournalSummary } from '../shapes/recordings.ts';

export interface PageAsked {
  /** Words separated by blanks; each must occur in the summary of a journal. */
  readonly filter: string;
  /** `next` of the previous page. */
  readonly after?: string | undefined;
  readonly limit: number;
}

/** Files examined at a time. */
const batch = 32;

/** The most journals examined for one page, matching or not, so that the user sees progress. */
const lookLimit = 1000;

/** In bytes: the largest journal without a closing entry that is read whole, and the most of these bytes per page. */
const scanBytes = 8 * 1024 * 1024;
const scanBytesPerPage = 64 * 1024 * 1024;

/** The most summaries in memory; journals of ended sessions do not change. */
const rememberedLimit = 20_000;

export class JournalShelf {
  readonly #folder: string;
  readonly #own: () => OwnJournals;
  readonly #others: () => Promise<readonly Host[]>;
  readonly #remembered = new Map<string, JournalSummary>();

  /** @param others as for `Writers.now` */
  constructor(folder: string, own: () => OwnJournals, others: () => Promise<readonly Host[]>) {
    this.#folder = folder;
    this.#own = own;
    this.#others = others;
  }

  async page({ filter, after, limit }: PageAsked, signal?: AbortSignal): Promise<JournalPage> {
    // Each name begins with the time.
    const names = (await journalNames(this.#folder)).sort().reverse();
    const writers = await Writers.now(this.#own, this.#others);
    const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
    const journals: JournalSummary[] = [];
    const found = after === undefined ? 0 : names.findIndex((name) => name < `${after}.journal`);
    const begin = found === -1 ? names.length : found;
    const end = Math.min(names.length, begin + lookLimit);
    const budget = { bytes: scanBytesPerPage };
    let at = begin;
    while (at < end && journals.length < limit && !signal?.aborted) {
      const some = names.slice(at, Math.min(end, at + Math.min(batch, limit - journals.length)));
      const all = await Promise.all(some.map((name) => this.#summary(name, writers, budget)));
      for (const one of all) {
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

  /** Null if it is not a file, or no longer exists. */
  async #summary(name: string, writers: Writers, budget: { bytes: number }): Promise<JournalSummary | null> {
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
    const { bytes, closing } = ends;
    const mayLook = !runs && closing === null && bytes <= scanBytes && budget.bytes > 0;
    if (mayLook) budget.bytes -= bytes;
    const unclosed = mayLook ? await readUnclosed(path, bytes) : null;
    const lost = this.#own().lost?.get(path) ?? null;
    const summary = summaryOf(id, openedAt, ends, runs, unclosed, lost);
    if (closing !== null || unclosed !== null) {
      if (this.#remembered.size >= rememberedLimit) this.#remembered.clear();
      this.#remembered.set(key, summary);
    }
    return summary;
  }
}

function summaryOf(
  journal: string,
  openedAt: number,
  { bytes, facts, closing }: JournalEnds,
  runs: boolean,
  unclosed: Unclosed | null,
  lost: Forfeit | null,
): JournalSummary {
  const micros = closing?.micros ?? unclosed?.micros ?? null;
  const ending: JournalEnding = closing
    ? { kind: 'ended', ...closing.ending }
    : runs
      ? { kind: 'running' }
      : endingWithout(unclosed, facts?.owner ?? null);
  return {
    journal,
    engine: facts?.engine ?? null,
    title: facts && titleOf(facts),
    protocol: facts?.protocol ?? null,
    purpose: facts?.purpose ?? null,
    sandbox: facts?.sandbox ?? null,
    openedAt,
    seconds: micros === null ? null : micros / 1e6,
    bytes,
    ending,
    forfeit: closing?.forfeit ?? lost,
    oddities: closing?.oddities ?? null,
    lines: closing?.lines ?? null,
  };
}

/** Earlier versions recorded the program only, without a title. */
const titleOf = ({ title, file }: JournalFacts): string =>
  title ?? (file?.split(/[\\/]/).at(-1) || 'an engine');

/**
 * The ending of a journal without a closing entry.
 * @param owner the Plywire that wrote it and no longer runs; null for versions that wrote no closing entry either
 */
function endingWithout(unclosed: Unclosed | null, owner: string | null): JournalEnding {
  const { lost = null, ending = null } = unclosed ?? {};
  if (ending !== null && lost === 0) return { kind: 'ended', ...ending };
  const isCut = owner !== null || (lost !== null && lost > 0);
  return isCut ? { kind: 'cut short', lost } : { kind: 'no ending recorded', looked: unclosed !== null };
}

/** The names of the side of a player's session, as the window shows them; empty for other sessions. */
function sideOf({ protocol, purpose }: JournalSummary): string {
  const seat = purpose === 'first player' ? 0 : purpose === 'second player' ? 1 : null;
  const gamesOf = protocols.get(protocol ?? '')?.games ?? [];
  return seat === null ? '' : gamesOf.map((id) => games.get(id)?.seats[seat].name ?? '').join('\n');
}

/** The text that the filter searches, in lower case. */
export function haystack(summary: JournalSummary): string {
  const { journal, title, protocol, purpose, ending, forfeit, oddities } = summary;
  const words = ending.kind === 'ended' ? [ending.word, ending.reason] : [ending.kind];
  if (forfeit !== null) words.push(forfeit.word, forfeit.reason);
  return [journal, title, protocol, purpose, sideOf(summary), ...words, ...Object.keys(oddities ?? {})]
    .join('\n')
    .toLowerCase();
}

/**
 * Keeps the journals of a home below a total limit. If they exceed it, journals are deleted permanently, chosen by the
 * engines' shares; those of running sessions are kept. Only one Plywire of a home deletes journals at a time.
 */
import { unlink } from 'node:fs/promises';
import { readEnds } from '../sessions/journal/ends.ts';
import { journalsToGo, type OwnedJournal } from './journal-shares.ts';
import { bytesOf, type EndedJournal, type EndedJournals } from './journals.ts';

/** The share of the limit that is still in use after a deletion, so that deletions are rare and large. */
const leftShare = 0.9;

/** Files examined at a time. */
const batch = 64;

export interface Pruned {
  readonly files: number;
  readonly bytes: number;
  /** The limit that was exceeded, in bytes. */
  readonly limit: number;
}

export interface JournalLimitOptions {
  /** The current limit for all journals, in bytes. */
  readonly limit: () => number;
  /** The size of all journals, in bytes. It is cheap to find, unlike the result of `look`. */
  readonly taken: () => Promise<number>;
  /** Lists all journals, and which of them are in use. */
  readonly look: () => Promise<EndedJournals>;
  /** Runs the work while no other Plywire of the home does the same. */
  readonly exclusively: (work: () => Promise<void>) => Promise<void>;
  /** Called after each deletion. */
  readonly onPruned: (pruned: Pruned) => void;
}

export class JournalLimit {
  readonly #options: JournalLimitOptions;
  #running: Promise<void> | null = null;
  /** Whether `keep` was called during a run, which may have missed newer journals. */
  #again = false;
  #closed = false;

  constructor(options: JournalLimitOptions) {
    this.#options = options;
  }

  /** Enforces the limit. Never rejects: if it fails, the next call tries again. */
  keep(): Promise<void> {
    if (this.#closed) return Promise.resolve();
    this.#again = true;
    this.#running ??= this.#run().finally(() => (this.#running = null));
    return this.#running;
  }

  /** Resolves when a deletion under way has ended; nothing is deleted afterwards. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#again) {
      this.#again = false;
      await this.#prune().catch(() => undefined);
    }
  }

  async #prune(): Promise<void> {
    const { limit, taken, exclusively } = this.#options;
    if ((await taken()) > limit()) await exclusively(() => this.#delete());
  }

  /** Checks the limit again, since another Plywire may have deleted journals in the meantime. */
  async #delete(): Promise<void> {
    const limit = this.#options.limit();
    const { journals, inUse } = await this.#options.look();
    const taken = bytesOf(journals) + bytesOf(inUse);
    if (taken <= limit) return;
    const [ended, running] = [await ownedOf(journals), await ownedOf(inUse)];
    let left = taken;
    let files = 0;
    for (const { path, bytes } of journalsToGo(ended, running, limit * leftShare)) {
      const gone = await unlink(path).then(
        () => true,
        () => false,
      );
      if (!gone) continue;
      left -= bytes;
      files++;
    }
    if (files > 0) this.#options.onPruned({ files, bytes: taken - left, limit });
  }
}

/** Adds the owners: a program with its title. Journals with unreadable heads count as those of one engine. */
async function ownedOf(journals: readonly EndedJournal[]): Promise<OwnedJournal[]> {
  const owned: OwnedJournal[] = [];
  for (let at = 0; at < journals.length; at += batch) {
    const some = journals.slice(at, at + batch).map(async (journal) => {
      const facts = (await readEnds(journal.path).catch(() => null))?.facts;
      return { ...journal, engine: JSON.stringify([facts?.file ?? null, facts?.title ?? null]) };
    });
    owned.push(...(await Promise.all(some)));
  }
  return owned;
}

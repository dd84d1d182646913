/**
 * All journals of a home together are kept below a limit: where they have passed it, some go for good, by the shares
 * of the engines and never one of a session that runs. Of several Plywires one does so at a time.
 */
import { unlink } from 'node:fs/promises';
import { readEnds } from '../sessions/journal/ends.ts';
import { journalsToGo, type OwnedJournal } from './journal-shares.ts';
import { bytesOf, type EndedJournal, type EndedJournals } from './journals.ts';

/** So much of the limit is left taken, so that journals go rarely and many at a time. */
const leftShare = 0.9;

/** Files that are looked at together. */
const batch = 64;

export interface Pruned {
  readonly files: number;
  readonly bytes: number;
  /** The limit that was passed, in bytes. */
  readonly limit: number;
}

export interface JournalLimitOptions {
  /** Bytes that all journals may take, now. */
  readonly limit: () => number;
  /** Bytes that they take, which is soon told. */
  readonly taken: () => Promise<number>;
  /** All journals, as they are now. */
  readonly look: () => Promise<EndedJournals>;
  /** Does what only one Plywire of the home may do at a time. */
  readonly exclusively: (work: () => Promise<void>) => Promise<void>;
  /** Hears of everything that was deleted. */
  readonly onPruned: (pruned: Pruned) => void;
}

export class JournalLimit {
  readonly #options: JournalLimitOptions;
  #running: Promise<void> | null = null;
  /** Asked for while a look was under way: what it has seen may be older. */
  #again = false;
  #closed = false;

  constructor(options: JournalLimitOptions) {
    this.#options = options;
  }

  /** Sees to it soon. Never rejects: where it cannot be done now, the next time does it. */
  keep(): Promise<void> {
    if (this.#closed) return Promise.resolve();
    this.#again = true;
    this.#running ??= this.#run().finally(() => (this.#running = null));
    return this.#running;
  }

  /** Nothing is deleted any more once this is over. */
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

  /** Looks again: another process may have done it meanwhile. */
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

/** With whose they are: a program under a name. Those whose head cannot be read count as one engine's. */
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

/** Lists the journals of a home, and keeps their total size below the limit in the settings. */
import { JournalLimit, type Pruned } from '../library/journal-limit.ts';
import { JournalShelf } from '../library/journal-shelf.ts';
import { endedJournals, journalOf, ownJournals, takenBy } from '../library/journals.ts';
import type { Host } from '../library/running/register.ts';
import type { SessionRegistry } from '../sessions/session-registry.ts';
import type { Session } from '../sessions/session.ts';
import { prunedWords } from './notices.ts';
import { Refused } from '../shapes/refused.ts';

export interface KeptJournalsOptions {
  readonly folder: string;
  readonly sessionRegistry: SessionRegistry;
  /** The other running Plywires of this home, from the files in which they describe themselves. */
  readonly others: () => Promise<readonly Host[]>;
  /** Maximum total size of the journals, in bytes. */
  readonly limit: () => number;
  /** Runs work that only one Plywire of the home may do at a time. */
  readonly exclusively: (work: () => Promise<void>) => Promise<void>;
  /** Called with a sentence whenever journals were deleted because of the limit. */
  readonly say: (sentence: string) => void;
}

export class KeptJournals {
  readonly shelf: JournalShelf;
  readonly #limit: JournalLimit;
  #pruned: Pruned | null = null;

  constructor({ folder, sessionRegistry, others, limit, exclusively, say }: KeptJournalsOptions) {
    const own = () => ownJournals(sessionRegistry);
    this.shelf = new JournalShelf(folder, own, others);
    this.#limit = new JournalLimit({
      ...{ limit, exclusively },
      taken: () => takenBy(folder),
      look: () => endedJournals(folder, 0, own, others),
      onPruned: (more) => {
        const { files, bytes } = this.#pruned ?? { files: 0, bytes: 0 };
        this.#pruned = { files: files + more.files, bytes: bytes + more.bytes, limit: more.limit };
        say(prunedWords(more));
      },
    });
    void this.#limit.keep();
  }

  /** What was deleted so far: a single sentence with totals, because at the limit journals are deleted repeatedly. */
  get notices(): readonly string[] {
    return this.#pruned === null ? [] : [prunedWords(this.#pruned)];
  }

  /** Applies the limit when a session starts, and again when it has ended and its journal is complete. */
  watch(session: Session): void {
    void this.#limit.keep();
    void session.ended.then(() => this.#limit.keep());
  }

  close(): Promise<void> {
    return this.#limit.close();
  }
}

/**
 * The path of a session's journal, flushed up to now.
 * @param folder the folder of the journals
 * @param id the id of the session, which may have ended and left the list
 * @throws Refused if there is no journal
 */
export async function journalNow(
  sessionRegistry: SessionRegistry,
  folder: string,
  id: string,
): Promise<string> {
  const session = sessionRegistry.get(id)?.session;
  if (session && session.unjournalled !== null) {
    throw new Refused(
      `This session has no journal: ${session.unjournalled}.`,
      'Its console has its last lines.',
    );
  }
  await session?.flush();
  return journalOf(folder, id);
}

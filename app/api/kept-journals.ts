/** The journals of a host: listed, and kept below the limit that the settings have. */
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
  /** What the other Plywires of this home say of themselves. */
  readonly others: () => Promise<readonly Host[]>;
  /** Bytes that all journals may take. */
  readonly limit: () => number;
  readonly exclusively: (work: () => Promise<void>) => Promise<void>;
  /** Hears what was deleted for the limit, in words. */
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

  /** What was deleted so far: one sentence that grows, since at the limit journals go again and again. */
  get notices(): readonly string[] {
    return this.#pruned === null ? [] : [prunedWords(this.#pruned)];
  }

  /** A session has begun: its journal will grow, and is whole at its end. */
  watch(session: Session): void {
    void this.#limit.keep();
    void session.ended.then(() => this.#limit.keep());
  }

  close(): Promise<void> {
    return this.#limit.close();
  }
}

/**
 * Where the journal of a session is, with all that was said so far.
 * @param folder of the journals
 * @param id of the session, which may be over and no longer on the list
 * @throws Refused if none exists
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

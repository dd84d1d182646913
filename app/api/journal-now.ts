/** Journals of a home while their sessions may still be writing them. */
import { journalOf } from '../library/journals.ts';
import { Refused } from '../library/refused.ts';
import type { Roster } from '../sessions/roster.ts';

/**
 * Where the journal of a session is, with all that was said so far.
 * @param folder of the journals
 * @param id of the session, which may be over and no longer on the list
 * @throws Refused where there is none
 */
export async function journalNow(roster: Roster, folder: string, id: string): Promise<string> {
  const session = roster.get(id)?.session;
  if (session && session.unjournalled !== null) {
    throw new Refused(
      `This session has no journal: ${session.unjournalled}.`,
      'Its console has its last lines.',
    );
  }
  await session?.flush();
  return journalOf(folder, id);
}

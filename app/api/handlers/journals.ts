import { endedJournals, journalOf, ownJournals } from '../../library/journals.ts';
import { Refused } from '../../shapes/refused.ts';
import { exportText } from '../../sessions/journal/export.ts';
import { readJournal } from '../../sessions/journal/reader.ts';
import type { JournalPage } from '../contract.ts';
import type { Core } from '../core.ts';
import { journalNow } from '../kept-journals.ts';
import { refusing } from '../refusal.ts';
import { os } from './base.ts';

const { journals } = os;

export async function journalText(
  core: Core,
  id: string,
  signal: AbortSignal | undefined,
): Promise<AsyncGenerator<string>> {
  const path = await journalNow(core.sessionRegistry, core.home.journals, id);
  return refusing(exportText(readJournal(path, undefined, signal)));
}

export const journalHandlers = {
  list: journals.list.handler(
    ({ input, context: { core }, signal }) => core.journals.page(input, signal) as Promise<JournalPage>,
  ),
  text: journals.text.handler(({ input, context: { core }, signal }) =>
    journalText(core, input.journal, signal),
  ),
  remove: journals.remove.handler(async ({ input, context: { core } }) => {
    const path = await journalOf(core.home.journals, input.journal);
    const { journals } = await endedJournals(
      core.home.journals,
      0,
      () => ownJournals(core.sessionRegistry),
      core.otherHosts,
    );
    if (!journals.some((journal) => journal.path === path)) {
      throw new Refused('Its session is or may be still running.', 'End the engine first.');
    }
    const { moved, id } = await core.trash.take([path]);
    return { files: moved.length, undo: id };
  }),
};

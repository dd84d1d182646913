import { endedJournals, type OwnJournals } from '../../library/journals.ts';
import { asideFiles, measure } from '../../library/storage.ts';
import type { Core } from '../core.ts';
import { os } from './base.ts';

const { storage } = os;

/** The journals of the sessions on the list. */
function ownJournals({ roster }: Core): OwnJournals {
  const all = roster.list().map(({ session }) => session);
  const paths = (ended: boolean): ReadonlySet<string> =>
    new Set(all.filter(({ ending }) => (ending !== null) === ended).map(({ journalPath }) => journalPath));
  return { running: paths(false), ended: paths(true) };
}

const ended = (core: Core, days: number) =>
  endedJournals(core.home.journals, days, () => ownJournals(core), core.otherHosts);

export const storageHandlers = {
  look: storage.look.handler(({ context: { core } }) => measure(core.home)),
  show: storage.show.handler(({ input, context: { core } }) => core.revealer.show(input.place)),
  journals: storage.journals.handler(async ({ input, context: { core } }) => {
    const { paths, bytes, inUse } = await ended(core, input.days);
    return { files: paths.length, bytes, inUse };
  }),
  deleteJournals: storage.deleteJournals.handler(async ({ input, context: { core } }) => {
    const { paths } = await ended(core, input.days);
    const { moved, id } = await core.trash.take(paths);
    return { files: moved.length, undo: id };
  }),
  deleteAside: storage.deleteAside.handler(async ({ context: { core } }) => {
    const { moved, id } = await core.trash.take(await asideFiles(core.home));
    return { files: moved.length, undo: id };
  }),
  restore: storage.restore.handler(({ input, context: { core } }) => core.trash.restore(input.undo)),
};

import { basename } from 'node:path';
import { bytesOf, endedJournals, ownJournals } from '../../library/journals.ts';
import { readHosts } from '../../library/running/register.ts';
import { asideFiles, measure, scratchFoldersOf } from '../../library/storage.ts';
import { scratchInUse } from '../../sessions/confinement/scratch.ts';
import type { Core } from '../core.ts';
import { os } from './base.ts';

const { storage } = os;

const ended = (core: Core, days: number) =>
  endedJournals(core.home.journals, days, () => ownJournals(core.sessionRegistry), core.otherHosts);

export const storageHandlers = {
  look: storage.look.handler(({ context: { core } }) => measure(core.home)),
  show: storage.show.handler(({ input, context: { core } }) => core.revealer.show(input.place)),
  journals: storage.journals.handler(async ({ input, context: { core } }) => {
    const { journals, inUse } = await ended(core, input.days);
    return { files: journals.length, bytes: bytesOf(journals), inUse: inUse.length };
  }),
  deleteJournals: storage.deleteJournals.handler(async ({ input, context: { core } }) => {
    const { journals } = await ended(core, input.days);
    const { moved, id } = await core.trash.take(journals.map(({ path }) => path));
    return { files: moved.length, undo: id };
  }),
  deleteAside: storage.deleteAside.handler(async ({ context: { core } }) => {
    const { moved, id } = await core.trash.take(await asideFiles(core.home));
    return { files: moved.length, undo: id };
  }),
  deleteScratch: storage.deleteScratch.handler(async ({ context: { core } }) => {
    const running = core.sessionRegistry
      .list()
      .map(({ session }) => (session.ending ? null : session.scratch));
    // Also of checks, which have no session, and of other hosts.
    const hosts = await readHosts(core.home.running, null);
    const pids = hosts.flatMap(({ owned }) => owned.map(({ pid }) => pid));
    const busy = scratchInUse(pids);
    const folders = (await scratchFoldersOf(core.home)).filter(
      (folder) => !busy.has(basename(folder)) && !running.includes(folder),
    );
    const { moved, id } = await core.trash.take(folders);
    return { files: moved.length, undo: id };
  }),
  restore: storage.restore.handler(async ({ input, context: { core } }) => {
    await core.trash.restore(input.undo);
    await core.evaluations.look();
  }),
};

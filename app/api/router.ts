import { localHandlers } from './handlers/local.ts';
import { engineHandlers } from './handlers/engines.ts';
import { gameHandlers } from './handlers/game.ts';
import { jobHandlers } from './handlers/jobs.ts';
import { sessionHandlers } from './handlers/sessions.ts';
import { os } from './handlers/base.ts';
import { recordLine } from '../records/record.ts';

/** What every transport may reach. */
export const router = {
  host: {
    watch: os.host.watch.handler(({ context: { core }, signal }) => core.publisher.watch(signal)),
  },
  game: gameHandlers,
  engines: engineHandlers,
  files: {
    roots: os.files.roots.handler(({ context: { core } }) => core.picker.roots()),
    list: os.files.list.handler(({ input, context: { core } }) => core.picker.list(input.folder)),
  },
  sessions: sessionHandlers,
  analysis: {
    start: os.analysis.start.handler(async ({ input, context: { core } }) => {
      const { session } = core.crew.open(input.engine, input.protocol, 'analysis');
      void core.analyst.disengage()?.close();
      core.analyst.engage(session);
      core.analyst.follow(recordLine(core.table.record), core.table.place);
    }),
    stop: os.analysis.stop.handler(({ context: { core } }) => {
      void core.analyst.disengage()?.close();
    }),
  },
  settings: {
    change: os.settings.change.handler(async ({ input, context: { core } }) => {
      const saved = core.settings.change((settings) => ({ ...settings, ...input }));
      core.publisher.touch('settings');
      await saved;
    }),
  },
  jobs: jobHandlers,
};

/** What is reachable in process alone. */
export const localRouter = { ...router, local: localHandlers };

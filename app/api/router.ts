/** All calls of the contract with their handlers: `router` for every transport, `localRouter` for callers in process. */
import { analysisHandlers, proofHandlers } from './handlers/analysis.ts';
import { bundleHandlers, journal } from './handlers/bundle.ts';
import { configHandlers, localConfigHandlers } from './handlers/config.ts';
import { localHandlers } from './handlers/local.ts';
import { engineHandlers } from './handlers/engines.ts';
import { evaluationHandlers } from './handlers/evaluations.ts';
import { findingHandlers } from './handlers/finding.ts';
import { fileHandlers } from './handlers/files.ts';
import { gameHandlers, gamesHandlers } from './handlers/game.ts';
import { jobHandlers } from './handlers/jobs.ts';
import { journalHandlers } from './handlers/journals.ts';
import { libraryHandlers } from './handlers/library.ts';
import { replayHandlers } from './handlers/replay.ts';
import { reportHandlers } from './handlers/report.ts';
import { localProbe } from './handlers/probe.ts';
import { rerun } from './handlers/rerun.ts';
import { rewritten } from './handlers/rewritten.ts';
import { sessionHandlers } from './handlers/sessions.ts';
import { storageHandlers } from './handlers/storage.ts';
import { os } from './handlers/base.ts';
import { defaultSettings } from '../library/settings-table.ts';

/** The calls that every transport can reach. */
export const router = {
  host: {
    watch: os.host.watch.handler(({ context: { core }, signal }) => core.publisher.watch(signal)),
  },
  games: gamesHandlers,
  game: gameHandlers,
  engines: engineHandlers,
  files: fileHandlers,
  sessions: sessionHandlers,
  finding: findingHandlers,
  evaluations: evaluationHandlers,
  analysis: analysisHandlers,
  report: reportHandlers,
  proofs: proofHandlers,
  settings: {
    change: os.settings.change.handler(async ({ input, context: { core } }) => {
      const saved = core.settings.change((settings) => ({ ...settings, ...input }));
      core.publisher.touch('settings');
      core.proofs.turn(core.settings.value.proofs);
      core.sessionRegistry.room.look();
      await saved;
    }),
    defaults: os.settings.defaults.handler(() => structuredClone(defaultSettings)),
  },
  storage: storageHandlers,
  config: configHandlers,
  bundle: bundleHandlers,
  jobs: jobHandlers,
  journals: journalHandlers,
  library: libraryHandlers,
  replay: replayHandlers,
};

/** All calls, including those that are reachable in process only. */
export const localRouter = {
  ...router,
  local: { ...localHandlers, ...localConfigHandlers, journal, probe: localProbe, rerun, rewritten },
};

/** What a host reads from its home before it starts: settings, engines, games, links to files, and reports under way. */
import { openAnalyses } from '../library/analyses.ts';
import type { BundledEngine } from '../library/bundled.ts';
import { EngineRegistry } from '../library/engines.ts';
import { FileLinks } from '../library/file-links.ts';
import { GameFolder } from '../library/game-folder.ts';
import { ReportJobs } from '../library/report-jobs.ts';
import { openSettings } from '../library/settings.ts';
import type { CoreOptions } from './core.ts';
import { elsewhereWords } from './notices.ts';
import type { Presence } from './presence.ts';
import { storedGames } from './stored-games.ts';

/** Damaged files are put aside, and `presence` tells of each; none of them stops the start. */
export async function openHome(
  { home, keepsGame }: CoreOptions,
  bundled: readonly BundledEngine[],
  presence: Presence,
) {
  const { register, trouble, others, notice } = presence;
  const settings = await openSettings(home.settings, presence.keeping('the settings'));
  const engines = await EngineRegistry.open(home.engines, bundled, presence.keeping('the engines'));
  // A convenience: that it could not be written is not a problem, and the next change writes it.
  const remembered = await openAnalyses(home.analyses, {
    ...presence.keeping('the engines that analysed'),
    onWritten: () => undefined,
  });
  const folder = keepsGame ? new GameFolder(home.games, register, others) : null;
  const links = await FileLinks.open(home.files, presence.keeping('the list of files'));
  const stored = await storedGames(home, folder, presence.written('the games'));
  if (stored.elsewhere > 0) notice(elsewhereWords(stored.elsewhere));
  const jobs = await ReportJobs.open(home.reports, presence.keeping('the reports'));
  const troubles = [settings, engines, remembered, links].map((opened) => opened.trouble);
  for (const text of [...troubles, ...stored.faults, jobs.trouble]) {
    if (typeof text === 'string') trouble.tell(text);
  }
  return {
    settings: settings.kept,
    engines: engines.registry,
    remembered: remembered.kept,
    folder,
    links: links.links,
    jobs: jobs.jobs,
    stored,
  };
}

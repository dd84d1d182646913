import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';

/** The folder for everything that Plywire stores, and the places in it; absolute paths. */
export interface Home {
  readonly folder: string;
  readonly settings: string;
  readonly engines: string;
  /** The engines that analysed last. */
  readonly analyses: string;
  readonly games: string;
  /** The file with what is remembered of the user's files with games. */
  readonly files: string;
  /** The file with the reports that have begun and are not done. */
  readonly reports: string;
  /** The file with the finished reports on games of files. */
  readonly reported: string;
  readonly journals: string;
  /** The folder of what engines said about positions. */
  readonly evaluations: string;
  /** The folder of the builds of engines that are kept. */
  readonly builds: string;
  /** The folder of matches. */
  readonly matches: string;
  /** The file with the matches whose engines may be started. */
  readonly knownMatches: string;
  /** The folder of the game library: which folders are in it, and their indexes. */
  readonly library: string;
  /** The folder with a file for each Plywire that runs on this home. */
  readonly running: string;
}

/**
 * `PLYWIRE_HOME`, or the platform's folder for an application's data (XDG Base Directory Specification on
 * Linux, Application Support on macOS, %APPDATA% on Windows).
 */
export function homeFor(
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
  userFolder: string = homedir(),
): Home {
  const { join, resolve } = platform === 'win32' ? win32 : posix;
  const named = environment['PLYWIRE_HOME'];
  const folder = named ? resolve(named) : platformFolder(environment, platform, userFolder);
  return {
    folder,
    settings: join(folder, 'settings.json'),
    engines: join(folder, 'engines.json'),
    analyses: join(folder, 'analyses.json'),
    games: join(folder, 'games'),
    files: join(folder, 'files.json'),
    reports: join(folder, 'reports.json'),
    reported: join(folder, 'reported.log'),
    journals: join(folder, 'journals'),
    evaluations: join(folder, 'evaluations'),
    builds: join(folder, 'builds'),
    matches: join(folder, 'matches'),
    knownMatches: join(folder, 'known-matches.json'),
    library: join(folder, 'library'),
    running: join(folder, 'running'),
  };
}

function platformFolder(
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
  userFolder: string,
): string {
  switch (platform) {
    case 'darwin':
      return posix.join(userFolder, 'Library', 'Application Support', 'Plywire');
    case 'win32':
      return win32.join(environment['APPDATA'] || win32.join(userFolder, 'AppData', 'Roaming'), 'Plywire');
    default: {
      const data = environment['XDG_DATA_HOME'] ?? '';
      // "If an implementation encounters a relative path [it] should consider the path invalid and ignore it."
      const usable = posix.isAbsolute(data) ? data : posix.join(userFolder, '.local', 'share');
      return posix.join(usable, 'plywire');
    }
  }
}

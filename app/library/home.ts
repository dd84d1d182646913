import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where everything that is kept lives. */
export interface Home {
  readonly folder: string;
  readonly settings: string;
  readonly engines: string;
  readonly game: string;
  readonly journals: string;
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
  const folder = environment['PLYWIRE_HOME'] || platformFolder(environment, platform, userFolder);
  return {
    folder,
    settings: join(folder, 'settings.json'),
    engines: join(folder, 'engines.json'),
    game: join(folder, 'game.json'),
    journals: join(folder, 'journals'),
  };
}

function platformFolder(
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
  userFolder: string,
): string {
  switch (platform) {
    case 'darwin':
      return join(userFolder, 'Library', 'Application Support', 'Plywire');
    case 'win32':
      return join(environment['APPDATA'] || join(userFolder, 'AppData', 'Roaming'), 'Plywire');
    default:
      return join(environment['XDG_DATA_HOME'] || join(userFolder, '.local', 'share'), 'plywire');
  }
}

/**
 * Opens the host's page in the user's browser. The address contains the token, and every user of the machine can read
 * the arguments of all processes. So the browser is given a file that only its owner can read, which redirects to the
 * address.
 */
import { execFile, spawn } from 'node:child_process';
import { chmod, rm, writeFile } from 'node:fs/promises';
import { basename, join, win32 } from 'node:path';
import { pathToFileURL } from 'node:url';
import { makeFolder } from '../sessions/folder.ts';
import { systemRootOf } from '../sessions/launch/launch.ts';

/** Milliseconds to wait for the name of the default browser. */
const patience = 2_000;

export interface DesktopEnvironment {
  readonly environment: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  /** Plywire's data folder. */
  readonly home: string;
  /** The user's home folder. */
  readonly userFolder: string;
}

/** The file that redirects to the page. `remove` may be called more than once and never rejects. */
export interface RedirectFile {
  readonly path: string;
  remove(): Promise<void>;
}

/** Starts the browser on a file that redirects to `url`. @throws file system errors if it cannot be written */
export async function openBrowser(url: string, surroundings: DesktopEnvironment): Promise<RedirectFile> {
  const opening = await writeOpening(url, await openingFolder(surroundings));
  const [command, ...args] = browserCommand(pathToFileURL(opening.path).href, surroundings);
  // If there is no browser, the user has the printed address.
  const child = spawn(command, args, { stdio: 'ignore', detached: true, env: surroundings.environment });
  child.on('error', () => undefined);
  child.unref();
  return opening;
}

export function browserCommand(
  address: string,
  { platform, environment }: Pick<DesktopEnvironment, 'platform' | 'environment'>,
): [string, ...string[]] {
  switch (platform) {
    case 'darwin':
      return ['open', address];
    case 'win32':
      // By its path: Windows would look in the current folder first.
      return [
        win32.join(systemRootOf(environment), 'System32', 'rundll32.exe'),
        'url.dll,FileProtocolHandler',
        address,
      ];
    default:
      return ['xdg-open', address];
  }
}

/** @param folder is created, or restricted to its owner */
export async function writeOpening(url: string, folder: string): Promise<RedirectFile> {
  makeFolder(folder);
  await chmod(folder, 0o700);
  // One file per port: it replaces what a killed Plywire left.
  const path = join(folder, `plywire-${new URL(url).port}.html`);
  const remove = (): Promise<void> => rm(path, { force: true }).catch(() => undefined);
  await remove();
  await writeFile(path, pageTo(url), { flag: 'wx', mode: 0o600 });
  return { path, remove };
}

/**
 * A page that redirects to the address, which contains no characters that are special in HTML. @throws RangeError if it
 * does
 */
function pageTo(url: string): string {
  if (!/^[\w:/.#=-]+$/.test(url)) throw new RangeError('the address cannot be written into a page');
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${url}">
<title>Plywire</title>
<p><a href="${url}">Open Plywire</a></p>
</html>
`;
}

/**
 * The folder for the redirecting file. A browser installed as a snap cannot read hidden folders in the user's home,
 * such as Plywire's data folder, but can read its own. Other browsers read what the user can.
 */
export async function openingFolder(surroundings: DesktopEnvironment): Promise<string> {
  const { environment, platform, home, userFolder } = surroundings;
  const snap =
    platform === 'linux' ? snapOf(environment['BROWSER'] ?? '', await defaultBrowser(environment)) : null;
  return snap === null ? join(home, 'open') : join(userFolder, 'snap', snap, 'common', 'plywire');
}

/**
 * The name of the browser's snap; null if it is not a snap.
 * @param named `BROWSER`, which xdg-open prefers on a plain desktop: commands, separated by colons
 * @param entry the default browser's desktop entry; snapd names it `SNAP_PROGRAM.desktop`
 */
export function snapOf(named: string, entry: string): string | null {
  const [first = ''] = named.split(':');
  if (first !== '') return /^\/snap\/bin\/([a-z0-9-]+)(\.[\w-]+)?$/.exec(first.split(' ')[0]!)?.[1] ?? null;
  return /^([a-z0-9-]+)_[\w.-]+\.desktop$/.exec(basename(entry))?.[1] ?? null;
}

/** The default browser's desktop entry; empty if the desktop names none. */
const defaultBrowser = (env: NodeJS.ProcessEnv): Promise<string> =>
  new Promise((resolve) => {
    execFile(
      'xdg-settings',
      ['get', 'default-web-browser'],
      { env, timeout: patience, encoding: 'utf8' },
      (error, stdout) => resolve(error === null ? stdout.trim() : ''),
    );
  });

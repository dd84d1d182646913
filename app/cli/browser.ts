/**
 * Shows the host's page in the user's browser. The address holds the token, and every user of the machine can read
 * the arguments of every process: the browser is given a file that only its owner can read, which leads on to the
 * address.
 */
import { execFile, spawn } from 'node:child_process';
import { chmod, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { makeFolder } from '../sessions/folder.ts';

/** Milliseconds until the desktop has said which browser is the default. */
const patience = 2_000;

export interface Surroundings {
  readonly environment: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  /** Where Plywire keeps its own files. */
  readonly home: string;
  /** The user's folder. */
  readonly userFolder: string;
}

/** The file that leads to the page; `remove` may be called more than once and never rejects. */
export interface Opening {
  readonly path: string;
  remove(): Promise<void>;
}

/** Starts the browser on a file that leads to `url`. @throws the file system's own error where none can be written */
export async function openBrowser(url: string, surroundings: Surroundings): Promise<Opening> {
  const opening = await writeOpening(url, await openingFolder(surroundings));
  const [command, ...args] = browserCommand(pathToFileURL(opening.path).href, surroundings.platform);
  // Where there is no browser, the printed address is all there is.
  const child = spawn(command, args, { stdio: 'ignore', detached: true, env: surroundings.environment });
  child.on('error', () => undefined);
  child.unref();
  return opening;
}

function browserCommand(address: string, platform: NodeJS.Platform): [string, ...string[]] {
  switch (platform) {
    case 'darwin':
      return ['open', address];
    case 'win32':
      return ['rundll32', 'url.dll,FileProtocolHandler', address];
    default:
      return ['xdg-open', address];
  }
}

/** @param folder is made, or made its owner's alone */
export async function writeOpening(url: string, folder: string): Promise<Opening> {
  makeFolder(folder);
  await chmod(folder, 0o700);
  // One for each port: what a Plywire that was killed has left is replaced.
  const path = join(folder, `plywire-${new URL(url).port}.html`);
  const remove = (): Promise<void> => rm(path, { force: true }).catch(() => undefined);
  await remove();
  await writeFile(path, pageTo(url), { flag: 'wx', mode: 0o600 });
  return { path, remove };
}

/** The address consists of characters that mean nothing to HTML. @throws RangeError for another */
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
 * A browser that is a snap sees no hidden folder of the user's, which Plywire's home is; it sees its own.
 * Any other browser reads what the user reads.
 */
export async function openingFolder(surroundings: Surroundings): Promise<string> {
  const { environment, platform, home, userFolder } = surroundings;
  const snap =
    platform === 'linux' ? snapOf(environment['BROWSER'] ?? '', await defaultBrowser(environment)) : null;
  return snap === null ? join(home, 'open') : join(userFolder, 'snap', snap, 'common', 'plywire');
}

/**
 * The name of the snap that the browser comes from; null where it is none.
 * @param named `BROWSER`, which xdg-open prefers on a plain desktop: commands, separated by colons
 * @param entry the default browser's desktop entry; snapd calls it `SNAP_PROGRAM.desktop`
 */
export function snapOf(named: string, entry: string): string | null {
  const [first = ''] = named.split(':');
  if (first !== '') return /^\/snap\/bin\/([a-z0-9-]+)(\.[\w-]+)?$/.exec(first.split(' ')[0]!)?.[1] ?? null;
  return /^([a-z0-9-]+)_[\w.-]+\.desktop$/.exec(basename(entry))?.[1] ?? null;
}

/** Its desktop entry; empty where the desktop names none. */
const defaultBrowser = (env: NodeJS.ProcessEnv): Promise<string> =>
  new Promise((resolve) => {
    execFile(
      'xdg-settings',
      ['get', 'default-web-browser'],
      { env, timeout: patience, encoding: 'utf8' },
      (error, stdout) => resolve(error === null ? stdout.trim() : ''),
    );
  });

/** The app as `npm run dist` packs it, from the build and a stand-in for Electron, in a temporary folder. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { extractAll } from '@electron/asar';
import { findSevenZip, pack } from '../../build/lib/package.mjs';
import { writeAppImageTools } from './appimage-tools.ts';
import { writeStandIn } from './stand-in.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

export const inBuild = (path: string): string => join(root, 'dist', path);

/** The folder where `place` gets its stand-in and what is packed with it. */
const electronIn = (place: string): string => join(place, 'electron');
const appImageToolsIn = (place: string): string => join(place, 'appimage-tools');
export const releaseIn = (place: string): string => join(place, 'release');

/** Packs for Linux, optionally with the settings file `config`. */
export function packFor(
  targets: readonly string[],
  place: string,
  config?: string,
): Promise<{ why: string | null; output: string }> {
  writeStandIn(electronIn(place));
  writeAppImageTools(appImageToolsIn(place));
  return pack({
    root,
    platform: 'linux',
    targets,
    electronDist: electronIn(place),
    output: releaseIn(place),
    env: {
      ...process.env,
      CUSTOM_FPM_PATH: join(root, 'tests', 'packaging', 'fpm.mjs'),
      APPIMAGE_TOOLS_PATH: appImageToolsIn(place),
    },
    ...(config === undefined ? {} : { config }),
  });
}

export const hasSevenZip = (): boolean => findSevenZip(process.env) !== null;

/**
 * Replaces an app's archive by a folder of the same name: Electron reads either, and its stand-in reads only folders.
 */
function openArchive(resources: string): void {
  const archive = join(resources, 'app.asar');
  const opened = join(resources, 'opened');
  extractAll(archive, opened);
  rmSync(archive);
  renameSync(opened, archive);
}

/** An installed app in `folder`, from the tar.gz, ready to run. */
export function unpackTar(tar: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['xzf', tar, '-C', folder, '--strip-components', '1']);
  openArchive(join(folder, 'resources'));
}

/** The same app in the layout of macOS, where programs lie elsewhere. */
export function asMacApp(app: string, bundle: string): void {
  const contents = join(bundle, 'Contents');
  cpSync(join(app, 'resources'), join(contents, 'Resources'), { recursive: true });
  cpSync(join(app, 'plywire'), join(contents, 'Resources', 'bin', 'plywire'));
  for (const [from, to] of [
    ['plywire-desktop', 'Plywire'],
    ['as-electron.cjs', 'as-electron.cjs'],
  ] as const) {
    cpSync(join(app, from), join(contents, 'MacOS', to));
  }
}

export const text = (path: string): string => readFileSync(path, 'utf8');

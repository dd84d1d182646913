/** Finds a Chromium for the tests that *runs*: a package of that name may contain no browser. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** The best first: the shell has no user interface of its own and takes a sixth less processor time. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

const macPaths = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The arguments of every test browser: no background connections, and no sandbox for root, who cannot have one. */
export function chromiumArgs(isRoot = process.getuid?.() === 0) {
  return [
    ...(isRoot ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
}

/**
 * Paths where Chromium may be, the best first.
 * @param {NodeJS.ProcessEnv} env
 * @param {NodeJS.Platform} platform
 * @param {string | null} playwrightPath of Playwright's own Chromium, which may not be installed
 * @returns {string[]} absolute paths, of files that may not exist
 */
export function chromiumCandidates(env, platform, playwrightPath) {
  const named = env['PLYWIRE_CHROMIUM'];
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  return [
    ...(named ? [named] : []),
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...(platform === 'darwin' ? macPaths : []),
    ...(playwrightPath === null ? [] : [playwrightPath]),
  ];
}

/**
 * Starts it to print its version; null if it does not run.
 * @param {string} path
 */
function chromiumVersion(path) {
  try {
    accessSync(path, constants.X_OK);
  } catch {
    return null;
  }
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 60_000 });
  const version = status === 0 ? /\b\d+\.\d+\.\d+(\.\d+)?\b/.exec(stdout) : null;
  return version === null ? null : version[0];
}

/**
 * The first candidate that runs.
 * @param {string[]} candidates
 * @returns {{ path: string, version: string } | null}
 */
export function findChromium(candidates = chromiumCandidates(process.env, process.platform, null)) {
  for (const path of candidates) {
    const version = chromiumVersion(path);
    if (version !== null) return { path, version };
  }
  return null;
}

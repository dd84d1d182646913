/** Whether `dist/` matches the sources: their digest, and the outputs of a finished build. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const folders = ['app', 'engines', 'renderer'];
const files = ['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts'];

/** Written last, so that an aborted build has none. */
const stampFile = 'dist/.stamp.json';

/** @param {string} path relative, with `/` */
export function isSource(path) {
  return (
    !/\.(test|fixture)\.ts$|(^|\/)testing\/|\.md$|(^|\/)tsconfig(\.test)?\.json$|(^|\/)\./.test(path) ||
    path === 'tsconfig.json'
  );
}

/**
 * The sources of a build, sorted, relative to `root`.
 * @param {string} root
 */
export function sourcePaths(root) {
  const found = folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/')),
    );
  return [...found.filter(isSource), ...files.filter((file) => existsSync(join(root, file)))].sort();
}

/**
 * @param {Iterable<readonly [path: string, bytes: Uint8Array]>} sources in a fixed order
 */
export function digest(sources) {
  const hash = createHash('sha256');
  for (const [path, bytes] of sources) hash.update(`${path.length}:${path}${bytes.length}:`).update(bytes);
  return hash.digest('hex');
}

/** @param {string} root */
export function sourceDigest(root) {
  return digest(sourcePaths(root).map((path) => [path, readFileSync(join(root, path))]));
}

/**
 * The outputs of a finished build: the hosts, the page, and every engine that has sources.
 * @param {readonly string[]} sources
 */
export function expectedOutputs(sources) {
  const engines = sources.flatMap((path) => /^engines\/([^/]+)\/main\.ts$/.exec(path)?.[1] ?? []);
  return [
    'dist/app/cli.cjs',
    'dist/app/serve.cjs',
    'dist/app/main.cjs',
    'dist/app/preload.cjs',
    'dist/app/search-thread.cjs',
    'dist/app/truth-thread.cjs',
    'dist/app/index-thread.cjs',
    'dist/renderer/index.html',
    'dist/icon.png',
    'dist/THIRD-PARTY-LICENSES.txt',
    ...engines.flatMap((name) => [`dist/engines/${name}/main.cjs`, `dist/engines/${name}/manifest.json`]),
  ];
}

/**
 * Why a build is due; null if it is not.
 * @param {string | null} stampText the stamp of the last build; null if there is none
 * @param {string} now the current digest of the sources
 * @param {readonly string[]} missing outputs of a finished build that are missing
 */
export function buildReason(stampText, now, missing) {
  if (stampText === null) return 'there is no finished build';
  if (missing.length > 0) return `${missing[0]} is missing`;
  try {
    return JSON.parse(stampText).sources === now ? null : 'sources have changed';
  } catch {
    return 'the stamp of the last build cannot be read';
  }
}

/** @param {string} root */
export function buildReasonAt(root) {
  const stamp = join(root, stampFile);
  const missing = expectedOutputs(sourcePaths(root)).filter((path) => !existsSync(join(root, path)));
  return buildReason(existsSync(stamp) ? readFileSync(stamp, 'utf8') : null, sourceDigest(root), missing);
}

/**
 * @param {string} root
 * @param {string} sources their digest before the build, so that changes during the build make it stale
 */
export function writeStamp(root, sources) {
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(join(root, stampFile), `${JSON.stringify({ sources })}\n`);
}

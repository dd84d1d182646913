/** The static checks as commands: types, lint, layers, format. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');

/**
 * @typedef {{ title: string, args: string[], after?: string }} Command `args` are Node's; the working folder is the
 *   checked root; `after` is the title of a command that must end first
 */

/**
 * A command of an installed package, run by this Node.
 * @param {string} file inside node_modules
 * @param {string[]} args
 */
const tool = (file, ...args) => [join(root, 'node_modules', file), ...args];

/** Folders with their own tsconfig.json, each with the globals that it may use. */
const pure = [
  ...['app/shapes', 'app/games', 'app/truth', 'app/records', 'app/protocols', 'app/pictures'],
  'tests/examples',
];
const floors = ['tests', 'app', 'engines', 'build', ...pure, '.'];

const page = 'renderer, page';

/** The cache of earlier runs; it may be deleted at any time. */
const cache = join(root, 'node_modules', '.cache', 'plywire');

/**
 * The compiler of TypeScript 7 takes a seventh of the time of TypeScript 6, whose API other tools still need.
 * The largest programs come first, so that no worker is still busy with one at the end.
 * @param {string} [at] the root to check; tests use others
 * @returns {Command[]}
 */
export function typeChecks(at = root) {
  const ours = at === root;
  const tsc = (/** @type {string} */ title, /** @type {string} */ config) => {
    const state = join(cache, 'types', `${title.replace(/[^a-z]+/g, '-')}.tsbuildinfo`);
    const incremental = ours ? ['--incremental', '--tsBuildInfoFile', state] : [];
    return { title, args: tool('@typescript/native/bin/tsc', '-p', join(at, config), ...incremental) };
  };
  const svelte = (/** @type {string} */ config) =>
    tool(
      'svelte-check/bin/svelte-check',
      '--workspace',
      join(at, 'renderer'),
      ...['--tsconfig', config, '--fail-on-warnings', '--tsgo', '--incremental'],
    );
  return [
    { title: 'renderer', args: svelte('./tsconfig.json') },
    // Checked again with the page's types: the tests include Node's types, and the page must do without. Both write the
    // generated components to the same folder.
    { title: page, args: svelte('./tsconfig.page.json'), after: 'renderer' },
    ...floors.map((floor) => tsc(floor, floor)),
    // A preload script runs in the page's world, without Node.
    tsc('app, preload', join('app', 'tsconfig.preload.json')),
  ];
}

/** The incremental checks, which take seconds after the first run. */
export const quickTypeChecks = () => typeChecks().filter(({ title }) => title !== page);

/**
 * @param {string} [at]
 * @param {{ quick?: boolean }} [options] `quick`: oxlint leaves out the rules that need types, which take nine tenths
 *   of its time, ESLint checks changed files only, and the layers are checked only after a change
 * @returns {Command[]}
 */
export function lintChecks(at = root, { quick = false } = {}) {
  const folders = ['app', 'renderer', 'engines', 'tests', 'build'].filter((folder) =>
    existsSync(join(at, folder)),
  );
  const kept = quick
    ? ['--cache', '--cache-strategy', 'content', '--cache-location', join(cache, 'eslint')]
    : [];
  return [
    { title: 'oxlint', args: tool('oxlint/bin/oxlint', ...(quick ? [] : ['--type-aware'])) },
    // Of Svelte's files, which oxlint does not read.
    {
      title: 'eslint',
      args: tool('eslint/bin/eslint.js', '--max-warnings', '0', ...kept, '**/*.svelte', '**/*.svelte.ts'),
    },
    {
      title: 'floors and cycles',
      args: tool(
        'dependency-cruiser/bin/dependency-cruise.mjs',
        ...['--config', '.dependency-cruiser.cjs'],
        ...(quick ? ['--cache', join(cache, 'layers'), '--cache-strategy', 'content'] : []),
        ...folders,
      ),
    },
  ];
}

/**
 * @param {{ quick?: boolean }} [options] `quick`: all files but Svelte's, which take nine tenths of the time
 * @returns {Command[]}
 */
export function formatChecks({ quick = false } = {}) {
  return [{ title: 'oxfmt', args: tool('oxfmt/bin/oxfmt', '--check', ...(quick ? ['!**/*.svelte'] : [])) }];
}

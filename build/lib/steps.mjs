/** The checks that need no running program, as commands: type check, lint, floors, format. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');

/** @typedef {{ title: string, args: string[] }} Command `args` are Node's; the working folder is the checked root */

/**
 * A command of an installed package, run by this Node.
 * @param {string} file inside node_modules
 * @param {string[]} args
 */
const tool = (file, ...args) => [join(root, 'node_modules', file), ...args];

/** Folders with a tsconfig.json of their own, each with the globals that it may know. */
const pure = ['app/games', 'app/records', 'app/protocols', 'tests/examples'];
const floors = ['.', ...pure, 'app', 'engines', 'tests', 'build'];

/**
 * @param {string} [at] the root that is checked, ours unless a test plants another
 * @returns {Command[]}
 */
export function typeChecks(at = root) {
  const svelte = (/** @type {string} */ config) =>
    tool(
      'svelte-check/bin/svelte-check',
      '--workspace',
      join(at, 'renderer'),
      '--tsconfig',
      config,
      '--fail-on-warnings',
    );
  return [
    ...floors.map((floor) => ({ title: floor, args: tool('typescript/bin/tsc', '-p', join(at, floor)) })),
    // A preload script lives in the page's world, without Node.
    {
      title: 'app, preload',
      args: tool('typescript/bin/tsc', '-p', join(at, 'app', 'tsconfig.preload.json')),
    },
    { title: 'renderer', args: svelte('./tsconfig.json') },
    // Once more as the page has it: the tests bring Node's types along, and the page must do without.
    { title: 'renderer, page', args: svelte('./tsconfig.page.json') },
  ];
}

/** @returns {Command[]} */
export function lintChecks(at = root) {
  const folders = ['app', 'renderer', 'engines', 'tests', 'build'].filter((folder) =>
    existsSync(join(at, folder)),
  );
  return [
    { title: 'eslint', args: tool('eslint/bin/eslint.js', '--max-warnings', '0', '.') },
    {
      title: 'floors and cycles',
      args: tool(
        'dependency-cruiser/bin/dependency-cruise.mjs',
        '--config',
        '.dependency-cruiser.cjs',
        ...folders,
      ),
    },
  ];
}

/** @returns {Command[]} */
export function formatChecks() {
  return [
    { title: 'prettier', args: tool('prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.') },
  ];
}

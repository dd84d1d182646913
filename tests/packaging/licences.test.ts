/** Whether the licence of every package whose code is in the build is included. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { licencesText, noticeOf, packageFolderOf } from '../../build/lib/licences.mjs';
import { long } from '../support/long.ts';
import { inBuild, root } from './packed.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plywire-licences-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** By the source maps, independent of the list of modules that the file is made from. */
function sourcesOfHosts(): string[] {
  return readdirSync(inBuild(''), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.map'))
    .flatMap((name) => {
      const { sources } = JSON.parse(readFileSync(inBuild(name), 'utf8')) as { sources: string[] };
      return sources.map((source) => resolve(dirname(inBuild(name)), source));
    });
}

const sourcesOfPage = (): string[] =>
  execFileSync(process.execPath, [join(root, 'tests/packaging/page-sources.mjs'), folder], {
    cwd: root,
    encoding: 'utf8',
    // The tests' own environment would change the page.
    env: { ...process.env, NODE_ENV: 'production' },
  })
    .trimEnd()
    .split('\n');

// Builds the page again.
it('names every package that gave code, with its version and its text', long, () => {
  const shipped = readFileSync(inBuild('THIRD-PARTY-LICENSES.txt'), 'utf8');
  const packages = new Set(
    [...sourcesOfHosts(), ...sourcesOfPage()].flatMap(
      (source) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(source)?.[0] ?? [],
    ),
  );
  const names = [...packages].map((path) => path.replace(/^.*node_modules\//, ''));
  expect(names).toEqual(expect.arrayContaining(['ws', 'svelte', '@xterm/xterm', '@orpc/server', 'valibot']));
  // Under the GPL, and only measured against.
  expect(names).not.toContain('chessground');
  const missing = [...packages].filter((path) => {
    const { name, version, text } = noticeOf(path);
    return !shipped.includes(`  ${name} ${version} (`) || !shipped.includes(text);
  });
  expect(missing).toEqual([]);
  // What is compiled into an engine leaves no source.
  expect(shipped).toMatch(/^ {2}assemblyscript /m);
});

it('finds a package by a module of it, wherever it lies', () => {
  const at = (id: string) => packageFolderOf(id, '/p');
  expect(at('/p/app/cli.ts')).toBeNull();
  expect(at('/p/node_modules/ws/lib/sender.js')).toBe('/p/node_modules/ws');
  expect(at('/p/node_modules/a/node_modules/@b/c/index.js?commonjs')).toBe(
    '/p/node_modules/a/node_modules/@b/c',
  );
  expect(at('\0/p/node_modules/ws/lib/sender.js?commonjs-exports')).toBe('/p/node_modules/ws');
  expect(at('\0vite/preload-helper.js')).toBe('/p/node_modules/vite');
  expect(at('/p/engines/connect4/solver/entry.ts?assembly')).toBe('/p/node_modules/assemblyscript');
});

it('bundles nothing without a licence', () => {
  expect(() => noticeOf(join(root, 'node_modules', '@xterm', 'headless'))).toThrow('brings no licence text');
});

it('lists them first and gives each text after', () => {
  const text = licencesText([{ name: 'a', version: '1.0.0', licence: 'MIT', text: 'Permission' }]);
  expect(text).toMatch(/packages:\n\n {2}a 1\.0\.0 \(MIT\)\n\n-+\na 1\.0\.0\n-+\n\nPermission\n$/);
});

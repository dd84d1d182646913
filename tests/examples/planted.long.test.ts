/** A folder and a line are enough: the examples are planted among games, protocols and engines, with no other change. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '../../build/lib/steps.mjs';

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

let house: string;

beforeAll(() => {
  house = mkdtempSync(join(tmpdir(), 'plywire-planted-'));
  for (const path of [
    ...['package.json', 'tsconfig.json', 'vite.config.ts', 'vitest.config.ts', 'LICENSE'],
    ...['app', 'build', 'engines', 'renderer', 'tests/fuzz', 'tests/examples', 'tests/support'],
    'tests/transcripts',
  ]) {
    cpSync(join(root, path), join(house, path), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(house, 'node_modules'), 'junction');
  plant('nim', 'app/games', [["'../../../app/games/", "'../"]]);
  plant('echo', 'app/protocols', [
    ["'../../../app/protocols/", "'../"],
    ["'../../../app/", "'../../"],
    ["'../nim/", "'../../games/nim/"],
  ]);
  plant('nim-engine', 'engines', [
    ["'../../../app/", "'../../app/"],
    ["'../../../engines/", "'../"],
    ["'../echo/", "'../../app/protocols/echo/"],
    ["'../nim/", "'../../app/games/nim/"],
  ]);
  cpSync(join(house, 'app/protocols/echo/nim.txt'), join(house, 'tests/transcripts/echo_nim.txt'));
  register('app/games/registry.ts', 'nim');
  register('app/protocols/registry.ts', 'echo');
});
afterAll(() => rmSync(house, { recursive: true, force: true }));

/** Copies the folder with its import paths changed. */
function plant(name: string, floor: string, ways: readonly (readonly [string, string])[]): void {
  const folder = join(house, floor, name);
  cpSync(join(root, 'tests', 'examples', name), folder, { recursive: true });
  for (const file of readdirSync(folder)) {
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    writeFileSync(
      path,
      ways.reduce((changed, [from, to]) => changed.replaceAll(from, to), text),
    );
  }
}

/** The line: an import, and a place in the list. */
function register(file: string, name: string): void {
  const path = join(house, file);
  const text = readFileSync(path, 'utf8');
  const entered = text.replace(/^(const all: .* = \[.*)\];$/m, `$1, ${name}];`);
  expect(entered).not.toBe(text);
  writeFileSync(path, `import { ${name} } from './${name}/index.ts';\n${entered}`);
}

it('the suites take up a planted game and protocol by themselves', { timeout: 300_000 }, () => {
  const report = join(house, 'report.json');
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules', 'vitest', 'vitest.mjs'),
      ...['run', '--project', 'unit', '--project', 'process', '-t', 'nim|echo'],
      ...['--reporter', 'json', '--outputFile', report],
      ...['app/games/suite.test.ts', 'app/protocols/suite.test.ts', 'app/records/forms/forms.test.ts'],
      ...['app/truth/truth.slow.test.ts', 'tests/fuzz/fuzz.slow.test.ts'],
    ],
    { cwd: house, encoding: 'utf8' },
  );
  expect(readdirSync(house), stdout + stderr).toContain('report.json');
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const run = testResults.map(({ assertionResults }) =>
    assertionResults.filter(({ status, fullName }) => status !== 'skipped' && /nim|echo/.test(fullName)),
  );
  expect(run.flat().filter(({ status }) => status !== 'passed')).toEqual([]);
  expect(run.map((tests) => tests.length > 0)).toEqual([true, true, true, true, true]);
  expect(run.flat().length).toBeGreaterThan(40);
});

it(
  'the build plays a match of the planted game, with proofs, results and records',
  { timeout: 300_000 },
  () => {
    const run = (...args: string[]) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, args, {
        ...{ cwd: house, encoding: 'utf8' },
        env: { ...process.env, PLYWIRE_HOME: join(house, 'home') },
      });
      expect(status, stdout + stderr).toBe(0);
      return stdout;
    };
    run(join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--app', '--logLevel', 'warn');
    const plywire = (...args: string[]) => run(join(house, 'dist', 'app', 'cli.cjs'), ...args);
    expect(plywire('truth', 'nim', '--stones', '8')).toContain('Player 1 to move: loss in 4 (search)');
    plywire('match', 'nim', 'nim', '--games', '4', '--stones', '9', '--out', 'match');
    const files = readdirSync(join(house, 'match'));
    expect(files).toEqual(expect.arrayContaining(['games.csv', 'match.jsonl', 'summary.json']));
  },
);

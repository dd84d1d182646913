/**
 * Canaries: a wrong import, a cycle, a use of the clock, a browser's or Node's global in a pure layer must fail the
 * very commands that `npm run lint` and `npm run check` run.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lintChecks, root, typeChecks, type Command } from '../build/lib/steps.mjs';
import { long } from './support/long.ts';

const configs = [
  'package.json',
  'tsconfig.json',
  'app/tsconfig.json',
  ...['shapes', 'games', 'truth', 'records', 'protocols', 'pictures'].map(
    (floor) => `app/${floor}/tsconfig.json`,
  ),
  'engines/tsconfig.json',
  'renderer/tsconfig.json',
  'eslint.config.js',
  '.oxlintrc.json',
  '.dependency-cruiser.cjs',
];

/** A small project with our tools and no fault in it. */
const sound: Readonly<Record<string, string>> = {
  'app/games/game.ts': `export const seats = 2;\nexport type Seat = 0 | 1;\n`,
  'app/games/connect4/index.ts': `import { seats } from '../game.ts';\nexport const columns = seats + 5;\n`,
  'app/games/quoridor/index.ts': `import { seats } from '../game.ts';\nexport const walls = 10 * seats;\n`,
  'app/games/registry.ts':
    `import { columns } from './connect4/index.ts';\nimport { walls } from './quoridor/index.ts';\n` +
    `export const all = [columns, walls];\n`,
  'app/records/record.ts': `import * as v from 'valibot';\nimport { all } from '../games/registry.ts';\nexport const record = v.literal(all[0] ?? 0);\n`,
  'app/protocols/cfp/index.ts': `import type { Seat } from '../../games/game.ts';\nexport const mover = (seat: Seat): string => (seat === 0 ? 'x' : 'o');\n`,
  'app/protocols/cfsi/index.ts': `import { seats } from '../../games/game.ts';\nexport const players = seats;\n`,
  'app/sessions/session.ts': `import { spawn } from 'node:child_process';\nimport { mover } from '../protocols/cfp/index.ts';\nexport const run = (): unknown => spawn(mover(0));\n`,
  'app/play/play.ts': `import { run } from '../sessions/session.ts';\nexport const play = run;\n`,
  'app/evaluations/store.ts': `import { play } from '../play/play.ts';\nexport const keep = play;\n`,
  'app/analysis/analysis.ts': `import { keep } from '../evaluations/store.ts';\nexport const analyse = keep;\n`,
  'app/library/shapes.ts': `import * as v from 'valibot';\nexport const name = v.string();\n`,
  'app/api/contract.ts': `import { name } from '../library/shapes.ts';\nexport const contract = { name };\n`,
  'app/api/router.ts': `import { analyse } from '../analysis/analysis.ts';\nimport { play } from '../play/play.ts';\nimport { contract } from './contract.ts';\nexport const router = { analyse, play, contract };\n`,
  'app/serve.ts': `import { router } from './api/router.ts';\nconsole.log(router);\n`,
  'renderer/main.ts': `import { contract } from '../app/api/contract.ts';\nimport { record } from '../app/records/record.ts';\nconsole.log(contract, record);\n`,
  'engines/connect4/main.ts': `import { stdout } from 'node:process';\nimport { players } from '../../app/protocols/cfsi/index.ts';\nimport { lines } from '../shared/lines.ts';\nstdout.write(lines(players));\n`,
  'engines/shared/lines.ts': `export const lines = (count: number): string => '\\n'.repeat(count);\n`,
  'engines/quoridor/main.ts': `import { lines } from '../shared/lines.ts';\nexport const empty = lines(1);\n`,
};

let house: string;

beforeEach(() => {
  house = mkdtempSync(join(tmpdir(), 'plywire-floors-'));
  for (const path of configs) cpSync(join(root, path), join(house, path));
  symlinkSync(join(root, 'node_modules'), join(house, 'node_modules'), 'junction');
  plant(sound);
});
afterEach(() => {
  rmSync(house, { recursive: true, force: true });
});

function plant(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(house, path)), { recursive: true });
    writeFileSync(join(house, path), text);
  }
}

function runCheck(commands: readonly Command[], title: string): { code: number | null; output: string } {
  const command = commands.find((each) => each.title === title);
  if (command === undefined) throw new Error(`there is no check "${title}"`);
  const { status, stdout, stderr } = spawnSync(process.execPath, command.args, {
    cwd: house,
    encoding: 'utf8',
  });
  // oxlint colours its output if CI is set, despite NO_COLOR.
  return { code: status, output: stripVTControlCharacters(stdout + stderr) };
}

const floors = (): ReturnType<typeof runCheck> => runCheck(lintChecks(house), 'floors and cycles');
const oxlint = (): ReturnType<typeof runCheck> => runCheck(lintChecks(house), 'oxlint');
const types = (floor: string): ReturnType<typeof runCheck> => runCheck(typeChecks(house), floor);

/** A file with one forbidden import, and the rule that must name it. */
const wrong: readonly (readonly [rule: string, file: string, imports: string])[] = [
  ['floor-shapes', 'app/shapes/a.ts', '../games/game.ts'],
  ['floor-games', 'app/games/a.ts', '../records/record.ts'],
  ['floor-games', 'app/games/b.ts', '../protocols/cfp/index.ts'],
  ['floor-games', 'app/games/c.test.ts', '../sessions/session.ts'],
  ['floor-truth', 'app/truth/a.ts', '../records/record.ts'],
  ['floor-records', 'app/records/a.ts', '../protocols/cfp/index.ts'],
  ['floor-protocols', 'app/protocols/a.ts', '../records/record.ts'],
  ['floor-protocols', 'app/protocols/b.ts', '../sessions/session.ts'],
  ['floor-sessions', 'app/sessions/a.ts', '../play/play.ts'],
  ['floor-sessions', 'app/sessions/b.ts', '../../engines/connect4/main.ts'],
  ['floor-play', 'app/play/a.ts', '../analysis/analysis.ts'],
  ['floor-play', 'app/play/e.ts', '../api/router.ts'],
  ['floor-play', 'app/play/f.ts', '../evaluations/store.ts'],
  ['floor-evaluations', 'app/evaluations/a.ts', '../analysis/analysis.ts'],
  ['floor-analysis', 'app/analysis/a.ts', '../api/router.ts'],
  ['floor-matches', 'app/matches/a.ts', '../api/router.ts'],
  ['floor-game-library', 'app/game-library/a.ts', '../api/router.ts'],
  ['floor-conformance', 'app/conformance/a.ts', '../api/router.ts'],
  ['floor-pictures', 'app/pictures/a.ts', '../records/record.ts'],
  ['floor-matches', 'app/matches/b.ts', '../analysis/analysis.ts'],
  ['floor-replay', 'app/replay/a.ts', '../api/router.ts'],
  ['floor-bundle', 'app/bundle/a.ts', '../api/router.ts'],
  ['floor-page', 'app/page/a.ts', '../api/router.ts'],
  ['floor-builds', 'app/builds/a.ts', '../api/router.ts'],
  ['floor-library', 'app/library/a.ts', '../api/contract.ts'],
  ['floor-library', 'app/library/b.ts', '../play/play.ts'],
  ['floor-api', 'app/api/a.ts', '../serve.ts'],
  ['floor-api', 'app/api/b.ts', '../../renderer/main.ts'],
  ['floor-hosts', 'app/cli.ts', '../engines/connect4/main.ts'],
  ['floor-hosts', 'app/cli/a.ts', '../../renderer/main.ts'],
  ['pure-no-node', 'app/games/d.ts', 'node:fs'],
  ['pure-no-node', 'app/records/b.ts', 'node:path'],
  ['pure-no-node', 'app/protocols/c.ts', 'node:events'],
  ['pure-no-packages', 'app/games/e.ts', 'valibot'],
  ['pure-no-packages', 'app/protocols/d.ts', 'valibot'],
  ['records-valibot-only', 'app/records/c.ts', 'ws'],
  ['games-apart', 'app/games/connect4/a.ts', '../quoridor/index.ts'],
  ['protocols-apart', 'app/protocols/cfp/a.ts', '../cfsi/index.ts'],
  ['renderer-api', 'renderer/a.ts', '../app/sessions/session.ts'],
  ['renderer-api', 'renderer/b.ts', '../app/protocols/cfp/index.ts'],
  ['renderer-api', 'renderer/c.ts', '../app/api/router.ts'],
  ['renderer-api', 'renderer/d.ts', '../engines/connect4/main.ts'],
  ['page-no-node', 'renderer/e.ts', 'node:fs'],
  ['engines-api', 'engines/connect4/a.ts', '../../app/sessions/session.ts'],
  ['engines-api', 'engines/connect4/b.ts', '../../app/records/record.ts'],
  ['engines-apart', 'engines/connect4/c.ts', '../quoridor/main.ts'],
  ['engines-no-packages', 'engines/connect4/d.ts', 'ws'],
  ['no-test-code-in-products', 'app/play/b.ts', 'vitest'],
  ['no-test-code-in-products', 'app/play/d.ts', './testing/e.ts'],
  ['not-to-unresolvable', 'app/play/c.ts', './nowhere.ts'],
];

/** What is planted along with the wrong imports, and the rule and file that must report it. */
const others: readonly (readonly [rule: string, file: string, planted: Readonly<Record<string, string>>])[] =
  [
    // For types as for values.
    [
      'floor-games',
      'app/games/types.ts',
      {
        'app/games/types.ts': `import type { run } from '../sessions/session.ts';\nexport type Run = typeof run;\n`,
      },
    ],
    // Inside components.
    [
      'renderer-api',
      'renderer/App.svelte',
      {
        'renderer/App.svelte': `<script lang="ts">\n  import { run } from '../app/sessions/session.ts';\n</script>\n\n{run}\n`,
      },
    ],
    // Node behind what the contract imports.
    [
      'page-no-node',
      'app/api/contract.ts',
      { 'app/library/shapes.ts': `import { sep } from 'node:path';\nexport const name = sep;\n` },
    ],
    [
      'no-circular',
      'app/play/one.ts',
      {
        'app/play/one.ts': `import { two } from './two.ts';\nexport const one = (): unknown => two;\n`,
        'app/play/two.ts': `import { one } from './one.ts';\nexport const two = (): unknown => one;\n`,
      },
    ],
    ['no-orphans', 'app/play/alone.ts', { 'app/play/alone.ts': 'export const alone = 1;\n' }],
  ];

describe('the floors', { timeout: 120_000 }, () => {
  it('let a sound house pass', long, () => {
    expect(floors()).toMatchObject({ code: 0 });
  });

  it('name every wrong import, wherever it stands, circles and files that nothing uses', long, () => {
    plant({ 'app/play/testing/e.ts': 'export const five = 5;\n' });
    for (const [, file, imports] of wrong) plant({ [file]: `import '${imports}';\n` });
    for (const [, , planted] of others) plant(planted);
    const { code, output } = floors();
    expect(code).not.toBe(0);
    // With what follows it, so that no name matches a longer one.
    for (const [rule, file] of [...wrong, ...others])
      expect(`${output}\n`).toMatch(new RegExp(`error ${rule}: ${file.replaceAll('.', '\\.')}\\s`));
  });
});

describe('the lint', { timeout: 120_000 }, () => {
  it(
    'names the substitute for every clock, timer and die in the pure floors, and unawaited promises anywhere, and leaves a sound house and those who own the clock alone',
    long,
    () => {
      const clock = { 'app/sessions/clock.ts': 'export const now = (): number => performance.now();\n' };
      const planted = {
        'app/games/a.ts': 'export const die = Math.random();\n',
        'app/truth/a.ts': 'export const die = Math.random();\n',
        'app/pictures/a.ts': 'export const die = Math.random();\n',
        'app/shapes/a.ts': 'export const die = Math.random();\n',
        'app/records/a.ts': 'export const now = new Date();\n',
        'app/protocols/cfp/a.ts': 'export const now = Date.now();\n',
        'app/protocols/cfp/b.ts': 'export const now = performance.now();\n',
        'app/protocols/cfp/c.ts': 'setTimeout(() => undefined, 5);\n',
      };
      plant({ ...clock, ...planted });
      const { code, output } = oxlint();
      expect(code).toBe(1);
      // A file is named if something is wrong with it.
      const named = [...output.matchAll(/\[([^\]:]+):\d+:\d+\]/g)].map(([, file]) => file);
      expect(named.sort()).toEqual(Object.keys(planted).sort());
      const advice = 'take the time as a parameter (`now`, in milliseconds): the session owns the clock';
      expect(output.split(advice)).toHaveLength(4);
      expect(output).toContain('return when you want to be woken (`nextWake`): the session owns the timers');
      expect(output).toContain('take a generator as a parameter: chance must be repeatable by its seed');
    },
  );

  it('fails on a promise that nothing waits for and on a case that is missing', long, () => {
    plant({
      'app/play/a.ts': 'const end = async (): Promise<void> => {};\nend();\n',
      'app/play/b.ts': `export function words(x: 'a' | 'b'): void {\n  switch (x) {\n    case 'a':\n  }\n}\n`,
    });
    const { code, output } = oxlint();
    expect(code).toBe(1);
    expect(output).toMatch(/no-floating-promises.*\n.*app\/play\/a\.ts:2/);
    expect(output).toMatch(/switch-exhaustiveness-check.*\n.*app\/play\/b\.ts:2/);
    expect(output).toContain('2 errors');
  });
});

/** A file for each, and what must be named in it. */
const foreign: Readonly<Record<string, readonly (readonly [text: string, named: string])[]>> = {
  'app/games': [
    [`export const title = document.title;\n`, "'document'"],
    [`export const folder = process.cwd();\n`, "'process'"],
    [`import 'node:fs';\n`, "'node:fs'"],
  ],
  'app/protocols': [
    [`export const title = document.title;\n`, "'document'"],
    [`export const folder = process.cwd();\n`, "'process'"],
    [`setTimeout(() => undefined, 1);\n`, "'setTimeout'"],
    [`import 'node:fs';\n`, "'node:fs'"],
  ],
  'app/records': [
    [`export const bytes = Buffer.alloc(1);\n`, "'Buffer'"],
    [`export const title = document.title;\n`, "'document'"],
  ],
  'app/shapes': [[`export const folder = process.cwd();\n`, "'process'"]],
  'app/truth': [[`export const folder = process.cwd();\n`, "'process'"]],
  'app/pictures': [[`export const title = document.title;\n`, "'document'"]],
  app: [[`export const title = document.title;\n`, "'document'"]],
  engines: [[`export const title = document.title;\n`, "'document'"]],
};

describe('the type check', { timeout: 120_000 }, () => {
  it.each(Object.keys(foreign))('fails %s on what is foreign to it, and on nothing sound', (floor) => {
    const files = foreign[floor]!.map(([text, named], at) => ({
      file: `${floor}/canary${at}.ts`,
      text,
      named,
    }));
    for (const { file, text } of files) plant({ [file]: text });
    const { code, output } = types(floor);
    expect(code).not.toBe(0);
    const errors = output.split('\n').filter((line) => / error TS\d+: /.test(line));
    expect(errors).toHaveLength(files.length);
    for (const { file, named } of files) {
      expect(errors.find((line) => line.includes(file))).toContain(named);
    }
  });

  it('lets a sound floor pass', () => {
    expect(types('app/games')).toMatchObject({ code: 0 });
  });
});

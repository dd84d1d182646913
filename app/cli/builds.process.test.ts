/** Builds, regressions, bisection and suites with real engines, through the built command line. */
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { long } from '../../tests/support/long.ts';
import { Workspace } from './testing/plywire.ts';

let place: Workspace;
beforeEach(() => void (place = new Workspace()));
afterEach(() => place.remove());

const program = (): string => join(place.folder, 'mine.mjs');

/** A build that prefers columns in this order. */
function build(order: string): void {
  if (!existsSync(program())) {
    copyFileSync(fileURLToPath(new URL('../../tests/engines/column.mjs', import.meta.url)), program());
    chmodSync(program(), 0o755);
  }
  const text = readFileSync(program(), 'utf8').replace(
    /function choice\(\) \{[^]*?\n\}/,
    `function choice() {\n  return [${order}].find((column) => room.includes(column));\n}`,
  );
  writeFileSync(program(), text);
}

const flags = ['--protocol', 'cfp', '--no-sandbox', '--st', '0.05'];
const brief = ['--no-check', '--rounds', '2', '--json'];
const builds = async () => (await place.run('builds', '--json')).objects();

it('keeps no bundled engine and no program that cannot be started, and says so', long, async () => {
  const words = 'comes with Plywire. No builds of bundled engines are kept';
  expect((await place.run('builds', 'connect4')).stdout).toContain(words);
  const regress = await place.run('regress', 'connect4');
  expect([regress.code, regress.stderr]).toEqual([2, expect.stringContaining(words)]);
  const text = join(place.folder, 'text');
  writeFileSync(text, 'This is no program.\n');
  expect((await place.run('check', text, '--protocol', 'cfp')).code).toBe(3);
  expect((await place.run('builds')).stdout).toMatch(/^No build is kept\./);
});

describe('plywire regress', () => {
  it('keeps each build, plays it against the one before, and says which is worse', async () => {
    build('0, 1, 2, 3, 4, 5, 6');
    const first = await place.run('regress', program(), ...flags, ...brief);
    expect([first.code, first.stderr]).toEqual([0, expect.stringContaining('There is no earlier build')]);
    build('3, 2, 4, 1, 5, 0, 6');
    const second = await place.run(
      ...['regress', program(), ...flags, ...brief, '--sprt', 'elo0=-400 elo1=-300 alpha=0.4 beta=0.4'],
    );
    const all = await builds();
    expect(all).toHaveLength(2);
    const outcome = second.objects().at(-1)!;
    expect(outcome).toMatchObject({ kind: 'regression', against: all[0]!['id'], build: all[1]!['id'] });
    const { match, worse } = outcome as { match: { verdict: string; wins: number }; worse: string[] };
    expect([second.code, worse.length > 0]).toEqual(match.verdict === 'H0' ? [1, true] : [0, false]);
    // Both builds have the match in their history, each from its own view.
    const [older, newer] = all.map(({ history }) =>
      (history as Record<string, unknown>[]).find(({ kind }) => kind === 'match')!,
    );
    expect([older!['wins'], older!['losses'], older!['against']]).toEqual([
      ...[newer!['losses'], newer!['wins'], all[1]!['id']],
    ]);
    expect(newer).toMatchObject({ kind: 'match', against: all[0]!['id'], wins: match.wins });
    const { stdout } = await place.run('builds', program(), ...flags.slice(0, 3));
    expect(stdout).toContain(String(all[1]!['id']).slice(0, 8));
    expect(stdout).toContain('It is a script');
  });

  it('has one build for an engine with other arguments, and says so once', long, async () => {
    build('3, 2, 4, 1, 5, 0, 6');
    const engine = `cmd=${program()} protocol=cfp sandbox=off`;
    const words = ['--st', '0.05', '--games', '1', '--json'];
    const { code, stderr } = await place.run(
      'match',
      engine,
      `${engine} arg=-x`,
      `${engine} arg=-y`,
      ...words,
    );
    const [only, ...others] = await builds();
    expect([code, others]).toEqual([0, []]);
    const said = `mine.mjs (2) and mine.mjs (3) are build ${String(only!['id']).slice(0, 8)}, which was kept with other arguments (none)`;
    expect(stderr.split(said)).toHaveLength(2);
  });

  it(
    'has a build that crashes more often than the one before for worse, whatever the test says',
    long,
    async () => {
      build('0, 1, 2, 3, 4, 5, 6');
      await place.run('regress', program(), ...flags, ...brief);
      build('3, 2, 4, 1, 5, 0, 6');
      const text = readFileSync(program(), 'utf8');
      writeFileSync(
        program(),
        text.replace('function choice() {', 'function choice() {\n  process.exit(3);'),
      );
      const { code, objects, stderr } = await place.run('regress', program(), ...flags, ...brief);
      const words = 'it lost 4 games by faults, and the earlier build none';
      expect([code, stderr]).toEqual([1, expect.stringContaining(`is worse: ${words}`)]);
      expect(objects().at(-1)).toMatchObject({
        match: { verdict: 'continue' },
        worse: expect.arrayContaining([words]),
      });
    },
  );

  it('exits with 1 where no game against the earlier build had a result', long, async () => {
    copyFileSync(fileURLToPath(new URL('../../tests/engines/qtp.mjs', import.meta.url)), program());
    chmodSync(program(), 0o755);
    const engine = `cmd=${program()} arg=--refuse arg=boardsize arg=no protocol=qtp sandbox=off`;
    const asked = ['regress', engine, '--no-check', '--rounds', '1'];
    expect((await place.run(...asked)).code).toBe(0);
    appendFileSync(program(), '// Built anew.\n');
    const { code, stderr } = await place.run(...asked);
    expect([code, stderr]).toEqual([1, expect.stringContaining('No game had a result.')]);
  });

  it('passes over a build that breaks its protocol', long, async () => {
    build('0, 1, 2, 3, 4, 5, 6');
    expect((await place.run('regress', program(), ...flags, ...brief)).code).toBe(0);
    const good = readFileSync(program(), 'utf8');
    writeFileSync(program(), '#!/usr/bin/env node\nprocess.exit(1);\n');
    expect((await place.run('regress', program(), ...flags)).code).toBe(1);
    writeFileSync(program(), `${good}// Built anew.\n`);
    const { stderr, objects } = await place.run('regress', program(), ...flags, ...brief);
    const [first, broken] = (await builds()).map(({ id }) => String(id));
    expect(stderr).toContain(`Build ${broken!.slice(0, 8)} is passed over: it breaks what cfp requires (`);
    const all = objects();
    expect(all.at(-1)).toMatchObject({ against: first });
    expect(all[0]).toMatchObject({ first: 'mine.mjs', second: `mine.mjs@${first!.slice(0, 8)}` });
  });

  it('stops at a build that breaks its protocol', long, async () => {
    // It answers a stop when it is not searching.
    build('0, 1, 2, 3, 4, 5, 6');
    const { code, stdout, stderr } = await place.run('regress', program(), ...flags, '--jobs', '4');
    expect([code, stdout]).toEqual([1, expect.stringContaining('stop-idle')]);
    expect(stdout).not.toContain('pass ');
    expect(stderr).toContain('breaks what cfp requires');
    expect((await builds())[0]!['history']).toMatchObject([
      { kind: 'check', holds: false, failed: ['stop-idle'] },
    ]);
  });
});

it('finds the build that changed its answer', long, async () => {
  for (const order of ['0, 1', '0, 2', '0, 3', '5, 0', '5, 1']) {
    build(order);
    await place.run('bisect', program(), ...flags);
  }
  const { code, objects } = await place.run('bisect', program(), ...flags, '--moves', '44', '--json');
  expect(code).toBe(0);
  const all = await builds();
  expect(all).toHaveLength(5);
  const answers = objects().filter(({ kind }) => kind === 'answer');
  expect(answers.length).toBeLessThan(5);
  expect(answers.map(({ move }) => move)).toContain('6');
  expect(objects().at(-1)).toEqual({
    kind: 'summary',
    builds: 5,
    asked: answers.length,
    changed: [all[3]!['id']],
  });
});

it('runs a build that is kept, by its id, when its program is gone', async () => {
  build('6, 5, 4, 3, 2, 1, 0');
  await place.run('bisect', program(), ...flags);
  const [{ id }] = (await builds()) as [{ id: string }];
  rmSync(program());
  const { code, stdout } = await place.run('analyse', `build:${id.slice(0, 12)}`, '--time', '0.05');
  expect([code, stdout]).toEqual([0, expect.stringContaining('bestmove 7')]);
  const removed = await place.run('builds', '--remove', id.slice(0, 8), '--json');
  expect(removed.objects()).toEqual([{ kind: 'removed', id }]);
  expect(readdirSync(join(place.home, 'builds'))).toEqual([]);
});

it('lists builds of one program with the arguments that tell them apart', long, async () => {
  build('0, 1, 2, 3, 4, 5, 6');
  writeFileSync(join(place.folder, 'new net'), 'weights');
  for (const words of [[], ['--arg', '-x', '--arg', 'new net']]) {
    await place.run('bisect', program(), ...flags, ...words);
  }
  const { stdout } = await place.run('builds', program(), ...flags.slice(0, 3));
  const listed = stdout.split('\n').filter((line) => line.includes(program()));
  expect(listed.map((line) => line.slice(line.indexOf(program())))).toEqual([
    program(),
    `${program()} -x 'new net'`,
  ]);
});

it('lists and deletes builds by the path of a program, which is not started for it', long, async () => {
  build('0, 1, 2, 3, 4, 5, 6');
  await place.run('bisect', program(), ...flags);
  const [{ id }] = (await builds()) as [{ id: string }];
  const started = join(place.folder, 'started');
  writeFileSync(program(), `#!/bin/sh\ntouch '${started}'\nexit 1\n`);
  const listed = await place.run('builds', program(), '--json');
  expect([listed.code, listed.stderr, listed.objects().map((each) => each['id'])]).toEqual([0, '', [id]]);
  expect((await place.run('builds', program(), '--clear')).code).toBe(0);
  expect([(await place.run('builds', '--json')).stdout, existsSync(started)]).toEqual(['', false]);
});

it.each([
  ['connect4', '4455 bm 1', ['--protocol', 'cfp', '--depth', '3'], 'has no depth limit. Set a time instead.'],
  ['quoridor', 'e8 bm e2', ['--st', '1'], 'sets neither time nor depth: '],
])('asks %s no suite with a limit that it cannot be told: %s %j', async (engine, line, words, told) => {
  const file = join(place.folder, 'suite');
  writeFileSync(file, `${line}\n`);
  const { code, stdout, stderr } = await place.run('suite', file, engine, ...words);
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(told)]);
});

it('asks a suite, and says what the build before solved', async () => {
  const file = join(place.folder, 'suite');
  writeFileSync(file, '4455 bm 1 id "left"\n44 bm 7\n55 am 1\n');
  const suite = (...others: string[]) =>
    place.run('suite', file, program(), ...others, ...flags, '--game', 'connect4', '--json');
  build('0, 1, 2, 3, 4, 5, 6');
  const first = (await suite()).objects();
  expect(first.slice(0, 3)).toMatchObject([
    { kind: 'position', number: 1, from: 'left', move: '1', solved: true },
    { number: 2, move: '1', solved: false, seconds: null },
    { number: 3, losing: ['1'], solved: false },
  ]);
  expect(first.at(-1)).toMatchObject({ engines: [{ solved: 1, total: 3, before: null }] });
  build('6, 5, 4, 3, 2, 1, 0');
  const [{ id }] = (await builds()) as [{ id: string }];
  const second = (await suite(`build:${id}`)).objects().at(-1);
  const newer = String((await builds())[1]!['id']);
  // Two of one name are named by their builds.
  expect(second).toMatchObject({
    engines: [
      {
        ...{ name: `mine.mjs@${newer.slice(0, 8)}`, solved: 2, total: 3 },
        before: { build: id, gained: [2, 3], lost: [1] },
      },
      { name: `mine.mjs@${id.slice(0, 8)}`, solved: 1, before: { build: newer } },
    ],
  });
});

it('asks a whole suite although the engine crashes there, and ends with 1', long, async () => {
  const file = join(place.folder, 'suite');
  writeFileSync(file, '4455 bm 1\n44 bm 7\n');
  // A crash once it has chosen.
  build('0, 1, 2, 3, 4, 5, 6');
  writeFileSync(
    program(),
    readFileSync(program(), 'utf8').replace('function choice() {', 'function choice() {\n  process.exit(3);'),
  );
  const { code, stderr, objects } = await place.run(
    ...['suite', file, program(), program(), ...flags, '--game', 'connect4', '--json'],
  );
  const failed = 'failed at 2 of 2 positions, first by: crashed';
  // Engines of one name are told apart.
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(new RegExp(`mine.mjs ${failed}.*; mine.mjs \\(2\\) ${failed}`)),
  ]);
  expect(objects()).toMatchObject([
    { kind: 'position', solved: false, fault: expect.stringContaining('crashed') },
    { kind: 'position', number: 2, solved: false },
    { kind: 'position', engine: 'mine.mjs (2)', number: 1 },
    { kind: 'position', engine: 'mine.mjs (2)', number: 2 },
    { kind: 'summary', engines: [{ failed: 2, solved: 0 }, { name: 'mine.mjs (2)' }] },
  ]);
});

it(
  'adds what an engine gave away in a match to its suite, and writes the match as a page',
  long,
  async () => {
    build('0, 1, 2, 3, 4, 5, 6');
    const out = join(place.folder, 'match');
    writeFileSync(join(place.folder, 'openings'), 'start\n');
    const { code, objects, stderr } = await place.run(
      ...['match', program(), 'connect4', ...flags, '--openings', join(place.folder, 'openings')],
      ...['--accuracy', '20', '--out', out, '--json'],
    );
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/The suites of the engines have \d+ new positions?, /),
    ]);
    const [mine] = (
      objects().at(-1)!['players'] as { name: string; accuracy: Record<string, number> }[]
    ).filter(({ name }) => name === 'mine.mjs');
    expect(mine!.accuracy['games']).toBe(2);
    expect(mine!.accuracy['mistakes']).toBeGreaterThan(0);
    expect(mine!.accuracy['mistakes']).toBe(mine!.accuracy['decisions']! - mine!.accuracy['kept']!);
    const folder = join(place.home, 'builds', 'suites');
    const lines = readFileSync(join(folder, readdirSync(folder)[0]!), 'utf8')
      .trim()
      .split('\n');
    expect(lines).toHaveLength(mine!.accuracy['mistakes']!);
    const asked = await place.run(
      'suite',
      join(folder, readdirSync(folder)[0]!),
      'connect4',
      '--st',
      '0.5',
      '--json',
    );
    expect((asked.objects().at(-1)!['engines'] as { total: number }[])[0]!.total).toBe(lines.length);
    const page = readFileSync(join(out, 'match.html'), 'utf8');
    expect(page.match(/<details/g)).toHaveLength(2);
  },
);

it.each([
  ['4455 bm 9\n', ['--game', 'connect4'], 'Line 1'],
  ['', ['--game', 'connect4'], 'has no game'],
  ['x bm y\n', ['--game', 'morris'], 'Line 1'],
])('refuses the suite %j %j', async (text, more, words) => {
  const file = join(place.folder, 'suite');
  writeFileSync(file, text);
  const { code, stderr } = await place.run('suite', file, 'connect4', ...more);
  expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
});

it("reads lines that say no game as positions of the first engine's game", long, async () => {
  const file = join(place.folder, 'suite');
  writeFileSync(file, '4455 bm 3 6\n');
  const { code, objects } = await place.run('suite', file, 'connect4', '--depth', '8', '--json');
  expect([code, objects().at(-1)]).toEqual([0, expect.objectContaining({ positions: 1 })]);
});

it.each([
  ['--against', 'ffffffff', 'There is no build'],
  ['--suite', 'missing', 'missing cannot be read'],
])('tells at once what %s %s misses', async (flag, value, words) => {
  build('0, 1, 2, 3, 4, 5, 6');
  const { code, stdout, stderr } = await place.run('regress', program(), ...flags, flag, value);
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(words)]);
});

it.each([
  [['builds', '--remove', 'ffffffff'], 'There is no build'],
  [['builds', '--clear'], 'Name the engine'],
  [['analyse', 'build:12'], 'There is no build'],
  [['bisect', 'connect4'], 'No builds of bundled engines are kept'],
  [['regress', 'connect4'], 'No builds of bundled engines are kept'],
])('refuses %j', long, async (args, words) => {
  const { code, stderr } = await place.run(...(args as [string, ...string[]]));
  expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
});

describe('scripts that an interpreter runs', () => {
  it('are engines of their own, whose builds have no interpreter in them', long, async () => {
    const words = (name: string): string => {
      const path = join(place.folder, `${name}.mjs`);
      if (!existsSync(path))
        copyFileSync(fileURLToPath(new URL('../../tests/engines/column.mjs', import.meta.url)), path);
      return `cmd=node name=${name} protocol=cfp sandbox=off arg=${path} arg=left`;
    };
    const regress = (name: string) => place.run('regress', words(name), '--st', '0.05', ...brief);
    expect((await regress('Alice')).stderr).toContain('There is no earlier build');
    expect((await regress('Bob')).stderr).toContain('There is no earlier build');
    writeFileSync(join(place.folder, 'Bob.mjs'), '\n// Changed.\n', { flag: 'a' });
    const second = await regress('Bob');
    const all = await builds();
    expect(all.map(({ name }) => name)).toEqual(['Alice', 'Bob', 'Bob']);
    expect(all.every(({ bytes }) => Number(bytes) < 10_000)).toBe(true);
    expect(second.objects().at(-1)).toMatchObject({ against: all[1]!['id'], build: all[2]!['id'] });
    // A build is run as it was: by its interpreter, with its arguments.
    const { code, stdout } = await place.run('analyse', `build:${String(all[2]!['id'])}`, '--time', '0.05');
    expect([code, stdout]).toEqual([0, expect.stringContaining('bestmove 1')]);
  });
});

it('sees a build that is compared with itself under other arguments from the right side', long, async () => {
  copyFileSync(fileURLToPath(new URL('../../tests/engines/column.mjs', import.meta.url)), program());
  chmodSync(program(), 0o755);
  const regress = (...words: string[]) =>
    place.run('regress', program(), ...flags, '--no-check', '--json', ...words);
  await regress('--arg', 'left', '--rounds', '1');
  const [{ id }] = (await builds()) as [{ id: string }];
  const test = ['--sprt', 'elo0=-400 elo1=400 alpha=0.3 beta=0.3', '--rounds', '10'];
  const { code, objects } = await regress('--arg', 'middle', '--against', id.slice(0, 8), ...test);
  const summary = objects().find(({ kind }) => kind === 'summary')!;
  const { match } = objects().at(-1) as { match: Record<string, unknown> };
  expect(match).toMatchObject({ build: id, against: id, verdict: summary['verdict'], elo: summary['elo'] });
  expect(code).toBe(summary['verdict'] === 'H0' ? 1 : 0);
  const history = (await builds())[0]!['history'] as { kind: string }[];
  expect(history.filter(({ kind }) => kind === 'match')).toHaveLength(1);
});

it('counts a match once, however often it is resumed', long, async () => {
  build('0, 1, 2, 3, 4, 5, 6');
  const folder = join(place.folder, 'm');
  const engine = `cmd=${program()} protocol=cfp sandbox=off`;
  await place.run('match', engine, 'connect4', '--st', '0.05', '--rounds', '1', '--out', folder);
  await place.run('match', '--resume', folder);
  await place.run('match', '--resume', folder, '--rounds', '2');
  const history = (await builds())[0]!['history'] as Record<string, number>[];
  expect(history).toHaveLength(1);
  expect(history[0]!['wins']! + history[0]!['draws']! + history[0]!['losses']!).toBe(4);
  // The games of another build are not its own.
  build('6, 5, 4, 3, 2, 1, 0');
  await place.run('match', '--resume', folder, '--rounds', '3');
  expect((await builds()).map((one) => (one['history'] as unknown[]).length)).toEqual([1, 0]);
});

it('leaves builds that do not start out of a search', long, async () => {
  const change = (text: string) => {
    writeFileSync(program(), text);
    return place.run('bisect', program(), ...flags);
  };
  build('3, 2');
  const good = readFileSync(program(), 'utf8');
  await change(`${good}\nsyntax error`);
  await change(good.replace('[3, 2]', '[3, 1]'));
  await change(`${good}\nanother error`);
  await change(good.replace('[3, 2]', '[2, 3]'));
  const { code, objects, stderr } = await place.run(
    ...['bisect', program(), ...flags, '--moves', '44', '--json'],
  );
  const all = await builds();
  expect([code, objects().at(-1)]).toEqual([
    0,
    expect.objectContaining({ changed: [all.at(-1)!['id']], builds: 4, asked: 4 }),
  ]);
  expect(stderr).toContain('1 build before it could not be asked');
});

import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../tests/support/eventually.ts';
import { misbehave, Workspace } from './testing/plywire.ts';

vi.setConfig({ testTimeout: 120_000 });

const mutant = fileURLToPath(new URL('../../tests/engines/mutant.mjs', import.meta.url));

let place: Workspace;
beforeEach(() => {
  place = new Workspace();
});
afterEach(() => {
  const left = place.leftovers();
  place.remove();
  expect(left).toEqual([]);
});

function program(name: string, text: string): string {
  const file = join(place.folder, name);
  writeFileSync(file, `#!/bin/sh\n${text}\n`);
  chmodSync(file, 0o755);
  return `./${name}`;
}

describe('plywire engines probe', () => {
  it('lists what an engine speaks, the best first, with how it is known', async () => {
    const { stdout, stderr, code } = await place.runAlone('engines', 'probe', 'connect4');
    expect([code, stderr]).toEqual([0, '']);
    const [head, ...lines] = stdout.trimEnd().split('\n');
    expect(head).toMatch(/^PROTOCOL +SPEAKS +EVIDENCE$/);
    expect(lines.map((line) => line.split(/\s+/).slice(0, 2).join(' '))).toEqual([
      ...['cfsi yes', 'cfp yes', 'gos no', 'nmm no', 'qtp no'],
      'It speaks',
    ]);
    expect(lines[1]).toContain('answered `cfp` by `cfpok` and `isready` by `readyok`');
    expect(lines.at(-1)).toMatch(/^It speaks cfsi and cfp\. \(\d+\.\d s\)$/);
  });

  it('tells it as JSON, of an executable with arguments', async () => {
    const { objects, code } = await place.run(
      ...['engines', 'probe', mutant, '--arg', 'engine/quoridor', '--json', '--no-sandbox'],
    );
    const all = objects();
    expect(code).toBe(0);
    expect(all.at(-1)).toMatchObject({ kind: 'summary', speaks: ['qtp'] });
    expect(all.find(({ speaks }) => speaks === true)).toMatchObject({
      kind: 'probe',
      protocol: 'qtp',
      sure: true,
      heard: expect.any(String) as string,
    });
    expect(all).toHaveLength(6);
  });

  it('says what was expected and heard where it speaks none', async () => {
    const { stdout, stderr, code } = await place.run(
      ...['engines', 'probe', program('parrot', 'while read -r line; do echo "you said $line"; done')],
    );
    expect([code, stderr]).toEqual([1, '']);
    expect(stdout).toContain(
      'expected `cfpok` after `cfp`; instead: only other lines, the last "you said cfp"',
    );
    expect(stdout).toMatch(
      /It answered in none of these protocols\. \(\d+\.\d s\)\n(The engine ran in the sandbox, .*\n)?$/,
    );
  });

  it('says what a program is that is not an engine', async () => {
    const cat = program('cat', 'exec cat');
    const [echo, shell, added] = await Promise.all([
      place.runAlone('engines', 'probe', cat),
      place.runAlone('engines', 'probe', program('shell', 'exec sh'), '--json'),
      place.runAlone('engines', 'add', cat),
    ]);
    expect([echo.code, echo.stderr]).toEqual([1, '']);
    expect(echo.stdout).toContain('only other lines, the last "cfp"; it repeats its input');
    expect(echo.stdout).toMatch(
      /\nIt repeats its input and prints nothing else\. It may be `cat` or a shell\. .*\n$/,
    );
    expect(shell.objects().at(-1)).toMatchObject({
      kind: 'summary',
      speaks: [],
      hint: expect.stringMatching(/as a shell does\. Choose the engine/),
    });
    expect([added.code, added.stdout]).toEqual([1, '']);
    expect(added.stderr).toContain('protocol. It repeats its input and prints nothing else. It may');
  });

  it('shows nothing of a program that could work a terminal', async () => {
    const { stdout } = await place.run(
      'engines',
      'probe',
      program('painter', "printf '\\033[2J\\n'; exit 1"),
    );
    expect(stdout).not.toContain('\u001b');
  });

  it.each([
    ['a file that is not there', './missing', 3, /^plywire: unstartable: .*does not exist/],
    ['an unknown name', 'unlisted', 2, /^plywire: There is no engine called "unlisted"/],
  ])('says of %s that there is no engine to ask', async (_what, name, exit, sentence) => {
    const { stdout, stderr, code } = await place.run('engines', 'probe', name);
    expect([code, stdout]).toEqual([exit, '']);
    expect(stderr).toMatch(sentence);
  });

  it('ends every process when it is interrupted', async () => {
    const began = join(place.folder, 'began');
    const { child, outcome } = place.start([
      ...['engines', 'probe', program('sleeper', `echo $$ >> ${began}; exec sleep 1000`), '--no-sandbox'],
    ]);
    await eventually(() => existsSync(began) && readFileSync(began, 'utf8').trim().split('\n').length).toBe(
      6,
    );
    child.kill('SIGINT');
    const { code, stderr } = await outcome;
    expect([code, stderr]).toEqual([130, 'plywire: interrupted by SIGINT\n']);
  });
});

describe('plywire engines add without a protocol', () => {
  it('takes the one that the executable speaks', async () => {
    const { stdout, stderr, code } = await place.run('engines', 'add', misbehave, '--no-sandbox');
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /^plywire: \S+misbehave\.mjs speaks cfp \(detected\); --protocol cfp is quicker\.\n$/,
    );
    expect(stdout).toMatch(/^added misbehave \(e-\w+\) over cfp\n$/);
    expect((await place.run('engines', 'list')).stdout).toMatch(/^misbehave +cfp +e-/m);
  });

  it('asks where there are several, and says if there are none', async () => {
    const several = await place.run('engines', 'add', mutant, '--no-sandbox');
    expect(several.code).toBe(2);
    expect(several.stderr).toMatch(
      /mutant\.mjs speaks cfsi and cfp; cfsi reports the most\. Add --protocol cfsi or --protocol cfp\.\n$/,
    );
    const none = await place.run('engines', 'add', program('none', 'exit 0'), '--no-sandbox');
    expect([none.code, none.stderr]).toEqual([
      1,
      'plywire: handshake: ./none answers in no known protocol. ' +
        '`plywire engines probe` shows the attempts; --protocol sets the protocol.\n',
    ]);
    expect((await place.run('engines', 'list')).stdout).not.toMatch(/mutant|none/);
  });

  it('starts nothing where the engine is known', async () => {
    const { code, stderr } = await place.run('engines', 'add', 'connect4');
    expect([code, stderr]).toEqual([2, expect.stringContaining('is already registered') as string]);
  });
});

/** Programs that speak CFP, and both protocols of its game. */
const quick = readFileSync(
  fileURLToPath(new URL('../../tests/engines/quick.sh', import.meta.url)),
  'utf8',
).replace('#!/bin/sh\n', '');
const both = `exec ${process.execPath} ${mutant}`;

describe('plywire engines add FOLDER without a protocol', () => {
  const folder = (name: string, programs: Readonly<Record<string, string>>) => {
    mkdirSync(join(place.folder, name));
    for (const [file, text] of Object.entries(programs)) program(join(name, file), text);
  };
  const add = (...flags: string[]) => place.run('engines', 'add', 'mine', '--no-sandbox', ...flags);

  it('adds what speaks one, tells of the others, and exits with 1', async () => {
    folder('mine', { both, dead: 'exit 3', quick: quick, silent: 'sleep 1000' });
    program('mine/broken', '');
    writeFileSync(join(place.folder, 'mine/broken'), '#!/no/such/interpreter\n');
    const { code, stdout, stderr } = await add();
    expect(stdout.replace(/e-\w+/, 'ID')).toBe(
      [
        'skipped broken: it could not be started: its `#!` line names `/no/such/interpreter`, which was not found. ' +
          'Correct the first line of the script, or install what it names.',
        'skipped both: it speaks cfsi and cfp; cfsi reports the most. Add --protocol cfsi or --protocol cfp.',
        'skipped dead: it answers in no known protocol.',
        'added quick (ID) over cfp',
        'skipped silent: it answers in no known protocol.',
        '',
      ].join('\n'),
    );
    expect([code, stderr]).toEqual([
      1,
      'plywire: 4 of 5 skipped. `plywire engines probe mine/FILE` shows the attempts; ' +
        '`plywire engines add mine/FILE --protocol P` adds one anyway.\n',
    ]);
    expect((await place.run('engines', 'list')).stdout).toMatch(/^quick +cfp +e-/m);
  });

  it('tells it as JSON, knows again what was added, and exits with 0 where nothing is left out', async () => {
    folder('mine', { quick: quick });
    const first = await add('--json');
    expect([first.code, first.stderr]).toEqual([0, '']);
    expect(first.objects()).toEqual([
      { kind: 'added', id: expect.any(String) as string, name: 'quick', protocol: 'cfp', file: 'quick' },
      { kind: 'summary', added: 1, leftOut: 0, known: 0, omitted: 0 },
    ]);
    expect((await add('--json')).objects()).toEqual([
      { kind: 'summary', added: 0, leftOut: 0, known: 1, omitted: 0 },
    ]);
  });

  it('keeps what was added when it is interrupted, and ends what it asked', async () => {
    const began = join(place.folder, 'began');
    folder('mine', {
      a: quick,
      b: `echo $$ >> ${began}; exec sleep 1000`,
    });
    const { child, outcome } = place.start(['engines', 'add', 'mine', '--no-sandbox']);
    await eventually(() => existsSync(began)).toBe(true);
    child.kill('SIGINT');
    const { code, stdout, stderr } = await outcome;
    expect([code, stderr]).toEqual([130, 'plywire: interrupted by SIGINT\n']);
    expect(stdout).toMatch(/^added a \(e-\w+\) over cfp\n$/);
    expect((await place.run('engines', 'list')).stdout).toMatch(/^a +cfp +e-/m);
  });

  it('takes no file name for words that name another program', async () => {
    folder('mine', {});
    const other = program('other', quick);
    expect(other).toBe('./other');
    program('mine/x cmd=other protocol=cfp', 'exit 1');
    expect((await add()).stdout).toMatch(
      /^skipped x cmd=other protocol=cfp: it answers in no known protocol/,
    );
  });
});

describe('an executable whose protocol was not given', () => {
  it('is checked and played over the one that it speaks', async () => {
    program('quick', quick);
    const check = await place.run(...['check', './quick', '--no-sandbox', '--level', 'must', '--json']);
    expect(check.objects().at(-1)).toMatchObject({ kind: 'summary', protocol: 'cfp' });
    expect(check.stderr).toContain('./quick speaks cfp (detected)');
    const play = await place.run(
      ...['play', 'cmd=./quick sandbox=off', 'connect4', '--time', '0.1', '--json'],
    );
    expect(play.objects()[0]).toMatchObject({ kind: 'move', move: '4' });
  });

  it('is chosen by the caller where it speaks several', async () => {
    const { code, stderr } = await place.run('analyse', mutant, '--no-sandbox');
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('Add --protocol cfsi or --protocol cfp.') as string,
    ]);
  });
});

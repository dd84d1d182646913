import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Workspace } from './testing/plywire.ts';
import { long } from '../../tests/support/long.ts';

const place = new Workspace();
afterAll(() => place.remove());

const root = join(import.meta.dirname, '..', '..');
const folder = join(root, 'tests', 'transcripts');
const quick = join(root, 'tests', 'engines', 'quick.sh');
const golden = (name: string): string =>
  readFileSync(join(root, 'tests', 'replay', 'golden', `${name}.jsonl`), 'utf8');

describe('plywire replay', () => {
  it('tells each recording of a real program line by line as JSON, and exits with 0', async () => {
    for (const file of readdirSync(folder)) {
      const { code, stdout, stderr } = await place.run('replay', join(folder, file), '--json');
      expect({ file, code, stderr }).toEqual({ file, code: 0, stderr: '' });
      expect(stdout).toBe(golden(file.replace(/\.txt$/, '')));
    }
  }, 120_000);

  it('shows a reader each line with what it means below it', async () => {
    const { code, stdout } = await place.run('replay', join(folder, 'qtp_giorgosnikolaou_undo.txt'));
    expect(code).toBe(0);
    expect(stdout).toMatch(/^over qtp: of the first \d+ commands and \d+ lines/);
    const below = `${' '.repeat(22)}answers line 11 after 0.000 s; move e8 in 9 e9 e1 10 10 - - b;`;
    expect(stdout).toContain(`    12      0.004 <-- =\n${below}`);
    expect(stdout).toContain('unanswered: no complete answer to "undo 1" (line 20)');
    expect(stdout).toMatch(/33 lines; 6 of 10 requests answered\noddities: none\nending: exit code -6\n$/);
  });

  it('names below its summary the lines that answered no legal move', async () => {
    const talk = ['<-- ready', '--> init', '--> newgame', '--> move P4', '--> go', '<-- bestmove P4'];
    const file = join(place.folder, 'taken.txt');
    writeFileSync(file, talk.map((line, at) => `${(at / 10).toFixed(3)} ${line}\n`).join(''));
    const { code, stdout } = await place.run('replay', file, '--protocol', 'nmm');
    expect(code).toBe(0);
    expect(stdout).toMatch(/, which is not a legal move: d6 is not empty.*\nillegal moves: line 6\n$/s);
  });

  it('replays the journal of a session of its own', async () => {
    const played = await place.run('analyse', 'connect4', '--protocol', 'cfp', '--time', '0.1');
    expect(played.code).toBe(0);
    const journals = readdirSync(place.home, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.journal'),
    );
    expect(journals).toHaveLength(1);
    const { code, objects } = await place.run('replay', join(place.home, journals[0]!), '--json');
    expect(code).toBe(0);
    const events = objects();
    expect(events[0]).toMatchObject({ kind: 'protocol', protocol: 'cfp', how: 'named by the journal' });
    expect(events).toContainEqual(
      expect.objectContaining({
        kind: 'heard',
        position: '7/7/7/7/7/7 x',
        move: '4',
        // The search, and the `stop` that it was held until.
        answers: [expect.any(Number), expect.any(Number)],
      }),
    );
    expect(events.at(-1)).toMatchObject({ kind: 'summary', oddities: {}, ending: 'quit' });
  });

  it('takes a setting of the protocol, and says which there are where it is none', async () => {
    const file = join(folder, 'qtp_zquoridor.txt');
    const said = async (...args: readonly string[]): Promise<readonly [number | null, string]> => {
      const { code, stderr } = await place.run('replay', file, ...args);
      return [code, stderr];
    };
    const [id, value] = ['walls', 'token'];
    expect(await said('--setting', `${id}=${value}`)).toEqual([0, '']);
    const [unknown, words] = await said('--setting', 'colour=red');
    expect([unknown, words]).toEqual([2, expect.stringContaining('has no setting "colour": choose ')]);
    const [wrong, why] = await said('--setting', `${id}=nonsense`);
    expect([wrong, why]).toEqual([2, expect.stringContaining('walls cannot be "nonsense": choose ')]);
  });

  it('says how a game of a match is named, and that an engine does not exist', async () => {
    const match = join(place.folder, 'm1');
    mkdirSync(match);
    writeFileSync(join(match, 'match.jsonl'), '');
    const said = async (...args: readonly string[]) => (await place.run('replay', ...args)).stderr;
    expect(await said('m1')).toContain('m1 is the folder of a match: name a game of it, such as m1:1.');
    expect(await said('m1:x')).toContain('"x" is not a game of the match in m1');
    expect(await said('m1:1/3')).toContain('"1/3" is not a game of the match in m1');
    const against = await place.run('replay', join(folder, 'qtp_zquoridor.txt'), '--against', 'nosuch');
    expect([against.code, against.stderr]).toEqual([2, expect.stringContaining('no engine called "nosuch"')]);
  });

  it('says what is wrong with a file, or with the protocol', async () => {
    writeFileSync(join(place.folder, 'letter.txt'), 'Dear all,\n');
    writeFileSync(join(place.folder, 'strange.txt'), '0.1 <-- Hello!\n0.2 <-- Who are you?\n0.3 --> 12 {\n');
    const said = async (...args: readonly string[]): Promise<readonly [number | null, string]> => {
      const { code, stderr } = await place.run('replay', ...args);
      return [code, stderr];
    };
    expect(await said('missing.txt')).toEqual([
      2,
      'plywire: missing.txt cannot be read: there is no such file.\n',
    ]);
    expect(await said('.')).toEqual([2, 'plywire: . cannot be read: it is a folder.\n']);
    expect(await said('letter.txt')).toEqual([
      2,
      expect.stringContaining('neither a journal, nor a bundle, nor a transcript'),
    ]);
    expect(await said('strange.txt')).toEqual([
      2,
      expect.stringContaining('. Name the protocol with --protocol.'),
    ]);
    expect(await said('strange.txt', '--protocol', 'chess')).toEqual([
      2,
      expect.stringContaining('known protocols: auto'),
    ]);
    expect((await said('strange.txt', '--protocol', 'cfsi'))[0]).toBe(0);
  });

  it.each([
    ['an empty file', '', 'is empty. Choose the journal, the bundle or the transcript of a session.'],
    [
      'a bundle that was cut short',
      'PK\u0003\u0004cut',
      'end of central directory record signature not found. Copy or download it again.',
    ],
    ['a journal whose head was cut', '0 *** 50\n{"a":1}', 'is not a session journal. Choose the journal of'],
  ])('says where and what to do of %s, whatever its name', long, async (_what, text, words) => {
    const file = join(place.folder, 'a name\nof two lines');
    writeFileSync(file, text);
    for (const how of [[], ['--as', 'text'], ['--against', 'connect4']]) {
      const { code, stdout, stderr } = await place.run('replay', file, ...how);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(/^plywire: \S+\/a name of two lines is .*\n$/);
      expect(stderr).toContain(words);
    }
  });

  it.each(['replay', 'bundle'])('%s asks for a file in place of the standard input', async (command) => {
    for (const [name, words] of [
      ['-', 'read more than once, and the standard input cannot be: save it to a file, and name that.'],
      ['', 'It must name a session or a file.'],
    ] as const) {
      const { code, stdout, stderr } = await place.run(command, name);
      expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(words)]);
    }
  });

  describe('as something else', () => {
    const session = async (): Promise<string> => {
      const { code } = await place.run(
        ...['analyse', quick, '--protocol', 'cfp', '--no-sandbox', '--time', '0.1'],
      );
      expect(code).toBe(0);
      return (await place.run('sessions', '--limit', '1', '--json')).objects()[0]!['journal'] as string;
    };
    const as = async (file: string, form: string): Promise<string> => {
      const { code, stdout, stderr } = await place.run('replay', file, '--as', form);
      expect([code, stderr]).toEqual([0, '']);
      return stdout;
    };
    const marked = (text: string, marks: RegExp): string[] =>
      text.split('\n').flatMap((line) => (marks.test(line) ? [line.slice(8)] : []));

    it('writes a session, and its bundle, as text, as a fixture and as a script that has it again', async () => {
      const id = await session();
      const [text, fixture, script] = [await as(id, 'text'), await as(id, 'fixture'), await as(id, 'sh')];
      expect(text).toMatch(/^ +0\.\d{3} ### /);
      expect(marked(text, / -->|<-- /)).toEqual(
        expect.arrayContaining(['--> cfp', '<-- cfpok', '<-- bestmove 3', '--> quit']),
      );
      expect(fixture).not.toContain('###');
      expect(marked(fixture, /./)).toEqual(marked(text, / (-->|<--|<!!) /));

      writeFileSync(join(place.folder, 'fixture.txt'), fixture);
      expect(await as('fixture.txt', 'text')).toBe(fixture);
      expect((await place.run('replay', 'fixture.txt', '--json')).objects().at(-1)).toMatchObject({
        kind: 'summary',
        oddities: {},
      });

      const heard = marked(fixture, / <-- /).map((line) => line.slice('<-- '.length));
      const again = (...words: readonly string[]): string => {
        const { status, stdout } = spawnSync('sh', words, { cwd: place.folder, encoding: 'utf8' });
        expect(status).toBe(0);
        return stdout;
      };
      writeFileSync(join(place.folder, 'again.sh'), script);
      expect(again('again.sh')).toBe(`${heard.join('\n')}\n`);

      expect((await place.run('bundle', id, '--out', 'b.zip')).code).toBe(0);
      expect(marked(await as('b.zip', 'fixture'), /./)).toEqual(marked(fixture, /./));
      // A bundle does not name the program on this machine.
      writeFileSync(join(place.folder, 'bundled.sh'), await as('b.zip', 'sh'));
      expect(again('bundled.sh', quick)).toBe(`${heard.join('\n')}\n`);
    });

    it('keeps a transcript as it is, and leaves its notes out of a fixture', async () => {
      const lines = [
        '  0.000 --> cfp',
        '  0.010 <-- cfpok',
        'strange',
        '  0.020 ### here',
        '  1.000 <!! oh',
        '',
      ];
      const talk = lines.join('\n');
      writeFileSync(join(place.folder, 'talk.txt'), talk);
      expect(await as('talk.txt', 'text')).toBe(talk);
      expect(await as('talk.txt', 'fixture')).toBe(talk.replace('  0.020 ### here\n', ''));
      expect(await as('talk.txt', 'sh')).toContain('[ $# -gt 0 ] ||');
    });

    it('says what cannot be', async () => {
      const said = async (...args: readonly string[]): Promise<readonly [number | null, string, string]> => {
        const { code, stdout, stderr } = await place.run('replay', ...args);
        return [code, stdout, stderr];
      };
      const words = (text: string): string => expect.stringContaining(text) as string;
      expect(await said('missing.txt', '--as', 'text')).toEqual([2, '', words('there is no such file')]);
      expect(await said('s-ffffffffff', '--as', 'sh')).toEqual([2, '', words('plywire sessions')]);
      expect(await said('fixture.txt', '--as', 'pdf')).toEqual([2, '', words('text, sh, fixture')]);
      expect(await said('fixture.txt', '--as', 'sh', '--json')).toEqual([2, '', words('--json')]);
    });
  });

  it('ends when its reader has enough', () => {
    const lines = Array.from({ length: 200_000 }, (_, index) => `${index}.0 <-- info ${index}\n`).join('');
    writeFileSync(join(place.folder, 'long.txt'), `0.0 --> cfp\n${lines}`);
    const cli = join(root, 'dist', 'app', 'cli.cjs');
    const { status, stdout, stderr } = spawnSync(
      'bash',
      ['-o', 'pipefail', '-c', '"$0" "$1" replay long.txt --protocol cfp | head -n 2', process.execPath, cli],
      { cwd: place.folder, encoding: 'utf8', timeout: 60_000 },
    );
    expect({ status, lines: stdout.split('\n').length, stderr }).toEqual({ status: 0, lines: 3, stderr: '' });
  });
});

/** A CFP engine that answers each search with the same column; 9 makes it die on `go`, `at once` makes it answer that. */
const engine = `#!${process.execPath}
const column = process.argv[2];
const say = (...lines) => process.stdout.write(lines.join('\\n') + '\\n');
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  if (line === 'cfp') say('id name fixed', 'id author tester', 'cfpok');
  if (line === 'isready') say('readyok');
  if (line.startsWith('go') && column === '9') process.exit(7);
  if (line.startsWith('go') && column === 'at once') say('bestmove 3');
  if (line === 'stop') say('bestmove ' + column);
  if (line === 'quit') process.exit(0);
});
`;

const recording = [
  ...['0.000 --> cfp', '0.010 <-- id name fixed', '0.010 <-- id author tester', '0.010 <-- cfpok'],
  ...['0.010 --> position startpos', '0.010 --> isready', '0.010 <-- readyok', '0.011 --> go'],
  ...['1.000 --> stop', '1.010 <-- bestmove 3', '1.010 --> quit', '1.050 ### exit code 0', ''],
].join('\n');

describe('plywire replay --against', () => {
  writeFileSync(join(place.folder, 'fixed'), engine, { mode: 0o755 });
  writeFileSync(join(place.folder, 'recorded.txt'), recording);
  const against = (column: string, ...args: readonly string[]) =>
    place.run('replay', 'recorded.txt', '--against', './fixed', '--arg', column, ...args);

  it('exits with 0 where an engine answers as it did', async () => {
    const { code, objects } = await against('3', '--json');
    const events = objects();
    expect(code).toBe(0);
    expect(events.map(({ request, verdict }) => [request, verdict])).toEqual([
      [1, 'same'],
      [6, 'same'],
      [8, 'same'],
      [undefined, undefined],
    ]);
    // The answer to the stop is that of its search.
    expect(events[2]).toMatchObject({
      asked: 'go',
      line: 10,
      recorded: ['bestmove 3'],
      took: { recorded: 999 },
    });
  });

  it('shows what it answers otherwise line by line, and exits with 1', async () => {
    const { code, stdout } = await against('4');
    expect(code).toBe(1);
    expect(stdout).toMatch(
      / {5}8 differs {2}go {2}\(0\.999 s, now .*\)\n {7}- bestmove 3\n {7}\+ bestmove 4\n/,
    );
    expect(stdout).toContain('3 requests: 2 the same, 1 different, 0 missing, 0 new');
  });

  it('keeps the recorded pacing', async () => {
    const { code, objects } = await against('3', '--json', '--pace', 'recorded');
    expect(code).toBe(0);
    const search = objects()[2] as { readonly took: { readonly live: number } };
    expect(search.took.live).toBeGreaterThan(900);
  });

  it('says which line an engine died of', async () => {
    const { code, objects } = await against('9', '--json');
    expect(code).toBe(1);
    expect(objects().slice(2)).toMatchObject([
      { request: 8, asked: 'go', verdict: 'missing', recorded: ['bestmove 3'], live: [] },
      { kind: 'summary', same: 2, missing: 1, ending: 'exit code 7' },
    ]);
    expect(place.leftovers()).toEqual([]);
  });

  it('fails an engine that still dies of the line that the recorded one died of, and passes a mended one', async () => {
    const lines = recording.split('\n').slice(0, 8);
    writeFileSync(join(place.folder, 'died.txt'), [...lines, '0.020 <!! oh', ''].join('\n'));
    const run = (column: string, ...args: readonly string[]) =>
      place.run('replay', 'died.txt', '--protocol', 'cfp', '--against', './fixed', '--arg', column, ...args);
    const dead = await run('9', '--require', 'legal');
    expect(dead.code).toBe(1);
    expect(dead.stdout).toContain('     8 unanswered go  (no answer, now no answer)\n');
    expect(dead.stdout).toContain(
      '3 requests: 2 the same, 0 different, 0 missing, 0 new, 1 unanswered then and now',
    );
    expect(dead.stdout).toContain('the engine exited without being told to: exit code 7');
    const mended = await run('at once', '--json');
    expect(mended.code).toBe(1);
    expect(mended.objects().at(-1)).toMatchObject({ same: 2, new: 1, unanswered: 0, ending: null });
    expect((await run('at once', '--require', 'legal')).code).toBe(0);
  });

  it('takes bundled engines by their names, and says what cannot be started', async () => {
    const bundled = await place.run('replay', 'recorded.txt', '--against', 'connect4');
    expect(bundled.code).toBe(1);
    expect(bundled.stdout).toMatch(/^Plywire Connect Four over cfp: .*\n {5}1 differs {2}cfp /);
    expect(bundled.stdout).toMatch(/ {5}6 same {5}isready /);
    const none = await place.run('replay', 'recorded.txt', '--against', './missing');
    expect([none.code, none.stderr]).toEqual([3, expect.stringContaining('missing')]);
  });
});

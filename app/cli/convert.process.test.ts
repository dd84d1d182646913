import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { forms } from '../records/forms/registry.ts';
import { expectRefused, freshPlace } from './testing/expecting.ts';

vi.setConfig({ testTimeout: 90_000 });

const place = freshPlace();

function file(name: string, text: string | Buffer): string {
  const path = join(place().folder, name);
  writeFileSync(path, text);
  return path;
}

const data = (name: string): string =>
  readFileSync(new URL(`../../tests/data/games/${name}.txt`, import.meta.url), 'utf8');

it('lists every form with an example', async () => {
  const told = (await place().run('convert', '--list', '--json')).objects();
  expect(told.map(({ id }) => id)).toEqual([...forms.keys()]);
  for (const { examples } of told) expect(examples).not.toEqual([]);
  const { stdout } = await place().run('convert', '--list');
  expect(stdout).toMatch(/^quoridor-usual +read, write +quoridor +usual.+1\. e2 e8 2\. e3h$/m);
});

describe('converts', () => {
  it.each([
    ['quoridor', 'quoridor-usual'],
    ['quoridor', 'ishtar'],
    ['quoridor', 'tq1'],
    ['morris', 'playok'],
    ['morris', 'sanmill-uci'],
    ['stones', 'boardspace'],
    ['stones', 'gos-log'],
    ['stones', 'sgf'],
    ['morris', 'pgn'],
  ])('games of %s into %s and back', async (game, form) => {
    const lines = data(game).split('\n').slice(0, 5).join('\n');
    const there = await place().run('convert', file('a.txt', lines), '--to', form);
    expect([there.code, there.stderr]).toEqual([0, '']);
    const back = await place().run(
      'convert',
      file('b.txt', there.stdout),
      '--from',
      form,
      '--game',
      game,
      '--to',
      'moves',
    );
    expect([back.code, back.stdout.trim()]).toEqual([0, lines.trim()]);
  });

  it('several files into one that it creates, and overwrites none', async () => {
    const [a, b] = [file('a.txt', '44455\n'), file('b.sgf', '(;PWG[connect4];W[1])')];
    const out = join(place().folder, 'out.pgn');
    const { code, stdout, objects } = await place().run(
      'convert',
      a,
      b,
      '--to',
      'pgn',
      '--out',
      out,
      '--json',
    );
    expect(code).toBe(0);
    expect(stdout).not.toContain('Event');
    expect(objects()).toMatchObject([
      { kind: 'game', form: 'moves', moves: ['4', '4', '4', '5', '5'], lost: [] },
      { kind: 'file', file: a, games: 1 },
      { kind: 'game', form: 'sgf', moves: ['1'] },
      { kind: 'file', file: b, games: 1 },
      { kind: 'summary', written: 2, lost: {} },
    ]);
    expect(readFileSync(out, 'utf8')).toMatch(/1\. 4 4 2\. 4 5 3\. 5 \*\n\n\[Event[^]*1\. 1 \*\n\n$/);
    await expectRefused(place(), ['convert', a, '--to', 'pgn', '--out', out], 'already exists');
  });

  it('any encoding', async () => {
    const text = '[White "Jürgen"]\n[Variant "Connect Four"]\n\n1. 4 *\n';
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    const marked = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)]);
    for (const bytes of [
      Buffer.from(text),
      marked,
      utf16,
      utf16.subarray(2),
      utf16.swap16(),
      Buffer.from(text, 'latin1'),
    ]) {
      const { stdout, code } = await place().run('convert', file('a.pgn', bytes), '--to', 'sgf');
      expect([code, stdout]).toEqual([0, expect.stringContaining('PW[Jürgen]')]);
    }
  });
});

it('reads SGF in the encoding that it names, and says where another one was assumed', async () => {
  const sgf = (charset: string, name: readonly number[]): Buffer =>
    Buffer.concat([
      Buffer.from(`(;FF[4]${charset}PWG[connect4]PW[`),
      Buffer.from(name),
      Buffer.from('];W[4])\n'),
    ]);
  const japanese = await place().run(
    'convert',
    file('a.sgf', sgf('CA[Shift_JIS]', [0x93, 0xfa, 0x83, 0x5d])),
    '--to',
    'sgf',
  );
  expect(japanese).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('CA[UTF-8]') });
  expect(japanese.stdout).toContain('PW[\u65e5\u30be]');
  const assumed = file('b.sgf', sgf('', [0xe9]));
  const old = await place().run('convert', assumed, '--to', 'sgf');
  expect([old.code, old.stderr]).toEqual([
    0,
    `plywire: ${assumed} is not UTF-8, and was read as Windows-1252\n`,
  ]);
  const objects = (await place().run('convert', assumed, '--to', 'sgf', '--json')).objects();
  expect(objects.find(({ kind }) => kind === 'file')).toMatchObject({
    encodingDoubt: 'is not UTF-8, and was read as Windows-1252',
  });
  const unknown = file('c.sgf', sgf('CA[x-none]', [0xe9]));
  const fault = await place().run('convert', unknown, '--to', 'sgf');
  expect([fault.code, fault.stderr]).toEqual([
    2,
    `plywire: ${unknown} names the encoding x-none, which Plywire does not read, and was read as Windows-1252\n` +
      'plywire: 1 place could not be read; 1 game was written.\n',
  ]);
  const whole = sgf('', [...Buffer.from('Jos\u00e9')]);
  const damaged = await place().run(
    'convert',
    file('d.sgf', Buffer.concat([whole, sgf('', [0xe9]), whole])),
    '--to',
    'sgf',
  );
  expect([damaged.code, damaged.stdout.match(/PW\[[^\]]*/g)]).toEqual([
    2,
    ['PW[Jos\u00e9', 'PW[\ufffd', 'PW[Jos\u00e9'],
  ]);
});

it('says where bytes are not characters', async () => {
  const line = Buffer.from('[White "Zoë"]\n[Variant "Connect Four"]\n\n1. 4 *\n\n');
  const last = Buffer.from('[White "M\u00fcller"]\n[Variant "Connect Four"]\n\n1. 4 *\n', 'latin1');
  const path = file('a.pgn', Buffer.concat([...Array.from({ length: 6000 }, () => line), last]));
  const { code, stdout, stderr } = await place().run('convert', path, '--to', 'pgn');
  expect([code, stdout.split('[White "M\ufffdller"]')]).toEqual([2, expect.objectContaining({ length: 2 })]);
  expect(stderr).toContain('a.pgn: bytes in 1 place are not characters in its encoding, and became \ufffd\n');
  expect(stderr).toContain('1 place could not be read; 6001 games were written.');
});

it('reads the standard input, and tells what is lost on stderr', async () => {
  const started = place().start(['convert', '-', '--to', 'digits']);
  started.child.stdin.end('[Variant "Connect Four"]\n[White "a"]\n\n1. 4 {good} 4 (1... 3) 2. 4 *\n');
  const { code, stdout, stderr } = await started.outcome;
  expect([code, stdout]).toEqual([0, '444\n']);
  expect(stderr).toBe(
    'plywire: digits has no room for variations of a game, headers of a game, comments of a game\n',
  );
});

it('leaves no file of that name where it is killed', async () => {
  const words = ['convert', '-', '--game', 'connect4', '--to', 'moves', '--out', 'all.txt'];
  const started = place().start(words);
  started.child.stdin.write('4 4 4\n');
  const files = () => readdirSync(place().folder).filter((name) => name.startsWith('all.txt'));
  await expect.poll(files, { timeout: 20_000 }).toEqual([expect.stringMatching(/\.part$/)]);
  started.child.kill('SIGKILL');
  await started.outcome;
  expect(files()).toEqual([expect.stringMatching(/\.part$/)]);
});

it('leaves no file that a full disk has cut short', async () => {
  file('a.txt', '44455\n');
  const args = ['convert', 'a.txt', '--to', 'sgf', '--out', 'out.sgf'];
  const { code, stderr } = await place().shell('ulimit -f 0; "$@"', ...args);
  const out = join(place().folder, 'out.sgf');
  expect(code).toBe(2);
  expect(stderr).toContain(`plywire: The file ${out} cannot be read or written (EFBIG, write).`);
  expect(existsSync(out)).toBe(false);
});

it('names the standard input, of which something cannot be read', async () => {
  const { child, outcome } = place().start(['convert', '-', '--to', 'digits', '--game', 'connect4']);
  child.stdin.end('44455\n4444444\n');
  expect((await outcome).stderr).toContain('plywire: The standard input, line 2, column 7, ply 7: ');
});

it('keeps what could be read, says where reading stopped, and exits with 2', async () => {
  const path = file('a.txt', '44455\n4444444\n123\n');
  const { code, stdout, stderr } = await place().run('convert', path, '--to', 'moves');
  expect([code, stdout]).toEqual([2, '44455\n444444\n123\n']);
  expect(stderr).toContain(`${path}, line 2, column 7, ply 7: column 4 is full: 4\n`);
  expect(stderr).toContain('1 place could not be read; 3 games were written.');
});

it('writes nothing for a game of which not even the first move can be read', async () => {
  const path = file('a.txt', '44455\nhello\n4455\n');
  const { code, stdout, stderr } = await place().run('convert', path, '--to', 'moves');
  expect([code, stdout]).toEqual([2, '44455\n4455\n']);
  expect(stderr).toContain('1 place could not be read; 2 games were written.');
});

describe.each([[['none.txt', 'a.txt']], [['a.txt', 'none.txt']]])('of the files %j', (names) => {
  it('reads those that it can, tells of the others, and exits with 2', async () => {
    file('a.txt', '44455\n');
    const { code, stdout, stderr } = await place().run('convert', ...names, '--to', 'moves');
    expect([code, stdout]).toEqual([2, '44455\n']);
    expect(stderr).toBe(
      [
        'plywire: none.txt cannot be read: there is no such file.',
        'plywire: 1 file could not be read; 1 game was written.',
        '',
      ].join('\n'),
    );
  });

  it('has a fault and a summary with --json', async () => {
    file('a.txt', '44455\n');
    const { code, objects } = await place().run('convert', ...names, '--to', 'moves', '--json');
    expect(code).toBe(2);
    expect(objects()).toContainEqual({
      ...{ kind: 'fault', file: 'none.txt', why: 'none.txt cannot be read: there is no such file.' },
    });
    expect(objects().at(-1)).toEqual({ kind: 'summary', written: 1, lost: {} });
  });
});

it('makes no file where none could be read', async () => {
  const out = join(place().folder, 'out.sgf');
  const { code, stdout } = await place().run('convert', 'none', '--to', 'sgf', '--out', out, '--json');
  expect([code, existsSync(out)]).toEqual([2, false]);
  expect(stdout).toContain('"kind":"fault","file":"none"');
});

it('says that a file has no game, also where its form was said', async () => {
  const path = file('a.txt', '\n');
  const words = ['convert', path, '--to', 'sgf', '--from', 'digits', '--game', 'connect4'];
  await expectRefused(place(), words, `${path} has no game.`);
});

it('reads games of several kinds from one file, unless one is asked for', async () => {
  const path = file('a.sgf', '(;FF[4]PWG[connect4];W[4])(;FF[4]PWG[quoridor];B[e8])');
  const { code, stdout, stderr, objects } = await place().run('convert', path, '--to', 'moves', '--json');
  expect([code, stderr]).toEqual([0, '']);
  expect(objects().slice(0, 2)).toMatchObject([
    { game: 'connect4', text: '4\n' },
    { game: 'quoridor', text: 'e8\n' },
  ]);
  expect(stdout).toContain('"written":2');
  const asked = await place().run('convert', path, '--to', 'moves', '--game', 'connect4');
  expect([asked.code, asked.stdout]).toEqual([2, '4\n']);
  expect(asked.stderr).toContain('this is a game of Quoridor, not of Connect Four');
});

it('reads on after a draw, and says so', async () => {
  const shuttle = 'a7-a4 g7-g4 a4-a7 g4-g7';
  const path = file('a.txt', `w:a7,d1,d2,b6;b:g7,f6,e3,c5;w;18;0 ${shuttle} ${shuttle} a7-a4`);
  const { code, stderr, stdout } = await place().run('convert', path, '--to', 'pgn');
  expect([code, stderr]).toEqual([
    0,
    `plywire: ${path}: game 1 goes on after ply 8, a draw (threefold repetition)\n`,
  ]);
  expect(stdout).toContain('5. a7-a4');
});

it.each<[readonly string[], string | RegExp]>([
  [['convert'], 'with --to'],
  [['convert', '--to', 'pgn'], 'Name a file'],
  [['convert', 'none.txt', '--to', 'pgn'], 'none.txt cannot be read: there is no such file.'],
  [['convert', '', '--to', 'pgn'], 'A file without a name cannot be read: there is no such file.'],
  [['convert', '.', '--to', 'pgn'], '. cannot be read: it is a folder.'],
  [['convert', 'x', '--to', 'nothing'], /no form "nothing"; known forms: moves, positions, sgf/],
  [['convert', 'x', '--to', 'cells42'], 'only read'],
  [['convert', 'x', '--to', 'pgn', '--game', 'chess'], 'no game "chess"'],
])('refuses %j', async (args, words) => {
  await expectRefused(place(), args, words);
});

it('asks which of two forms is meant', async () => {
  const path = file('a.txt', '1. e2 e8 2. e3h\n');
  const stderr = await expectRefused(place(), ['convert', path, '--to', 'moves'], 'can be read in 2 ways');
  expect(stderr).toContain('e7h as quoridor-usual, e8h as ishtar');
  expect(stderr).toContain('--from quoridor-usual --game quoridor, or --from ishtar --game quoridor');
  const { stdout } = await place().run('convert', path, '--to', 'moves', '--from', 'ishtar');
  expect(stdout).toBe('e8 e2 e8h\n');
});

it('refuses a form of another game, and a file that is not text', async () => {
  const path = file('a.txt', '44455\n');
  await expectRefused(place(), ['convert', path, '--to', 'playok'], 'playok is not a form of Connect Four');
  await expectRefused(
    place(),
    ['convert', file('a.gz', gzipSync('44455'.repeat(1000))), '--to', 'pgn'],
    /no form|no game/,
  );
});

describe('a record', () => {
  const pgn =
    '[Variant "Connect Four"]\n\n1. 4 4 2. 4 (2. 1 1 (2... 2 3. 3)) 2... 5 *\n\n[Variant "Connect Four"]\n\n1. 1 2 *\n';

  it.each([
    [[], ['4', '4', '4', '5']],
    [
      ['--node', '2'],
      ['4', '4'],
    ],
    [
      ['--node', '2/2.2'],
      ['4', '4', '1', '1'],
    ],
    [
      ['--node', '2/2.1/2.2'],
      ['4', '4', '1', '2', '3'],
    ],
    [['--node', '2:1'], ['1']],
  ])('is where a count begins, at %j', async (flags, moves) => {
    const path = file('a.pgn', pgn);
    const [told] = (
      await place().run('perft', 'connect4', '3', '--record', path, ...flags, '--json')
    ).objects();
    const [wanted] = (
      await place().run('perft', 'connect4', '3', '--moves', moves.join(''), '--json')
    ).objects();
    expect(told).toEqual(wanted);
    expect(told).toMatchObject({ nodes: expect.any(Number) as number });
  });

  it('is where a proof begins', async () => {
    const path = file('a.sgf', '(;PWG[quoridor]PWP[3 b3 b1 0 0 - - b];B[b2])');
    const { objects } = await place().run('truth', 'quoridor', '--record', path, '--node', '0', '--json');
    expect(objects()).toMatchObject([{ position: '3 b3 b1 0 0 - - b', value: 'loss' }]);
  });

  it('is where an analysis and a game begin', async () => {
    const path = file('a.pgn', pgn);
    const analysed = await place().run(
      'analyse',
      'connect4',
      '--record',
      path,
      '--node',
      '2',
      '--depth',
      '2',
      '--json',
    );
    expect(analysed.objects().at(-1)).toMatchObject({ kind: 'bestmove' });
    const played = await place().run(
      'play',
      'connect4',
      'connect4',
      '--record',
      path,
      '--depth',
      '1',
      '--json',
    );
    expect(played.objects().at(-1)).toMatchObject({
      kind: 'result',
      moves: expect.arrayContaining(['4', '5']) as unknown,
    });
    expect((played.objects().at(-1)!['moves'] as string[]).slice(0, 4)).toEqual(['4', '4', '4', '5']);
  });

  it.each<[readonly string[], string | RegExp]>([
    [['--node', '9'], 'has 4 plies, not 9'],
    [['--node', '2/3.1'], 'After ply 2 there are 2 moves'],
    [['--node', '2/2.9'], 'Continuation 2 of ply 2 has 2 plies, not 9'],
    [['--node', '5:1'], 'has 2 games, and no game 5'],
    [['--node', 'x'], '--node takes a ply'],
    [['--size', '7x6'], 'omit --size'],
    [['--moves', '4'], 'cannot be used with'],
    [['--from', 'sgf'], 'a game begins with (;'],
  ])('has no such place: %j', async (flags, words) => {
    await expectRefused(place(), ['perft', 'connect4', '1', '--record', file('a.pgn', pgn), ...flags], words);
  });

  it('holds a game of another kind, or a single one', async () => {
    const path = file('nested.sgf', '(;FF[4]PWG[connect4];W[4];B[3](;W[4])(;W[5]))');
    const one = ['--record', path];
    await expectRefused(
      place(),
      ['perft', 'quoridor', '1', ...one],
      /nested\.sgf holds a game of Connect Four\.$/m,
    );
    await expectRefused(
      place(),
      ['perft', 'connect4', '1', ...one, '--node', '3:1'],
      /has 1 game, and no game 3/,
    );
  });
});

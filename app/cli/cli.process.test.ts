import { chmodSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { cpuSeconds } from '../../tests/support/processes.ts';
import { distWithout } from '../../tests/support/without.ts';
import type { LocalClient } from '../api/transports/in-process.ts';
import { boardRows, START } from '../games/stones/index.ts';
import { misbehave, Place } from './testing/plywire.ts';

vi.setConfig({ testTimeout: 90_000 });

/** The empty board of 7 by 6 in CFP's 43 characters. */
const emptyBoard = `${'0'.repeat(42)}1`;

let place: Place;
beforeEach(() => {
  place = new Place();
  // An engine inherits TMPDIR: by that its processes are known.
  process.env['TMPDIR'] = place.folder;
});
afterEach(() => {
  delete process.env['TMPDIR'];
  const left = place.leftovers();
  place.remove();
  expect(left).toEqual([]);
});

const bad = (...flags: string[]) => `cmd=${misbehave} protocol=cfp ${flags.map((f) => `arg=${f}`).join(' ')}`;
const score = { type: 'static', value: expect.any(Number) as number };

describe('perft', () => {
  it.each<[string, string[], number]>([
    ['4', [], 2401],
    ['0', [], 1],
    ['3', ['--size', '3x3'], 27],
    ['2', ['--moves', '444444'], 36],
    ['2', ['--moves', '4 4 4, 4,4 4'], 36],
    ['1', ['--moves', '1212121'], 0],
    ['2', ['--position', emptyBoard], 49],
    ['1', ['--position', '7/7/7/7/7/7 x', '--moves', '4'], 7],
  ])('to depth %s with %j', async (depth, flags, nodes) => {
    const { code, objects, stderr } = await place.run('perft', 'connect4', depth, '--json', ...flags);
    expect([code, stderr]).toEqual([0, '']);
    expect(objects()).toEqual([{ game: 'connect4', depth: Number(depth), nodes }]);
  });

  it.each<[string, string[], number]>([
    ['5', [], 5_140_800],
    ['2', ['--position', 'w:b4,a4,b6,b2;b:a7,a1,d6,d2;w;18;0'], 8],
    ['1', ['--moves', 'a7 g1 d7 a1 g7xa1'], 20],
    ['1', ['--position', 'b:a1,g1;w:0,1;w;4;4', '--moves', 'g7xa1, d1'], 19],
  ])("counts nine men's morris to depth %s with %j", async (depth, flags, nodes) => {
    const { code, objects, stderr } = await place.run('perft', 'morris', depth, '--json', ...flags);
    expect([code, stderr]).toEqual([0, '']);
    expect(objects()).toEqual([{ game: 'morris', depth: Number(depth), nodes }]);
  });

  const stones = JSON.stringify(boardRows(START));
  it.each<[string, string[], number]>([
    ['4', [], 11_010_135],
    ['1', ['--moves', 'D1E1 F4F5 pass'], 41],
    ['2', ['--moves', 'D1E1F3F4'], 5823],
    ['3', ['--position', `${stones} white attack`], 260_556],
    ['0', ['--position', `{"Board":{"state":${stones}},"AllowedMoves":["1"]} black`, '--moves', 'f4f5'], 1],
  ])(
    'counts the Game of Stones to depth %s with %#',
    async (depth, flags, nodes) => {
      const { code, objects, stderr } = await place.run('perft', 'stones', depth, '--json', ...flags);
      expect([code, stderr]).toEqual([0, '']);
      expect(objects()).toEqual([{ game: 'stones', depth: Number(depth), nodes }]);
    },
    120_000,
  );

  it.each([
    ['--moves', 'D1E1 F4F6', 'Ply 2: the stone on F5 stands between F4 and F6'],
    ['--moves', 'pass', 'Ply 1: White must attack and cannot pass'],
    [
      '--position',
      stones.replace('0', '4') + ' white attack',
      'here is no place F1: its integer is 0, not 4',
    ],
    ['--position', stones, 'he side to move is missing'],
  ])('says what is wrong with %s of the Game of Stones, %#', async (flag, text, words) => {
    const { code, stdout, stderr } = await place.run('perft', 'stones', '1', flag, text);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(words);
  });

  it.each([
    ['--moves', 'a7 d7 a7', 'Ply 3: a7 is not empty'],
    ['--position', 'w:a7;b:d4;w;2;0', '"d4" is no point'],
    ['--size', '7x6', "Nine Men's Morris has no --size"],
  ])('says what is wrong with %s %s', async (flag, text, words) => {
    const { code, stdout, stderr } = await place.run('perft', 'morris', '1', flag, text);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(words);
  });

  it('tells a person how long it took', async () => {
    const { code, stdout } = await place.run('perft', 'connect4', '4');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^perft 4: 2401 nodes in \d+\.\d{3} s\n$/);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('is called off by %s', async (signal) => {
    const { child, outcome } = place.start(['perft', 'connect4', '40', '--json']);
    // It is counting once it has taken more of a processor than starting takes.
    await expect.poll(() => cpuSeconds(child.pid!), { timeout: 60_000 }).toBeGreaterThan(2);
    child.kill(signal);
    const { code, stdout, stderr } = await outcome;
    expect([code, stdout]).toEqual([signal === 'SIGINT' ? 130 : 143, '']);
    expect(stderr).toBe(`plywire: interrupted by ${signal}\n`);
  });
});

describe('analyse', () => {
  it('ends with the best move, as JSON and nothing else', async () => {
    const { code, objects, stderr } = await place.run('analyse', 'connect4', '--depth', '4', '--json');
    expect([code, stderr]).toEqual([0, '']);
    const last = objects().at(-1)!;
    expect(last).toEqual({
      kind: 'bestmove',
      bestmove: expect.stringMatching(/^[1-7]$/),
      score,
      scores: { 1: score, 2: score, 3: score, 4: score, 5: score, 6: score, 7: score },
    });
  });

  it('says who wins and when', async () => {
    const { objects } = await place.run('analyse', 'connect4', '--moves', '121212', '--depth', '4', '--json');
    expect(objects().at(-1)).toMatchObject({
      bestmove: '1',
      score: { type: 'decisive', winner: 'mover', plies: 1 },
      scores: { 1: { type: 'decisive', winner: 'mover', plies: 1 } },
    });
  });

  it('gives null for what a protocol does not give', async () => {
    const { objects } = await place.run(
      ...['analyse', 'connect4', '--protocol', 'cfp', '--time', '0.2', '--json'],
    );
    expect(objects().at(-1)).toEqual({
      kind: 'bestmove',
      bestmove: expect.stringMatching(/^[1-7]$/),
      score: null,
      scores: null,
    });
  });

  it.each([
    ['CFSI', 'ooo1/xxx1/4/4 o'],
    ['a placement of 7 by 6', '7/7/7/7/7/3x3 o'],
  ])('reads a position in the form of %s', async (_, text) => {
    const { code, stderr } = await place.run('analyse', 'connect4', '--position', text, '--depth', '2');
    expect([code, stderr]).toEqual([0, '']);
  });

  it('takes options in the words of the engine', async () => {
    const { code, stderr } = await place.run(
      ...['analyse', 'cmd=connect4 protocol=cfp', '--time', '0.1', '--json'],
    );
    expect([code, stderr]).toEqual([0, '']);
  });

  it.each<[string, string[], number, RegExp]>([
    [
      'a depth where there is none',
      ['connect4', '--protocol', 'cfp', '--depth', '3'],
      2,
      /CFP.* has no depth.*Give a time/,
    ],
    [
      'a finished game',
      ['connect4', '--moves', '1212121'],
      2,
      /The game is over at that position: four in a row\./,
    ],
    ['a board that CFP has not', ['connect4', '--protocol', 'cfp', '--size', '5x4'], 2, /7 by 6/],
    ['an illegal move', ['connect4', '--moves', '4444444'], 2, /[Pp]ly 7/],
    ['a bad position', ['connect4', '--position', 'hello'], 2, /./],
    ['depth and time', ['connect4', '--depth', '3', '--time', '1'], 2, /cannot be used with/],
    ['depth 0', ['connect4', '--depth', '0'], 2, /A depth is 1 ply or more/],
    ['no number', ['connect4', '--time', 'soon'], 2, /no number of seconds/],
    ['an unknown game', ['connect4', '--game', 'chess'], 2, /There is no game "chess"/],
    [
      'size and position',
      ['connect4', '--size', '7x6', '--position', '4/4/4/4 x'],
      2,
      /leave the setup flags out/,
    ],
    ['an unknown engine', ['nobody'], 2, /No engine is called "nobody".*connect4/],
    ['an unknown option', ['cmd=connect4 protocol=cfp option.Nope=1'], 2, /no option "Nope".*It has: /],
    [
      'a missing file',
      ['/no/such/engine', '--protocol', 'cfp'],
      3,
      /^plywire: unstartable: \/no\/such\/engine does not exist\. Choose/,
    ],
    ['a missing file by its name', ['engine', '--protocol', 'cfp'], 3, /^plywire: unstartable: /],
    ['a folder', ['.', '--protocol', 'cfp'], 3, /^plywire: unstartable: .* is a folder\./],
    ['a crash', [bad('--crash-in-search')], 1, /^plywire: crashed: exited with 3 .*division by zero/],
    ['an early exit', [bad('--exit-early', '4')], 1, /^plywire: handshake: exited with 4 before `cfpok`/],
    ['an illegal answer', [bad('--illegal-move')], 1, /^plywire: illegal: 10 is illegal: /],
    ['an answer that is no move', [bad('--say', "'bestmove huh\\n'")], 1, /^plywire: malformed: /],
  ])('fails in one line for %s', async (_, args, code, words) => {
    const outcome = await place.run('analyse', ...args, '--json');
    expect(outcome.stderr).toMatch(words);
    expect(outcome.code).toBe(code);
    const [first, ...more] = outcome.stderr.trimEnd().split('\n');
    expect(first).toMatch(/^plywire: /);
    expect(more.filter((line) => line !== '(--help shows what there is)')).toEqual([]);
  });

  it('ends a silent engine at once when it is interrupted, and twice is no more', async () => {
    const { child, outcome } = place.start(['analyse', bad('--silent', '--ignore-term'), '--time', '60']);
    await expect.poll(() => place.leftovers().length, { timeout: 30_000 }).toBeGreaterThan(1);
    child.kill('SIGINT');
    await new Promise((resolve) => setTimeout(resolve, 300));
    child.kill('SIGINT');
    expect((await outcome).code).toBe(130);
  });

  it('leaves quietly, and no engine behind, when nobody reads any more', async () => {
    const { child, outcome } = place.start(['analyse', bad('--flood', '50000000'), '--time', '60', '--json']);
    child.stdout.once('data', () => child.stdout.destroy());
    const { code, stderr } = await outcome;
    expect([code, stderr]).toEqual([0, '']);
  });

  it('shows a terminal nothing that it would obey', async () => {
    const words = ['analyse', `${bad('--early', '--say')} arg='bestmove \\x1b[2Jx\\n'`, '--time', '0.2'];
    const { stdout, stderr } = await place.run(...words);
    expect(stdout + stderr).toContain('␛[2Jx');
    expect(stdout + stderr).not.toContain('\u001b');
    // Without the guard it would.
    const app = { code: /(obeyed = )\/\[\\p\{Cc\}[^/]*\/gu/, instead: '$1/(?!)/gu' };
    const cli = join(distWithout(join(place.folder, 'dist'), { app }), 'app', 'cli.cjs');
    const unguarded = await place.start(words, cli as `/${string}`).outcome;
    expect(unguarded.stdout + unguarded.stderr).toContain('\u001b[2Jx');
  });
});

describe('analyse --audit', () => {
  it('is refused where there is no move to audit', async () => {
    const { code, stderr } = await place.run('analyse', 'connect4', '--audit');
    expect([code, stderr]).toEqual([
      2,
      'plywire: There is no move to audit yet. Play a game, or give its moves.\n',
    ]);
  });

  it('tells of a move that gave the game away what was, what is and what was best', async () => {
    const { code, stdout } = await place.run(
      ...['analyse', 'connect4', '--audit', '--json', '--size', '4x4', '--moves', '1213141'],
    );
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    // Only column 1 stops the four that is played next.
    expect(lines[5]).toBe('{"kind":"move","ply":6,"move":"4","was":"draw","is":"loss 2","best":["1"]}');
    const turns = { 'win to draw': 0, 'win to loss': 0, 'draw to loss': 0 };
    expect(JSON.parse(lines[7]!)).toEqual({
      kind: 'summary',
      moves: 7,
      sides: {
        x: { moves: 4, proven: 4, turns },
        o: { moves: 3, proven: 3, turns: { ...turns, 'draw to loss': 1 } },
      },
    });
  });

  it('holds each move against the truth and sums up', async () => {
    const { code, objects, stderr } = await place.run(
      ...['analyse', 'connect4', '--audit', '--json', '--size', '4x4', '--moves', '2322311'],
    );
    expect([code, stderr]).toEqual([0, '']);
    const told = objects() as Record<string, unknown>[];
    expect(told).toHaveLength(8);
    const worth = expect.stringMatching(/^(draw|(win|loss) \d+)$/) as string;
    told.slice(0, 7).forEach((object, index) => {
      expect(object).toEqual({
        kind: 'move',
        ply: index + 1,
        move: '2322311'[index],
        was: worth,
        is: worth,
        best: expect.arrayContaining([expect.stringMatching(/^[1-4]$/)]) as string[],
      });
    });
    const turns = { 'win to draw': 0, 'win to loss': 0, 'draw to loss': 0 };
    const counts = (moves: number) => ({
      moves,
      proven: moves,
      turns: Object.fromEntries(Object.keys(turns).map((turn) => [turn, expect.any(Number)])),
    });
    expect(told[7]).toEqual({ kind: 'summary', moves: 7, sides: { x: counts(4), o: counts(3) } });
  });

  it('takes no depth', async () => {
    const { code, stderr } = await place.run(
      'analyse',
      'connect4',
      '--audit',
      '--depth',
      '3',
      '--moves',
      '4',
    );
    expect(code).toBe(2);
    expect(stderr).toBe('plywire: --audit goes to the end; leave --depth out.\n');
  });
});

describe('play', () => {
  it.each(['cfsi', 'cfp'])('lets the bundled engine play itself over %s', async (protocol) => {
    const { code, objects, stderr } = await place.run(
      ...['play', 'connect4', 'connect4', '--protocol', protocol, '--time', '0.03', '--json'],
    );
    expect([code, stderr]).toEqual([0, '']);
    const all = objects();
    const result = all.at(-1)!;
    const moves = all.slice(0, -1);
    expect(moves.every(({ kind }) => kind === 'move')).toBe(true);
    expect(result['moves']).toEqual(moves.map(({ move }) => move));
    expect(Object.keys(result)).toEqual(['kind', 'moves', 'result', 'ending', 'reason']);
    expect(result).toMatchObject({
      kind: 'result',
      result: expect.stringMatching(/^(1-0|0-1|1\/2-1\/2)$/),
      ending: expect.stringMatching(/^(win|draw)$/),
    });
    if (result['ending'] === 'win') expect(result['reason']).toBe('four in a row');
  });

  it('goes on from a position, to a depth', async () => {
    const { code, objects } = await place.run(
      ...['play', 'connect4', 'connect4', '--depth', '2', '--moves', '121212', '--json'],
    );
    expect(code).toBe(0);
    expect(objects().at(-1)).toEqual({
      kind: 'result',
      moves: ['1', '2', '1', '2', '1', '2', '1'],
      result: '1-0',
      ending: 'win',
      reason: 'four in a row',
    });
  });

  it.each<[string, string, number, string, RegExp]>([
    ['crashes', '--crash-in-search', 1, 'crashed', /^plywire: crashed: exited with 3[^\n]*\n$/],
    ['leaves early', '--exit-early', 1, 'crashed', /^plywire: handshake: [^\n]*\n$/],
  ])('gives the game to the other where one %s', async (_, flag, code, ending, words) => {
    const outcome = await place.run('play', 'connect4', bad(flag, '3'), '--time', '0.05', '--json');
    expect(outcome.stderr).toMatch(words);
    expect(outcome.code).toBe(code);
    expect(outcome.objects().at(-1)).toMatchObject({ kind: 'result', result: '1-0', ending });
  });

  it('is no game where one cannot be started', async () => {
    const outcome = await place.run(
      ...['play', 'connect4', 'cmd=/no/such protocol=cfp', '--time', '0.05', '--json'],
    );
    expect(outcome.code).toBe(3);
    expect(outcome.objects()).toEqual([
      {
        kind: 'result',
        moves: [],
        result: '*',
        ending: 'void',
        reason: expect.stringContaining('does not exist'),
      },
    ]);
  });
});

describe('engines', () => {
  it('are added, listed, used by name and removed', async () => {
    copyFileSync(misbehave, join(place.folder, 'mine.mjs'));
    chmodSync(join(place.folder, 'mine.mjs'), 0o755);
    const added = await place.run(
      ...['engines', 'add', './mine.mjs', '--protocol', 'cfp', '--arg=--early', '--name', 'Mine', '--json'],
    );
    expect([added.code, added.stderr]).toEqual([0, '']);
    const [{ id }] = added.objects() as [{ id: string }];
    expect(added.objects()).toEqual([{ kind: 'added', id, name: 'Mine', protocol: 'cfp' }]);

    const listed = await place.run('engines', 'list', '--json');
    const [connect4, ...others] = listed.objects();
    expect(connect4).toMatchObject({ id: 'connect4', bundled: true, protocols: ['cfsi', 'cfp'] });
    expect(others.filter((one) => one['bundled'] !== true)).toEqual([
      {
        kind: 'engine',
        id,
        name: 'Mine',
        protocols: ['cfp'],
        bundled: false,
        location: join(place.folder, 'mine.mjs'),
        args: ['--early'],
      },
    ]);
    const words = await place.run('engines', 'list');
    expect(words.stdout).toMatch(/^NAME +PROTOCOLS +ID +RUNS\n/);
    expect(words.stdout).toMatch(/Mine +cfp +e-/);

    const used = await place.run('analyse', 'mine', '--time', '1', '--json');
    expect(used.objects().at(-1)).toMatchObject({ kind: 'bestmove', bestmove: '4' });
    expect(readFileSync(join(place.home, 'engines.json'), 'utf8')).toContain('Misbehave 1.0');

    expect((await place.run('engines', 'remove', 'Mine', '--json')).objects()).toEqual([
      { kind: 'removed', id },
    ]);
    const left = (await place.run('engines', 'list', '--json')).objects();
    expect(left.filter((one) => one['bundled'] !== true)).toEqual([]);
  });

  it.each<[string, string[], RegExp]>([
    [
      'a missing file',
      ['add', './gone', '--protocol', 'cfp', '--name', 'X'],
      /does not exist\. Choose the file again/,
    ],
    [
      'a name that is taken',
      ['add', misbehave, '--protocol', 'cfp', '--name', 'plywire connect four'],
      /already/,
    ],
    ['the id of another', ['add', misbehave, '--protocol', 'cfp', '--name', 'Connect4'], /already/],
    ['an empty name', ['add', misbehave, '--protocol', 'cfp', '--name', ' '], /needs a name/],
    ['a bundled one to be added', ['add', 'connect4'], /known already/],
    ['a bundled one to be removed', ['remove', 'connect4'], /cannot be removed/],
    ['nobody to be removed', ['remove', 'nobody'], /No engine is called "nobody"/],
  ])('are refused: %s', async (_, args, words) => {
    const { code, stdout, stderr } = await place.run('engines', ...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(words);
    expect(stderr).toMatch(/^plywire: [^\n]*\n$/);
  });
});

describe('the command line itself', () => {
  it.each<[string[], number]>([
    [['--help'], 0],
    [['--version'], 0],
    [['analyse', '--help'], 0],
    [[], 2],
    [['nonsense'], 2],
    [['perft'], 2],
    [['perft', 'chess', '3'], 2],
    [['perft', 'connect4', '-1'], 2],
    [['perft', 'connect4', '65'], 2],
    [['perft', 'connect4', '3', '--size', '7'], 2],
    [['perft', 'connect4', '3', '--size', '13x6'], 2],
    [['perft', 'connect4', '3', '--nonsense'], 2],
    [['serve', '--port', '70000'], 2],
  ])('%j ends with %s', async (args, code) => {
    const outcome = await place.run(...args);
    expect(outcome.code).toBe(code);
    expect(outcome.stderr === '').toBe(code === 0);
  });

  it('says in words what is wrong with its home', async () => {
    writeFileSync(place.home, 'a file');
    const { code, stderr } = await place.run('engines', 'add', misbehave, '--protocol', 'cfp');
    expect(code).toBe(2);
    expect(stderr).toContain(`plywire: The file ${place.home}`);
    expect(stderr).toMatch(/could not be written or read \(ENOTDIR/);
    // What needs nothing of it goes on.
    expect((await place.run('perft', 'connect4', '2')).code).toBe(0);
  });
});

describe('serve', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'prints where it is and ends in order at %s',
    async (signal) => {
      const { child, stdout, outcome } = place.start(['serve', '--no-open', '--port', '0']);
      await expect.poll(stdout, { timeout: 30_000 }).toMatch(/\n {2}http:\/\/127\.0\.0\.1:\d+\/#token=\S+\n/);
      child.kill(signal);
      const { code, stderr } = await outcome;
      expect([code, stderr]).toEqual([0, '']);
    },
  );

  it('says so when its port is taken', async () => {
    const one = place.start(['serve', '--no-open', '--port', '0']);
    await expect.poll(one.stdout, { timeout: 30_000 }).toMatch(/#token=/);
    const port = /127\.0\.0\.1:(\d+)/.exec(one.stdout())![1]!;
    const two = await place.run('serve', '--no-open', '--port', port);
    one.child.kill('SIGTERM');
    await one.outcome;
    expect(two.code).toBe(2);
    // That it shares the home with the first one it says before.
    expect(two.stderr.trimEnd().split('\n').at(-1)).toBe(
      `plywire: Port ${port} cannot be used: another program has it. Choose another with --port N.`,
    );
  });

  it('ends its engines with it, those that will not go included', async () => {
    const added = await place.run(
      ...['engines', 'add', misbehave, '--protocol', 'cfp', '--name', 'Stubborn', '--json'],
      ...['--ignore-quit', '--ignore-eof', '--ignore-term'].map((flag) => `--arg=${flag}`),
    );
    const [{ id }] = added.objects() as [{ id: string }];
    const { child, stdout, outcome } = place.start(['serve', '--no-open', '--port', '0']);
    await expect.poll(stdout, { timeout: 30_000 }).toMatch(/#token=/);
    const url = new URL(/http:\S+/.exec(stdout())![0]);
    const socket = new WebSocket(
      `ws://${url.host}/rpc`,
      ['plywire', `plywire.${url.hash.replace('#token=', '')}`],
      { origin: url.origin },
    );
    const link = new RPCLink({ websocket: socket as unknown as globalThis.WebSocket });
    const client: LocalClient = createORPCClient(link);
    for (const engine of [id, 'connect4']) await client.analysis.start({ engine, protocol: 'cfp' });
    await client.game.setPlayer({
      seat: 0,
      player: {
        kind: 'engine',
        engine: id,
        protocol: 'cfp',
        limit: { kind: 'time', seconds: 60 },
        options: {},
      },
    });
    await client.game.start();
    await expect.poll(() => place.leftovers().length, { timeout: 30_000 }).toBeGreaterThan(2);
    const closed = new Promise((resolve) => socket.on('close', resolve));
    socket.on('error', () => undefined);
    child.kill('SIGINT');
    await new Promise((resolve) => setTimeout(resolve, 200));
    child.kill('SIGINT');
    expect((await outcome).code).toBe(0);
    await closed;
    expect(place.leftovers()).toEqual([]);
  });

  it('is a program of its own, too', async () => {
    const { child, stdout, outcome } = place.start(['--no-open', '--port', '0'], 'serve');
    await expect.poll(stdout, { timeout: 30_000 }).toMatch(/#token=/);
    child.kill('SIGTERM');
    expect((await outcome).code).toBe(0);
  });
});

import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import { describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { long } from '../../tests/support/long.ts';
import { distWithout } from '../../tests/support/without.ts';
import type { LocalClient } from '../api/transports/in-process.ts';
import type { HostEvent } from '../api/contract.ts';
import { boardRows, START } from '../games/stones/index.ts';
import {
  bad,
  expectCalledOff,
  expectEnding,
  expectForfeit,
  expectGame,
  expectNodes,
  expectOneLine,
  expectReads,
  expectRefused,
  expectServing,
  freshPlace,
} from './testing/expecting.ts';
import { misbehave } from './testing/plywire.ts';
import { probeConfinement } from '../sessions/confinement/confinement.ts';

// Rows that repeat a rule in another form are in `cli.long.test.ts`.
vi.setConfig({ testTimeout: 90_000 });

/** The empty 7 x 6 board in CFP's 43 characters. */
const emptyBoard = `${'0'.repeat(42)}1`;

const place = freshPlace();

/** What the journals of its home say. */
function journals(): string {
  const folder = join(place().home, 'journals');
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('');
}

const score = { type: 'static', value: expect.any(Number) as number };

describe('perft', () => {
  it.each<[string, string[], number]>([
    ['4', [], 2401],
    ['2', ['--moves', '4 4 4, 4,4 4'], 36],
    ['2', ['--position', emptyBoard], 49],
    ['1', ['--position', '7/7/7/7/7/7 x', '--moves', '4'], 7],
  ])('to depth %s with %j', async (depth, flags, nodes) => {
    await expectNodes(place(), 'connect4', { depth, flags, nodes });
  });

  it.each<[string, string[], number]>([
    ['2', ['--position', 'w:b4,a4,b6,b2;b:a7,a1,d6,d2;w;18;0'], 8],
    ['1', ['--position', 'b:a1,g1;w:0,1;w;4;4', '--moves', 'g7xa1, d1'], 19],
  ])("counts nine men's morris to depth %s with %j", async (depth, flags, nodes) => {
    await expectNodes(place(), 'morris', { depth, flags, nodes });
  });

  const stones = JSON.stringify(boardRows(START));
  it.each<[string, string[], number]>([
    ['2', ['--moves', 'D1E1F3F4'], 5823],
    ['0', ['--position', `{"Board":{"state":${stones}},"AllowedMoves":["1"]} black`, '--moves', 'f4f5'], 1],
  ])('counts the Game of Stones to depth %s with %#', async (depth, flags, nodes) => {
    await expectNodes(place(), 'stones', { depth, flags, nodes });
  });

  it.each([
    ['--moves', 'D1E1 F4F6', 'Ply 2: the stone on F5 stands between F4 and F6'],
    [
      '--position',
      stones.replace('0', '4') + ' white attack',
      'here is no place F1: its integer is 0, not 4',
    ],
  ])('says what is wrong with %s of the Game of Stones, %#', async (flag, text, words) => {
    await expectRefused(place(), ['perft', 'stones', '1', flag, text], words);
  });

  it.each([['--position', 'w:a7;b:d4;w;2;0', '"d4" is not a point']])(
    'says what is wrong with %s %s',
    async (flag, text, words) => {
      await expectRefused(place(), ['perft', 'morris', '1', flag, text], words);
    },
  );

  it('tells a person how long it took', async () => {
    const { code, stdout } = await place().runAlone('perft', 'connect4', '4');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^perft 4: 2401 nodes in \d+\.\d{3} s\n$/);
  });

  it('is called off', async () => {
    await expectCalledOff(place(), 'SIGINT');
  });
});

describe('analyse', () => {
  it('ends with the best move, as JSON and nothing else', async () => {
    const { code, objects, stderr } = await place().runAlone('analyse', 'connect4', '--depth', '4', '--json');
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
    const { objects } = await place().run(
      'analyse',
      'connect4',
      '--moves',
      '121212',
      '--depth',
      '4',
      '--json',
    );
    expect(objects().at(-1)).toMatchObject({
      bestmove: '1',
      score: { type: 'decisive', winner: 'mover', plies: 1 },
      scores: { 1: { type: 'decisive', winner: 'mover', plies: 1 } },
    });
  });

  it('gives null for what a protocol does not give', async () => {
    const { objects } = await place().run(
      ...['analyse', 'connect4', '--protocol', 'cfp', '--time', '0.2', '--json'],
    );
    expect(objects().at(-1)).toEqual({
      kind: 'bestmove',
      bestmove: expect.stringMatching(/^[1-7]$/),
      score: null,
      scores: null,
    });
  });

  it.each([['CFSI', 'ooo1/xxx1/4/4 o']])('reads a position in the form of %s', async (_, text) => {
    await expectReads(place(), text);
  });

  it('takes options in the words of the engine', async () => {
    const { code, stderr } = await place().run(
      ...['analyse', 'cmd=connect4 protocol=cfp', '--time', '0.1', '--json'],
    );
    expect([code, stderr]).toEqual([0, '']);
  });

  it.each<[string, string[], number, RegExp]>([
    [
      'a depth for a protocol without depths',
      ['connect4', '--protocol', 'cfp', '--depth', '3'],
      2,
      /CFP.* has no depth limit.*Set a time/,
    ],
    [
      'a finished game',
      ['connect4', '--moves', '1212121'],
      2,
      /The game is over at that position: four in a row\./,
    ],
    ['depth and time', ['connect4', '--depth', '3', '--time', '1'], 2, /cannot be used with/],
    ['an unknown engine', ['unlisted'], 2, /There is no engine called "unlisted".*connect4/],
    ['an unknown option', ['cmd=connect4 protocol=cfp option.Nope=1'], 2, /no option "Nope".*Its options: /],
    [
      'a missing file',
      ['/no/such/engine', '--protocol', 'cfp'],
      3,
      /^plywire: unstartable: \/no\/such\/engine does not exist\. Check/,
    ],
    [
      'a crash',
      [bad('--crash-in-search')],
      1,
      /^plywire: crashed: exited unexpectedly with code 3; .*division by zero/,
    ],
    ['an illegal answer', [bad('--illegal-move')], 1, /^plywire: illegal: 10 is illegal: /],
  ])('fails in one line for %s', async (_, args, code, words) => {
    await expectOneLine(place(), args, { code, words });
  });

  it('ends a silent engine at once when it is interrupted, and twice is no more', long, async () => {
    const { child, outcome } = place().start(['analyse', bad('--silent', '--ignore-term'), '--time', '60']);
    await expect.poll(() => place().leftovers().length, { timeout: 30_000 }).toBeGreaterThan(1);
    child.kill('SIGINT');
    // The first one has arrived, and the engine is granted a second.
    await expect.poll(journals, { timeout: 30_000 }).toContain('\nquit\n');
    child.kill('SIGINT');
    expect((await outcome).code).toBe(130);
  });

  it('leaves quietly, and no engine behind, when its output is closed', long, async () => {
    const { child, outcome } = place().start([
      'analyse',
      bad('--flood', '50000000'),
      '--time',
      '60',
      '--json',
    ]);
    child.stdout.once('data', () => child.stdout.destroy());
    const { code, stderr } = await outcome;
    expect([code, stderr]).toEqual([0, '']);
  });

  it('shows a terminal nothing that it would obey', async () => {
    const words = ['analyse', `${bad('--early', '--say')} arg='bestmove \\x1b[2Jx\\n'`, '--time', '0.2'];
    const { stdout, stderr } = await place().run(...words);
    expect(stdout + stderr).toContain('␛[2Jx');
    expect(stdout + stderr).not.toContain('\u001b');
    // Without the guard, control characters would be obeyed.
    const app = { code: /(obeyed = )\/\[\\p\{Cc\}[^/]*\/gu/, instead: '$1/(?!)/gu' };
    const cli = join(distWithout(join(place().folder, 'dist'), { app }), 'app', 'cli.cjs');
    const unguarded = await place().start(words, cli as `/${string}`).outcome;
    expect(unguarded.stdout + unguarded.stderr).toContain('\u001b[2Jx');
  });
});

describe('play', () => {
  it('lets the bundled engine play itself', async () => {
    await expectGame(place(), 'cfsi');
  });

  it('goes on from a position, to a depth', async () => {
    const { code, objects } = await place().run(
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
    [
      'crashes',
      '--crash-in-search',
      1,
      'crashed',
      /^plywire: crashed: exited unexpectedly with code 3[^\n]*\n$/,
    ],
  ])('gives the game to the other where one %s', async (_, flag, code, ending, words) => {
    await expectForfeit(place(), flag, { code, ending, words });
  });

  it('does not begin where an engine cannot be started', async () => {
    const outcome = await place().run(
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

const { sandbox } = await probeConfinement(process.env, process.platform, '/nowhere');

describe('engines', () => {
  it('are added, listed, used by name and removed', async () => {
    copyFileSync(misbehave, join(place().folder, 'mine.mjs'));
    chmodSync(join(place().folder, 'mine.mjs'), 0o755);
    const added = await place().run(
      ...['engines', 'add', './mine.mjs', '--protocol', 'cfp', '--arg=--early', '--name', 'Mine', '--json'],
    );
    expect([added.code, added.stderr]).toEqual([0, '']);
    const [{ id }] = added.objects() as [{ id: string }];
    expect(added.objects()).toEqual([{ kind: 'added', id, name: 'Mine', protocol: 'cfp' }]);

    const listed = await place().runAlone('engines', 'list', '--json');
    const [connect4, ...others] = listed.objects();
    expect(connect4).toMatchObject({ id: 'connect4', bundled: true, protocols: ['cfsi', 'cfp'] });
    expect(others.filter((one) => one['bundled'] !== true)).toEqual([
      {
        kind: 'engine',
        id,
        name: 'Mine',
        protocols: ['cfp'],
        bundled: false,
        location: join(place().folder, 'mine.mjs'),
        args: ['--early'],
      },
    ]);
    const words = await place().run('engines', 'list');
    expect(words.stdout).toMatch(/^NAME +PROTOCOLS +ID +RUNS\n/);
    expect(words.stdout).toMatch(/Mine +cfp +e-/);

    const used = await place().run('analyse', 'mine', '--time', '1', '--json');
    expect(used.objects().at(-1)).toMatchObject({ kind: 'bestmove', bestmove: '4' });
    expect(readFileSync(join(place().home, 'engines.json'), 'utf8')).toContain('Misbehave 1.0');

    expect((await place().run('engines', 'remove', 'Mine', '--json')).objects()).toEqual([
      { kind: 'removed', id },
    ]);
    const left = (await place().run('engines', 'list', '--json')).objects();
    expect(left.filter((one) => one['bundled'] !== true)).toEqual([]);
  });

  it.runIf(sandbox.runs)(
    'that are not registered find what they keep again, until it is cleared',
    long,
    async () => {
      const bot = join(place().folder, 'keeps');
      const lines = ['#!/bin/sh', 'echo >> "$HOME/runs"', 'wc -l < "$HOME/runs" >&2', 'exit 3'];
      writeFileSync(bot, lines.join('\n'), { mode: 0o755 });
      const run = () => place().run('analyse', `cmd=${bot} protocol=cfp sandbox=on`);
      expect((await run()).stderr).toContain('`1`');
      expect((await run()).stderr).toContain('`2`');
      const cleared = await place().run('engines', 'clear-scratch', '--json');
      expect(cleared.objects()).toEqual([{ kind: 'cleared', folders: 1 }]);
      expect((await place().run('engines', 'clear-scratch')).stdout).toBe('deleted 0 scratch folders\n');
      expect((await run()).stderr).toContain('`1`');
    },
  );

  it.each<[string, string[], RegExp]>([
    [
      'a missing file',
      ['add', './gone', '--protocol', 'cfp', '--name', 'X'],
      /does not exist\. Check its path\./,
    ],
    [
      'a name that is taken',
      ['add', misbehave, '--protocol', 'cfp', '--name', 'plywire connect four'],
      /already/,
    ],
    ['an unknown engine to be removed', ['remove', 'unlisted'], /There is no engine called "unlisted"/],
  ])('are refused: %s', async (_, args, words) => {
    const stderr = await expectRefused(place(), ['engines', ...args], words);
    expect(stderr).toMatch(/^plywire: [^\n]*\n$/);
  });
});

describe('the command line itself', () => {
  it.each<[string[], number]>([
    [['--help'], 0],
    [['--version'], 0],
    [[], 2],
    [['nonsense'], 2],
    [['perft', 'connect4', '65'], 2],
    [['perft', 'connect4', '3', '--size', '7'], 2],
  ])('%j ends with %s', async (args, code) => {
    await expectEnding(place(), args, code);
  });

  it('says in words what is wrong with its home', async () => {
    writeFileSync(place().home, 'a file');
    const { code, stderr } = await place().run('engines', 'add', misbehave, '--protocol', 'cfp');
    expect(code).toBe(2);
    expect(stderr).toContain(`plywire: The file ${place().home}`);
    expect(stderr).toMatch(/cannot be read or written \(ENOTDIR/);
    // Commands that do not need the file still work.
    expect((await place().run('perft', 'connect4', '2')).code).toBe(0);
  });
});

describe('serve', () => {
  it('prints where it is and ends in order', async () => {
    await expectServing(place(), 'SIGINT');
  });

  it('says so when its port is taken', long, async () => {
    const one = place().start(['serve', '--no-open', '--port', '0']);
    await expect.poll(one.stdout, { timeout: 30_000 }).toMatch(/#token=/);
    const port = /127\.0\.0\.1:(\d+)/.exec(one.stdout())![1]!;
    const two = await place().runAlone('serve', '--no-open', '--port', port);
    one.child.kill('SIGTERM');
    await one.outcome;
    expect(two.code).toBe(2);
    // Before that it says that it shares the home with the first.
    expect(two.stderr.trimEnd().split('\n').at(-1)).toBe(
      `plywire: Port ${port} cannot be used: another program uses it. Choose another with --port N.`,
    );
  });

  it('ends its engines with it, those that will not go included', long, async () => {
    const added = await place().run(
      ...['engines', 'add', misbehave, '--protocol', 'cfp', '--name', 'Stubborn', '--json'],
      ...['--ignore-quit', '--ignore-eof', '--ignore-term'].map((flag) => `--arg=${flag}`),
    );
    const [{ id }] = added.objects() as [{ id: string }];
    const { child, stdout, outcome } = place().start(['serve', '--no-open', '--port', '0']);
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
    const events = await client.host.watch();
    const first = (await events.next()).value as HostEvent & { kind: 'snapshot' };
    const of = { game: first.state.game.key };
    await client.game.setPlayer({
      ...of,
      seat: 0,
      player: {
        kind: 'engine',
        engine: id,
        protocol: 'cfp',
        limit: { kind: 'time', seconds: 60 },
        options: {},
      },
    });
    await client.game.start(of);
    await expect.poll(() => place().leftovers().length, { timeout: 30_000 }).toBeGreaterThan(2);
    const closed = new Promise((resolve) => socket.on('close', resolve));
    socket.on('error', () => undefined);
    child.kill('SIGINT');
    // The first one has arrived; the stubborn engine goes on until it is killed.
    await expect.poll(stdout, { timeout: 30_000 }).toContain('Ending the engines');
    child.kill('SIGINT');
    expect((await outcome).code).toBe(0);
    await closed;
    expect(place().leftovers()).toEqual([]);
  });

  it('is a program of its own, too', long, async () => {
    const { child, stdout, outcome } = place().start(['--no-open', '--port', '0'], 'serve');
    await expect.poll(stdout, { timeout: 30_000 }).toMatch(/#token=/);
    child.kill('SIGTERM');
    expect((await outcome).code).toBe(0);
  });
});

it('names an unknown command of which help is wanted', async () => {
  const { code, stderr } = await place().run('help', 'foo');
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^plywire: unknown command 'foo'\n$/m)]);
});

it.each([
  ['perft', ['connect4', '99999999999'], 'It must be from 0 to 64.'],
  ['serve', ['--folder', 'none'], 'There is no folder none.'],
  ['serve', ['--renderer-origin', 'foo'], '"foo" is not an origin.'],
  ['check', ['connect4', '--only', 'foo'], 'Its checks: '],
  ['report', ['home'], 'there is no file with games'],
  ['suite', ['none', 'connect4', '--st', '1', '--depth', '2'], "cannot be used with option '--st <seconds>'"],
])('refuses to %s %j', async (command, args, words) => {
  mkdirSync(place().home, { recursive: true });
  const { code, stdout, stderr } = await place().run(command, ...args);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(words);
});

it('says of what game a file is that was named as another', async () => {
  writeFileSync(join(place().folder, 'games.txt'), '44455\n');
  const { stderr } = await place().run('convert', 'games.txt', '--game', 'quoridor', '--to', 'moves');
  expect(stderr).toContain('It reads as moves of Connect Four.');
});

/** How a game on the command line ends, and what its last line says, with the built program. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { long } from '../../tests/support/long.ts';
import { misbehave, Workspace } from './testing/plywire.ts';

const inTests = (path: string) => fileURLToPath(new URL(`../../tests/engines/${path}`, import.meta.url));
const stopper = (protocol: string, moves: readonly string[]): string =>
  `cmd=${inTests('stopper.mjs')} protocol=${protocol} arg=--protocol arg=${protocol} arg=--moves arg='${moves.join(' ')}'`;
const bot = (...flags: readonly string[]): string =>
  [`cmd=${inTests('gos.mjs')} protocol=gos`, ...flags.map((flag) => `arg='${flag}'`)].join(' ');

/** An engine that moves its pawn back and forth for ever. */
const shuffler = (from: string, to: string): string =>
  stopper(
    'qtp',
    Array.from({ length: 100 }, (_, ply) => (ply % 2 === 0 ? to : from)),
  );
const shufflers = [shuffler('E9', 'E8'), shuffler('E1', 'E2')];

let place: Workspace;
beforeEach(() => void (place = new Workspace()));
afterEach(() => place.remove());

describe('a game that no rule ends', () => {
  it('is a draw by a position that came five times', async () => {
    const { code, stderr, objects } = await place.run('play', ...shufflers, '--json');
    expect([code, stderr]).toEqual([0, '']);
    expect(objects().at(-1)).toMatchObject({
      kind: 'result',
      result: '1/2-1/2',
      ending: 'adjudicated',
      reason: 'the position occurred 5 times',
    });
    expect(objects().at(-1)!['moves']).toHaveLength(16);
  });

  it('is a draw by the number of its plies, as it is set', async () => {
    const flags = ['--max-plies', '6', '--max-repetitions', '1000'];
    const { code, stdout } = await place.run('play', ...shufflers, ...flags);
    expect(code).toBe(0);
    expect(stdout.trimEnd().split('\n').at(-1)).toBe(
      '1/2-1/2  adjudicated: the game reached the limit of 6 plies',
    );
    const { code: refused, stderr } = await place.run('play', ...shufflers, '--max-plies', '0');
    expect([refused, stderr]).toEqual([2, expect.stringContaining('It must be from 1 to 100000.')]);
  });
});

describe('the last line of --json', () => {
  const slow = `cmd=${misbehave} protocol=cfp`;
  /** A game whose first side moves at once and whose second side thinks for a minute. */
  const start = () =>
    place.start(['play', `${slow} arg=--early`, slow, '--time', '60', '--moves', '44', '--json']);

  const interrupting = async (signal: 'SIGTERM' | 'SIGINT' | 'SIGHUP', code: number): Promise<void> => {
    const game = start();
    await new Promise((resolve) => game.child.stdout.once('data', resolve));
    game.child.kill(signal);
    const outcome = await game.outcome;
    expect(outcome.code).toBe(code);
    expect(outcome.objects().at(-1)).toEqual({
      kind: 'result',
      moves: ['4', '4', '4'],
      result: '*',
      ending: 'void',
      reason: `interrupted by ${signal}`,
    });
  };

  it('is a result after SIGINT', () => interrupting('SIGINT', 130));

  it.each([
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('is a result after %s', long, interrupting);

  it('is a result where an engine is not to be found, or refuses what it is asked for', async () => {
    for (const other of ['unlisted', 'quoridor']) {
      const { code, objects } = await place.run('play', 'connect4', other, '--json');
      expect(code).toBe(2);
      expect(objects().at(-1)).toMatchObject({ kind: 'result', moves: [], result: '*', ending: 'void' });
    }
  });

  it('ends with its engines where the pipe is closed', async () => {
    const game = place.start(['play', ...shufflers, '--max-repetitions', '1000', '--json']);
    await new Promise((resolve) => game.child.stdout.once('data', resolve));
    game.child.stdout.destroy();
    expect((await game.outcome).code).toBe(0);
    expect(place.leftovers()).toEqual([]);
  });
});

it('has one word for an engine that never opens the conversation, on both outputs', async () => {
  const { code, stderr, stdout } = await place.run('play', 'connect4', 'cmd=/bin/false protocol=cfp');
  expect([code, stdout]).toEqual([1, expect.stringContaining('1-0  crashed: ')]);
  expect(stderr).toMatch(
    /^plywire: crashed: exited with code 1 before `cfpok`.* Check that the engine speaks/,
  );
});

describe('a bot that fails in its game', () => {
  it('has a second try where nothing shows how it reads enums, which is told', async () => {
    const { code, stderr, objects } = await place.run('play', bot('--reads', 'number'), bot(), '--json');
    expect(code).toBe(0);
    const retry = objects().find(({ kind }) => kind === 'retry');
    expect(retry).toMatchObject({ seat: 0, ply: 1, failure: expect.stringMatching(/^crashed: /) });
    expect(retry!['reason']).toBe(
      'nothing has shown that it reads enums as strings; this is its try with numbers',
    );
    expect(stderr).toMatch(
      /^plywire: The engine of White failed \(crashed: .*\) and was restarted in the same game/,
    );
    expect(objects().at(-1)).toMatchObject({ kind: 'result', ending: 'win' });
  });

  it('has none where an earlier game has shown how it reads them', long, async () => {
    const flags = join(place.folder, 'flags');
    const script = join(place.folder, 'bot');
    writeFileSync(flags, '');
    const words = [process.execPath, inTests('gos.mjs'), `$(cat ${flags})`].join(' ');
    writeFileSync(script, `#!/bin/sh\nexec ${words}\n`, { mode: 0o755 });
    const added = ['engines', 'add', script, '--protocol', 'gos', '--no-sandbox', '--name', 'Known'];
    expect((await place.run(...added)).code).toBe(0);
    expect((await place.run('play', 'Known', bot(), '--json')).code).toBe(0);
    for (const [fails, moves] of [
      ['--reads none', 0],
      ['--once', 3],
    ] as const) {
      writeFileSync(flags, fails);
      const { code, stderr, objects } = await place.run('play', 'Known', bot(), '--json');
      expect(code).toBe(1);
      expect(objects().filter(({ kind }) => kind === 'retry')).toEqual([]);
      expect(objects().at(-1)).toMatchObject({ kind: 'result', result: '0-1', ending: 'crashed' });
      expect(objects().at(-1)!['moves']).toHaveLength(moves);
      expect(stderr).toMatch(/^plywire: crashed: /);
    }
  });
});

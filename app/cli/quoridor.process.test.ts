/** Quoridor on the command line: setup flags, moves and positions. */
import { resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Workspace } from './testing/plywire.ts';
import { long } from '../../tests/support/long.ts';

vi.setConfig({ testTimeout: 90_000 });

const bundled = resolve('dist/engines/quoridor/main.cjs');

let place: Workspace;
beforeEach(() => {
  place = new Workspace();
});
afterEach(() => place.remove());

describe('perft of Quoridor', () => {
  it.each<[string, string[], number]>([
    ['2', [], 16_677],
    ['3', ['--size', '5', '--walls', '3'], 31_540],
    ['3', ['--size', '5'], 31_540],
    ['6', ['--size', '3', '--walls', '1'], 9002],
    ['1', ['--walls', '0'], 3],
    // 128 walls minus d7h, d7v (which crosses it) and the two that overlap it; plus four steps from e2.
    ['1', ['--moves', 'e8 e2 d7h'], 128],
    ['1', ['--position', '9 e8 e2 9 10 d7h - w'], 128],
    ['1', ['--position', '9 e9 e1 10 10 - - b', '--moves', 'E8, E2 D7H'], 128],
    ['1', ['--position', '9 e2 e8 0 0 - - b', '--moves', 'e1'], 0],
  ])('to depth %s with %j', async (depth, flags, nodes) => {
    const { code, objects, stderr } = await place.run('perft', 'quoridor', depth, '--json', ...flags);
    expect([code, stderr]).toEqual([0, '']);
    expect(objects()).toEqual([{ game: 'quoridor', depth: Number(depth), nodes }]);
  });

  it.each<[string[], RegExp]>([
    [['--size', '8'], /Size goes from 3 in steps of 2; 8 is none/],
    [['--size', '27'], /Size must be from 3 to 25, not 27/],
    [['--size', '9x9'], /--size takes N, not "9x9"/],
    [['--moves', 'e8 e2 e2h e2v'], /Ply 4: e2v crosses the wall e2h/],
    [['--moves', 'e8 e9'], /Ply 2: e9 is not beside e1/],
    [['--position', '9 e9 e1 10 10 - -'], /A position has 8 words/],
    [['--position', '9 e9 e1 10 10 - - b', '--walls', '3'], /position sets its own size/],
  ])('refuses %j', async (flags, words) => {
    const { code, stdout, stderr } = await place.run('perft', 'quoridor', '1', ...flags);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(words);
  });

  it('has flags that Connect Four has not', async () => {
    const { code, stderr } = await place.run('perft', 'connect4', '1', '--walls', '3');
    expect([code, stderr]).toEqual([2, 'plywire: Connect Four has no --walls.\n']);
  });

  it('tells of every form that a flag has', async () => {
    const { stdout } = await place.run('perft', '--help');
    expect(stdout).toMatch(/--size <WxH\|N>/);
    expect(stdout).toMatch(/--walls <N>/);
  });
});

describe('the game of an engine', () => {
  it.each<[string[], RegExp]>([
    [['analyse', 'connect4', '--walls', '3'], /Connect Four has no --walls/],
    [['play', 'connect4', 'connect4', '--walls', '3'], /Connect Four has no --walls/],
    [['analyse', 'connect4', '--game', 'quoridor', '--walls', '3'], /does not play Quoridor over cfsi/],
  ])('is meant where none is named: %j', async (words, told) => {
    const { code, stderr } = await place.run(...words);
    expect(code).toBe(2);
    expect(stderr).toMatch(told);
  });
});

describe('an engine over QTP', () => {
  const quick = `cmd=${process.execPath} protocol=qtp arg=${bundled} arg=--nodes arg=300`;

  it('plays a game at its own pace, and cannot be told how long to think', long, async () => {
    const game = ['--game', 'quoridor', '--size', '5', '--walls', '3'];
    const { code, objects, stderr } = await place.run('play', quick, quick, ...game, '--json');
    expect([code, stderr]).toEqual([0, '']);
    expect(objects().at(-1)).toMatchObject({ kind: 'result', ending: 'win', reason: 'goal row reached' });
    for (const limit of [
      ['--time', '1'],
      ['--depth', '4'],
    ]) {
      const refused = await place.run('play', quick, quick, ...game, ...limit);
      expect([refused.code, refused.stdout]).toEqual([2, '']);
      expect(refused.stderr).toMatch(/neither time nor depth.*Omit the limit/s);
    }
  });

  it('is asked about a position that moves lead to, and gives a move and no score', async () => {
    const { code, objects } = await place.run('analyse', quick, '--moves', 'e8 e2 d7h', '--json');
    expect(code).toBe(0);
    expect(objects().at(-1)).toMatchObject({
      bestmove: expect.stringMatching(/^[a-i][1-9][hv]?$/),
      score: null,
    });
  });
});

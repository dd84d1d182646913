/** The Game of Stones on the command line: refereeing two bots, every way a game can end, and analysis. */
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Workspace } from './testing/plywire.ts';
import { long } from '../../tests/support/long.ts';

vi.setConfig({ testTimeout: 120_000 });

const program = fileURLToPath(new URL('../../tests/engines/gos.mjs', import.meta.url));
const bot = (...flags: readonly string[]): string =>
  [`cmd=${program} protocol=gos`, ...flags.map((flag) => `arg='${flag}'`)].join(' ');

let place: Workspace;
beforeEach(() => {
  place = new Workspace();
});
afterEach(() => place.remove());

/** A busy machine must not make a bot look slow. */
const patient = ['--setting', 'first-move=60', '--setting', 'move=60'];

interface Result {
  readonly result: string;
  readonly ending: string;
  readonly reason: string;
  readonly moves: readonly string[];
}

async function played(first: string, second: string, ...flags: readonly string[]) {
  const { code, objects, stderr } = await place.run('play', first, second, ...flags, '--json');
  return { code, stderr, ...(objects().at(-1) as unknown as Result) };
}

const move = (type: number, from: readonly number[] | null, to: readonly number[] | null): string => {
  const at = (xy: readonly number[] | null) => xy && { X: xy[0], Y: xy[1] };
  return JSON.stringify({ Type: type, From: at(from), To: at(to) });
};

/** A few distant stones: White has no attack. */
const APART =
  '[[5,6,7,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,-5,-5,-6,-7]]';

describe('a game between two bots', () => {
  it('goes to its end: no stone of a type is left to be seen', async () => {
    const { code, stderr, ...result } = await played(bot(), bot(), ...patient);
    expect([code, stderr]).toEqual([0, '']);
    expect(result).toMatchObject({ ending: 'win', reason: expect.stringMatching(/^no visible [ABC] left$/) });
  });

  it('goes to its end from a position, where an attack is wanted and none is left', async () => {
    const { code, ...result } = await played(
      ...[bot(), bot('--reply', move(2, [5, 8], [6, 8]))],
      ...['--position', `${APART} black any`, ...patient],
    );
    expect(code).toBe(0);
    expect(result).toMatchObject({ result: '0-1', ending: 'win', moves: ['F9G9'] });
    expect(result.reason).toMatch(/attack/);
  });

  it.each([
    ['time', ['--no-line-end', '--beside']],
    ['malformed', ['--no-line-end', '--beside', '--pretty']],
  ])('is lost for want of a line end, and not for the enums: %s', long, async (ending, flags) => {
    const { code, stderr, ...result } = await played(bot(...flags), bot(), '--setting', 'first-move=2');
    expect([code, result.ending]).toEqual([1, ending]);
    expect(result.reason).toContain('} // done` without a line end');
    expect(stderr).not.toMatch(/enums|restarted/);
  });

  it.each<[string, string, RegExp]>([
    ['a stone of the other side', move(1, [0, 1], [0, 0]), /illegal: .*A2/],
    ['a line that is none', move(1, [0, 0], [1, 3]), /illegal: /],
    ['what lies behind another stone', move(1, [0, 0], [0, 5]), /illegal: /],
    ['a place off the board', move(1, [0, 0], [8, 0]), /illegal: .*I1/],
    ['the hole', move(1, [3, 3], [4, 4]), /illegal: .*E5/],
    ['the place where it stands', move(1, [0, 0], [0, 0]), /illegal: /],
    ['an attack that strengthens', move(1, [0, 0], [1, 0]), /illegal: /],
    ['another type than is allowed', move(2, [0, 0], [1, 0]), /illegal: /],
    ['a pass that is not allowed', move(0, null, null), /illegal: .*attack/],
    ['such a pass that has the places of an attack', move(0, [0, 0], [0, 1]), /illegal: .*attack/],
  ])('is lost by an illegal move: %s', async (_, reply, why) => {
    const { code, stderr, ...result } = await played(bot('--reply', reply), bot(), ...patient);
    expect(code).toBe(1);
    expect(result).toMatchObject({ ending: 'illegal', result: '0-1', moves: [] });
    expect(result.reason).toMatch(why);
    expect(stderr).toMatch(/^plywire: illegal: /m);
  });

  it('is lost by a pass with a place', async () => {
    const replies = ['--reply', move(1, [4, 0], [3, 0]), '--reply', move(0, [0, 1], null)];
    const { code, ...result } = await played(bot(), bot(...replies), ...patient);
    expect([code, result.ending, result.result]).toEqual([1, 'illegal', '1-0']);
    expect(result.reason).toMatch(/a pass has no places, and From is not null/);
  });

  it('is lost by time', async () => {
    const { code, ...result } = await played(bot(), bot('--slow', '20000'), '--setting', 'first-move=1');
    expect([code, result.ending, result.result]).toEqual([1, 'time', '1-0']);
    expect(result.reason).toMatch(/no move within 1 s of its first request/);
  });

  it('is lost by what is not JSON', long, async () => {
    const { code, ...result } = await played(bot('--reply', 'I resign'), bot(), '--setting', 'first-move=1');
    expect([code, result.ending, result.result]).toEqual([1, 'malformed', '0-1']);
    expect(result.reason).toMatch(/I resign/);
  });

  it('is lost by a crash', async () => {
    const { code, ...result } = await played(bot(), bot('--once'), ...patient);
    expect([code, result.ending, result.result]).toEqual([1, 'crashed', '1-0']);
    expect(result.moves).toHaveLength(2);
  });

  it('has each bot spoken to as it can bear', async () => {
    const { code, ...result } = await played(
      bot('--reads', 'number'),
      bot('--dies-of-processed'),
      ...patient,
    );
    expect([code, result.ending]).toEqual([0, 'win']);
  });
});

describe('analyse', () => {
  it('asks for both actions of a turn, and names them', async () => {
    const { code, objects } = await place.run('analyse', bot(), '--moves', 'h7g7', ...patient, '--json');
    expect(code).toBe(0);
    expect(objects().at(-1)).toEqual({
      kind: 'bestmove',
      bestmove: 'E1D1',
      turn: ['E1D1', 'pass'],
      score: null,
      scores: null,
    });
    const { stdout } = await place.run('analyse', bot(), '--moves', 'H7G7 E1D1', ...patient);
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('bestmove pass  no score');
  });

  it('finds out how a bot is to be spoken to, and says when it cannot be', long, async () => {
    const { code } = await place.run('analyse', bot('--reads', 'number'), ...patient);
    expect(code).toBe(0);
    const { stderr, ...failed } = await place.run('analyse', bot('--reads', 'none'), ...patient);
    expect(failed.code).toBe(1);
    expect(stderr).toMatch(
      /^plywire: crashed: .*it had been restarted: nothing has shown that it reads enums as strings/m,
    );
  });

  it('says of a bot that looks at no board that an edited position is not for it', async () => {
    const { code, stderr } = await place.run(
      ...[
        'analyse',
        bot('--follows'),
        '--position',
        `${APART.replace('[0,0', '[0,-5')} white attack`,
        ...patient,
      ],
    );
    expect(code).toBe(1);
    expect(stderr).toMatch(/seems to ignore the board/);
  });
});

import { describe, expect, it } from 'vitest';
import type { Game } from '../games/game.ts';
import { gameById, games } from '../games/registry.ts';
import { seededRandom } from '../games/random.ts';
import { bundledOpenings } from './openings/bundled.ts';
import {
  type BadOpening,
  hasOpening,
  openingLooks,
  playoutScore,
  randomOpenings,
  openingsOfGames,
  readOpenings,
} from './openings.ts';

const connect4 = gameById('connect4');
const read = (...lines: string[]) => readOpenings(connect4, undefined, lines, null);

describe('a file of openings', () => {
  it('has moves or positions, one a line, and leaves out what is blank or a remark', () => {
    const { openings } = read('# mine', '', '4455', ' 1 2 3 ', '7/7/7/7/7/3x3 o', 'start');
    expect(openings.map(({ number, moves }) => [number, moves])).toEqual([
      [1, ['4', '4', '5', '5']],
      [2, ['1', '2', '3']],
      [3, []],
      [4, []],
    ]);
    expect(openings[2]!.start).not.toBeNull();
    expect(openings[3]).toMatchObject({ text: '', start: null });
  });

  it('counts a mirror image or another way to the same position once', () => {
    const { openings, duplicates } = read('12', '76', '4455', '4455', '1 3 7', '7 3 1');
    expect([openings.map(({ text }) => text), duplicates]).toEqual([['12', '4455', '137'], 3]);
  });

  it('can be cut after some plies', () => {
    const { openings, duplicates } = readOpenings(connect4, undefined, ['445', '446', '112'], 2);
    expect([openings.map(({ text }) => text), duplicates]).toEqual([['44', '11'], 1]);
  });

  it.each([
    ['4455x', 'Line 1: "4455x" is neither a list of moves'],
    ['44444444', 'Line 1: "44444444" is neither a list of moves'],
    ['1212121', 'the game is over'],
  ])('%s: %s', (line, words) => {
    expect(() => read(line)).toThrow(
      expect.objectContaining({
        name: 'BadOpening',
        message: expect.stringContaining(words),
      }) as BadOpening,
    );
  });

  it('reads its own text again', () => {
    for (const game of games.values() as Iterable<Game>) {
      const made = randomOpenings(game, undefined, { plies: 5, count: 5, random: seededRandom(3) }).openings;
      const again = readOpenings(
        game,
        undefined,
        made.map(({ text }) => text),
        null,
      ).openings;
      expect(again).toEqual(made);
    }
  });
});

describe.each([...games.values()].map((game) => [game.id, game] as const))('openings of %s', (id, game) => {
  it('are the same for the same seed, distinct, and as long as asked', () => {
    const make = (seed: number) =>
      randomOpenings(game, undefined, { plies: 4, count: 20, random: seededRandom(seed) }).openings;
    expect(make(1)).toEqual(make(1));
    expect(make(1)).not.toEqual(make(2));
    const ends = make(1).map(({ text }) => {
      const moves = game.parseMoves(game.initial(), text);
      expect(moves).toHaveLength(4);
      return game.key(moves.reduce((position: unknown, move) => game.play(position, move), game.initial()));
    });
    expect(new Set(ends).size).toBe(ends.length);
  });

  it('are bundled, distinct and open', () => {
    const bundled = bundledOpenings(id);
    expect(bundled.length).toBeGreaterThanOrEqual(60);
    const { openings, duplicates } = readOpenings(game, undefined, bundled, null);
    expect([openings.length, duplicates]).toEqual([bundled.length, 0]);
  });
});

it('end where a game has no more', () => {
  const few = randomOpenings(connect4, undefined, { plies: 1, count: 100, random: seededRandom(1) });
  // Four columns, and the images of three.
  expect(few.openings).toHaveLength(4);
  expect(few.lack).toBe('repeated');
});

describe('the search for openings ends', () => {
  it.each([
    ['a board with few games', { width: 1, height: 4 }, 4],
    ['a game that never has so many plies', undefined, 43],
  ])('on %s, as games end early', (_, setup, plies) => {
    const found = randomOpenings(connect4, setup, { plies, count: 2, random: seededRandom(1) });
    expect(found).toEqual({ openings: [], lack: 'early' });
  });

  it('where nothing is accepted', () => {
    const looks = openingLooks(connect4, undefined, { plies: 12, count: 2, random: seededRandom(1) });
    let asked = 0;
    let step = looks.next();
    while (step.done !== true && asked < 5000) {
      if (step.value !== undefined) asked++;
      step = looks.next(false);
    }
    expect(step).toEqual({ done: true, value: { openings: [], lack: 'refused' } });
    expect(asked).toBeLessThanOrEqual(1000);
  });

  it('only if the last find is long ago', () => {
    const looks = openingLooks(connect4, undefined, { plies: 12, count: 4, random: seededRandom(1) });
    let asked = 0;
    let step = looks.next();
    while (step.done !== true) step = looks.next(step.value !== undefined && ++asked % 400 === 0);
    expect([step.value.openings.length, step.value.lack, asked]).toEqual([4, null, 1600]);
  });
});

it('finds whether any of some lines is an opening', () => {
  expect(hasOpening(connect4, undefined, ['99', '# 44', '', '44'], null)).toBe(true);
  expect(hasOpening(connect4, undefined, ['99', '1212121', '(;FF[4]'], null)).toBe(false);
});

it('a position that is won in one scores more than one half in random games', () => {
  const won = connect4
    .parseMoves(connect4.initial(), '112233')
    .reduce((position: unknown, move) => connect4.play(position, move), connect4.initial());
  expect(playoutScore(connect4, won, 200, seededRandom(1))).toBeGreaterThan(0.6);
  const even = playoutScore(connect4, connect4.initial(), 200, seededRandom(1));
  expect(even).toBeGreaterThan(0.4);
  expect(even).toBeLessThan(0.75);
});

describe('openings of games', () => {
  type Played = readonly [start: string | null, moves: string];
  async function* played(all: readonly Played[]) {
    const game = gameById('connect4');
    for (const [start, moves] of all) {
      const from = start === null ? game.initial() : game.parsePosition(start);
      yield await Promise.resolve({ start: from, moves: game.parseMoves(from, moves) });
    }
  }
  const ofGames = (plies: number, ...all: readonly Played[]) =>
    openingsOfGames(gameById('connect4'), undefined, played(all), plies);

  it('are their first moves, and a position where they begin elsewhere; alike ones once', async () => {
    const { openings, duplicates } = await ofGames(
      3,
      ...([
        [null, '4455'],
        [null, '4453'],
        [null, '4433'],
        ['3xo2/7/7/7/7/7 x', '41'],
        [null, '4'],
      ] as const),
    );
    expect(openings.map(({ text, start, moves }) => [text, start === null, moves.length])).toEqual([
      ...[
        ['445', true, 3],
        [expect.stringContaining('/'), false, 0],
        ['4', true, 1],
      ],
    ]);
    expect(duplicates).toBe(2);
    // They are read again as they are kept.
    const again = readOpenings(
      gameById('connect4'),
      undefined,
      openings.map(({ text }) => text),
      null,
    );
    expect(again.openings).toEqual(openings);
  });

  it('must not be over', async () => {
    await expect(ofGames(9, [null, '4455667'], [null, '1'])).rejects.toThrow('Game 1: the game is over');
  });
});

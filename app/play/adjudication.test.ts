import { describe, expect, it } from 'vitest';
import { connect4 } from '../games/connect4/index.ts';
import type { Game } from '../games/game.ts';
import { extendLine, makeLine } from '../games/line.ts';
import { morris } from '../games/morris/index.ts';
import { quoridor } from '../games/quoridor/index.ts';
import { games } from '../games/registry.ts';
import { stones } from '../games/stones/index.ts';
import { Adjudicator, limitsFor } from './judge.ts';

const usual = { plies: 1000, repetitions: 5 };
/** Four plies after which the board is as it was before. */
const ROUND = ['e8', 'e2', 'e9', 'e1'];

/** The endings after each of these moves, each asked of the same adjudicator. */
function endings(game: Game, texts: readonly string[], limits: Partial<typeof usual>) {
  const start = game.initial();
  const adjudicator = new Adjudicator();
  let line = makeLine(game, 'g', start, []);
  return texts.map((text, ply) => {
    line = extendLine(line, game.parseMove(line.position, text));
    return adjudicator.endingAt(line, texts.slice(0, ply + 1), limits);
  });
}

const shuffle = (plies: number): string[] => Array.from({ length: plies }, (_, ply) => ROUND[ply % 4]!);

describe('play that no rule ends', () => {
  it('is a draw once a position has stood on the board so often, the first time included', () => {
    const told = endings(quoridor, shuffle(16), usual);
    expect(told.slice(0, 15)).toEqual(Array(15).fill(null));
    expect(told[15]).toEqual({
      ...{ word: 'adjudicated', winner: null, fault: null, advice: '' },
      reason: 'the position occurred 5 times',
    });
  });

  it('is a draw after so many plies', () => {
    const told = endings(quoridor, shuffle(3), { plies: 3 });
    expect(told.map((ending) => ending?.reason)).toEqual([
      undefined,
      undefined,
      'the game reached the limit of 3 plies',
    ]);
  });

  it('does not end at positions that differ in a wall or in who moves', () => {
    const walls = ['e8', 'a2h', 'e9', 'c2h', 'e8', 'e2h', 'e9', 'g2h'];
    expect(endings(quoridor, walls, { repetitions: 2 })).toEqual(walls.map(() => null));
  });

  it('is looked at wherever one looks, back, forth and in another game', () => {
    const adjudicator = new Adjudicator();
    const ends = (key: string, plies: number) => {
      const texts = shuffle(plies);
      const start = quoridor.initial();
      const line = makeLine(quoridor, key, start, quoridor.parseMoves(start, texts.join(' ')));
      return adjudicator.endingAt(line, texts, { repetitions: 3 }) !== null;
    };
    for (const plies of [8, 7, 8, 3, 8, 9, 4]) expect(ends('one', plies)).toBe(plies >= 8);
    expect([ends('other', 8), ends('other', 4), ends('one', 8)]).toEqual([true, false, true]);
  });
});

describe('limits', () => {
  it('hold where the rules set no end, and elsewhere where they are asked for', () => {
    expect(limitsFor(quoridor, usual)).toEqual(usual);
    expect(limitsFor(quoridor, usual, { plies: 10 })).toEqual({ plies: 10, repetitions: 5 });
    for (const game of [connect4, morris, stones]) {
      expect(limitsFor(game, usual)).toEqual({});
      expect(limitsFor(game, usual, { plies: 10 })).toEqual({ plies: 10 });
    }
  });

  it('are asked of each game that has no rule for them', () => {
    expect([...games.values()].filter(({ endless }) => endless).map(({ id }) => id)).toEqual(['quoridor']);
  });
});

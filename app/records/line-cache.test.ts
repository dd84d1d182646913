import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { connect4 } from '../games/connect4/index.ts';
import { BadNotation, type Game } from '../games/game.ts';
import { makeLine } from '../games/line.ts';
import { morris } from '../games/morris/index.ts';
import { gameById } from '../games/registry.ts';
import { LineCache } from './line-cache.ts';
import { goTo, newRecord, recordLine, startPosition, withMoves, type GameRecord } from './record.ts';

const beginning = { text: 'initial', position: () => connect4.initial() };

describe('a played line', () => {
  it('plays no ply again that it begins with', () => {
    const play = vi.fn(connect4.play.bind(connect4));
    const game = { ...connect4, play } as Game;
    const played = new LineCache();
    const count = (texts: readonly string[]): number => {
      play.mockClear();
      played.line(game, beginning, texts);
      return play.mock.calls.length;
    };
    expect(count(['4', '4', '5'])).toBe(3);
    expect(count(['4', '4', '5'])).toBe(0);
    expect(count(['4', '4', '5', '6'])).toBe(1);
    expect(count(['4'])).toBe(0);
    expect(count(['4', '4', '5', '6'])).toBe(0);
    expect(count(['4', '1', '5', '6'])).toBe(3);
    expect(count(['4', '4', '5', '6'])).toBe(3);
  });

  it('is as good as new after a move that cannot be made', () => {
    const played = new LineCache();
    played.line(connect4 as Game, beginning, ['4', '4']);
    expect(() => played.line(connect4 as Game, beginning, ['4', '5', '99', '1'])).toThrow(
      new BadNotation('ply 3: there is no column 99 on this board'),
    );
    const texts = ['4', '5', '6'];
    expect(played.line(connect4 as Game, beginning, texts)).toEqual(
      new LineCache().line(connect4 as Game, beginning, texts),
    );
  });
});

/** User actions at the board; numbers choose among what is possible. */
const doing = fc.oneof(
  { weight: 6, arbitrary: fc.record({ play: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ goTo: fc.nat(12) }) },
  { weight: 2, arbitrary: fc.record({ undo: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ fresh: fc.nat(3) }) },
);

const fresh = (variant: number, key: string): GameRecord =>
  [
    () => newRecord(connect4 as Game, key),
    () => newRecord(connect4 as Game, key, { setup: { width: 9, height: 7 } }),
    () => newRecord(connect4 as Game, key, { start: '4/x3 o' }),
    () => newRecord(morris as Game, key),
  ][variant]!();

/** The same line, played from the start. */
function anew(record: GameRecord): unknown {
  const game = gameById(record.gameId);
  const start = startPosition(record);
  let position = start;
  const moves = record.moves.slice(0, record.cursor).map((text) => {
    const move = game.parseMove(position, text);
    position = game.play(position, move);
    return move;
  });
  return makeLine(game, record.key, start, moves);
}

describe('the line of a record', () => {
  it('is the one that its moves lead to, whatever was on the board before', () => {
    fc.assert(
      fc.property(fc.array(doing, { maxLength: 40 }), (doings) => {
        const seen = [fresh(0, 'g0')];
        for (const what of doings) {
          const record = seen.at(-1)!;
          const { game, position } = recordLine(record);
          const moves = game.moves(position);
          if ('play' in what) {
            if (moves.length > 0) {
              const text = game.moveText(position, moves[what.play % moves.length]);
              seen.push(withMoves(record, [...record.moves.slice(0, record.cursor), text]));
            }
          } else if ('goTo' in what) seen.push(goTo(record, what.goTo));
          else if ('undo' in what) seen.push(seen[what.undo % seen.length]!);
          else seen.push(fresh(what.fresh, `g${seen.length}`));
          expect(recordLine(seen.at(-1)!)).toEqual(anew(seen.at(-1)!));
        }
      }),
    );
  });
});

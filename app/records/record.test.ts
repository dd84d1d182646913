import { describe, expect, it } from 'vitest';
import { connect4 } from '../games/connect4/index.ts';
import { BadNotation } from '../games/game.ts';
import { makeLine } from '../games/line.ts';
import { goTo, newRecord, recordLine, startPosition, withMoves, type GameRecord } from './record.ts';

const empty = newRecord(connect4, 'g1');
const opened = withMoves(empty, ['4', '4', '5']);
const at = (record: GameRecord): string => connect4.positionText(recordLine(record).position as never);

describe('a new record', () => {
  it('begins at the initial position with its whole setup', () => {
    expect(empty).toEqual({
      key: 'g1',
      gameId: 'connect4',
      setup: { width: 7, height: 6 },
      start: null,
      moves: [],
      cursor: 0,
    });
    expect(newRecord(connect4, 'g', { setup: { width: 9 } }).setup).toEqual({ width: 9, height: 6 });
  });

  it('takes the setup from a start text, and that text in its canonical form', () => {
    const record = newRecord(connect4, 'g', { start: ' 4/x3   o' });
    expect(record).toMatchObject({ setup: { width: 4, height: 2 }, start: '4/x3 o' });
    expect(at(record)).toBe('4/x3 o');
  });

  it('knows the initial position when it is written out', () => {
    expect(newRecord(connect4, 'g', { start: '4/4 x' })).toMatchObject({ start: null, setup: { width: 4 } });
    expect(newRecord(connect4, 'g', { start: '4/4 o' })).toMatchObject({ start: '4/4 o' });
  });

  it.each([{ setup: { width: 40 } }, { start: 'nonsense' }])('refuses %j', (opening) => {
    expect(() => newRecord(connect4, 'g', opening)).toThrow(BadNotation);
  });
});

describe('lines', () => {
  it('go to the cursor, under the key of the record', () => {
    const back = goTo(opened, 1);
    expect(recordLine(back)).toEqual(makeLine(connect4, 'g1', connect4.initial(), [3]));
    expect(startPosition(back)).toEqual(connect4.initial());
  });
});

describe('the cursor', () => {
  it.each([
    [-3, 0],
    [0, 0],
    [2, 2],
    [99, 3],
    [1.7, 1],
  ])('sent to %d stands at %d', (ply, cursor) => {
    expect(goTo(opened, ply).cursor).toBe(cursor);
  });

  it('that stays makes no new record', () => {
    expect(goTo(opened, 3)).toBe(opened);
  });
});

it('moves given as texts become canonical, and a bad one names its ply', () => {
  expect(withMoves(empty, [' 4', '04']).moves).toEqual(['4', '4']);
  expect(() => withMoves(empty, ['4', '8'])).toThrow(
    new BadNotation('ply 2: there is no column 8 on this board'),
  );
  expect(() => withMoves(empty, ['4', 'e'])).toThrow(/^ply 2: "e" is not a move/);
});

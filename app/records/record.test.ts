import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { connect4 } from '../games/connect4/index.ts';
import { BadNotation, IllegalMove } from '../games/game.ts';
import { makeLine } from '../games/line.ts';
import {
  fullLine,
  goTo,
  newRecord,
  playMove,
  recordLine,
  startPosition,
  withMoves,
  type GameRecord,
} from './record.ts';

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
  it('go to the cursor or to the end, under the key of the record', () => {
    const back = goTo(opened, 1);
    expect(recordLine(back)).toEqual(makeLine(connect4, 'g1', connect4.initial(), [3]));
    expect(fullLine(back)).toEqual(makeLine(connect4, 'g1', connect4.initial(), [3, 3, 4]));
    expect(startPosition(back)).toEqual(connect4.initial());
  });
});

describe('playing a move', () => {
  it('appends at the end', () => {
    expect(playMove(opened, 5)).toMatchObject({ moves: ['4', '4', '5', '6'], cursor: 4 });
  });

  it('steps forward over the move that is there, and keeps what follows', () => {
    expect(playMove(goTo(opened, 1), 3)).toEqual({ ...opened, cursor: 2 });
  });

  it('takes the place of what followed when it is another one', () => {
    expect(playMove(goTo(opened, 1), 0)).toMatchObject({ moves: ['4', '1'], cursor: 2 });
  });

  it('is refused by the rules, and leaves the record as it was', () => {
    expect(() => playMove(opened, 7)).toThrow(new IllegalMove('there is no column 8 on this board'));
    const won = withMoves(empty, [...'1122334']);
    expect(() => playMove(won, 0)).toThrow(new IllegalMove('the game is over: four in a row'));
    expect(opened.moves).toEqual(['4', '4', '5']);
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

it('any walk by moves and steps stays a legal record that its own texts rebuild', () => {
  const step = fc.oneof(
    fc.record({ play: fc.nat(6) }),
    fc.record({ goTo: fc.integer({ min: -1, max: 45 }) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
      let record = empty;
      for (const action of steps) {
        if ('goTo' in action) record = goTo(record, action.goTo);
        else if (connect4.moves(recordLine(record).position as never).includes(action.play)) {
          const before = record;
          record = playMove(record, action.play);
          expect(record.cursor).toBe(before.cursor + 1);
          expect(record.moves.slice(0, before.cursor)).toEqual(before.moves.slice(0, before.cursor));
        }
        expect(goTo(withMoves(empty, record.moves), record.cursor)).toEqual(record);
      }
    }),
  );
});

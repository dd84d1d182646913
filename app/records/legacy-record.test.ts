import { describe, expect, it } from 'vitest';
import { connect4 } from '../games/connect4/index.ts';
import { BadNotation } from '../games/game.ts';
import { decodeRecord, MAX_RECORD_PLIES } from './legacy-record.ts';
import { goTo, newRecord, withMoves } from './record.ts';

const record = goTo(withMoves(newRecord(connect4, 'g1'), ['4', '4', '5']), 2);
const encoded = {
  version: 1,
  key: 'g1',
  game: 'connect4',
  setup: { width: 7, height: 6 },
  start: null,
  moves: ['4', '4', '5'],
  cursor: 2,
};

it('records are read as they were written', () => {
  expect(decodeRecord(encoded)).toEqual(record);
  const placed = { key: 'g2', setup: { width: 4, height: 3 }, start: '4/x3/4 o', moves: [], cursor: 0 };
  expect(decodeRecord({ ...encoded, ...placed })).toEqual(newRecord(connect4, 'g2', { start: '4/x3/4 o' }));
});

it('what is read becomes canonical', () => {
  const loose = { ...encoded, setup: { width: 7 }, start: '7/7/7/7/7/7  x', moves: [' 4 ', '4', '5'] };
  expect(decodeRecord(loose)).toEqual(record);
});

describe('what is not a record is refused', () => {
  it.each([
    ['nothing', null, 'this is not a record: '],
    ['a text', '44455', 'this is not a record: '],
    ['another version', { ...encoded, version: 2 }, 'this is not a record, at version: '],
    ['no key', { ...encoded, key: '' }, 'this is not a record, at key: '],
    ['a move that is not text', { ...encoded, moves: ['4', 4] }, 'this is not a record, at moves.1: '],
    ['half a ply', { ...encoded, cursor: 1.5 }, 'this is not a record, at cursor: '],
    [
      'too many moves',
      { ...encoded, moves: Array(MAX_RECORD_PLIES + 1).fill('1') },
      'this is not a record, at moves: ',
    ],
    ['an endless text', { ...encoded, start: 'x'.repeat(100_000) }, 'this is not a record, at start: '],
    ['another game', { ...encoded, game: 'tennis' }, 'the record is of an unknown game, "tennis"'],
    ['a setup out of range', { ...encoded, setup: { width: 40 } }, 'width must be from 1 to 12, not 40'],
    ['an unreadable start', { ...encoded, start: '7/6 x' }, 'row 2 has 6 columns, the first has 7'],
    [
      'a setup that is not that of its start',
      { ...encoded, start: '4/4/4/4 x' },
      "the record's width is 7, but its start position has another",
    ],
    ['an illegal move', { ...encoded, moves: ['4', '8'] }, 'ply 2: there is no column 8 on this board'],
    [
      'a cursor beyond its moves',
      { ...encoded, cursor: 4 },
      'the record has 3 moves and stands after move 4',
    ],
  ])('%s', (_name, json, words) => {
    expect(() => decodeRecord(json)).toThrow(BadNotation);
    expect(() => decodeRecord(json)).toThrow(words);
  });
});

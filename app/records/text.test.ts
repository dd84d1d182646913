import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { connect4 } from '../games/connect4/index.ts';
import { BadNotation, type Setup } from '../games/game.ts';
import { quoridor } from '../games/quoridor/index.ts';
import { gameById, games } from '../games/registry.ts';
import { boardRows, START, stones } from '../games/stones/index.ts';
import { goTo, newRecord, withMoves } from './record.ts';
import {
  MAX_GAME_TEXT,
  readGameText,
  readTextOfAny,
  recordOfText,
  writeGameLog,
  writeGameText,
} from './text.ts';

const seven = { width: 7, height: 6 };
const twelve = { width: 12, height: 3 };
const cells43 = `${'0'.repeat(38)}21001`;

describe('a pasted text', () => {
  it.each([
    ['44455', 'moves', seven, null, ['4', '4', '4', '5', '5']],
    ['  4, 4 4\n55 ', 'moves', seven, null, ['4', '4', '4', '5', '5']],
    ['7/7/7/7/7/7 x', 'position', seven, null, []],
    ['4/x3 o', 'position', { width: 4, height: 2 }, '4/x3 o', []],
    [cells43, 'position', seven, '3ox2/7/7/7/7/7 x', []],
    [`${cells43} 44`, 'position and moves', seven, '3ox2/7/7/7/7/7 x', ['4', '4']],
    ['7/7/7/7/7/7 x 445', 'position and moves', seven, null, ['4', '4', '5']],
    ['4/x3/4 o moves 2, 1', 'position and moves', { width: 4, height: 3 }, '4/x3/4 o', ['2', '1']],
    ['12/12/12 x 10 11 3', 'position and moves', twelve, null, ['10', '11', '3']],
    ['4 x', 'position', { width: 4, height: 1 }, null, []],
  ])('%j is read', (text, kind, setup, start, moves) => {
    expect(readGameText(connect4, text)).toEqual({ kind, setup, start, moves });
  });

  it.each([
    ['e8 e2 d7h', 'moves', { size: 9, walls: 10 }, null, ['e8', 'e2', 'd7h']],
    ['9 e8 e2 9 10 d7h - w', 'position', { size: 9, walls: 10 }, '9 e8 e2 9 10 d7h - w', []],
    ['5 c5 c1 3 3 - - b C4,a2H', 'position and moves', { size: 5, walls: 3 }, null, ['c4', 'a2h']],
  ])('%j is read as Quoridor', (text, kind, setup, start, moves) => {
    expect(readGameText(quoridor, text)).toEqual({ kind, setup, start, moves });
  });

  const request = JSON.stringify({ Board: { state: boardRows(START) }, AllowedMoves: [1] }, null, 2);
  it.each([
    ['d1e1 A2A1 pass', 'moves', null, ['D1E1', 'A2A1', 'pass']],
    ['D1E1F3F4PASSI4I5', 'moves', null, ['D1E1', 'F4F5', 'pass', 'I8I9']],
    [`${request} white`, 'position', null, []],
    [`${request} white attack D1E1F3F4`, 'position and moves', null, ['D1E1', 'F4F5']],
    [`${request.replace('-5', '0')} black A2A1`, 'position and moves', '[[5,5,5,5,0,', ['A2A1']],
  ])('%# is read as the Game of Stones', (text, kind, start, moves) => {
    const read = readGameText(stones, text);
    expect(read).toMatchObject({ kind, setup: {}, moves });
    if (start === null) expect(read.start).toBeNull();
    else expect(read.start).toContain(start);
  });

  it('begins a list of moves on the board that is set up', () => {
    expect(readGameText(connect4, '10 11 3', twelve)).toEqual({
      kind: 'moves',
      setup: twelve,
      start: null,
      moves: ['10', '11', '3'],
    });
  });

  it.each([
    ['  ', 'There is nothing to read: paste a list of moves or a position.'],
    ['4444444', 'These moves cannot be played: ply 7: column 4 is full.'],
    [
      '7/7/7/7/7/7 x 448',
      'The position can be read, the moves after it cannot: ply 3: there is no column 8 on this board.',
    ],
    [
      '7/7/6 x 44',
      'This is neither a list of moves (ply 1: "7/7/6" is not a move; a move is a column counted from 1) ' +
        'nor a position (row 3 has 6 columns, the first has 7).',
    ],
    [
      '7/7/7',
      'This is neither a list of moves (ply 1: "7/7/7" is not a move; a move is a column counted from 1) ' +
        'nor a position (the side to move is missing: x or o after the placement).',
    ],
    ['4'.repeat(MAX_GAME_TEXT + 1), `A text of ${MAX_GAME_TEXT + 1} characters is too long for one game.`],
  ])('%j is refused in a sentence', (text, words) => {
    expect(() => readGameText(connect4, text)).toThrow(new BadNotation(words));
  });

  it('never ends in anything but a game or BadNotation', () => {
    const words = fc.array(fc.constantFrom('4', '44', '7/7/7 x', 'o', 'moves', '12', 'x3/4', '0', ','), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          words.map((parts) => parts.join(' ')),
        ),
        (text) => {
          try {
            const read = readGameText(connect4, text);
            expect(recordOfText(connect4, 'g', read).moves).toEqual(read.moves);
          } catch (error) {
            expect(error).toBeInstanceOf(BadNotation);
          }
        },
      ),
    );
  });
});

describe('a written game', () => {
  const record = withMoves(newRecord(connect4, 'g1'), ['4', '4', '5']);

  it.each([
    ['its moves', record, '445'],
    ['its moves up to the cursor', goTo(record, 1), '4'],
    ['its position where there is no move', goTo(record, 0), '7/7/7/7/7/7 x'],
    [
      'position and moves on another board',
      withMoves(newRecord(connect4, 'g', { setup: { width: 12, height: 2 } }), ['10', '11']),
      '12/12 x 10 11',
    ],
    [
      'position and moves from another start',
      withMoves(newRecord(connect4, 'g', { start: '4/x3/4 o' }), ['2']),
      '4/x3/4 o 2',
    ],
  ])('is %s', (_what, written, text) => {
    expect(writeGameText(connect4, written)).toBe(text);
    const back = recordOfText(connect4, written.key, readGameText(connect4, text));
    expect(back).toEqual({ ...written, moves: written.moves.slice(0, written.cursor) });
  });
});

describe("a game in another program's form", () => {
  it('has its moves up to the cursor, and is read back as pasted', () => {
    const record = withMoves(newRecord(stones, 'g'), ['D1E1', 'F4F5', 'pass', 'I8I9']);
    const [log] = gameById('stones').logs!;
    const text = writeGameLog(log!, record);
    expect(text).toBe('D1E1F3F4PASSI4I5');
    expect(recordOfText(stones, 'g', readGameText(stones, text))).toEqual(record);
    expect(writeGameLog(log!, goTo(record, 2))).toBe('D1E1F3F4');
  });
});

describe('a text of any game', () => {
  const all = [...games.values()];
  const read = (text: string, setup: Setup = { width: 7, height: 6 }) => {
    const found = readTextOfAny(all, gameById('connect4'), text, setup);
    return found && [found.game.id, found.read.moves.join(' '), found.read.setup];
  };

  it('is of the game that is preferred where that can read it, on its own board or the usual one', () => {
    expect(read('445', { width: 5, height: 4 })).toEqual(['connect4', '4 4 5', { width: 5, height: 4 }]);
    expect(read('7 7', { width: 5, height: 4 })).toEqual(['connect4', '7 7', { width: 7, height: 6 }]);
  });

  it('is else of the first one that can', () => {
    expect(read('e8 e2 d7h')).toEqual(['quoridor', 'e8 e2 d7h', { size: 9, walls: 10 }]);
    expect(read('D1E1F3F4')).toEqual(['stones', 'D1E1 F4F5', {}]);
    expect(read('3 b3 b1 1 1 - - b')).toEqual(['quoridor', '', { size: 3, walls: 1 }]);
  });

  it('is of no game where it is unreadable', () => {
    expect(read('189')).toBeNull();
    expect(read('')).toBeNull();
  });
});

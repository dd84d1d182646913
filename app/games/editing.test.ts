/** What is particular to each game's position editor; what all have in common is in the suite. */
import { describe, expect, it } from 'vitest';
import { edited, faultsOf, isEditable, type EditableGame, type EditAction } from './editing.ts';
import { gameById } from './registry.ts';

function editable(id: string): EditableGame {
  const game = gameById(id);
  if (!isEditable(game)) throw new Error(`${id} has no editor`);
  return game;
}

/** A position text after actions. */
function after(id: string, text: string, ...actions: EditAction[]): string {
  const game = editable(id);
  let draft = game.editor.read(text);
  for (const action of actions) {
    const next = edited(game, draft, action);
    if (next.refusal !== undefined) throw new Error(next.refusal);
    draft = next.draft;
  }
  return game.positionText(draft);
}

const put = (tool: string, area: string): EditAction => ({ kind: 'put', tool, area });
const remove = (area: string): EditAction => ({ kind: 'remove', area });
const move = (from: string, to: string): EditAction => ({ kind: 'move', path: [from, to] });

function withField(id: string, text: string, field: string, value: number): string {
  const { editor, positionText } = editable(id);
  return positionText(editor.withField(editor.read(text), field, value));
}

function faults(id: string, text: string): string[] {
  const game = editable(id);
  return faultsOf(game, game.editor.read(text)).map(({ level, words }) => `${level}: ${words}`);
}

/** The position after each remedy. */
function remedies(id: string, text: string): string[] {
  const game = editable(id);
  return faultsOf(game, game.editor.read(text)).flatMap(({ remedy }) =>
    remedy === undefined ? [] : [game.positionText(remedy.draft)],
  );
}

describe('Connect Four', () => {
  const floats = '1x1/3/1o1 x';

  it('puts, moves and removes discs in any cell', () => {
    expect(after('connect4', '3/3/3 x', put('disc-x', 'cell-2-2'))).toBe('3/1x1/3 x');
    expect(after('connect4', '3/1x1/3 x', put('disc-x', 'cell-2-2'))).toBe('3/3/3 x');
    expect(after('connect4', '3/1x1/3 x', put('disc-o', 'cell-2-2'), move('cell-2-2', 'cell-3-1'))).toBe(
      '2o/3/3 x',
    );
    expect(after('connect4', '2o/3/3 x', remove('cell-3-1'))).toBe('3/3/3 x');
  });

  it('tells of a disc that floats, which falls', () => {
    expect(faults('connect4', floats)).toEqual([
      'warning: the disc in column 2, row 3 floats above an empty cell: CFSI allows such boards, and other programs may not',
    ]);
    expect(remedies('connect4', floats)).toEqual(['1x1/1o1/3 x']);
    expect(faults('connect4', '1x1/1o1/3 x')).toEqual([]);
    expect(faults('connect4', '3/xo1/3 x')[0]).toContain(
      'column 1, row 2 floats above an empty cell, and 1 more',
    );
  });

  it('tells of counts that no game leads to, and of the end', () => {
    expect(faults('connect4', '1x1/3/3 x')).toEqual([
      'warning: with Player 1 to move a game has as many x as o discs on the board, and here are 1 x and 0 o',
    ]);
    expect(faults('connect4', '1x1/3/3 o')).toEqual([]);
    expect(faults('connect4', 'xxxx/ooo1/4/4 o')).toEqual([
      'warning: no move can be played: Player 1 has won, four in a row',
    ]);
  });

  it('keeps what fits a smaller board', () => {
    expect(withField('connect4', '1xo/o1x/3 x', 'width', 2)).toBe('1x/o1/2 x');
    expect(withField('connect4', '1xo/o1x/3 o', 'height', 1)).toBe('1xo o');
    expect(withField('connect4', '1xo o', 'width', 4)).toBe('1xo1 o');
  });
});

describe('Quoridor', () => {
  it('takes walls from the stock of their side, and gives them back', () => {
    expect(after('quoridor', '5 c5 c1 3 3 - - b', put('wall-B', 'b3h'))).toBe('5 c5 c1 2 3 b3h - b');
    expect(after('quoridor', '5 c5 c1 2 3 b3h - b', put('wall-W', 'b3h'))).toBe('5 c5 c1 3 2 - b3h b');
    expect(after('quoridor', '5 c5 c1 3 2 - b3h b', put('wall-W', 'b3h'))).toBe('5 c5 c1 3 3 - - b');
    expect(after('quoridor', '5 c5 c1 0 3 - - b', put('wall-B', 'b3h'))).toBe('5 c5 c1 0 3 b3h - b');
    expect(after('quoridor', '5 c5 c1 2 3 b3h - b', move('b3h', 'c3v'))).toBe('5 c5 c1 2 3 c3v - b');
    expect(after('quoridor', '5 c5 c1 2 3 b3h - b', remove('b3h'))).toBe('5 c5 c1 3 3 - - b');
  });

  it('keeps both pawns on the board, apart', () => {
    expect(() => after('quoridor', '5 c5 c1 3 3 - - b', remove('c5'))).toThrow(
      'both pawns stay on the board',
    );
    expect(() => after('quoridor', '5 c5 c1 3 3 - - b', put('pawn-B', 'c1'))).toThrow(
      "White's pawn stands on c1",
    );
    expect(after('quoridor', '5 c5 c1 3 3 - - b', put('pawn-B', 'c2'), move('c1', 'a1'))).toBe(
      '5 c2 a1 3 3 - - b',
    );
    expect(faults('quoridor', '5 c3 c3 3 3 - - b')).toEqual(['error: both pawns stand on c3']);
  });

  it('refuses walls that do not fit, and tells of one that closes the last path', () => {
    expect(() => after('quoridor', '5 c5 c1 3 3 b3h - b', put('wall-W', 'c3h'))).toThrow(
      'overlaps the wall b3h',
    );
    expect(() => after('quoridor', '5 c5 c1 3 3 b3h - b', put('wall-W', 'b3v'))).toThrow(
      'crosses the wall b3h',
    );
    expect(faults('quoridor', '5 a5 c1 1 3 a5h,b5v - w')).toEqual([
      "error: Black's pawn on a5 has no path to rank 1: walls close it",
    ]);
  });

  it('keeps what fits a smaller board, and the starts', () => {
    expect(withField('quoridor', '9 e9 e1 9 9 b3h h9v w', 'size', 5)).toBe('5 c5 c1 9 10 b3h - w');
    expect(withField('quoridor', '9 h8 b2 10 10 - - w', 'size', 5)).toBe('5 e5 b2 10 10 - - w');
    expect(withField('quoridor', '5 c5 c1 3 3 - - w', 'left-W', 7)).toBe('5 c5 c1 3 7 - - w');
  });
});

describe("Nine Men's Morris", () => {
  it('sets the men in hand of both sides together', () => {
    expect(withField('morris', 'w:;b:;w;0;0', 'hand-W', 4)).toBe('w:;b:;w;10;0');
    expect(withField('morris', 'w:;b:;b;1;0', 'hand-B', 4)).toBe('w:;b:;b;11;0');
    expect(withField('morris', 'w:;b:;b;1;0', 'hand-W', 0)).toBe('w:;b:;b;17;0');
    expect(withField('morris', 'w:;b:;w;40;7', 'hand-W', 0)).toBe('w:;b:;w;40;7');
    expect(withField('morris', 'w:;b:;w;40;7', 'quiet', 9)).toBe('w:;b:;w;40;9');
  });

  it('tells of men too many, on the board and in hand', () => {
    expect(faults('morris', 'w:a7,d7,g7,b6,d6,f6,c5,d5,e5,a4;b:;w;18;0')[0]).toBe(
      'error: White has 10 men on the board; a side has 9',
    );
    const text = 'w:a7,d7,g7,b6;b:a1;w;2;0';
    expect(faults('morris', text)).toEqual([
      'warning: White has 3 men too many: 4 on the board and 8 in hand, and a side has 9',
    ]);
    expect(remedies('morris', text)).toEqual(['w:a7,d7,g7,b6;b:a1;w;8;0']);
    expect(faults('morris', 'w:a7,d7,g7,b6;b:a1;w;8;0')).toEqual([]);
  });

  it('keeps the count of plies in step with the side to move', () => {
    const { editor, positionText } = editable('morris');
    const black = editor.withMover(editor.read('w:;b:;w;4;0'), 1);
    expect(positionText(black)).toBe('w:;b:;b;5;0');
    expect(positionText(editor.withMover(black, 0))).toBe('w:;b:;w;4;0');
  });
});

describe('the Game of Stones', () => {
  const game = editable('stones');
  const empty = game.positionText(game.editor.cleared(game.initial()));

  it('stacks stones storey by storey, within bounds', () => {
    const one = after('stones', empty, put('B-C', 'D4'));
    expect(one).toContain('[0,0,0,-7,0,0,0,0,0]');
    const two = after('stones', one, put('higher', 'D4'));
    expect(two).toContain('[0,0,0,-11,0,0,0,0,0]');
    expect(after('stones', two, put('lower', 'D4'))).toBe(one);
    expect(() => after('stones', one, put('lower', 'D4'))).toThrow('is 1 high');
    expect(() => after('stones', one, put('higher', 'A1'))).toThrow('no stone stands on A1');
    expect(after('stones', two, put('B-C', 'D4'))).toBe(empty);
  });

  it('tells of stones too many where they stand', () => {
    const text = after('stones', game.positionText(game.initial()), put('W-A', 'B2'), put('higher', 'C3'));
    expect(faults('stones', text)).toEqual([
      "error: the A on E9 is White's 16th A, and a side has 15",
      'error: with the one on E9 White has 31 stones, and a side has 30',
    ]);
    expect(faults('stones', empty)[0]).toMatch(
      /^warning: no move can be played: Black has won, no visible A left$/,
    );
  });
});

import { describe, expect, it } from 'vitest';
import { connect4 } from './index.ts';

const standard = connect4.initial();
const board = connect4.geometry({ width: 7, height: 6 });
const spot = (id: string) => board.spots.find((candidate) => candidate.id === id)!;

function played(text: string) {
  let before = standard;
  let position = standard;
  const moves = connect4.parseMoves(standard, text);
  for (const move of moves) {
    before = position;
    position = connect4.play(position, move);
  }
  return { position, last: { before, move: moves.at(-1)! } };
}

describe('the geometry', () => {
  it('has a hole a cell, and row 1 at the bottom', () => {
    expect(board.spots).toHaveLength(42);
    expect(spot('hole-1-1').y - spot('hole-1-6').y).toBeCloseTo(5);
    expect(spot('hole-7-1').x - spot('hole-1-1').x).toBeCloseTo(6);
  });

  it('has an area a column over the whole height of the holes, side by side', () => {
    expect(board.areas.map(({ name }) => name)).toEqual([1, 2, 3, 4, 5, 6, 7].map((n) => `column ${n}`));
    for (const [index, area] of board.areas.entries()) {
      if (area.shape.kind !== 'rect') throw new Error('a column is a rectangle');
      expect(area.shape.width).toBe(1);
      expect(area.x).toBeCloseTo(spot(`hole-${index + 1}-1`).x);
      expect(area.y - area.shape.height / 2).toBeLessThanOrEqual(spot(`hole-${index + 1}-6`).y - 0.5);
      expect(area.y + area.shape.height / 2).toBeGreaterThanOrEqual(spot(`hole-${index + 1}-1`).y + 0.5);
    }
  });

  it('has the keys 1 to 9 and 0 for the tenth column', () => {
    const keys = connect4.geometry({ width: 12, height: 1 }).areas.map(({ key }) => key);
    expect(keys).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '0', undefined, undefined]);
  });

  it('has the columns numbered below the plate', () => {
    expect(board.labels.map(({ text }) => text)).toEqual(['1', '2', '3', '4', '5', '6', '7']);
    const plate = board.plates[0]!;
    if (plate.shape.kind !== 'rect') throw new Error('the plate is a rectangle');
    for (const { y } of board.labels) expect(y).toBeGreaterThan(plate.y + plate.shape.height / 2);
  });
});

describe('the view', () => {
  it('puts a disc where its hole is, and lets it fall from above its column', () => {
    const { position, last } = played('44');
    const { pieces, marks } = connect4.view(position, last);
    expect(pieces.map(({ id, seat }) => [id, seat])).toEqual([
      ['disc-4-1', 0],
      ['disc-4-2', 1],
    ]);
    for (const piece of pieces) {
      const hole = spot(piece.id.replace('disc', 'hole'));
      expect([piece.x, piece.y]).toEqual([hole.x, hole.y]);
      expect(piece.from!.x).toBe(piece.x);
      expect(piece.from!.y).toBeLessThan(spot('hole-4-6').y - 0.5);
    }
    const { x, y } = spot('hole-4-2');
    expect(marks).toEqual([expect.objectContaining({ look: 'last', x, y })]);
  });

  it('keeps the ids of discs while others fall', () => {
    const before = connect4.view(played('443').position, null).pieces.map(({ id }) => id);
    const after = connect4.view(played('4431').position, null).pieces.map(({ id }) => id);
    expect(after).toEqual(expect.arrayContaining(before));
  });

  it('marks the last move where it landed on a floating board', () => {
    const before = connect4.parsePosition('4/4/x3/4 o');
    const after = connect4.play(before, 0);
    const [mark] = connect4.view(after, { before, move: 0 }).marks;
    const hole = connect4.geometry({ width: 4, height: 4 }).spots.find(({ id }) => id === 'hole-1-4')!;
    expect([mark!.x, mark!.y]).toEqual([hole.x, hole.y]);
  });

  it('marks the winning four', () => {
    const { position, last } = played('1122334');
    const winning = connect4.view(position, last).marks.filter(({ look }) => look === 'winning');
    expect(winning.map(({ x, y }) => [x, y])).toEqual(
      ['1-1', '2-1', '3-1', '4-1'].map((cell) => [spot(`hole-${cell}`).x, spot(`hole-${cell}`).y]),
    );
  });

  it.each([
    ['', 'Player 1, x, is to move. The board of 7 columns and 6 rows is empty.'],
    [
      '445',
      'Player 1, x, played column 5. Player 2, o, is to move. ' +
        'From the bottom, by column: Row 1: 4 x, 5 x. Row 2: 4 o.',
    ],
    [
      '1212121',
      'Player 1, x, played column 1. Player 1, x, has won: four in a row. From the bottom, by column: ' +
        'Row 1: 1 x, 2 o. Row 2: 1 x, 2 o. Row 3: 1 x, 2 o. Row 4: 1 x.',
    ],
  ])('is spoken after %j', (text, words) => {
    const { position, last } = played(text);
    expect(connect4.view(position, text === '' ? null : last).spoken).toBe(words);
  });

  it('says that a game is drawn', () => {
    expect(connect4.view(connect4.parsePosition('xo/ox x'), null).spoken).toContain(
      'The game is drawn: board full.',
    );
  });
});

describe('choices', () => {
  it('show the disc where it will land, as the piece it will be', () => {
    const { position } = played('444444');
    const choices = connect4.choices(position);
    expect(choices.map(({ path }) => path)).toEqual([1, 2, 3, 5, 6, 7].map((column) => [`column-${column}`]));
    for (const { move, preview } of choices) {
      const after = connect4.view(connect4.play(position, move), null).pieces;
      expect(after).toEqual(expect.arrayContaining([...preview]));
    }
  });
});

describe('a refusal', () => {
  it.each([
    ['444444', ['column-4'], 'column 4 is full'],
    ['', ['column-9'], 'there is no column 9 on this board'],
    ['', ['plate'], 'this is not a column'],
    ['', ['column-0'], 'this is not a column'],
    ['', [], 'pick a column'],
    ['', ['column-1', 'column-2'], 'a move is one column'],
    ['1212121', ['column-4'], 'the game is over: four in a row'],
    ['', ['column-1'], ''],
  ])('after %j of %j is %j', (text, picks, words) => {
    expect(connect4.refusal(played(text).position, picks)).toBe(words);
  });
});

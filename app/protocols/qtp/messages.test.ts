import { describe, expect, it } from 'vitest';
import * as entities from './messages.ts';

const { readBoolean, readColor, readInt, readMove, readOrientation, readToken, readVertex, readWall } =
  entities;

describe('the entities of the text', () => {
  it.each([
    ['0', 0],
    ['25', 25],
    ['2147483647', 2147483647],
    ['2147483648', null],
    ['-1', null],
    ['1.5', null],
    ['', null],
    ['1e3', null],
  ])('int %s', (word, value) => expect(readInt(word)).toBe(value));

  it.each([
    ['B13', { column: 1, row: 13 }],
    ['j11', { column: 9, row: 11 }],
    ['I9', { column: 8, row: 9 }],
    ['Y25', { column: 24, row: 25 }],
    ['Z1', null],
    ['A26', null],
    ['A0', null],
    ['AA1', null],
    ['9', null],
  ])('vertex %s', (word, value) => expect(readVertex(word)).toEqual(value));

  it.each([
    ['white', 1],
    ['W', 1],
    ['BLACK', 0],
    ['b', 0],
    ['red', null],
    ['__proto__', null],
  ])('color %s', (word, value) => expect(readColor(word)).toBe(value));

  it.each([
    ['h', 'horizontal'],
    ['VERTICAL', 'vertical'],
    ['Horizontal', 'horizontal'],
    ['V', 'vertical'],
    ['x', null],
  ])('orientation %s', (word, value) => expect(readOrientation(word)).toBe(value));

  it.each([
    ['t', true],
    ['FALSE', false],
    ['True', true],
    ['f', false],
    ['yes', null],
  ])('boolean %s', (word, value) => expect(readBoolean(word)).toBe(value));

  it('move', () => {
    expect(readMove(['white', 'h3'])).toEqual({
      seat: 1,
      placement: { kind: 'pawn', vertex: { column: 7, row: 3 } },
    });
    expect(readMove(['B', 'F5'])).toMatchObject({ seat: 0 });
    expect(readMove(['white'])).toBeNull();
    expect(readMove(['white', 'h3', 'h'])).toBeNull();
  });

  it('wall', () => {
    const placement = { kind: 'wall', vertex: { column: 7, row: 3 }, orientation: 'horizontal' };
    expect(readWall(['white', 'h3', 'h'])).toEqual({ seat: 1, placement });
    expect(readWall(['B', 'F5', 'VERTICAL'])).toMatchObject({ seat: 0 });
    expect(readWall(['B', 'F5'])).toBeNull();
  });
});

describe('the token dialect', () => {
  const e3h = { kind: 'wall', vertex: { column: 4, row: 3 }, orientation: 'horizontal' } as const;

  it('has the row below: its e2h is our e3h', () => {
    expect(readToken('e2h')).toEqual(e3h);
    expect(entities.writePlacement(e3h, 'token')).toBe('e2h');
    expect(entities.writePlacement(e3h, 'vertex+word')).toBe('E3 horizontal');
  });

  it('writes pawns as everybody does', () => {
    const pawn = { kind: 'pawn', vertex: { column: 4, row: 8 } } as const;
    expect(entities.writePlacement(pawn, 'token')).toBe('E8');
  });
});

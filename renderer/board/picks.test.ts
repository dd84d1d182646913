import { describe, expect, it } from 'vitest';
import type { Area, Choice, Mark, Piece, Point } from '../../app/games/game.ts';
import {
  areaOfKey,
  areaTowards,
  following,
  marksWith,
  nextAreas,
  pick,
  previewOf,
  dotsOf,
  settledOf,
  wordsOf,
} from './picks.ts';

const piece = (id: string): Piece => ({
  id,
  x: 0,
  y: 0,
  seat: 0,
  look: 'man',
  shape: { kind: 'circle', r: 0.4 },
});
const choice = (path: string, preview: string[] = []): Choice<string> => ({
  move: path,
  path: path.split(' '),
  preview: preview.map(piece),
  chip: { x: 0, y: 0 },
});
// As in morris: a plain step, and a step that takes a man.
const choices = [
  choice('a1 a4', ['a4']),
  choice('a1 d1 x1', ['d1', 'x1']),
  choice('a1 d1 x2', ['d1', 'x2']),
  choice('g1 g4', ['g4']),
];

describe('pick', () => {
  it('goes from area to area until a path is whole', () => {
    expect(pick(choices, [], 'a1')).toEqual({ kind: 'begun', picks: ['a1'] });
    expect(pick(choices, ['a1'], 'd1')).toEqual({ kind: 'begun', picks: ['a1', 'd1'] });
    expect(pick(choices, ['a1', 'd1'], 'x2')).toEqual({ kind: 'move', choice: choices[2] });
  });

  it('begins another path where the area does not go on with this one', () => {
    expect(pick(choices, ['a1'], 'g1')).toEqual({ kind: 'begun', picks: ['g1'] });
  });

  it('lets the last area go when it is picked again', () => {
    expect(pick(choices, ['a1'], 'a1')).toEqual({ kind: 'begun', picks: [] });
  });

  it('refuses what begins no path', () => {
    expect(pick(choices, [], 'b2')).toEqual({ kind: 'refused', picks: ['b2'] });
    expect(pick(choices, ['a1'], 'b2')).toEqual({ kind: 'refused', picks: ['a1', 'b2'] });
    expect(pick([], [], 'a1')).toEqual({ kind: 'refused', picks: ['a1'] });
  });
});

it('tells what can be picked next and which choices are left', () => {
  expect(nextAreas(choices, [])).toEqual(['a1', 'a1', 'a1', 'g1']);
  expect(nextAreas(choices, ['a1'])).toEqual(['a4', 'd1', 'd1']);
  expect(following(choices, ['a1', 'd1'])).toHaveLength(2);
});

describe('previewOf', () => {
  it('shows what all moves that begin so have in common', () => {
    expect(previewOf(choices, ['a1'], 'd1').map(({ id }) => id)).toEqual(['d1']);
    expect(previewOf(choices, ['a1'], 'a4').map(({ id }) => id)).toEqual(['a4']);
    expect(previewOf(choices, [], 'g1').map(({ id }) => id)).toEqual(['g4']);
    expect(previewOf(choices, ['a1'], 'g1').map(({ id }) => id)).toEqual(['g4']);
  });

  it('shows no piece that these moves put on different places', () => {
    const man = (x: number): Piece => ({ ...piece('man'), x });
    const flights = [
      { ...choice('a1 a4'), preview: [man(1)] },
      { ...choice('a1 d1 x1'), preview: [man(2)] },
      { ...choice('a1 d1 x2'), preview: [man(2)] },
    ];
    expect(previewOf(flights, [], 'a1')).toEqual([]);
    expect(previewOf(flights, ['a1'], null)).toEqual([]);
    expect(previewOf(flights, ['a1', 'd1'], null)).toEqual([man(2)]);
    expect(previewOf(flights, ['a1', 'd1'], 'nowhere')).toEqual([man(2)]);
  });

  it('has moved a piece that stands where it was picked to go, until the pick is let go', () => {
    const at = (id: string): Point => ({ x: { a1: 0, d1: 1, g1: 2 }[id] ?? 9, y: 0 });
    const man = (x: number): Piece => ({ ...piece('man'), x, y: 0 });
    const captures = [
      { ...choice('a1 d1 x1'), preview: [man(1)] },
      { ...choice('a1 d1 x2'), preview: [man(1)] },
    ];
    expect(settledOf(captures, ['a1', 'd1'], at)).toEqual([man(1)]);
    // The only place that the man can go to, but it was not picked yet.
    expect(settledOf(captures, ['a1'], at)).toEqual([]);
    expect(settledOf(captures, [], at)).toEqual([]);
  });

  it('says where the next pick may be, one place once', () => {
    const turns = [
      { ...choice('a1 d1 x1'), dots: [null, { x: 1, y: 0 }, { x: 7, y: 0, r: 0.5 }] },
      { ...choice('a1 d1 x2'), dots: [null, { x: 1, y: 0 }, { x: 8, y: 0, r: 0.5 }] },
      { ...choice('a1 g1'), dots: [null, { x: 2, y: 0 }] },
    ];
    expect(dotsOf(turns, [])).toEqual([]);
    expect(dotsOf(turns, ['a1'])).toEqual([
      { x: 1, y: 0 },
      { x: 2, y: 0 },
    ]);
    expect(dotsOf(turns, ['a1', 'd1']).map(({ x }) => x)).toEqual([7, 8]);
    expect(dotsOf(choices, [])).toEqual([]);
  });

  it('shows nothing where nothing is hovered or nothing can be played', () => {
    expect(previewOf(choices, [], null)).toEqual([]);
    expect(previewOf(choices, [], 'b2')).toEqual([]);
  });
});

it('says what picking an area does, of those that come next', () => {
  const said = (path: string, words: string): Choice<string> => ({
    ...choice(path),
    dots: [null, { x: 0, y: 0, words }],
  });
  const both = [
    said('a1 a2', 'attack'),
    said('a1 a3', 'strengthen'),
    said('b1 a3', 'attack'),
    choice('a1 a4'),
  ];
  expect(wordsOf(both, []).size).toBe(0);
  expect([...wordsOf(both, ['a1'])]).toEqual([
    ['a2', 'attack'],
    ['a3', 'strengthen'],
  ]);
  expect(wordsOf(both, ['b1']).get('a3')).toBe('attack');
  expect(wordsOf(choices, ['a1']).size).toBe(0);
});

describe('areaTowards', () => {
  const area = (id: string, x: number, y: number): Area => ({
    id,
    x,
    y,
    name: id,
    shape: { kind: 'circle', r: 0.5 },
  });
  const grid = [area('a1', 0, 2), area('b1', 1, 2), area('a2', 0, 1), area('b2', 1, 1), area('c3', 2.5, 0)];
  const [a1, b1, , b2, c3] = grid as [Area, Area, Area, Area, Area];
  const plain = (point: Point): Point => point;
  const mirrored = ({ x, y }: Point): Point => ({ x: 3 - x, y });

  it('finds the nearest area in the direction', () => {
    expect(areaTowards(grid, a1, 'right', plain)?.id).toBe('b1');
    expect(areaTowards(grid, a1, 'up', plain)?.id).toBe('a2');
    expect(areaTowards(grid, b2, 'right', plain)?.id).toBe('c3');
  });

  it('goes by what is seen when the board is turned', () => {
    expect(areaTowards(grid, a1, 'left', mirrored)?.id).toBe('b1');
  });

  it('leads back by the opposite arrow where two lie as near', () => {
    const rows = [
      area('a', 0.5, 0),
      area('b', 1.5, 0),
      area('c', 1, 1),
      area('d', 0.5, 2),
      area('e', 1.5, 2),
    ];
    const [a, b, c, d] = rows as [Area, Area, Area, Area];
    expect(areaTowards(rows, c, 'up', plain)).toBe(b);
    expect(areaTowards(rows, b, 'down', plain)).toBe(c);
    expect(areaTowards(rows, c, 'down', plain)).toBe(d);
    expect(areaTowards(rows, d, 'up', plain)).toBe(c);
    expect(areaTowards(rows, a, 'down', plain)).toBe(c);
  });

  it('stops at the edge', () => {
    expect(areaTowards(grid, a1, 'left', plain)).toBeNull();
    expect(areaTowards(grid, c3, 'up', plain)).toBeNull();
    expect(areaTowards(grid, b1, 'down', plain)).toBeNull();
  });
});

it('areaOfKey finds the area of a key', () => {
  const four: Area = { id: 'c4', x: 0, y: 0, name: 'column 4', shape: { kind: 'circle', r: 1 }, key: '4' };
  expect(areaOfKey({ areas: [four] }, '4')).toBe(four);
  expect(areaOfKey({ areas: [four] }, '5')).toBeNull();
});

describe('marksWith', () => {
  const mark = (look: Mark['look'], x: number): Mark => ({ look, x, y: 0, shape: { kind: 'circle', r: 1 } });
  const marks = [mark('last', 0), mark('link', 1)];
  const linked = choices.map((each) =>
    each.path.length === 3 ? { ...each, links: [mark('link', 2)] } : each,
  );
  const marksAt = (picks: readonly string[], settled: readonly Piece[]) =>
    marksWith(marks, linked, picks, settled);

  it('are those of the position until a piece has moved', () => {
    expect(marksAt(['a1'], [])).toBe(marks);
    expect(marksWith(marks, choices, ['a1', 'd1'], [piece('d1')])).toBe(marks);
  });

  it('join what holds together then, and no longer what did before', () => {
    expect(marksAt(['a1', 'd1'], [piece('d1')])).toEqual([mark('last', 0), mark('link', 2)]);
  });
});

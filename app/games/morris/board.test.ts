import { describe, expect, it } from 'vitest';
import {
  columnOf,
  LINES,
  maskOf,
  MOVES,
  NAMES,
  NEIGHBOURS,
  packMove,
  pointOf,
  pointsOf,
  readMove,
  rowOf,
  takeable,
} from './board.ts';

const points = (...names: string[]): number[] => names.map((name) => pointOf(name)!);
const names = (mask: number): string[] => pointsOf(mask).map((point) => NAMES[point]!);

describe('the board', () => {
  it('has its points from the top down and from left to right', () => {
    const places = NAMES.map((_name, point) => -10 * rowOf(point) + columnOf(point));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(new Set(NAMES).size).toBe(24);
    expect(pointOf('d4')).toBeUndefined();
  });

  it('has 16 lines, two through each point, none over the middle', () => {
    expect(LINES).toHaveLength(16);
    for (const point of NAMES.keys()) expect(LINES.filter((line) => line.includes(point))).toHaveLength(2);
    expect(LINES).toContainEqual(points('a4', 'b4', 'c4'));
    expect(LINES).toContainEqual(points('d3', 'd2', 'd1'));
    expect(LINES).not.toContainEqual(points('b4', 'c4', 'e4'));
  });

  it.each([
    ['a7', ['d7', 'a4']],
    ['b4', ['b6', 'a4', 'c4', 'b2']],
    ['d5', ['d6', 'c5', 'e5']],
    ['e4', ['e5', 'f4', 'e3']],
    ['d1', ['d2', 'a1', 'g1']],
  ])('%s touches %j and nothing else', (name, touched) => {
    expect(names(NEIGHBOURS[pointOf(name)!]!).toSorted()).toEqual(touched.toSorted());
  });

  it('touches both ways, along 32 edges', () => {
    const edges = NAMES.flatMap((_name, from) =>
      pointsOf(NEIGHBOURS[from]!).map((to) => [from, to] as const),
    );
    expect(edges).toHaveLength(64);
    for (const [from, to] of edges) expect((NEIGHBOURS[to]! >> from) & 1).toBe(1);
  });

  it('lets be taken what stands in no mill, or everything where all do', () => {
    const mill = points('a7', 'd7', 'g7');
    expect(names(takeable(maskOf([...mill, ...points('b6')])))).toEqual(['b6']);
    expect(names(takeable(maskOf(mill)))).toEqual(['a7', 'd7', 'g7']);
    expect(names(takeable(maskOf([...mill, ...points('a4', 'a1')])))).toEqual(['a7', 'd7', 'g7', 'a4', 'a1']);
    expect(takeable(0)).toBe(0);
  });
});

it('every move is a number of its own, below their count', () => {
  const spots = [null, ...NAMES.keys()];
  const seen = new Set<number>();
  for (const from of spots) {
    for (const to of NAMES.keys()) {
      for (const taken of spots) {
        const move = packMove({ from, to, taken });
        expect(readMove(move)).toEqual({ from, to, taken });
        expect(move >= 0 && move < MOVES).toBe(true);
        seen.add(move);
      }
    }
  }
  expect(seen.size).toBe(25 * 24 * 25);
});

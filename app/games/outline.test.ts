import { describe, expect, it } from 'vitest';
import { innerRadius, placeLabel, placePoint, shapePath } from './outline.ts';

const board = { width: 8, height: 6 };

describe('placePoint', () => {
  it('leaves, mirrors or turns', () => {
    const point = { x: 1, y: 2 };
    expect(placePoint(point, board, 'none')).toEqual({ x: 1, y: 2 });
    expect(placePoint(point, board, 'mirror')).toEqual({ x: 7, y: 2 });
    expect(placePoint(point, board, 'turn')).toEqual({ x: 7, y: 4 });
  });

  it('turns about the middle of the board, which labels make another than that of the drawing', () => {
    const labelled = { ...board, middle: { x: 5, y: 2 } };
    expect(placePoint({ x: 5, y: 2 }, labelled, 'turn')).toEqual({ x: 5, y: 2 });
    expect(placePoint({ x: 3, y: 1 }, labelled, 'turn')).toEqual({ x: 7, y: 3 });
    expect(placePoint({ x: 3, y: 1 }, labelled, 'mirror')).toEqual({ x: 7, y: 1 });
  });
});

describe('placeLabel', () => {
  it('keeps a label at its edge', () => {
    const label = { x: 1, y: 2, text: 'a' };
    expect(placeLabel(label, board, 'turn')).toEqual({ x: 7, y: 4 });
    expect(placeLabel({ ...label, edge: 'below' }, board, 'turn')).toEqual({ x: 7, y: 2 });
    expect(placeLabel({ ...label, edge: 'left' }, board, 'turn')).toEqual({ x: 1, y: 4 });
    expect(placeLabel({ ...label, edge: 'left' }, board, 'none')).toEqual({ x: 1, y: 2 });
  });
});

describe('shapePath', () => {
  it('draws circles, rectangles and polygons around their point', () => {
    expect(shapePath({ kind: 'circle', r: 0.5 }, { x: 1, y: 1 })).toBe(
      'M0.5 1a0.5 0.5 0 1 0 1 0a0.5 0.5 0 1 0 -1 0z',
    );
    expect(shapePath({ kind: 'rect', width: 2, height: 1 }, { x: 1, y: 1 })).toBe('M0 0.5h2v1h-2z');
    const triangle = {
      kind: 'polygon',
      points: [
        { x: 0, y: -1 },
        { x: 1, y: 1 },
      ],
    } as const;
    expect(shapePath(triangle, { x: 2, y: 2 })).toBe('M2 1L3 3z');
  });

  it('turns what is not the same the other way round', () => {
    const arrow = { kind: 'polygon', points: [{ x: 1, y: 0.5 }] } as const;
    expect(shapePath(arrow, { x: 2, y: 2 }, 'mirror')).toBe('M1 2.5z');
    expect(shapePath(arrow, { x: 2, y: 2 }, 'turn')).toBe('M1 1.5z');
  });

  it('keeps the corners of a rounded rectangle within it', () => {
    expect(shapePath({ kind: 'rect', width: 1, height: 1, radius: 5 }, { x: 0, y: 0 })).toContain('a0.5 0.5');
  });
});

it('innerRadius is the shortest way to the outline', () => {
  expect(innerRadius({ kind: 'rect', width: 4, height: 1 })).toBe(0.5);
  expect(innerRadius({ kind: 'circle', r: 0.4 })).toBe(0.4);
  const corners = [
    [0, -1],
    [1, 0],
    [0, 1],
    [-1, 0],
  ] as const;
  const points = corners.map(([x, y]) => ({ x, y }));
  expect(innerRadius({ kind: 'polygon', points })).toBeCloseTo(Math.SQRT1_2);
});

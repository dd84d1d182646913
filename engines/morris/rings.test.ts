import { describe, expect, it } from 'vitest';
import {
  ALL as ALL_POINTS,
  count as countPoints,
  inMill,
  LINES,
  NEIGHBOURS,
  pointsOf,
  POINTS,
  takeable as takeablePoints,
} from '../../app/games/morris/index.ts';
import { seededRandom } from '../../app/games/random.ts';
import {
  ALL,
  closable,
  closers,
  count,
  inMills,
  lowest,
  mills,
  neighbours,
  steps,
  takeable,
  toRings,
} from './rings.ts';

const random = seededRandom(1);
const points = Array.from({ length: POINTS }, (_, point) => point);
const maskWhere = (holds: (point: number) => boolean): number =>
  points.reduce((mask, point) => (holds(point) ? mask | (1 << point) : mask), 0);

/** A mask of rings as one of the game's points. */
const toPoints = (rings: number): number => maskWhere((point) => (rings & toRings(1 << point)) !== 0);

/** Two sides' men, as the game's masks. */
const boards = Array.from({ length: 500 }, () => {
  const share = random();
  let [men, enemy] = [0, 0];
  for (const point of points) {
    if (random() < share) men |= 1 << point;
    else if (random() < 0.3) enemy |= 1 << point;
  }
  return { men, empty: ALL_POINTS & ~(men | enemy) };
});

describe('rings', () => {
  it('hold the points of the game, each once', () => {
    expect(toRings(ALL_POINTS)).toBe(ALL);
    for (const { men } of boards) {
      expect(toPoints(toRings(men))).toBe(men);
      expect(count(toRings(men))).toBe(countPoints(men));
    }
    expect(points.map((point) => lowest(1 << point))).toEqual(points);
  });

  it('have the neighbours of the game, and the steps between them', () => {
    for (const { men, empty } of boards) {
      const near = maskWhere((point) => (NEIGHBOURS[point]! & men) !== 0);
      expect(toPoints(neighbours(toRings(men)))).toBe(near);
      const open = pointsOf(men).reduce((sum, point) => sum + countPoints(NEIGHBOURS[point]! & empty), 0);
      expect(steps(toRings(men), toRings(empty))).toBe(open);
    }
  });

  it('have the mills of the game, and the men that may be taken', () => {
    for (const { men } of boards) {
      const rings = toRings(men);
      expect(toPoints(inMills(rings))).toBe(men & maskWhere((point) => inMill(men, point)));
      expect(mills(rings)).toBe(LINES.filter((line) => line.every((point) => (men >> point) & 1)).length);
      expect(toPoints(takeable(rings))).toBe(takeablePoints(men));
      expect(toPoints(closers(rings))).toBe(maskWhere((point) => inMill(men, point)));
    }
  });

  it('know where a step closes a mill', () => {
    let found = 0;
    for (const { men, empty } of boards) {
      const movers = men & maskWhere(() => random() < 0.7);
      const closing =
        empty &
        maskWhere((to) => pointsOf(movers & NEIGHBOURS[to]!).some((from) => inMill(men & ~(1 << from), to)));
      expect(toPoints(closable(toRings(men), toRings(empty), toRings(movers)))).toBe(closing);
      found += countPoints(closing);
    }
    expect(found).toBeGreaterThan(200);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Area, Geometry, Point } from '../game.ts';
import { quoridor } from './index.ts';
import { randomCases } from '../testing/effort.ts';

const geometryOf = (size: number): Geometry => quoridor.geometry({ size });

/** Whether a point lies within an area, by the number of edges that a ray from it crosses. */
function holds({ x, y, shape }: Area, point: Point): boolean {
  if (shape.kind !== 'polygon') return expect.fail('areas here are polygons');
  const { points } = shape;
  let inside = false;
  points.forEach((one, index) => {
    const other = points[(index + 1) % points.length]!;
    const [ax, ay, bx, by] = [x + one.x, y + one.y, x + other.x, y + other.y];
    if (ay > point.y === by > point.y) return;
    if (point.x < ax + ((point.y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
  });
  return inside;
}

const areaOf = ({ areas }: Geometry, id: string): Area =>
  areas.find((area) => area.id === id) ?? expect.fail(`no area ${id}`);
const under = (geometry: Geometry, point: Point): string[] =>
  geometry.areas.filter((area) => holds(area, point)).map(({ id }) => id);

describe.each([3, 5, 9, 25])('the areas of a board of %i', (size) => {
  const geometry = geometryOf(size);
  const corner = areaOf(geometry, `a${size}`);
  const [left, top] = [corner.x - 0.5, corner.y - 0.5];

  it('are the cells and the walls of both ways', () => {
    expect(geometry.areas).toHaveLength(size ** 2 + 2 * (size - 1) ** 2);
  });

  it('cover the board, no place of it twice', () => {
    // Avoids the borders, which belong to both sides.
    const within = fc.integer({ min: 0, max: size * 1000 - 1 }).map((at) => (at + 0.5) / 1000 + 1e-4);
    fc.assert(
      fc.property(within, within, (x, y) => {
        expect(under(geometry, { x: left + x, y: top + y })).toHaveLength(1);
      }),
      { numRuns: randomCases(1000) },
    );
  });

  it('are ringed where the eye sees them, at the edge as elsewhere', () => {
    const square = areaOf(geometry, 'b2').outline;
    expect(square).toMatchObject({ kind: 'rect' });
    for (const { layer, ghost, outline } of geometry.areas) {
      expect(ghost ?? outline).toBe(layer === 'cells' ? square : ghost);
      expect(ghost ?? outline).toBeDefined();
    }
  });

  it('lead from layer to layer and back by h and v', () => {
    for (const { id, layer, turns } of geometry.areas) {
      expect(areaOf(geometry, turns!['h']!).layer).toBe('horizontal walls');
      expect(areaOf(geometry, turns!['v']!).layer).toBe('vertical walls');
      if (layer !== 'cells') expect(Object.values(turns!)).toContain(id);
    }
  });
});

describe('on 9x9', () => {
  const geometry = geometryOf(9);
  const { x, y } = areaOf(geometry, 'e2h');

  it('a wall is hit along its groove, and at the crossing by the side that one comes from', () => {
    expect(under(geometry, { x: x - 0.45, y })).toEqual(['e2h']);
    expect(under(geometry, { x: x + 0.45, y: y + 0.1 })).toEqual(['e2h']);
    expect(under(geometry, { x: x + 0.55, y })).toEqual(['f2h']);
    expect(under(geometry, { x: x + 0.1, y: y + 0.05 })).toEqual(['e2h']);
    expect(under(geometry, { x: x + 0.05, y: y + 0.1 })).toEqual(['e2v']);
    expect(under(geometry, { x, y: y - 0.45 })).toEqual(['e2v']);
  });

  it('a wall lies over the middle of its four cells, as the protocol names it', () => {
    const [e2, f1] = [areaOf(geometry, 'e2'), areaOf(geometry, 'f1')];
    expect(x).toBeCloseTo((e2.x + f1.x) / 2);
    expect(y).toBeCloseTo((e2.y + f1.y) / 2);
    expect(e2.y).toBeLessThan(f1.y);
    expect(areaOf(geometry, 'e2h').name).toBe('horizontal wall e2h, between e2 f2 and e1 f1');
    expect(areaOf(geometry, 'e2v').name).toBe('vertical wall e2v, between e2 e1 and f2 f1');
  });

  it('turns from a cell to the wall below and right of it, or to the nearest at an edge', () => {
    expect(areaOf(geometry, 'e2').turns).toEqual({ h: 'e2h', v: 'e2v' });
    expect(areaOf(geometry, 'i1').turns).toEqual({ h: 'h2h', v: 'h2v' });
  });
});

describe('a position', () => {
  const start = quoridor.initial();
  const after = (text: string) => quoridor.parseMoves(start, text).reduce(quoridor.play, start);

  it('has dots where the pawn can go, and none for walls', () => {
    const dotted = quoridor.choices(start).filter(({ dots }) => dots !== undefined);
    expect(dotted.map(({ path }) => path)).toEqual([['e8'], ['d9'], ['f9']]);
  });

  it('begins at the pawn that is to move, and says what stands where', () => {
    const { home, standing } = quoridor.view(after('e8 d7h'), null);
    expect(home).toBe('e8');
    expect(standing).toEqual({ e8: "Black's pawn", e1: "White's pawn", d7h: "White's wall stands" });
  });

  it('marks where a pawn came from, and a wall as it stands', () => {
    const before = after('e8 e2');
    const looks = (text: string) => {
      const [move] = quoridor.parseMoves(before, text);
      return quoridor
        .view(quoridor.play(before, move!), { before, move: move! })
        .marks.map(({ look }) => look);
    };
    expect(looks('e7')).toEqual(['origin', 'last']);
    expect(looks('d7h')).toEqual(['last']);
  });

  it('counts the walls left, of those there were', () => {
    const { gauges } = quoridor.view(after('e8 d7h f7h a2h'), null);
    expect(gauges.map(({ value, most }) => [value, most])).toEqual([
      [9, 10],
      [8, 10],
    ]);
  });

  it('draws the shortest path of each side and tells its length', () => {
    const lines = quoridor.overlays![0]!.lines(after('e8 e8h'));
    expect(lines.map(({ text, spoken }) => [text, spoken])).toEqual([
      ['8', 'Black needs 8 steps'],
      ['9', 'White needs 9 steps'],
    ]);
    expect(lines.map(({ points }) => points.length)).toEqual([9, 10]);
  });
});

it('writes nothing over a pawn, nor behind one', () => {
  const start = quoridor.initial();
  const pawnsOf = (position: typeof start): Point[] =>
    quoridor.view(position, null).pieces.filter(({ look }) => look === 'pawn');
  for (const { textAt, points } of quoridor.overlays![0]!.lines(start)) {
    const at = textAt ?? points.at(-1)!;
    for (const pawn of pawnsOf(start)) expect(Math.hypot(at.x - pawn.x, at.y - pawn.y)).toBeGreaterThan(0.45);
  }
  const met = quoridor.parsePosition('9 e5 f5 5 5 - - b');
  for (const { chip, path } of quoridor.choices(met)) {
    // The extent of a four-letter word from its centre.
    const hidden = pawnsOf(met).filter(({ x, y }) => {
      const [dx, dy] = [Math.max(0, Math.abs(x - chip!.x) - 0.42), Math.max(0, Math.abs(y - chip!.y) - 0.2)];
      return Math.hypot(dx, dy) < 0.29;
    });
    expect(hidden, path.join()).toEqual([]);
  }
});

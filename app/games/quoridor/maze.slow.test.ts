import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { long } from '../../../tests/support/long.ts';
import { goalRow, HORIZONTAL, VERTICAL, wallOf, type Orientation } from './board.ts';
import { EAST, inTheWay, Maze, NORTH, SOUTH, WEST } from './maze.ts';
import { distance, mazeOf, shortestPath } from './paths.ts';
import { quoridor } from './index.ts';

interface Wall {
  readonly centre: number;
  readonly orientation: Orientation;
}

/** Walls that fit one after the other, even if they enclose rooms. */
const anyWalls = fc
  .record({
    size: fc.constantFrom(3, 5, 7, 9, 25),
    tries: fc.array(fc.tuple(fc.nat(1_000_000), fc.boolean()), { maxLength: 80 }),
  })
  .map(({ size, tries }) => {
    const walls = new Uint8Array((size - 1) ** 2);
    const put: Wall[] = [];
    for (const [at, upright] of tries) {
      const centre = at % walls.length;
      const orientation = upright ? VERTICAL : HORIZONTAL;
      if (inTheWay(size, walls, centre, orientation) >= 0) continue;
      walls[centre] = wallOf(orientation, 0);
      put.push({ centre, orientation });
    }
    return { size, walls, put };
  });

const loaded = (size: number, walls: Uint8Array): Maze => {
  const maze = new Maze(size);
  maze.load(walls);
  return maze;
};

/** The connected cells, each named by the first cell of its room. */
function roomsOf({ size, barred }: Maze): readonly number[] {
  const rooms = new Array<number>(size * size).fill(-1);
  const ways = [
    [NORTH, size],
    [SOUTH, -size],
    [EAST, 1],
    [WEST, -1],
  ] as const;
  rooms.forEach((_, first) => {
    const queue = rooms[first] === -1 ? [first] : [];
    for (const cell of queue) {
      if (rooms[cell] !== -1) continue;
      rooms[cell] = first;
      for (const [bit, step] of ways) if ((barred[cell]! & bit) === 0) queue.push(cell + step);
    }
  });
  return rooms;
}

describe('a maze', () => {
  it('is the same whether its walls were loaded or put up, and as before once one is taken down', () => {
    fc.assert(
      fc.property(anyWalls, ({ size, walls, put }) => {
        const maze = new Maze(size);
        for (const { centre, orientation } of put) {
          const before = [maze.barred.slice(), maze.touched.slice()];
          maze.put(centre, orientation);
          maze.lift(centre, orientation);
          expect([maze.barred, maze.touched]).toEqual(before);
          maze.put(centre, orientation);
        }
        const { barred, touched } = loaded(size, walls);
        expect([maze.barred, maze.touched]).toEqual([barred, touched]);
      }),
    );
  });

  it('bars each step from both sides', () => {
    fc.assert(
      fc.property(anyWalls, ({ size, walls }) => {
        const { barred } = loaded(size, walls);
        barred.forEach((bars, cell) => {
          if (cell % size < size - 1) expect((bars & EAST) !== 0).toBe((barred[cell + 1]! & WEST) !== 0);
          if (cell + size < barred.length) {
            expect((bars & NORTH) !== 0).toBe((barred[cell + size]! & SOUTH) !== 0);
          }
        });
      }),
    );
  });

  it('is parted by no wall that could not close anything', long, () => {
    fc.assert(
      fc.property(anyWalls, ({ size, walls }) => {
        const maze = loaded(size, walls);
        const rooms = new Set(roomsOf(maze)).size;
        const parting: Wall[] = [];
        for (let centre = 0; centre < walls.length; centre++) {
          for (const orientation of [HORIZONTAL, VERTICAL]) {
            if (inTheWay(size, walls, centre, orientation) >= 0 || maze.couldClose(centre, orientation))
              continue;
            maze.put(centre, orientation);
            if (new Set(roomsOf(maze)).size !== rooms) parting.push({ centre, orientation });
            maze.lift(centre, orientation);
          }
        }
        expect(parting).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });

  it('finds a way exactly where there is one, and the shortest of them', () => {
    fc.assert(
      fc.property(anyWalls, fc.nat(1_000_000), fc.nat(1_000_000), ({ size, walls }, from, to) => {
        const maze = loaded(size, walls);
        const cell = from % (size * size);
        const row = to % size;
        const rooms = roomsOf(maze);
        const open = rooms.slice(row * size, (row + 1) * size).includes(rooms[cell]!);
        expect(maze.reaches(cell, row)).toBe(open);
        const steps = new Uint16Array(size * size);
        maze.distances(row, steps);
        expect(steps[cell] !== 0xffff).toBe(open);
        const path = maze.path(cell, row);
        expect(path !== null).toBe(open);
        if (path === null) return;
        // Each cell of the path is one step nearer, and no neighbour is nearer than that.
        expect(path.map((at) => steps[at])).toEqual(path.map((_, index) => path.length - 1 - index));
        path.slice(1).forEach((at, index) => {
          const step = at - path[index]!;
          const bit = step === size ? NORTH : step === -size ? SOUTH : step === 1 ? EAST : WEST;
          expect(maze.barred[path[index]!]! & bit).toBe(0);
        });
      }),
    );
  });
});

describe('the path of a pawn', () => {
  it('leads to its goal row, past walls and through the other pawn', () => {
    const start = quoridor.initial();
    expect(shortestPath(start, 0)).toEqual([76, 67, 58, 49, 40, 31, 22, 13, 4]);
    expect([distance(start, 0), distance(start, 1)]).toEqual([8, 8]);
    const walled = quoridor.parsePosition('9 e9 e1 8 9 d9h f9h b');
    expect([distance(walled, 0), distance(walled, 1)]).toEqual([10, 10]);
    const path = shortestPath(walled, 1)!;
    expect(path[0]).toBe(4);
    expect(Math.floor(path.at(-1)! / 9)).toBe(goalRow(9, 1));
  });

  it('is none where walls close it', () => {
    const shut = { size: 5, walls: new Uint8Array(16), pawns: [22, 2] as const };
    for (const centre of [0, 2]) shut.walls[centre] = wallOf(HORIZONTAL, 0);
    shut.walls[3] = wallOf(VERTICAL, 0);
    expect(shortestPath(shut, 1)).toBeNull();
    expect(distance(shut, 1)).toBe(Infinity);
    expect(distance(shut, 0)).toBe(6);
  });

  it('is of the position that is asked about, whichever was asked about before', () => {
    const one = quoridor.initial({ size: 5 });
    const two = quoridor.initial({ size: 7 });
    expect(mazeOf(one).size).toBe(5);
    expect([distance(two, 0), distance(one, 0), distance(two, 1)]).toEqual([6, 4, 6]);
  });
});

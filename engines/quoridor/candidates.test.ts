import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../app/games/random.ts';
import { randomCases } from '../../app/games/testing/effort.ts';
import { QuoridorBoard } from './board.ts';
import { Candidates, type Breadth } from './candidates.ts';
import { playedPosition } from './testing/positions.ts';

const random = seededRandom(6);
const boards = Array.from({ length: randomCases(60) }, (_, i) => {
  const size = [5, 7, 9, 15][i % 4];
  return new QuoridorBoard(playedPosition(random, { size, walls: size }, i));
}).filter((board) => board.wallsLeft[board.mover] > 0);

function wallsOf(board: QuoridorBoard, breadth: Breadth): number[] {
  const out = new Int16Array(board.moveCount);
  return [...out.subarray(0, new Candidates(board).walls(breadth, out, 0))];
}

describe('the walls that are looked at', () => {
  it('have all that lengthen the other side’s way, however narrow the look', () => {
    let lengthening = 0;
    for (const board of boards) {
      const other = board.mover === 0 ? 1 : 0;
      const narrow = wallsOf(board, 0);
      const before = board.distance(other);
      for (let move = board.cells; move < board.moveCount; move++) {
        if (!board.placeWall(move)) continue;
        const longer = board.distance(other) > before;
        board.unplaceWall();
        if (!longer) continue;
        lengthening++;
        expect(narrow).toContain(move);
      }
    }
    expect(lengthening).toBeGreaterThan(randomCases(100));
  });

  it('are each told once, all fit, and each breadth has those of the narrower one', () => {
    for (const board of boards) {
      let narrower: number[] = [];
      for (const breadth of [0, 1, 2, 3] as const) {
        const walls = wallsOf(board, breadth);
        expect(new Set(walls).size).toBe(walls.length);
        for (const move of walls) {
          expect(board.fits((move - board.cells) >> 1, ((move - board.cells) & 1) as 0 | 1)).toBe(true);
        }
        expect(walls).toEqual(expect.arrayContaining(narrower));
        narrower = walls;
      }
      const free = Array.from({ length: 2 * board.centres }, (_, wall) => wall).filter((wall) =>
        board.fits(wall >> 1, (wall & 1) as 0 | 1),
      );
      expect(narrower).toHaveLength(free.length);
    }
  });

  it('are a small part of a large board', () => {
    for (const board of boards.filter(({ size }) => size === 15)) {
      expect(wallsOf(board, 1).length).toBeLessThan(2 * board.centres * 0.25);
    }
  });
});

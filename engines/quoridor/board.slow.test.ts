import { describe, expect, it } from 'vitest';
import { distance, quoridor, type QuoridorPosition } from '../../app/games/quoridor/index.ts';
import { seededRandom } from '../../app/games/random.ts';
import { QuoridorBoard } from './board.ts';
import { unreachable } from './field.ts';
import { playedPosition, randomMove } from './testing/positions.ts';

/** The whole state of a board, as a fresh one would have it. */
function stateOf(board: QuoridorBoard): unknown {
  return {
    open: [...board.open],
    walls: [...board.walls],
    pawns: [...board.pawns],
    wallsLeft: [...board.wallsLeft],
    mover: board.mover,
    fields: board.fields.map(({ steps }) => [...steps]),
    hash: [board.hashLow, board.hashHigh],
  };
}

/** Legal moves of a board, made and unmade one by one. */
function movesOf(board: QuoridorBoard): number[] {
  const out = new Int16Array(board.moveCount);
  const legal = [...out.subarray(0, board.pawnMoves(out, 0))];
  if (board.wallsLeft[board.mover] === 0) return legal;
  for (let move = board.cells; move < board.moveCount; move++) {
    if (!board.placeWall(move)) continue;
    board.unplaceWall();
    legal.push(move);
  }
  return legal;
}

function perft(board: QuoridorBoard, depth: number): number {
  if (board.distance(0) === 0 || board.distance(1) === 0) return 0;
  const moves = movesOf(board);
  if (depth === 1) return moves.length;
  let nodes = 0;
  for (const move of moves) {
    if (board.isPawnMove(move)) {
      const from = board.movePawn(move);
      nodes += perft(board, depth - 1);
      board.unmovePawn(from);
    } else {
      board.placeWall(move);
      nodes += perft(board, depth - 1);
      board.unplaceWall();
    }
  }
  return nodes;
}

const byNumber = (a: number, b: number): number => a - b;

describe('the board in the search', () => {
  it.each([
    [3, 0, [3, 9, 20, 48, 108, 266]],
    [3, 1, [11, 77, 316, 1172, 3452, 9002]],
    [5, 0, [3, 9, 30, 100, 330, 1090, 3719, 12744]],
    [5, 3, [35, 1109, 31540]],
    [7, 6, [75, 5357]],
    [9, 10, [131, 16677]],
  ])('counts the moves of %i x %i walls as the referee does', (size, walls, counts) => {
    const board = new QuoridorBoard(quoridor.initial({ size, walls }));
    expect(counts.map((_, at) => perft(board, at + 1))).toEqual(counts);
  });

  it('has the moves and distances of the rules all through random games', () => {
    const random = seededRandom(1);
    for (const size of [3, 5, 7, 9, 11, 15, 25]) {
      let position = quoridor.initial({ size, walls: 2 * size }) as QuoridorPosition;
      const board = new QuoridorBoard(position);
      for (let ply = 0; ply < 80 && quoridor.result(position) === null; ply++) {
        const where = quoridor.positionText(position);
        if (size < 25 || ply % 10 === 0) {
          expect(movesOf(board).sort(byNumber), where).toEqual(quoridor.moves(position));
        }
        for (const seat of [0, 1] as const) expect(board.distance(seat)).toBe(distance(position, seat));
        const move = randomMove(random, position);
        position = quoridor.play(position, move);
        if (board.isPawnMove(move)) board.movePawn(move);
        else expect(board.placeWall(move)).toBe(true);
        expect(stateOf(board), where).toEqual(stateOf(new QuoridorBoard(position)));
      }
    }
  });

  it('comes back as it was, walls that are refused included', () => {
    const random = seededRandom(2);
    for (let i = 0; i < 20; i++) {
      const size = [5, 7, 9, 13][i % 4];
      const start = playedPosition(random, { size, walls: 20 }, 4 * i);
      const board = new QuoridorBoard(start);
      const before = stateOf(board);
      const undo: (() => void)[] = [];
      for (let ply = 0; ply < 40; ply++) {
        const move = Math.floor(random() * board.moveCount);
        if (board.isPawnMove(move)) {
          const out = new Int16Array(board.moveCount);
          if (!out.subarray(0, board.pawnMoves(out, 0)).includes(move)) continue;
          const from = board.movePawn(move);
          undo.push(() => board.unmovePawn(from));
        } else if (board.wallsLeft[board.mover] > 0) {
          const then = stateOf(board);
          const { mover } = board;
          const way = board.distance(mover === 0 ? 1 : 0);
          if (board.placeDetour(move)) {
            expect(board.distance(mover === 0 ? 1 : 0)).toBeGreaterThan(way);
            board.unplaceWall();
          } else if (board.placeWall(move)) {
            expect(board.distance(mover === 0 ? 1 : 0)).toBe(way);
            board.unplaceWall();
          }
          expect(stateOf(board)).toEqual(then);
          if (board.placeWall(move)) undo.push(() => board.unplaceWall());
          else expect(stateOf(board)).toEqual(then);
        }
      }
      for (const back of undo.reverse()) back();
      expect(stateOf(board)).toEqual(before);
    }
  });

  it('knows of cells without an exit', () => {
    // A5 and B5 are closed off from B4, and both pawns are elsewhere.
    const position = quoridor.parsePosition('5 c5 c1 3 3 a5h,b5v - b');
    const board = new QuoridorBoard(position);
    expect(board.fields[0].steps[20]).toBe(unreachable);
    expect(board.fields[1].steps[20]).toBe(0);
    expect(board.distance(0)).toBe(4);
  });

  it('bears any number of walls', () => {
    const board = new QuoridorBoard(quoridor.initial({ size: 3, walls: 2 ** 31 - 1 }));
    expect(board.wallsLeft[0]).toBe(board.centres);
    expect(movesOf(board).sort(byNumber)).toEqual(quoridor.moves(quoridor.initial({ size: 3, walls: 7 })));
  });
});

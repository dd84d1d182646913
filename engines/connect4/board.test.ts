import { describe, expect, it } from 'vitest';
import { connect4, makePosition, parsePlacement } from '../../app/games/connect4/index.ts';
import { Connect4SearchBoard } from './board.ts';
import { seededRandom } from '../../app/games/random.ts';
import { randomCases } from '../../app/games/testing/effort.ts';
import { floatingPosition, playedPosition } from './testing/positions.ts';

const random = seededRandom(11);
const sizes = [
  [1, 1],
  [3, 3],
  [4, 4],
  [6, 4],
  [7, 6],
  [5, 9],
  [12, 12],
] as const;

const starts = sizes.flatMap(([width, height]) => [
  connect4.initial({ width, height }),
  ...Array.from({ length: randomCases(6) }, () =>
    playedPosition(random, width, height, (width * height) / 2),
  ),
  ...Array.from({ length: randomCases(6) }, () => floatingPosition(random, width, height, 0.35)),
]);

describe('search board', { timeout: 60_000 }, () => {
  it('stays what a fresh board of the same position is, through whole games and back', () => {
    for (const start of starts) {
      const board = new Connect4SearchBoard(start);
      let position = start;
      const played: number[] = [];
      while (connect4.moves(position).length > 0) {
        const moves = connect4.moves(position);
        const move = moves[Math.floor(random() * moves.length)]!;
        expect(board.landing(move)).toBe(move * start.height + position.tops[move]!);
        const next = connect4.play(position, move);
        expect(board.winsAt(move)).toBe(connect4.result(next)?.kind === 'win');
        board.play(move);
        played.push(move);
        position = next;
        const fresh = new Connect4SearchBoard(position);
        expect([board.hashLow, board.hashHigh]).toEqual([fresh.hashLow, fresh.hashHigh]);
        expect(board.heights).toEqual(fresh.heights);
        expect(board.empty).toBe(fresh.empty);
        expect(board.threats).toEqual(fresh.threats);
        expect([board.worth0, board.worth1]).toEqual([fresh.worth0, fresh.worth1]);
      }
      for (const move of played.reverse()) board.undo(move);
      expect(board).toEqual(new Connect4SearchBoard(start));
    }
  });

  it('has one hash for one position, whatever the order of moves, and another for the other mover', () => {
    const after = (moves: number[]): Connect4SearchBoard => {
      const board = new Connect4SearchBoard(connect4.initial());
      for (const move of moves) board.play(move);
      return board;
    };
    const hash = (board: Connect4SearchBoard): string => `${board.hashLow}/${board.hashHigh}`;
    expect(hash(after([0, 1, 2, 3]))).toBe(hash(after([2, 3, 0, 1])));
    expect(hash(after([0, 1, 2, 3]))).not.toBe(hash(after([0, 3, 1, 2])));
    const row = parsePlacement('xo5/7/7/7/7/7');
    expect(hash(new Connect4SearchBoard(makePosition(row, 0)))).not.toBe(
      hash(new Connect4SearchBoard(makePosition(row, 1))),
    );
    const hashes = new Set<string>();
    for (let width = 1; width <= 12; width++) {
      for (let height = 1; height <= 12; height++) {
        hashes.add(hash(new Connect4SearchBoard(connect4.initial({ width, height }))));
      }
    }
    expect(hashes.size).toBe(144);
  });

  it('has no hope of a four through a hole that nothing can fill', () => {
    // Row 0 lacks its last cell, but the stone above it closes the column below.
    const board = new Connect4SearchBoard(makePosition(parsePlacement('xxx1/3o/4/4'), 0));
    expect(board.threats[0].every((count) => count === 0)).toBe(true);
    const open = new Connect4SearchBoard(makePosition(parsePlacement('xxx1/4/4/4'), 0));
    expect(open.winsAt(3)).toBe(true);
  });

  it('refuses a board beyond 12x12', () => {
    expect(() => new Connect4SearchBoard({ width: 13, height: 2, cells: [], mover: 0 })).toThrow(RangeError);
  });
});

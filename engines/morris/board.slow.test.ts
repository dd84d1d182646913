import { describe, expect, it } from 'vitest';
import { morris, type MorrisPosition } from '../../app/games/morris/index.ts';
import { seededRandom } from '../../app/games/random.ts';
import { fromGame, mostMoves, MorrisBoard, takes, toGame } from './board.ts';
import { setKey, moveImage, SYMMETRIES } from './symmetry.ts';
import { greedyMove } from './testing/greedy.ts';
import { playedPosition, randomMove } from './testing/positions.ts';

const rooms = Array.from({ length: 6 }, () => new Int16Array(mostMoves));

function leaves(board: MorrisBoard, depth: number): number {
  if (depth === 0) return 1;
  // A draw is not that near.
  if (board.lost) return 0;
  const moves = rooms[depth];
  const end = board.moves(moves);
  let found = 0;
  for (let i = 0; i < end; i++) {
    board.make(moves[i]);
    found += leaves(board, depth - 1);
    board.unmake();
  }
  return found;
}

const listed = (board: MorrisBoard, list: 'moves' | 'captures' = 'moves'): number[] =>
  [...rooms[0].subarray(0, board[list](rooms[0]))].map(toGame).sort((one, other) => one - other);

const told = ({ own, enemy, placing, quiet }: MorrisBoard): unknown => ({ own, enemy, placing, quiet });

describe('the board of the search', () => {
  it.each([
    ['w:;b:;w;0;0', [24, 552, 12_144, 255_024]],
    ['w:a7,d7,g4,b4,d2,f6;b:g7,d6,c5,a4,f2,e3;w;18;0', [9, 76, 612, 5304, 42_534]],
    ['w:a7,d7,g4,b4;b:g7,d6,c5;w;18;0', [7, 357, 2509, 119_283]],
    ['w:a7,d7,g7,d6;b:a4,b4,c4;b;19;0', [51, 209, 10_839, 82_471]],
    ['w:b4,a4,b6,b2;b:a7,a1,d6,d2;w;18;0', [1, 8, 152, 6694, 30_922]],
  ])('counts what the rules count: %s', (text, counts) => {
    const board = new MorrisBoard(morris.parsePosition(text));
    expect(counts.map((_count, at) => leaves(board, at + 1))).toEqual(counts);
  });

  it('has the moves, the losses and the draws of the rules all through random games', () => {
    const random = seededRandom(4);
    const reasons = new Set<string>();
    for (let game = 0; game < 30; game++) {
      let position: MorrisPosition = morris.initial();
      for (;;) {
        const board = new MorrisBoard(position);
        const result = morris.result(position);
        expect(board.lost).toBe(result?.kind === 'win');
        if (!board.lost) expect(board.stood > 1 || board.quiet === 100).toBe(result?.kind === 'draw');
        if (result !== null) {
          reasons.add(result.reason);
          break;
        }
        const moves = morris.moves(position);
        expect(listed(board)).toEqual([...moves].sort((one, other) => one - other));
        expect(listed(board, 'captures')).toEqual(listed(board).filter((move) => takes(fromGame(move))));
        const before = told(board);
        const move = game % 3 === 1 ? greedyMove(position, random) : randomMove(random, position);
        position = morris.play(position, move);
        board.make(fromGame(move));
        const after = new MorrisBoard(position);
        expect([board.own, board.enemy, board.quiet]).toEqual([after.own, after.enemy, after.quiet]);
        board.unmake();
        expect(told(board)).toEqual(before);
        // A game of moves back and forth has few captures, so that every kind of draw occurs.
        if (game % 3 === 0 && morris.result(position) === null) position = toAndFro(position);
      }
    }
    expect([...reasons].sort()).toEqual([
      '100 plies without a capture',
      'no legal move',
      'threefold repetition',
      'two men left',
    ]);
  });

  it('takes the second time for a draw within a search, and the third where the game was before', () => {
    const position = morris.parsePosition('w:a7,g7,d1,d2;b:b6,f6,c3,e3;w;40;0');
    const round = ['a7-d7', 'b6-d6', 'd7-a7', 'd6-b6'].map((text) => morris.parseMove(position, text));
    const board = new MorrisBoard(position);
    for (const move of round) {
      expect(board.stood).toBe(0);
      board.make(fromGame(move));
    }
    expect(board.stood).toBe(2);
    const once = new MorrisBoard(round.reduce((before, move) => morris.play(before, move), position));
    expect(once.stood).toBe(1);
    for (const move of round.slice(0, 3)) {
      once.make(fromGame(move));
      expect(once.stood).toBe(1);
    }
    once.make(fromGame(round[3]));
    expect(once.stood).toBe(2);
  });
});

/** A quiet move there and back by each side, if the game goes on after that. */
function toAndFro(start: MorrisPosition): MorrisPosition {
  let position = start;
  const back: number[] = [];
  for (let ply = 0; ply < 4; ply++) {
    const moves = morris.moves(position);
    const move = ply < 2 ? moves.find((each) => !takes(fromGame(each))) : back[ply - 2];
    if (move === undefined || !moves.includes(move)) return start;
    position = morris.play(position, move);
    if (morris.result(position) !== null && ply < 3) return start;
    const made = fromGame(move);
    back.push(toGame((((made >> 5) & 31) << 10) | ((made >> 10) << 5) | (made & 31)));
  }
  return position;
}

describe('the key of a position', () => {
  const key = { low: 0, high: 0, symmetry: 0 };
  const text = (board: MorrisBoard, depth = 4): string => {
    setKey(key, board, depth, board.stood);
    return `${key.low} ${key.high}`;
  };

  it('is one for symmetric positions while men are placed', () => {
    const random = seededRandom(8);
    for (let i = 0; i < 25; i++) {
      const symmetry = 1 + Math.floor(random() * (SYMMETRIES - 1));
      const [one, other] = [new MorrisBoard(morris.initial()), new MorrisBoard(morris.initial())];
      for (let ply = 0; ply < 8; ply++) {
        const end = one.moves(rooms[0]);
        const move = rooms[0][Math.floor(random() * end)];
        one.make(move);
        other.make(moveImage(move, symmetry));
      }
      expect(text(one)).toBe(text(other));
    }
  });

  it('is another for every other position, also for the same men at another time', () => {
    const random = seededRandom(9);
    const keys = new Map<string, string>();
    for (let i = 0; i < 3000; i++) {
      const position = playedPosition(random, 18 + (i % 20));
      const board = new MorrisBoard(position);
      const found = text(board);
      const what = `${board.own} ${board.enemy}`;
      expect(keys.get(found) ?? what).toBe(what);
      keys.set(found, what);
    }
    const at = (plies: number, quiet = 0): string =>
      text(new MorrisBoard(morris.parsePosition(`w:a7,d7,g1,d6;b:b6,f6,d5,e3;w;${plies};${quiet}`)));
    expect(new Set([8, 10, 12, 14, 16, 18].map((plies) => at(plies))).size).toBe(6);
    expect(at(18)).toBe(at(40));
    // The position has occurred before.
    const start = morris.parsePosition('w:a7,d7,g1,d6;b:b6,f6,d5,e3;w;40;0');
    const back = ['g1-d1', 'e3-e4', 'd1-g1', 'e4-e3'].reduce(
      (position, move) => morris.play(position, morris.parseMove(position, move)),
      start,
    );
    expect(text(new MorrisBoard(back))).not.toBe(text(new MorrisBoard(start)));
    // A hundred plies without a capture are near.
    expect(at(40, 60)).toBe(at(40));
    expect(new Set([at(40), at(40, 97), at(40, 98)]).size).toBe(3);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IllegalMove, type Result } from '../game.ts';
import { perft } from '../perft.ts';
import { randomCases, withoutStacks } from '../testing/effort.ts';
import { columnOf, MOVES, NAMES, packMove, pointsOf, readMove, rowOf } from './board.ts';
import { inHand, isFlying, lost, morris, pliesPlayed, type MorrisPosition } from './index.ts';

const read = (text: string): MorrisPosition => morris.parsePosition(text);

function after(start: MorrisPosition, moves: string): MorrisPosition {
  return morris.parseMoves(start, moves).reduce(morris.play, start);
}

const texts = (position: MorrisPosition): string[] =>
  morris.moves(position).map((move) => morris.moveText(position, move));

const win = (winner: 0 | 1, reason: string): Result => ({ kind: 'win', winner, reason });
const draw = (reason: string): Result => ({ kind: 'draw', reason });

/** The positions of a random game up to its end, which must be reached. */
function randomGame(seed: readonly number[]): MorrisPosition[] {
  const positions = [morris.initial()];
  for (let ply = 0; ; ply++) {
    const legal = morris.moves(positions.at(-1)!);
    if (legal.length === 0) return positions;
    positions.push(
      morris.play(positions.at(-1)!, legal[(seed[ply % seed.length]! + 7 * ply) % legal.length]!),
    );
  }
}
const anySeed = fc.array(fc.nat(1000), { minLength: 20, maxLength: 60, size: 'max' });

/** Any men on the board, reachable or not. */
const anyPosition: fc.Arbitrary<MorrisPosition> = fc
  .record({
    points: fc.uniqueArray(fc.nat(23), { minLength: 2, maxLength: 18, size: 'max' }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    mover: fc.constantFrom(0 as const, 1 as const),
    plies: fc.nat(40),
    quiet: fc.nat(99),
  })
  .map(({ points, share, mover, plies, quiet }) => {
    const cut = Math.round(Math.min(9, Math.max(points.length - 9, share * points.length)));
    const list = (part: readonly number[]) => part.join(',');
    const men = `w:${list(points.slice(0, cut))};b:${list(points.slice(cut))}`;
    return read(`${men};${'wb'[mover]};${plies};${quiet}`);
  });

describe('perft', () => {
  it.each<[string, readonly number[]]>([
    ['w:;b:;w;0;0', [24, 552, 12_144, 255_024]],
    ['w:a7,d7,g4,b4,d2,f6;b:g7,d6,c5,a4,f2,e3;w;18;0', [9, 76, 612, 5304, 42_534]],
    ['w:a7,d7,g4,b4;b:g7,d6,c5;w;18;0', [7, 357, 2509, 119_283]],
    ['w:a7,d7,g7,d6;b:a4,b4,c4;b;19;0', [51, 209, 10_839, 82_471]],
    ['w:b4,a4,b6,b2;b:a7,a1,d6,d2;w;18;0', [1, 8, 152, 6694, 30_922]],
  ])('from %s', (text, nodes) => {
    expect(nodes.map((_count, depth) => perft(morris, read(text), depth + 1))).toEqual(nodes);
  });

  /** Where each symmetry of the board maps a point: the eight of the square, with the rings swapped or not. */
  const symmetries = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((turn) =>
    [false, true].map((insideOut) =>
      [...NAMES.keys()].map((point) => {
        let [x, y] = [columnOf(point) - 3, rowOf(point) - 3];
        const ring = Math.max(Math.abs(x), Math.abs(y));
        if (insideOut) [x, y] = [(x / ring) * (4 - ring), (y / ring) * (4 - ring)];
        if (turn & 1) x = -x;
        if (turn & 2) y = -y;
        if (turn & 4) [x, y] = [y, x];
        return [...NAMES.keys()].find((other) => columnOf(other) - 3 === x && rowOf(other) - 3 === y)!;
      }),
    ),
  );

  it('is kept by the 16 symmetries of the board', () => {
    expect(new Set(symmetries.map(String)).size).toBe(16);
    fc.assert(
      fc.property(anyPosition, (position) => {
        const nodes = [1, 2].map((depth) => perft(morris, position, depth));
        for (const symmetry of symmetries) {
          const turned = (men: number) =>
            pointsOf(men).reduce((mask, point) => mask | (1 << symmetry[point]!), 0);
          const other = { ...position, white: turned(position.white), black: turned(position.black) };
          expect([1, 2].map((depth) => perft(morris, other, depth))).toEqual(nodes);
          expect(morris.result(other)).toEqual(morris.result(position));
        }
      }),
      { numRuns: randomCases(15) },
    );
  });
});

describe('moves and play', () => {
  const agree = (position: MorrisPosition): void => {
    const legal = new Set(morris.moves(position));
    const wrong: number[] = [];
    withoutStacks(() => {
      for (let move = 0; move < MOVES; move++) {
        try {
          morris.play(position, move);
          if (!legal.has(move)) wrong.push(move);
        } catch (error) {
          if (!(error instanceof IllegalMove) || error.message === '' || legal.has(move)) wrong.push(move);
        }
      }
    });
    expect(wrong.map((move) => morris.moveText(position, move))).toEqual([]);
  };

  it('agree on every move there can be, in positions of games', () => {
    fc.assert(
      fc.property(anySeed, fc.nat(), (seed, at) => {
        const positions = randomGame(seed);
        agree(positions[at % positions.length]!);
      }),
      { numRuns: randomCases(8) },
    );
  });

  it('agree on every move there can be, in any position', () => {
    fc.assert(fc.property(anyPosition, agree), { numRuns: randomCases(8) });
  });

  it('change what a move says and nothing else', () => {
    fc.assert(
      fc.property(anySeed, (seed) => {
        for (const position of randomGame(seed)) {
          const { mover, quiet, plies } = position;
          for (const move of morris.moves(position).slice(0, 5)) {
            const { from, to, taken } = readMove(move);
            const next = morris.play(position, move);
            const [own, enemy] = mover === 0 ? [next.white, next.black] : [next.black, next.white];
            const [was, foes] =
              mover === 0 ? [position.white, position.black] : [position.black, position.white];
            expect(own).toBe((was | (1 << to)) & ~(from === null ? 0 : 1 << from));
            expect(enemy).toBe(foes & ~(taken === null ? 0 : 1 << taken));
            expect([next.mover, next.plies]).toEqual([1 - mover, plies + 1]);
            expect(next.quiet).toBe(taken === null ? quiet + 1 : 0);
            for (const seat of [0, 1] as const) {
              const board = pointsOf(seat === 0 ? next.white : next.black).length;
              expect(board + inHand(next, seat) + lost(next, seat)).toBe(9);
            }
          }
        }
      }),
      { numRuns: randomCases(10) },
    );
  });

  it('bring every random game to an end', () => {
    const reasons = new Set<string>();
    for (let seed = 0; seed < 200; seed++) {
      const last = randomGame([seed, 3 * seed + 1, 11, 7 * seed]).at(-1)!;
      reasons.add(morris.result(last)!.reason);
      expect(last.quiet).toBeLessThanOrEqual(100);
    }
    const common = ['100 plies without a capture', 'threefold repetition', 'two men left'];
    expect([...reasons]).toEqual(expect.arrayContaining(common));
  });
});

describe('placing', () => {
  it('lasts 18 plies, nine men a side', () => {
    const start = morris.initial();
    expect([inHand(start, 0), inHand(start, 1)]).toEqual([9, 9]);
    const one = after(start, 'd2');
    expect([inHand(one, 0), inHand(one, 1)]).toEqual([8, 9]);
    const last = read('w:a7,d7,b6,f6;b:g7,d6,c5;b;17;0');
    expect([inHand(last, 0), inHand(last, 1)]).toEqual([0, 1]);
    expect(texts(last)).toContain('a1');
    expect(texts(after(last, 'a1'))).toContain('a7-a4');
  });

  it('takes one man where a mill closes, though two close at once', () => {
    const position = read('w:a7,d7,g4,g1;b:b6,b4,b2,a4;w;8;4');
    expect(texts(position).filter((text) => text.startsWith('g7'))).toEqual(['g7xa4']);
    const both = read('w:a7,d7,g4,g1;b:b6,a4;w;8;4');
    expect(texts(both).filter((text) => text.startsWith('g7'))).toEqual(['g7xb6', 'g7xa4']);
    expect(after(both, 'g7xb6')).toMatchObject({ black: 1 << 9, quiet: 0, plies: 9, mover: 1 });
  });

  it('takes from a mill where all stand in mills', () => {
    const position = read('w:a7,d7;b:b6,b4,b2;w;6;0');
    expect(texts(position).filter((text) => text.startsWith('g7'))).toEqual(['g7xb6', 'g7xb4', 'g7xb2']);
  });

  it('takes none if the opponent has none on the board', () => {
    const position = read('w:a7,d7;b:;w;4;0');
    expect(texts(position)).toContain('g7');
    expect(after(position, 'g7')).toMatchObject({ quiet: 1 });
  });

  it('goes on with two men and fewer', () => {
    const position = read('w:a7,d7,g7;b:b6;b;17;0');
    expect(morris.result(position)).toBeNull();
    expect(morris.result(after(position, 'a1'))).toBeNull();
    expect(morris.result(read('w:a7,d7;b:b6,d6,f6;b;17;0'))).toBeNull();
    // Black has placed all its men, and White's two men lose.
    expect(morris.result(after(read('w:a7,d7;b:b6,d6,f6;b;17;0'), 'a1'))).toEqual(win(1, 'two men left'));
  });
});

describe('moving', () => {
  it('goes to the next point, and anywhere with exactly three men', () => {
    const four = read('w:a7,d7,g4,b4;b:g7,d6,c5;w;18;0');
    expect(isFlying(four)).toBe(false);
    expect(texts(four)).toEqual(['a7-a4', 'b4-b6', 'b4-a4', 'b4-c4', 'b4-b2', 'g4-f4', 'g4-g1']);
    const three = read('w:a7,d7,g4;b:g7,d6,c5;w;18;0');
    expect(isFlying(three)).toBe(true);
    expect(texts(three)).toHaveLength(3 * 18);
    expect(isFlying(read('w:a7,d7,g4;b:g7,d6,c5;w;16;0'))).toBe(false);
  });

  it('may open a mill and close it again, which takes again', () => {
    const position = read('w:a7,d7,g7,d2;b:a1,g1,f2,b2;w;18;0');
    expect(texts(position)).toContain('d7-d6');
    const again = after(position, 'd7-d6 b2-b4');
    expect(texts(again).filter((text) => text.startsWith('d6-d7'))).toHaveLength(4);
    // A man that leaves its own line cannot close a mill with it.
    expect(texts(read('w:a7,d7,g4,d2;b:a1,g1,f2,b2;w;18;0'))).toContain('g4-g7xa1');
    expect(texts(read('w:a7,d7,a4,d2;b:g1,f2,b2,c3;w;18;0'))).toContain('a4-a1');
  });
});

describe('an ending', () => {
  it.each<[string, string, Result | null]>([
    ['two men to move', 'w:a7,d7;b:g7,d6,c5;w;18;0', win(1, 'two men left')],
    ['two men that are not to move', 'w:a7,d7,g4;b:g7,d6;w;18;0', null],
    ['no legal move', 'w:a7,d7,g7,a4;b:d6,g4,b4,a1,d2;w;18;0', win(1, 'no legal move')],
    ['the same without a stone in the way', 'w:a7,d7,g7,a4;b:d6,g4,b4,c4,d2;w;18;0', null],
    ['three men, which fly away', 'w:a7,d7,a4;b:d6,g7,b4,a1,d2;w;18;0', null],
    ['100 plies', 'w:a7,d7,g4;b:g7,d6,c5;w;200;100', draw('100 plies without a capture')],
    ['99 plies', 'w:a7,d7,g4;b:g7,d6,c5;w;200;99', null],
    ['a loss at 100 plies', 'w:a7,d7;b:g7,d6,c5;w;200;100', win(1, 'two men left')],
    ['no men and nothing placed', 'w:;b:;w;0;0', null],
  ])('of %s', (_name, text, ending) => {
    expect(morris.result(read(text))).toEqual(ending);
    expect(morris.moves(read(text)).length === 0).toBe(ending !== null);
  });

  it('comes with the hundredth quiet ply, and a capture puts it off', () => {
    const position = read('w:a7,d7,g4,b4;b:g1,d6,c5,e3;w;200;99');
    expect(morris.result(after(position, 'b4-b2'))).toEqual(draw('100 plies without a capture'));
    expect(after(position, 'g4-g7xg1')).toMatchObject({ quiet: 0 });
    expect(morris.result(after(position, 'g4-g7xg1'))).toBeNull();
  });

  const shuttle = 'a7-a4 g7-g4 a4-a7 g4-g7';

  it('comes when the same men stand for the third time with the same side to move', () => {
    const position = read('w:a7,d1,d2,b6;b:g7,f6,e3,c5;w;18;0');
    const twice = after(position, `${shuttle} a7-a4 g7-g4 a4-a7`);
    expect(morris.result(twice)).toBeNull();
    const thrice = after(twice, 'g4-g7');
    expect(morris.result(thrice)).toEqual(draw('threefold repetition'));
    expect(morris.moves(thrice)).toEqual([]);
    expect(() => after(thrice, 'a7-a4')).toThrow('ply 1: the game is over: threefold repetition');
    // A position's text starts a new history.
    expect(morris.result(read(morris.positionText(thrice)))).toBeNull();
  });

  it('counts each side to move on its own', () => {
    const position = read('w:a7,d1,d2;b:g7,f6,e3;w;18;0');
    // The same men after three plies each, once with White to move and twice with Black.
    const moves = 'a7-a4 g7-g4 a4-a7 g4-g7 a7-a4 g7-g4 a4-g1 g4-g7 g1-a7';
    expect(morris.result(after(position, moves))).toBeNull();
  });

  it('tells the sides apart', () => {
    const position = read('w:a7,f4,c3;b:g1,b6,d5;w;18;0');
    const swap = 'a7-g4 g1-a7 f4-g1 b6-f4 c3-b6 d5-c3 g4-d5';
    const swapped = after(position, swap);
    expect([swapped.white, swapped.black]).toEqual([position.black, position.white]);
    // Here the other side has stood like this once, this side twice.
    expect(morris.result(after(swapped, 'a7-a4 g1-g4 a4-a7 g4-g1'))).toBeNull();
  });

  it('counts from the first position after placing', () => {
    const position = read('w:a7,d1,d2,b6;b:f6,e3,c5;b;17;0');
    expect(morris.result(after(position, `g7 ${shuttle} ${shuttle}`))).toEqual(draw('threefold repetition'));
  });

  it('does not come while men are placed, since fewer are left in hand each time', () => {
    const position = read('w:a7,d7;b:b6,b4,b2;w;6;0');
    const later = after(position, 'g7xb6 b6xg7 g7xb6 b6xg7 g7xb6 b6xg7');
    expect(later).toMatchObject({ white: position.white, black: position.black, mover: 0, plies: 12 });
    expect(morris.result(later)).toBeNull();
  });
});

describe('who moves', () => {
  it('is said by the third field; where the plies disagree, the next one is meant', () => {
    const position = read('w:0,2,4;b:1,3;b;4;0');
    expect(position).toMatchObject({ mover: 1, plies: 4 });
    expect(pliesPlayed(position)).toBe(5);
    expect([inHand(position, 0), inHand(position, 1)]).toEqual([6, 7]);
    expect(after(position, 'g1')).toMatchObject({ mover: 0, plies: 5 });
    expect(texts(read('w:a7,d7,g4,b4;b:g7,d6,c5;w;17;0'))).toContain('a7-a4');
    expect(texts(read('w:a7,d7,g4,b4;b:g7,d6,c5;b;17;0'))).toContain('a1');
  });

  it('stays so where the plies cannot count on', () => {
    const position = read('w:a7,d7,g4,b4;b:g7,d6,c5;b;9999;0');
    const next = after(position, 'g7-f2');
    expect(next).toMatchObject({ mover: 0, plies: 9999 });
    expect(read(morris.positionText(next))).toEqual({ ...next, trail: null });
  });
});

describe('a move is refused in words', () => {
  const placing = 'w:a7,d7;b:b6,b4,b2,d6;w;8;0';
  const moving = 'w:a7,d7,g4,b4;b:g7,d6,c5,e5,d5;w;18;0';
  it.each([
    [placing, 'a7', 'a7 is not empty'],
    [placing, 'b6', 'b6 is not empty'],
    [placing, 'a7-a4', 'White has 5 men in hand to place before any moves'],
    ['w:a7,d7;b:b6;w;16;0', 'a7-a4', 'White has a man in hand to place before any moves'],
    [placing, 'g7', "a man on g7 closes a mill: one of Black's men must be taken"],
    [placing, 'g7xb4', 'b4 stands in a mill'],
    [placing, 'g7xa1', 'no man stands on a1'],
    [placing, 'g7xa7', "the man on a7 is White's own"],
    [placing, 'g7xg7', "the man on g7 is White's own"],
    [placing, 'a1xd6', 'a man on a1 closes no mill, so that none is taken'],
    [moving, 'a1', 'White has no men left in hand'],
    [moving, 'b4-d7', 'b4 does not touch d7'],
    [moving, 'b4-d2', 'b4 does not touch d2'],
    [moving, 'a7-d7', 'd7 is not empty'],
    [moving, 'g4-g7', 'g7 is not empty'],
    [moving, 'a1-a4', 'no man stands on a1'],
    [moving, 'd6-f6', "the man on d6 is Black's"],
    [moving, 'a7-a4xd6', 'a man on a4 closes no mill, so that none is taken'],
    ['w:a7,d7,g4;b:b6,b4,b2;w;18;0', 'g4-d7', 'd7 is not empty'],
    ['w:a7,d7;b:g7,d6,c5;w;18;0', 'a7-a4', 'the game is over: two men left'],
  ])('in %s %s: %s', (text, move, words) => {
    const position = read(text);
    const refused = (): unknown => morris.play(position, morris.parseMove(position, move));
    expect(refused).toThrow(IllegalMove);
    expect(refused).toThrow(new IllegalMove(words));
  });

  it.each([-1, 0.5, Number.NaN, MOVES, 24 * 25 + 24, '1' as unknown as number])(
    '%s is not a move',
    (move) => {
      expect(() => morris.play(morris.initial(), move)).toThrow(new IllegalMove('this is not a move'));
    },
  );

  it('though a man that flies may go anywhere', () => {
    const position = read('w:a7,d7,g4;b:b6,b4,b2;w;18;0');
    const move = packMove({ from: 14, to: 21, taken: null });
    expect(morris.play(position, move).white).toBe((1 << 0) | (1 << 1) | (1 << 21));
  });
});

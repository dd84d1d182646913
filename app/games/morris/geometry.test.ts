import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { Piece } from '../game.ts';
import { morris, type MorrisPosition } from './index.ts';
import { randomCases } from '../testing/effort.ts';

vi.setConfig({ testTimeout: 60_000 });

const board = morris.geometry({});
const spot = (id: string) => board.spots.find((candidate) => candidate.id === id)!;

function played(text: string, from = 'w:;b:;w;0;0') {
  const start = morris.parsePosition(from);
  let before = start;
  let position = start;
  const moves = morris.parseMoves(start, text);
  for (const move of moves) {
    before = position;
    position = morris.play(position, move);
  }
  return { position, last: moves.length === 0 ? null : { before, move: moves.at(-1)! } };
}

const pieces = (position: MorrisPosition): Map<string, Piece> =>
  new Map(morris.view(position, null).pieces.map((piece) => [piece.id, piece]));

const on = (position: MorrisPosition, id: string): Piece | undefined => {
  const { x, y } = spot(id);
  return morris.view(position, null).pieces.find((piece) => piece.x === x && piece.y === y);
};

describe('the geometry', () => {
  it('has 24 points with an area each, a1 at the bottom left', () => {
    expect(board.spots).toHaveLength(24);
    expect(board.areas.map(({ id }) => id)).toEqual(board.spots.map(({ id }) => id));
    expect(spot('a1').y - spot('a7').y).toBeCloseTo(6);
    expect(spot('g1').x - spot('a1').x).toBeCloseTo(6);
    expect(board.width - spot('g1').x).toBeCloseTo(spot('a1').x);
  });

  it('has three squares and four spokes', () => {
    const ends = board.lines.map(({ from, to }) =>
      [from.x, from.y, to.x, to.y].map((value) => value.toFixed(2)),
    );
    expect(new Set(ends.map(String)).size).toBe(16);
    const [outer, spoke] = [spot('a7'), spot('d7')];
    expect(board.lines).toContainEqual(expect.objectContaining({ from: { x: outer.x, y: outer.y } }));
    const up = board.lines.filter(({ from, to }) => from.x === spoke.x && to.x === spoke.x);
    expect(up).toHaveLength(2);
  });

  it('names the files and the ranks', () => {
    expect(board.labels.map(({ text }) => text).toSorted()).toEqual([...'1234567abcdefg']);
  });
});

describe('the view', () => {
  it('has nine men a side, on the board or in the trays', () => {
    const all = [...pieces(morris.initial()).values()];
    expect(all.filter(({ seat }) => seat === 0)).toHaveLength(9);
    expect(all.filter(({ seat }) => seat === 1)).toHaveLength(9);
    expect(on(morris.initial(), 'a7')).toBeUndefined();
    expect(on(played('a7').position, 'a7')).toMatchObject({ seat: 0 });
  });

  it('fills a tray from end to end with the nine', () => {
    const tray = board.plates.find(({ look }) => look === 'tray')!;
    const own = [...pieces(morris.initial()).values()].filter(({ seat }) => seat === 0).map(({ y }) => y);
    const half = tray.shape.kind === 'rect' ? tray.shape.height / 2 : 0;
    const [above, below] = [Math.min(...own) - (tray.y - half), tray.y + half - Math.max(...own)];
    expect(above).toBeCloseTo(below, 6);
  });

  it('moves one man a move, and with it the one that is taken', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1000), { minLength: 20, maxLength: 150, size: 'max' }), (picks) => {
        let position = morris.initial();
        for (const pick of picks) {
          const legal = morris.moves(position);
          if (legal.length === 0) return;
          const before = pieces(position);
          const move = legal[pick % legal.length]!;
          position = morris.play(position, move);
          const after = pieces(position);
          expect([...after.keys()].toSorted()).toEqual([...before.keys()].toSorted());
          const moved = [...after.values()].filter(
            ({ id, x, y }) => x !== before.get(id)!.x || y !== before.get(id)!.y,
          );
          expect(moved).toHaveLength(morris.moveText(position, move).includes('x') ? 2 : 1);
          const places = [...after.values()].map(({ x, y }) => `${x.toFixed(3)} ${y.toFixed(3)}`);
          expect(new Set(places).size).toBe(18);
        }
      }),
      { numRuns: randomCases(20) },
    );
  });

  it('gives what a side has taken into its own tray', () => {
    const { position } = played('a7 g1 d7 a1 g7xa1');
    const [left, right] = [spot('a1').x, spot('g1').x];
    const all = [...pieces(position).values()];
    expect(all.filter(({ seat, x }) => seat === 1 && x < left)).toHaveLength(1);
    expect(all.filter(({ seat, x }) => seat === 0 && x < left)).toHaveLength(6);
    expect(all.filter(({ seat, x }) => seat === 1 && x > right)).toHaveLength(7);
  });

  it('puts what is taken beside what was lost before', () => {
    const { position } = played('g4-g7xb6', 'w:a7,d7,g4,b2;b:b6,c3,d3,e4;w;18;0');
    const places = [...pieces(position).values()].map(({ x, y }) => `${x.toFixed(3)} ${y.toFixed(3)}`);
    expect(new Set(places).size).toBe(18);
  });

  it('marks where a man came from and went, what was taken, and the mill', () => {
    const { position, last } = played('g4-g7xb6', 'w:a7,d7,g4,b2;b:b6,c3,d3,e4;w;18;0');
    const { marks } = morris.view(position, last);
    const at = (look: string) => marks.filter((mark) => mark.look === look).map(({ x, y }) => [x, y]);
    const place = (id: string) => [spot(id).x, spot(id).y];
    expect(at('last')).toEqual([place('g7')]);
    expect(at('origin')).toEqual([place('g4')]);
    expect(at('hint')).toEqual([place('d7'), place('b6')]);
    const mill = marks.find(({ look }) => look === 'hint')!.shape;
    if (mill.kind !== 'rect') throw new Error('a line is a rectangle');
    expect(mill.width).toBeGreaterThan(6);
    expect(mill.height).toBeLessThan(1);
  });

  it('joins the men of a mill of either side while it stands', () => {
    const links = (text: string) =>
      morris.view(morris.parsePosition(text), null).marks.filter(({ look }) => look === 'link');
    const joined = links('w:a7,d7,g7,b2;b:a1,a4,b6,f6;w;18;0');
    const middle = (one: string, other: string) =>
      expect.objectContaining({
        x: (spot(one).x + spot(other).x) / 2,
        y: (spot(one).y + spot(other).y) / 2,
      });
    expect(joined).toEqual([middle('a7', 'd7'), middle('d7', 'g7')]);
    for (const { shape } of joined) {
      if (shape.kind !== 'rect') throw new Error('a link is a stroke');
      // From rim to rim, so that it covers no man.
      expect(shape.width).toBeLessThan(3 - 2 * 0.36);
      expect(shape.height).toBe(0);
    }
    expect(links('w:a7,d7;b:g7,a4,b6;w;18;0')).toEqual([]);
    expect(links('w:b2,c3;b:a1,a4,a7;w;18;0')).toHaveLength(2);
  });

  it('says what stands on a point, and where a keyboard begins once men are moved', () => {
    const position = morris.parsePosition('w:a7,d7,g7,b2;b:a1,a4,b6,f6;w;18;0');
    const { standing, home } = morris.view(position, null);
    expect(standing).toMatchObject({ a7: "White's man in a mill", b2: "White's man", f6: "Black's man" });
    expect(Object.keys(standing!)).toHaveLength(8);
    expect(morris.choices(position).map(({ path }) => path[0])).toContain(home);
    expect(morris.view(morris.initial(), null).home).toBeUndefined();
  });

  it('marks both mills that close at once, and the one that wins', () => {
    const both = played('g7xb6', 'w:a7,d7,g4,g1;b:b6,a4;w;8;4');
    const hints = morris.view(both.position, both.last).marks.filter(({ look }) => look === 'hint');
    expect(hints.map(({ shape }) => shape.kind)).toEqual(['rect', 'rect', 'polygon']);
    const won = played('g4-g7xb6', 'w:a7,d7,g4,b2;b:b6,c3,d3;w;18;0');
    const looks = morris.view(won.position, won.last).marks.map(({ look }) => look);
    expect(looks).toEqual(['link', 'link', 'winning', 'last', 'origin', 'hint']);
  });

  it('marks the men that stand in the way of a blocked side', () => {
    const { marks } = morris.view(morris.parsePosition('w:a7,d7,g7,a4;b:d6,g4,b4,a1,d2;w;18;0'), null);
    const places = ['d6', 'g4', 'b4', 'a1'].map((id) => [spot(id).x, spot(id).y]);
    const winning = marks.filter(({ look }) => look === 'winning');
    expect(winning).toHaveLength(4);
    expect(winning.map(({ x, y }) => [x, y])).toEqual(expect.arrayContaining(places));
  });

  it.each([
    [
      '',
      undefined,
      'White is to place a man. White has no man on the board, 9 in hand. Black has no man on the board, 9 in hand.',
    ],
    [
      'a7 g1 d7 a1 g7xa1',
      undefined,
      'White placed a man on g7, closed a mill and took the man on a1. Black is to place a man. ' +
        'White has 3 men on the board, 6 in hand: a7 in a mill, d7 in a mill, g7 in a mill. ' +
        'Black has 1 man on the board, 7 in hand, 1 lost: g1.',
    ],
    [
      'b2-d2',
      'w:a7,d7,g4,b2;b:b6,c3,d3;w;18;0',
      'White moved from b2 to d2. Black is to move, and may fly. White has 4 men on the board, 5 lost: ' +
        'a7, d7, g4, d2. Black has 3 men on the board, 6 lost: b6, c3, d3.',
    ],
    [
      'g4-g7xb6',
      'w:a7,d7,g4,b2;b:b6,c3,d3;w;18;0',
      'White moved from g4 to g7, closed a mill and took the man on b6. White has won: two men left. ' +
        'White has 4 men on the board, 5 lost: a7 in a mill, d7 in a mill, g7 in a mill, b2. ' +
        'Black has 2 men on the board, 7 lost: c3, d3.',
    ],
  ])('is spoken after %j', (text, from, words) => {
    const { position, last } = played(text, from);
    expect(morris.view(position, last).spoken).toBe(words);
  });
});

describe('choices', () => {
  it('go from point to point, and end with the man that is taken', () => {
    const placing = morris.choices(played('a7 g1 d7 a1').position).map(({ path }) => path.join(' '));
    expect(placing).toContain('g4');
    expect(placing.filter((path) => path.startsWith('g7'))).toEqual(['g7 a1', 'g7 g1']);
    const moving = morris.choices(played('', 'w:a7,d7,g4,b4;b:b6,c3,d3,e4;w;18;0').position);
    const paths = moving.map(({ path }) => path.join(' '));
    expect(paths).toContain('b4 a4');
    expect(paths.filter((path) => path.startsWith('g4 g7'))).toHaveLength(4);
  });

  it('show the man that moves where it will stand', () => {
    for (const from of ['w:a7;b:g1;w;2;2', 'w:a7,d7,g4;b:b6,c3,d3,e4;w;18;0']) {
      const { position } = played('', from);
      for (const { move, preview } of morris.choices(position)) {
        expect(preview).toHaveLength(1);
        expect(pieces(morris.play(position, move)).get(preview[0]!.id)).toEqual(preview[0]);
      }
    }
  });

  it('say where the man comes from, which one it takes and which mills stand before that', () => {
    const { position } = played('', 'w:a7,d7,g7,d5,b2,f2;b:b6,c3,d3,e4,a1;w;18;0');
    for (const { move, path, from, taken, links } of morris.choices(position)) {
      const [start, , target] = path;
      expect(from).toEqual({ x: spot(start!).x, y: spot(start!).y });
      expect(taken).toEqual(target === undefined ? undefined : [on(position, target)]);
      if (target === undefined) continue;
      // No black man stands in a mill, so a capture breaks none.
      const next = morris.view(morris.play(position, move), null).marks;
      expect(links).toEqual(next.filter(({ look }) => look === 'link'));
    }
    const placing = morris.choices(played('a7 g1 d7 a1').position);
    expect(placing.every(({ from }) => from === undefined)).toBe(true);
    expect(placing.filter(({ links }) => links?.length === 2)).toHaveLength(2);
  });
});

describe('what is to be picked next', () => {
  const dotsOf = (position: MorrisPosition, path: string) =>
    morris.choices(position).find((choice) => choice.path.join(' ') === path)?.dots;
  const moving = morris.parsePosition('w:a7,d7,g4,b2;b:b6,c3,d3,b4;w;18;0');
  const at = (id: string) => expect.objectContaining({ x: spot(id).x, y: spot(id).y });

  it('is shown on the points and around the men, but not on all that a man in hand may go to', () => {
    expect(dotsOf(morris.initial(), 'a7')).toEqual([null]);
    expect(dotsOf(moving, 'g4 f4')).toEqual([null, at('f4')]);
    expect(dotsOf(moving, 'g4 g7 b6')).toEqual([null, at('g7'), at('b6')]);
    const [, target, victim] = dotsOf(moving, 'g4 g7 b6')!;
    // Around the man, not behind it.
    expect(victim!.r).toBeGreaterThan(0.36);
    expect(target!.r).toBeLessThan(0.36);
  });

  it('is said in words', () => {
    const flying = morris.parsePosition('w:a7,d7,g4;b:b6,c3,d3,b4;w;18;0');
    expect(morris.prompt!(moving, ['g4'])).toBe('Pick where the man on g4 goes');
    expect(morris.prompt!(flying, ['g4'])).toBe('The man on g4 flies: pick any empty point');
    expect(morris.prompt!(moving, ['g4', 'g7'])).toBe("A mill: pick one of Black's men to take");
    const { position } = played('a7 g1 d7 a1');
    expect(morris.prompt!(position, ['g7'])).toBe("A mill: pick one of Black's men to take");
  });
});

describe('a refusal', () => {
  const moving = 'w:a7,d7,g4,b4;b:g7,d6,c5,e5,d5;w;18;0';
  const closing = 'w:a7,d7,g4,b2;b:b6,b4,a4,c3,d3,e3;w;18;0';
  it.each<[string, string[], string]>([
    ['w:a7;b:g7;w;2;2', [], 'pick an empty point'],
    ['w:a7;b:g7;w;2;2', ['a7'], 'a7 is not empty'],
    ['w:a7;b:g7;w;2;2', ['d4'], 'this is not a point of the board'],
    ['w:a7;b:g7;w;2;2', ['a4'], ''],
    ['w:a7;b:g7;w;2;2', ['a4', 'g7'], 'a man on a4 closes no mill, so that none is taken'],
    [moving, [], 'pick the man that White moves'],
    [moving, ['a1'], 'no man stands on a1'],
    [moving, ['g7'], "the man on g7 is Black's"],
    [moving, ['d7'], 'the man on d7 cannot move: no point that it touches is empty'],
    [moving, ['b4'], ''],
    [moving, ['b4', 'd2'], 'b4 does not touch d2'],
    [moving, ['a7', 'd7'], 'd7 is not empty'],
    [moving, ['b4', 'b2', 'g7'], 'a man on b2 closes no mill, so that none is taken'],
    [closing, ['g4', 'g7'], ''],
    [closing, ['g4', 'g7', 'c3'], 'c3 stands in a mill'],
    [closing, ['g4', 'g7', 'g1'], 'no man stands on g1'],
    [closing, ['g4', 'g7', 'a4'], ''],
    [closing, ['g4', 'g7', 'a4', 'b4'], 'a turn takes one man at most'],
    ['w:a7,d7;b:b6,c3,d3;w;18;0', ['a7'], 'the game is over: two men left'],
  ])('in %s of %j is %j', (text, picks, words) => {
    expect(morris.refusal(played('', text).position, picks)).toBe(words);
  });
});

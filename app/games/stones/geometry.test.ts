import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Piece } from '../game.ts';
import { stones, type StonesPosition } from './index.ts';
import { randomCases } from '../testing/effort.ts';

const board = stones.geometry({});
const spot = (id: string) => board.spots.find((candidate) => candidate.id === id)!;
const at = (id: string) => expect.objectContaining({ x: spot(id).x, y: spot(id).y });
const distance = (one: string, other: string): number =>
  Math.hypot(spot(one).x - spot(other).x, spot(one).y - spot(other).y);

/** A board with these stones by place, as the protocol's integers. */
function positionWith(placed: Readonly<Record<string, number>>, rest: string): StonesPosition {
  const rows = Array.from({ length: 9 }, () => Array.from({ length: 9 }, () => 0));
  for (const [place, value] of Object.entries(placed)) {
    rows[Number(place[1]) - 1]![place.charCodeAt(0) - 'A'.charCodeAt(0)] = value;
  }
  return stones.parsePosition(`${JSON.stringify(rows)} ${rest}`);
}
/** Each side has its three types out of sight of each other, plus the given stones. */
const spare = { A5: 5, B6: 6, C7: 7, G3: -5, H4: -6, I5: -7 };

function played(text: string) {
  let before = stones.initial();
  let position = before;
  const moves = stones.parseMoves(before, text);
  for (const move of moves) [before, position] = [position, stones.play(position, move)];
  return { position, last: moves.length === 0 ? null : { before, move: moves.at(-1)! } };
}

const choice = (position: StonesPosition, path: string) =>
  stones.choices(position).find((candidate) => candidate.path.join(' ') === path)!;
const piecesOf = (position: StonesPosition): Map<string, Piece> =>
  new Map(stones.view(position, null).pieces.map((piece) => [piece.id, piece]));

describe('the geometry', () => {
  it('has 60 places with an area each, and one to pass, which is a button with a key', () => {
    expect(board.spots).toHaveLength(60);
    const [pass, ...more] = board.areas.filter(({ button }) => button !== undefined);
    expect(pass).toMatchObject({ id: 'pass', key: '0', button: 'Pass' });
    expect(more).toEqual([]);
    expect(board.areas.map(({ id }) => id)).toEqual([...board.spots.map(({ id }) => id), 'pass']);
  });

  it('is a hexagon: all neighbours are a unit apart, in rows that go across', () => {
    for (const near of ['C4', 'E4', 'D3', 'D5', 'C3']) expect(distance('D4', near)).toBeCloseTo(1);
    expect(distance('D4', 'E3')).toBeGreaterThan(1.5);
    expect(spot('A1').y).toBeCloseTo(spot('E1').y);
    expect(spot('A5').x).toBeLessThan(spot('A1').x);
    for (const corner of ['A1', 'E1', 'A5', 'I5', 'E9', 'I9']) {
      const { x, y } = spot(corner);
      expect(Math.hypot(x - board.width / 2, y - board.height / 2)).toBeCloseTo(4);
    }
  });

  it('has no line to the hole or across it', () => {
    const middle = { x: board.width / 2, y: board.height / 2 };
    const joins = board.lines.filter(({ look }) => look === 'ink');
    for (const { from, to } of joins) {
      expect(Math.hypot(from.x - to.x, from.y - to.y)).toBeCloseTo(1);
      for (const end of [from, to])
        expect(Math.hypot(end.x - middle.x, end.y - middle.y)).toBeGreaterThan(0.5);
    }
    // The six edges of 4, and the interior: the 156 of a whole hexagon without the six spokes of the hole.
    expect(joins).toHaveLength(150);
  });

  it('names every column and every row once, before its first place', () => {
    expect(board.labels.map(({ text }) => text).toSorted()).toEqual([...'123456789ABCDEFGHI']);
    const label = (text: string) => board.labels.find((candidate) => candidate.text === text)!;
    expect(label('5').y).toBeCloseTo(spot('A5').y);
    expect(label('9').x).toBeLessThan(spot('E9').x);
    expect(label('A').y).toBeLessThan(spot('A1').y);
    expect(label('I').x).toBeGreaterThan(spot('I5').x);
  });
});

describe('the view', () => {
  it('shows a type by shape and letter, a height by storeys and a side by seat', () => {
    const pieces = [...piecesOf(stones.initial()).values()];
    expect(pieces).toHaveLength(60);
    const shapes = new Map(pieces.map(({ text, shape }) => [text, shape]));
    expect([...shapes.keys()].toSorted()).toEqual(['A', 'B', 'C']);
    expect(new Set([...shapes.values()].map(({ kind }) => kind)).size).toBe(3);
    const stack = piecesOf(positionWith({ ...spare, D4: -(4 * 3 + 2) }, 'white any')).get('stone-D4');
    expect(stack).toMatchObject({ seat: 1, text: 'B', storeys: 3, x: spot('D4').x });
  });

  it('lets a stone come from where it stood', () => {
    const { position, last } = played('D4C4');
    const pieces = stones.view(position, last).pieces;
    expect(pieces.find(({ id }) => id === 'stone-C4')).toMatchObject({ seat: 0, from: at('D4') });
    expect(pieces.filter(({ from }) => from !== undefined)).toHaveLength(1);
  });

  it('marks both actions of the turn that led here', () => {
    const marks = (text: string) => {
      const { position, last } = played(text);
      return stones.view(position, last).marks.map(({ look, x, y }) => [look, x, y]);
    };
    const ring = (look: string, id: string) => [look, spot(id).x, spot(id).y];
    expect(marks('')).toEqual([]);
    expect(marks('D4C4')).toEqual([ring('last', 'C4'), ring('origin', 'D4')]);
    expect(marks('D4C4 E4C4')).toEqual([ring('last', 'C4'), ring('origin', 'E4')]);
    expect(marks('D4C4 E4C4 G9G8')).toEqual([
      ...[ring('last', 'C4'), ring('origin', 'E4')],
      ...[ring('last', 'G8'), ring('origin', 'G9')],
    ]);
    // A stone that attacks twice has one end mark.
    expect(marks('D4C4 E4C4 C4C3')).toEqual([
      ring('origin', 'E4'),
      ...[ring('last', 'C3'), ring('origin', 'C4')],
    ]);
    // A pass touches no stone: the hole is marked.
    const middle = [board.width / 2, board.height / 2];
    expect(marks('D4C4 E4C4 pass')).toEqual([ring('last', 'C4'), ring('origin', 'E4'), ['last', ...middle]]);
  });

  it('marks the stone that took the last one of a type', () => {
    const before = positionWith({ ...spare, F4: 5, H4: 0, G4: -6 }, 'white attack');
    const move = stones.parseMove(before, 'F4G4');
    const { marks, gauges } = stones.view(stones.play(before, move), { before, move });
    expect(gauges.map(({ value, warning }) => [value, warning])).toContainEqual([0, 'gone']);
    expect(marks[0]).toMatchObject({ look: 'winning', x: spot('G4').x });
  });

  it('counts the visible stones of each type and warns at the last one', () => {
    const { gauges } = stones.view(positionWith({ ...spare, D4: 5 }, 'white any'), null);
    expect(gauges.map(({ seat, text, value, warning }) => [seat, text, value, warning])).toEqual([
      [0, 'A', 2, undefined],
      [0, 'B', 1, 'last'],
      [0, 'C', 1, 'last'],
      [1, 'A', 1, 'last'],
      [1, 'B', 1, 'last'],
      [1, 'C', 1, 'last'],
    ]);
    const all = stones.view(stones.initial(), null).gauges;
    expect(all.map(({ value, most }) => [value, most])).toEqual([
      ...[15, 9, 6].map((count) => [count, count]),
      ...[15, 9, 6].map((count) => [count, count]),
    ]);
  });

  it('says what stands on a place and where a keyboard begins', () => {
    const position = positionWith({ ...spare, D4: 4 * 2 + 3, C4: -5 }, 'white attack');
    const { standing, home } = stones.view(position, null);
    expect(standing).toMatchObject({ D4: "White's C, 2 high", C4: "Black's A" });
    expect(home).toBe('D4');
  });

  it.each([
    ['', 'White is to attack.'],
    ['D4C4', "White's stone on D4 attacked C4. Black is to attack."],
    ['D4C4 E4C4', "Black's stone on E4 attacked C4. Black is to attack again, to strengthen or to pass."],
    ['D4C4 E4C4 G9G8', "Black's stone on G9 strengthened G8. White is to attack."],
    ['D4C4 E4C4 pass', 'Black passed. White is to attack.'],
  ])('is spoken after %j', (text, words) => {
    const { position, last } = played(text);
    const { spoken } = stones.view(position, last);
    expect(spoken.startsWith(`${words} White shows `)).toBe(true);
    expect(spoken).toMatch(/Black shows \d+ A on .*; \d B on .*; \d C on .*\.$/);
  });
});

describe('choices', () => {
  it('show the stone where it will stand', () => {
    const { position } = played('D4C4 E4C4');
    for (const { move, preview, path } of stones.choices(position)) {
      const after = piecesOf(stones.play(position, move));
      expect(preview).toHaveLength(path[0] === 'pass' ? 0 : 1);
      for (const piece of preview) expect(after.get(piece.id)).toEqual(piece);
    }
  });

  it('tell an attack from a strengthening by sign and in words, and what loses or wins', () => {
    const position = positionWith({ ...spare, D4: 4 * 2 + 1, C4: -5, D3: 5, B4: 5 }, 'white any');
    const dot = (path: string) => choice(position, path).dots?.[1];
    expect(dot('D4 C4')).toMatchObject({ ...spotAt('C4'), sign: 'take', words: 'attack' });
    expect(dot('D4 D3')).toMatchObject({ sign: 'join', words: 'strengthen to 3 high' });
    expect(dot('A5 B6')).toMatchObject({
      sign: 'join',
      words: 'strengthen and lose: the last visible B is covered',
    });
    const winning = positionWith({ ...spare, F4: 5, H4: 0, G4: -6 }, 'white attack');
    expect(choice(winning, 'F4 G4').dots?.[1]?.words).toBe('attack and win: the last visible B goes');
  });

  it('have a pass only as a second action', () => {
    const passes = (text: string): boolean =>
      stones.choices(played(text).position).some(({ path }) => path[0] === 'pass');
    expect([passes(''), passes('D4C4'), passes('D4C4 E4C4')]).toEqual([false, false, true]);
  });

  it('say what ends the game as the rules do', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1000), { minLength: 10, maxLength: 80, size: 'max' }), (picks) => {
        let position = stones.initial();
        for (const pick of picks) {
          for (const { move, dots } of stones.choices(position)) {
            const words = dots?.[1]?.words ?? '';
            const over = stones.result(stones.play(position, move));
            const gone = over?.reason.startsWith('no visible') === true ? over : null;
            expect([/ win: /.test(words), / lose: /.test(words)]).toEqual([
              gone?.kind === 'win' && gone.winner === position.mover,
              gone?.kind === 'win' && gone.winner !== position.mover,
            ]);
          }
          const legal = stones.moves(position);
          if (legal.length === 0) return;
          position = stones.play(position, legal[pick % legal.length]!);
        }
      }),
      { numRuns: randomCases(10) },
    );
  });
});

const spotAt = (id: string) => ({ x: spot(id).x, y: spot(id).y });

describe('what is to be picked next, in words', () => {
  it.each<[string, string[], string]>([
    ['', [], 'White: pick the stone that attacks'],
    ['', ['D4'], 'White: pick the stone that D4 attacks'],
    ['D4C4', [], 'Black: pick the stone that attacks'],
    ['D4C4 E4C4', [], 'Black: attack again, strengthen or pass'],
    ['D4C4 E4C4', ['C4'], 'Black: pick the stone that C4 attacks or strengthens'],
  ])('after %j and %j', (text, picks, words) => {
    expect(stones.prompt!(played(text).position, picks)).toBe(words);
  });
});

describe('a refusal', () => {
  const high = { ...spare, D4: 5, C4: -(4 * 2 + 1), D3: 5, B4: 5, F4: 4 * 2 + 1, G4: -5 };
  it.each<[string, string[], string]>([
    [
      'white attack',
      ['D4'],
      'the stone on C4 is 2 high, the one on D4 1: only one as high or higher can attack it',
    ],
    ['white attack', ['A5'], 'White must attack, and the stone on A5 sees none but its own'],
    ['white attack', ['pass'], 'White must attack and cannot pass'],
    ['white attack', ['E5'], 'this is not a place of the board'],
    ['white attack', ['E4'], 'no stone stands on E4'],
    ['white attack', ['C4'], "the stone on C4 is Black's"],
    ['white attack', ['F4'], ''],
    ['white attack', ['F4', 'E4'], 'E4 is empty'],
    ['white any', ['D4'], ''],
    ['white any', ['pass'], ''],
    ['white any', ['D4', 'pass'], 'let the stone go before you pass'],
    ['white any', ['D4', 'D3', 'A5'], 'an action takes one stone to another one'],
  ])('in %s of %j is %j', (rest, picks, words) => {
    expect(stones.refusal(positionWith(high, rest), picks)).toBe(words);
  });

  it('says that a stone sees no other one', () => {
    const alone = positionWith({ A1: 5, A5: 6, B6: 7, E1: -5, H5: -6, I6: -7, E8: 5 }, 'white any');
    expect(stones.refusal(alone, ['E8'])).toBe('the stone on E8 sees no other stone');
  });
});

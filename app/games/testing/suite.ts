/** The suite for every game: pure rules, notation both ways, a board that can be drawn and picked from. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BadNotation,
  IllegalMove,
  type Game,
  type Point,
  type Seat,
  type Setup,
  type SetupField,
  type Shape,
} from '../game.ts';
import { isEditable } from '../editing.ts';
import { makeLine } from '../line.ts';
import { placeLabel, placePoint } from '../outline.ts';
import { completeSetup, defaultOf, parseSetupFlag } from '../setup.ts';
import { editorSuite } from './editor-suite.ts';
import { runsOn } from './effort.ts';

/** Enough for openings, fights and most endings, few enough for the largest boards. */
const PLIES = 80;

function setupsOf(game: Game): Setup[] {
  const fieldwise = (valueOf: (field: SetupField) => number): Setup =>
    Object.fromEntries(game.setupFields.map((field) => [field.id, valueOf(field)]));
  const setups = [
    completeSetup(game.setupFields),
    fieldwise(({ min }) => min),
    fieldwise(({ max }) => max),
    fieldwise(({ offered }) => offered.min),
  ];
  return [...new Map(setups.map((setup) => [JSON.stringify(setup), setup])).values()];
}

/** The moves and positions of a random game; each number picks one of the legal moves. */
function randomGame(game: Game, start: unknown, picks: readonly number[]) {
  const positions = [start];
  const moves: unknown[] = [];
  for (const pick of picks) {
    const position = positions.at(-1);
    const legal = game.moves(position);
    if (legal.length === 0) break;
    const move = legal[pick % legal.length];
    moves.push(move);
    positions.push(game.play(position, move));
  }
  return { moves, positions };
}

const anyPicks = fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: PLIES, size: 'max' });

function halfSize(shape: Shape): Point {
  if (shape.kind === 'circle') return { x: shape.r, y: shape.r };
  if (shape.kind === 'rect') return { x: shape.width / 2, y: shape.height / 2 };
  return {
    x: Math.max(...shape.points.map(({ x }) => Math.abs(x))),
    y: Math.max(...shape.points.map(({ y }) => Math.abs(y))),
  };
}

const unique = (ids: readonly string[]): boolean => new Set(ids).size === ids.length;

/** @param effort a factor of the numbers of random games */
export function gameSuite(game: Game, effort = 1): void {
  const cases = setupsOf(game).map((setup) => [JSON.stringify(setup), setup] as const);

  it('declares its setup fields soundly', () => {
    expect(unique(game.setupFields.map(({ id }) => id))).toBe(true);
    for (const field of game.setupFields) {
      const { min, max, offered, step } = field;
      for (const setup of setupsOf(game)) {
        const normal = defaultOf(field, setup);
        expect([min, offered.min, normal, offered.max, max]).toEqual(
          [min, offered.min, normal, offered.max, max].sort((a, b) => a - b),
        );
        for (const value of [offered.min, offered.max, max, normal]) expect((value - min) % step).toBe(0);
      }
    }
    const usual = completeSetup(game.setupFields);
    for (const flag of game.setupFlags) {
      const text = flag.fields.map((id) => usual[id]).join('x');
      expect(game.setupOf(game.initial(parseSetupFlag(flag, text)))).toEqual(usual);
    }
  });

  it('tells its sides apart by name, token and colour', () => {
    const [one, other] = game.seats;
    expect(one.name).not.toBe(other.name);
    expect(one.token).not.toBe(other.token);
    expect(one.colour).not.toBe(other.colour);
  });

  it('refuses setups beyond its fields', () => {
    for (const field of game.setupFields) {
      for (const value of [field.min - field.step, field.max + field.step, field.min + 0.5]) {
        expect(() => game.initial({ [field.id]: value })).toThrow(BadNotation);
      }
    }
  });

  describe.each(cases)('with %s', { timeout: 60_000 }, (_setup, setup) => {
    const start = game.initial(setup);
    const geometry = game.geometry(setup);
    const areas = new Set(geometry.areas.map(({ id }) => id));
    const runs = (most: number): number => runsOn(areas.size, most, effort);

    const inside = ({ x, y, shape }: Point & { shape: Shape }): boolean => {
      const half = halfSize(shape);
      const slack = 1e-9;
      return (
        x - half.x >= -slack &&
        y - half.y >= -slack &&
        x + half.x <= geometry.width + slack &&
        y + half.y <= geometry.height + slack
      );
    };

    it('begins with seat 0, a whole turn ahead, and knows its setup', () => {
      expect(game.seatToMove(start)).toBe(0);
      expect(game.beginsTurn(start)).toBe(true);
      expect(game.result(start)).toBeNull();
      expect(game.setupOf(start)).toEqual(setup);
    });

    it('has a geometry of unique ids within its bounds', () => {
      expect(unique(geometry.spots.map(({ id }) => id))).toBe(true);
      expect(unique(geometry.areas.map(({ id }) => id))).toBe(true);
      const keys = geometry.areas.flatMap(({ key }) => key ?? []);
      expect(unique(keys)).toBe(true);
      expect(unique(geometry.areas.map(({ name }) => name))).toBe(true);
      for (const { turns = {} } of geometry.areas) {
        expect(Object.keys(turns).filter((key) => keys.includes(key))).toEqual([]);
        expect(Object.values(turns).filter((id) => !areas.has(id))).toEqual([]);
      }
      const point = { shape: { kind: 'circle', r: 0 } } as const;
      const all = [
        ...geometry.spots,
        ...geometry.areas,
        ...geometry.areas.flatMap(({ ghost, x, y }) => (ghost === undefined ? [] : { x, y, shape: ghost })),
        ...geometry.plates,
        ...geometry.labels.map((label) => ({ ...label, ...point })),
        ...geometry.lines.flatMap(({ from, to }) => [
          { ...from, ...point },
          { ...to, ...point },
        ]),
      ];
      expect(all.filter((thing) => !inside(thing))).toEqual([]);
    });

    it('stays in place and within its bounds when the board is turned', () => {
      const turned = <Thing extends Point>(thing: Thing): Thing => ({
        ...thing,
        ...placePoint(thing, geometry, game.flip),
      });
      const extent = (shapes: typeof plates): number[] => {
        const bounds = shapes.map(({ x, y, shape }) => ({ x, y, half: halfSize(shape) }));
        return [
          Math.min(...bounds.map(({ x, half }) => x - half.x)),
          Math.max(...bounds.map(({ x, half }) => x + half.x)),
          Math.min(...bounds.map(({ y, half }) => y - half.y)),
          Math.max(...bounds.map(({ y, half }) => y + half.y)),
        ];
      };
      const { plates, spots, labels } = geometry;
      expect(extent(plates.map(turned))).toEqual(extent(plates).map((edge) => expect.closeTo(edge, 9)));
      const point = { shape: { kind: 'circle', r: 0 } } as const;
      const placed = labels.map((label) => ({
        ...label,
        ...placeLabel(label, geometry, game.flip),
        ...point,
      }));
      expect([...[...spots, ...plates].map(turned), ...placed].filter((thing) => !inside(thing))).toEqual([]);
      const isOver = (label: Point) => (plate: (typeof plates)[number]) => {
        const half = halfSize(plate.shape);
        return Math.abs(label.x - plate.x) < half.x && Math.abs(label.y - plate.y) < half.y;
      };
      expect(placed.filter((label) => label.edge && plates.some(isOver(label)))).toEqual([]);
    });

    it('reads back every move, list of moves and position of random games', () => {
      fc.assert(
        fc.property(anyPicks, (picks) => {
          const { moves, positions } = randomGame(game, start, picks);
          const last = positions.at(-1);
          expect(game.parseMoves(start, game.movesText(start, moves))).toEqual(moves);
          for (const log of moves.length > 1 ? (game.logs ?? []) : []) {
            expect(game.parseMoves(start, log.text(start, moves))).toEqual(moves);
          }
          expect(makeLine(game, 'key', start, moves).position).toEqual(last);
          for (const position of positions) {
            const text = game.positionText(position);
            expect(game.positionText(game.parsePosition(text))).toBe(text);
          }
          for (const [index, move] of moves.entries()) {
            const position = positions[index];
            const text = game.moveText(position, move);
            expect(game.moveText(position, game.parseMove(position, text))).toBe(text);
          }
          // Behind that, a file of openings has comments.
          expect(`${game.movesText(start, moves)}\n${game.positionText(last)}`).not.toMatch(/(?:^|\s)#/);
          const read = game.parsePosition(game.positionText(last));
          expect(game.seatToMove(read)).toBe(game.seatToMove(last));
          const over = game.result(last);
          if (over !== null && game.endingsByHistory?.includes(over.reason)) {
            expect(game.result(read)).toBeNull();
            return;
          }
          expect(game.moves(read)).toEqual(game.moves(last));
          expect(game.result(read)).toEqual(over);
        }),
        { numRuns: runs(16) },
      );
    });

    it('has moves exactly while there is no result, each with a text of its own', () => {
      fc.assert(
        fc.property(anyPicks, (picks) => {
          for (const position of randomGame(game, start, picks).positions) {
            const moves = game.moves(position);
            expect(moves.length === 0).toBe(game.result(position) !== null);
            expect(unique(moves.map((move) => game.moveText(position, move)))).toBe(true);
          }
        }),
        { numRuns: runs(16) },
      );
    });

    it('names the ply of what cannot be read or played', () => {
      fc.assert(
        fc.property(anyPicks, (picks) => {
          const { moves, positions } = randomGame(game, start, picks);
          const text = game.movesText(start, moves);
          expect(() => game.parseMoves(start, `${text} ?`)).toThrow(`ply ${moves.length + 1}: `);
          if (game.result(positions.at(-1)) === null) return;
          const again = [...moves, moves.at(-1)];
          expect(() => makeLine(game, 'key', start, again)).toThrow(IllegalMove);
          expect(() => makeLine(game, 'key', start, again)).toThrow(`ply ${again.length}: the game is over`);
        }),
        { numRuns: runs(12) },
      );
    });

    it('draws every position within the board, and can be picked from its areas', () => {
      fc.assert(
        fc.property(anyPicks, (picks) => {
          const { moves, positions } = randomGame(game, start, picks);
          for (const [index, position] of positions.entries()) {
            const last = index === 0 ? null : { before: positions[index - 1], move: moves[index - 1] };
            const view = game.view(position, last);
            expect(unique(view.pieces.map(({ id }) => id))).toBe(true);
            expect(view.pieces.filter((piece) => !inside(piece))).toEqual([]);
            expect(view.marks.filter((mark) => !inside(mark))).toEqual([]);
            expect(view.marks.some(({ look }) => look === 'last')).toBe(last !== null);
            expect(view.spoken).not.toBe('');
            expect(
              [view.home ?? [], Object.keys(view.standing ?? {})].flat().filter((id) => !areas.has(id)),
            ).toEqual([]);
            for (const { value, most, shape } of view.gauges) {
              expect(value).toBeLessThanOrEqual(most);
              expect(Math.max(halfSize(shape).x, halfSize(shape).y)).toBeLessThanOrEqual(0.5);
            }
            for (const { lines } of game.overlays ?? []) {
              const points = lines(position).flatMap((line) => line.points);
              expect(points.filter((at) => !inside({ ...at, shape: { kind: 'circle', r: 0 } }))).toEqual([]);
            }
            const choices = game.choices(position);
            expect(choices.map(({ move }) => move)).toEqual(game.moves(position));
            expect(unique(choices.map(({ path }) => path.join(' ')))).toBe(true);
            // A large board has a thousand choices: collect the faults and assert once.
            const astray = choices.filter(
              ({ path, preview, chip }) =>
                path.length === 0 ||
                !path.every((id) => areas.has(id)) ||
                !unique(preview.map(({ id }) => id)) ||
                !preview.every(inside) ||
                !inside({ ...chip, shape: { kind: 'circle', r: 0 } }),
            );
            expect(astray).toEqual([]);
            const taken = new Set(choices.map(({ path }) => path[0]));
            const silent = [...areas].filter((id) => !taken.has(id) && game.refusal(position, [id]) === '');
            expect(silent).toEqual([]);
          }
        }),
        { numRuns: runs(5) },
      );
    });

    it('has symmetries that form a group, in whose images the same is played', () => {
      const symmetries = game.symmetries(setup);
      const text = (position: unknown): string => JSON.stringify(position);
      expect(symmetries[0]).toMatchObject({ name: '', swapsSeats: false });
      expect(unique(symmetries.map(({ name }) => name))).toBe(true);
      fc.assert(
        fc.property(anyPicks, fc.nat(1_000_000), (picks, one) => {
          const { moves, positions } = randomGame(game, start, picks);
          const symmetry = symmetries[one % symmetries.length]!;
          for (const [index, position] of positions.entries()) {
            const image = symmetry.position(position);
            const seat = game.seatToMove(position);
            expect(game.seatToMove(image)).toBe(symmetry.swapsSeats ? 1 - seat : seat);
            expect(game.key(image)).toBe(game.key(position));
            const found = symmetries.filter(
              (other) => game.ownKey(other.position(position)) === game.ownKey(image),
            );
            expect(found).toContain(symmetry);
            const back = symmetries.filter((other) => text(other.position(image)) === text(position));
            expect(back.length).toBeGreaterThan(0);
            expect(new Set(game.moves(image))).toEqual(new Set(game.moves(position).map(symmetry.move)));
            const [result, other] = [game.result(position), game.result(image)];
            expect(other?.kind).toBe(result?.kind);
            if (result?.kind === 'win' && other?.kind === 'win') {
              expect(other.winner).toBe(symmetry.swapsSeats ? 1 - result.winner : result.winner);
            }
            if (index === moves.length) break;
            const next = game.play(image, symmetry.move(moves[index]));
            expect(text(next)).toBe(text(symmetry.position(positions[index + 1])));
          }
        }),
        { numRuns: runs(3) },
      );
    });

    it('measures every position of random games, and its images alike', () => {
      const { measures = [] } = game;
      expect(unique(measures.map(({ id }) => id))).toBe(true);
      expect(unique(measures.map(({ name }) => name))).toBe(true);
      expect(measures.filter(({ name, unit }) => name === '' || unit === '')).toEqual([]);
      const symmetries = game.symmetries(setup);
      const valuesOf = (position: unknown, seats: readonly Seat[]) =>
        measures.map(({ id, value }) => [id, ...seats.map((seat) => value(position, seat))]);
      fc.assert(
        fc.property(anyPicks, (picks) => {
          for (const position of randomGame(game, start, picks).positions) {
            const before = game.positionText(position);
            const values = valuesOf(position, [0, 1]);
            expect(values.flatMap(([, ...both]) => both).every(Number.isFinite)).toBe(true);
            for (const symmetry of symmetries) {
              const seats: readonly Seat[] = symmetry.swapsSeats ? [1, 0] : [0, 1];
              expect(valuesOf(symmetry.position(position), seats), symmetry.name).toEqual(values);
            }
            expect(game.positionText(position)).toBe(before);
          }
        }),
        { numRuns: runs(3) },
      );
    });

    it('has a key that tells positions apart which are not images of each other', () => {
      const symmetries = game.symmetries(setup);
      const own = (position: unknown): string =>
        symmetries
          .map((symmetry) => `${game.positionText(symmetry.position(position))} ${game.beginsTurn(position)}`)
          .toSorted()[0]!;
      const seen = new Map<string, unknown>();
      fc.assert(
        fc.property(fc.array(fc.nat(1_000_000), { maxLength: 6 }), (picks) => {
          const position = randomGame(game, start, picks).positions.at(-1);
          const key = game.key(position);
          const before = seen.get(key) ?? position;
          seen.set(key, before);
          // What only history knows is in the text and not in the key.
          if (own(before) !== own(position))
            expect(game.moves(before)).toHaveLength(game.moves(position).length);
          expect(game.result(before)?.kind).toBe(game.result(position)?.kind);
        }),
        { numRuns: runs(50) },
      );
    });

    it('never writes to a position', () => {
      fc.assert(
        fc.property(anyPicks, (picks) => {
          const { positions } = randomGame(game, start, picks);
          const before = positions.map((position) => game.positionText(position));
          randomGame(game, start, picks.toReversed());
          for (const position of positions)
            for (const move of game.moves(position)) game.play(position, move);
          expect(positions.map((position) => game.positionText(position))).toEqual(before);
        }),
        { numRuns: runs(5) },
      );
    });
  });

  if (isEditable(game)) editorSuite(game, cases, effort);
}

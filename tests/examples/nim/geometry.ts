/** Stones in a row. Picking one takes it together with all to its right. */
import type { Choice, Geometry, Piece, Point, View } from '../../../app/games/game.ts';
import type { NimPosition } from './rules.ts';

const STONE = { kind: 'circle', r: 0.4 } as const;
const FIELD = { kind: 'rect', width: 1, height: 1 } as const;

const place = (stone: number): Point => ({ x: stone - 0.5, y: 1.5 });
const above = (stone: number): Point => ({ x: stone - 0.5, y: 0.5 });
const areaId = (stone: number): string => `stone-${stone}`;
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

export function geometry(stones: number): Geometry {
  const row = upTo(stones);
  return {
    width: stones,
    height: 2,
    plates: [],
    lines: [],
    spots: row.map((stone) => ({
      ...{ id: `place-${stone}`, name: String(stone), ...place(stone) },
      ...{ shape: STONE, look: 'hole' },
    })),
    areas: row.map((stone) => ({ id: areaId(stone), ...place(stone), shape: FIELD, name: `stone ${stone}` })),
    labels: row.map((stone) => ({ ...above(stone), text: String(stone) })),
  };
}

const pieces = (left: number): Piece[] =>
  upTo(left).map((stone) => ({
    id: areaId(stone),
    ...place(stone),
    seat: null,
    look: 'stone',
    shape: STONE,
  }));

export function view(
  { left, stones, mover }: NimPosition,
  last: { readonly before: NimPosition; readonly move: number } | null,
): View {
  const taken = last ? [{ ...place(last.before.left), look: 'last', shape: STONE } as const] : [];
  const turn = left === 0 ? 'The game is over.' : `Player ${mover + 1} is to move.`;
  return {
    pieces: pieces(left),
    marks: taken,
    gauges: [],
    spoken: `${left} of ${stones} stones are left. ${turn}`,
  };
}

export function choices({ left }: NimPosition, moves: readonly number[]): readonly Choice<number>[] {
  return moves.map((taken) => ({
    move: taken,
    path: [areaId(left - taken + 1)],
    preview: pieces(left - taken),
    chip: above(left - taken + 1),
  }));
}

/** Empty if the picks are a legal move. */
export function refusal({ left }: NimPosition, picks: readonly string[], most: number): string {
  if (left === 0) return 'the game is over: the last stone was taken';
  if (picks.length !== 1) return 'pick one stone: it is taken with all to its right';
  const stone = Number(/^stone-(\d+)$/.exec(picks[0]!)?.[1] ?? 0);
  if (stone === 0) return 'this is not a stone';
  if (stone > left) return 'this stone was taken before';
  return left - stone + 1 > most ? `no more than ${most} stones can be taken at once` : '';
}

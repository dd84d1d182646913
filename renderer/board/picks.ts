/**
 * What a sequence of picked areas means. A move has a path of areas; the board only matches prefixes of
 * paths, so that walls, captures and second actions need no case of their own.
 */
import type { Area, Choice, Dot, Geometry, Mark, Piece, Point } from '../../app/games/game.ts';

export type Picked<Move> =
  | { readonly kind: 'move'; readonly choice: Choice<Move> }
  /** The beginning of several paths, or of a path that continues. */
  | { readonly kind: 'begun'; readonly picks: readonly string[] }
  | { readonly kind: 'refused'; readonly picks: readonly string[] };

const begins = (path: readonly string[], picks: readonly string[]): boolean =>
  picks.length <= path.length && picks.every((pick, index) => path[index] === pick);

/** The choices whose path begins with these picks. */
export function following<Move>(
  choices: readonly Choice<Move>[],
  picks: readonly string[],
): readonly Choice<Move>[] {
  return picks.length === 0 ? choices : choices.filter(({ path }) => begins(path, picks));
}

/** Picks one more area. An area that does not continue the path may begin another path. */
export function pick<Move>(
  choices: readonly Choice<Move>[],
  picks: readonly string[],
  area: string,
): Picked<Move> {
  const more = [...picks, area];
  const found = outcome(choices, more);
  if (found !== null) return found;
  // Picked again, the last area is let go.
  if (picks.at(-1) === area) return { kind: 'begun', picks: picks.slice(0, -1) };
  return (picks.length > 0 ? outcome(choices, [area]) : null) ?? { kind: 'refused', picks: more };
}

function outcome<Move>(choices: readonly Choice<Move>[], picks: readonly string[]): Picked<Move> | null {
  const whole = wholeChoice(choices, picks);
  if (whole !== null) return { kind: 'move', choice: whole };
  return following(choices, picks).length > 0 ? { kind: 'begun', picks } : null;
}

/** The choice that these picks complete; null if none. */
export const wholeChoice = <Move>(
  choices: readonly Choice<Move>[],
  picks: readonly string[],
): Choice<Move> | null => following(choices, picks).find(({ path }) => path.length === picks.length) ?? null;

/** The areas that can be picked next, one as often as it begins what is left of a path. */
export function nextAreas<Move>(
  choices: readonly Choice<Move>[],
  picks: readonly string[],
): readonly string[] {
  const areas: string[] = [];
  for (const { path } of following(choices, picks)) {
    const next = path[picks.length];
    if (next !== undefined) areas.push(next);
  }
  return areas;
}

const noPieces: readonly Piece[] = [];

/** The ghost to draw while `hovered` would be picked next: only what every such move puts on the same place. */
export function previewOf<Move>(
  choices: readonly Choice<Move>[],
  picks: readonly string[],
  hovered: string | null,
): readonly Piece[] {
  // What is hovered may go on with the picks, or begin anew; else the picks are all there is to show.
  const tries = hovered === null ? [picks] : [[...picks, hovered], [hovered], picks];
  const left = tries
    .filter((begun) => begun.length > 0)
    .map((begun) => following(choices, begun))
    .find((found) => found.length > 0);
  if (left === undefined) return noPieces;
  const [first, ...others] = left;
  if (first === undefined) return [];
  return first.preview.filter(({ id, x, y }) =>
    others.every(({ preview }) => preview.some((piece) => piece.id === id && piece.x === x && piece.y === y)),
  );
}

/** Pieces that already stand on a picked area, since every choice that is left moves them there. */
export function settledOf<Move>(
  choices: readonly Choice<Move>[],
  picks: readonly string[],
  placeOf: (area: string) => Point | undefined,
): readonly Piece[] {
  const last = picks.at(-1);
  const at = last === undefined ? undefined : placeOf(last);
  if (at === undefined) return noPieces;
  const settled = previewOf(choices, picks, null).filter(({ x, y }) => x === at.x && y === at.y);
  return settled.length === 0 ? noPieces : settled;
}

/** A position's marks; where a piece has moved with the picks, with what holds together from there. */
export function marksWith<Move>(
  marks: readonly Mark[],
  choices: readonly Choice<Move>[],
  picks: readonly string[],
  settled: readonly Piece[],
): readonly Mark[] {
  const links = settled.length === 0 ? undefined : following(choices, picks)[0]?.links;
  return links === undefined ? marks : [...marks.filter(({ look }) => look !== 'link'), ...links];
}

// One and the same each time, so that nothing changes.
const noDots: readonly Dot[] = [];

/** What says where the next pick may be, of what these choices have to say of it: one dot an area. */
export function dotsOf<Move>(choices: readonly Choice<Move>[], picks: readonly string[]): readonly Dot[] {
  const dots = new Map<string, Dot>();
  for (const { path, dots: ofPath } of following(choices, picks)) {
    const dot = ofPath?.[picks.length];
    const area = path[picks.length];
    if (dot && area !== undefined && !dots.has(area)) dots.set(area, dot);
  }
  return dots.size === 0 ? noDots : [...dots.values()];
}

const unsaid: ReadonlyMap<string, string> = new Map();

/** What picking an area does, by its id, where its choice says so: of the areas that come after these picks. */
export function wordsOf<Move>(
  choices: readonly Choice<Move>[],
  picks: readonly string[],
): ReadonlyMap<string, string> {
  if (picks.length === 0) return unsaid;
  const words = new Map<string, string>();
  for (const { path, dots } of following(choices, picks)) {
    const [area, said] = [path[picks.length], dots?.[picks.length]?.words];
    if (area !== undefined && said !== undefined && !words.has(area)) words.set(area, said);
  }
  return words.size === 0 ? unsaid : words;
}

export type Heading = 'left' | 'right' | 'up' | 'down';

/** How much a step aside counts against a step ahead. */
const ASIDE = 2;
/** Less than any distance. */
const TIE = 1e-6;

/**
 * The area of the same layer that lies next in a direction, by the geometry alone: the nearest one within a
 * quarter turn, sideways distance counting double, of two as near the one further clockwise, so that the opposite
 * arrow leads back. Null at the edge.
 */
export function areaTowards(
  areas: readonly Area[],
  from: Area,
  direction: Heading,
  place: (point: Point) => Point,
): Area | null {
  const start = place(from);
  let best: Area | null = null;
  let least = Infinity;
  for (const area of areas) {
    if (area.id === from.id || area.layer !== from.layer) continue;
    const at = place(area);
    const [dx, dy] = [at.x - start.x, at.y - start.y];
    const [ahead, aside] =
      direction === 'right'
        ? [dx, dy]
        : direction === 'left'
          ? [-dx, -dy]
          : direction === 'down'
            ? [dy, -dx]
            : [-dy, dx];
    if (ahead <= 1e-9 || Math.abs(aside) > ahead + 1e-9) continue;
    const cost = ahead + ASIDE * Math.abs(aside) - (aside > 0 ? TIE : 0);
    if (cost < least) [best, least] = [area, cost];
  }
  return best;
}

/** The area that a key picks at once. */
export const areaOfKey = (geometry: Pick<Geometry, 'areas'>, key: string): Area | null =>
  geometry.areas.find((area) => area.key === key) ?? null;

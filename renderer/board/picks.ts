/**
 * What a sequence of picked areas means. A move has a path of areas, and the board only matches prefixes of paths, so
 * that walls, captures and second actions need no special cases.
 */
import type { Area, Choice, Dot, Geometry, Mark, Piece, Point } from '../../app/games/game.ts';

export type Picked<Move> =
  | { readonly kind: 'move'; readonly choice: Choice<Move> }
  /** A prefix of one or more longer paths. */
  | { readonly kind: 'begun'; readonly picks: readonly string[] }
  | { readonly kind: 'refused'; readonly picks: readonly string[] };

const begins = (path: readonly string[], picks: readonly string[]): boolean =>
  picks.length <= path.length && picks.every((pick, index) => path[index] === pick);

/** The choices whose path starts with these picks. */
export function following<Move>(
  choices: readonly Choice<Move>[],
  picks: readonly string[],
): readonly Choice<Move>[] {
  return picks.length === 0 ? choices : choices.filter(({ path }) => begins(path, picks));
}

/** Picks one more area. An area that does not continue the path may start another one. */
export function pick<Move>(
  choices: readonly Choice<Move>[],
  picks: readonly string[],
  area: string,
): Picked<Move> {
  const more = [...picks, area];
  const found = outcome(choices, more);
  if (found !== null) return found;
  // Picking the last area again undoes it.
  if (picks.at(-1) === area) return { kind: 'begun', picks: picks.slice(0, -1) };
  return (picks.length > 0 ? outcome(choices, [area]) : null) ?? { kind: 'refused', picks: more };
}

function outcome<Move>(choices: readonly Choice<Move>[], picks: readonly string[]): Picked<Move> | null {
  const whole = wholeChoice(choices, picks);
  if (whole !== null) return { kind: 'move', choice: whole };
  return following(choices, picks).length > 0 ? { kind: 'begun', picks } : null;
}

/** The choice that these picks complete; null if there is none. */
export const wholeChoice = <Move>(
  choices: readonly Choice<Move>[],
  picks: readonly string[],
): Choice<Move> | null => following(choices, picks).find(({ path }) => path.length === picks.length) ?? null;

/** The areas that can be picked next; an area occurs once for each path that it continues. */
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

/** The ghosts to draw while `hovered` would be picked next: the pieces that all such moves put on the same place. */
export function previewOf<Move>(
  choices: readonly Choice<Move>[],
  picks: readonly string[],
  hovered: string | null,
): readonly Piece[] {
  // The hovered area may continue the picks or start another path; otherwise the picks alone count.
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

/** The pieces to draw on the last picked area already, because every remaining choice moves them there. */
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

/** A position's pieces, those that the picks have moved at their new places. */
export function piecesWith(pieces: readonly Piece[], settled: readonly Piece[]): readonly Piece[] {
  if (settled.length === 0) return pieces;
  const moved = new Set(settled.map(({ id }) => id));
  return [...pieces.filter(({ id }) => !moved.has(id)), ...settled];
}

/** A position's marks. If the picks have moved a piece, the choice's links replace those of the position. */
export function marksWith<Move>(
  marks: readonly Mark[],
  choices: readonly Choice<Move>[],
  picks: readonly string[],
  settled: readonly Piece[],
): readonly Mark[] {
  const links = settled.length === 0 ? undefined : following(choices, picks)[0]?.links;
  return links === undefined ? marks : [...marks.filter(({ look }) => look !== 'link'), ...links];
}

// One constant array, so that derived values do not change.
const noDots: readonly Dot[] = [];

/** The dots that show where the next pick may be, at most one per area; none if the choices have none. */
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

/** What picking each next area does, by its id, if a choice has words for it; empty before the first pick. */
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

/** The cost of a sideways distance, relative to one straight ahead. */
const ASIDE = 2;
/** Less than any difference between two distances. */
const TIE = 1e-6;

/**
 * The next area of the same layer in a direction, by geometry alone: the nearest one within a quarter turn, where
 * sideways distance counts double. Of two equally near areas it takes the one further clockwise, so that the opposite
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

/** The area that the game assigns to a key. */
export const areaOfKey = (geometry: Pick<Geometry, 'areas'>, key: string): Area | null =>
  geometry.areas.find((area) => area.key === key) ?? null;

/** In board units: an area whose middle is farther is not meant. */
const REACH = 0.75;

/** The area of a layer whose middle is nearest to a point; null if none is within reach. */
export function nearestOf(areas: readonly Area[], layer: string | undefined, { x, y }: Point): Area | null {
  let [best, least] = [null as Area | null, REACH];
  for (const area of areas) {
    if (area.layer !== layer) continue;
    const distance = Math.hypot(area.x - x, area.y - y);
    if (distance < least) [best, least] = [area, distance];
  }
  return best;
}

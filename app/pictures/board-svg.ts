/**
 * Draws a position, from the same geometry and with the same marks as the board of the window. Pure: no
 * screen and no font metrics are needed, and the same position gives the same text.
 */
import type { Game, Geometry, Mark, Piece, Seat } from '../games/game.ts';
import {
  innerRadius,
  MIDDLE,
  placeLabel,
  placePoint,
  shapePath,
  short,
  THIN,
  translate,
  type Turn,
} from '../games/outline.ts';
import {
  COUNT_AT,
  countsOf,
  dropsOf,
  isMarkFull,
  letterSize,
  markWidth,
  sideMark,
} from '../games/piece-drawing.ts';
import type { Mark as DrawnMark } from '../shapes/tree.ts';
import { drawnMarks } from './drawn-marks.ts';
import { byTheme, painted, type Colour, type Paint, type Theme } from './palette.ts';
import { group, path, rect, svgText, titled, word, type Drawing } from './svg.ts';

export interface BoardPicture {
  /** The move that led to the position, whose marks are drawn. */
  readonly last?: { readonly before: unknown; readonly move: unknown } | null;
  readonly isFlipped?: boolean;
  /** The colours of a theme, with its ground behind the board; absent in a page that has `themes` in its style. */
  readonly theme?: Theme;
  /** In pixels; the height follows. Absent: the picture fills the width it is given. */
  readonly width?: number;
  /** Absent: true. */
  readonly hasCoordinates?: boolean;
  /** Rings and arrows over everything else. */
  readonly drawn?: readonly DrawnMark[];
  /** The picture in words; absent: those of the game. */
  readonly title?: string;
}

/** The layers that change with the position. */
export interface PositionLayers {
  readonly pieces: readonly Drawing[];
  readonly marks: readonly Drawing[];
  /** The position in words. */
  readonly spoken: string;
}

/**
 * The whole picture as SVG text.
 *
 * @throws RangeError if a drawn mark names no spot of the board
 */
export const boardSvg = (game: Game, position: unknown, picture: BoardPicture = {}): string =>
  svgText(boardDrawing(game, position, picture));

/**
 * The whole picture, an `svg` element.
 *
 * @throws RangeError if a drawn mark names no spot of the board
 */
export function boardDrawing(game: Game, position: unknown, picture: BoardPicture = {}): Drawing {
  const { spoken, ...layers } = positionLayers(game, position, picture);
  return boardWith(game, game.geometry(game.setupOf(position)), layers, {
    ...picture,
    title: picture.title ?? spoken,
  });
}

/**
 * An `svg` element with these layers; their groups have the classes `pieces` and `marks`.
 *
 * @throws RangeError if a drawn mark names no spot of the board
 */
export function boardWith(
  game: Game,
  geometry: Geometry,
  { pieces, marks }: Pick<PositionLayers, 'pieces' | 'marks'>,
  picture: BoardPicture = {},
): Drawing {
  const brush = brushFor(game, picture);
  const { width, height } = geometry;
  const { under, over } = ground(geometry, brush);
  const box = { width: short(width), height: short(height) };
  const svg = {
    xmlns: 'http://www.w3.org/2000/svg',
    ...(picture.width !== undefined && {
      ...{ width: picture.width, height: Math.round((picture.width * height) / width) },
    }),
    ...{ viewBox: `0 0 ${box.width} ${box.height}`, role: 'img' },
  };
  return group(
    svg,
    [
      ...(picture.title === undefined ? [] : [titled(picture.title)]),
      ...(picture.theme === undefined ? [] : [rect({ ...box, fill: brush.paint('surface') })]),
      ...under,
      group({ class: 'pieces' }, pieces),
      ...over,
      group({ class: 'marks' }, marks),
      ...(picture.hasCoordinates === false ? [] : labelsOf(geometry, brush)),
      ...drawnMarks(picture.drawn ?? [], geometry, brush.turn, brush.paint),
    ],
    'svg',
  );
}

/** The layers of one position, for a board that steps. */
export function positionLayers(
  game: Game,
  position: unknown,
  picture: Pick<BoardPicture, 'last' | 'isFlipped' | 'theme'> = {},
): PositionLayers {
  const geometry = game.geometry(game.setupOf(position));
  const brush = brushFor(game, picture);
  const view = game.view(position, picture.last ?? null);
  const at = (piece: Piece) => placePoint(piece, geometry, brush.turn);
  const pieces = view.pieces.map((piece) => group({ transform: translate(at(piece)) }, drawn(piece, brush)));
  const counts = countsOf(view.pieces).map((piece) => {
    const { x, y } = at(piece);
    const place = translate({ x: x + COUNT_AT.x, y: y + COUNT_AT.y });
    return group({ transform: place }, drawn(piece, brush));
  });
  const marks = view.marks.flatMap((mark) => markOf(mark, geometry, brush));
  return { pieces, marks: [...marks, ...counts], spoken: view.spoken };
}

interface Brush {
  readonly paint: Paint;
  readonly turn: Turn;
  /** The colour of each side. */
  readonly side: (seat: Seat, part: '' | '-mark' | '-edge') => string;
}

function brushFor(game: Game, { theme, isFlipped }: Pick<BoardPicture, 'theme' | 'isFlipped'>): Brush {
  const paint = theme === undefined ? byTheme : painted(theme);
  const side = (seat: Seat, part: '' | '-mark' | '-edge') =>
    paint(`side-${game.seats[seat].colour}${part}` as Colour);
  return { paint, side, turn: isFlipped === true ? game.flip : 'none' };
}

/** What lies under the pieces, and a pierced plate over them. */
function ground(
  geometry: Geometry,
  brush: Brush,
): { readonly under: readonly Drawing[]; readonly over: readonly Drawing[] } {
  const { paint, turn } = brush;
  const at = (point: { x: number; y: number }) => placePoint(point, geometry, turn);
  const isPierced = geometry.spots.some(({ look }) => look === 'hole');
  const plates = geometry.plates.map((plate) => {
    const d = shapePath(plate.shape, at(plate), turn, isPierced ? -0.02 : 0);
    const [fill, edge] = plateColours(plate.look);
    return isPierced
      ? path(d, { fill: paint('board-hole') })
      : path(d, { fill: paint(fill), stroke: paint(edge), 'stroke-width': 0.03 });
  });
  const lines = geometry.lines.map((line) => {
    const [from, to] = [at(line.from), at(line.to)];
    const [stroke, width] = lineLook(line.look, brush);
    return path(`M${short(from.x)} ${short(from.y)}L${short(to.x)} ${short(to.y)}`, {
      ...{ stroke, 'stroke-width': width, 'stroke-linecap': 'round' },
    });
  });
  const spots = geometry.spots
    .filter(({ look }) => look !== 'hole')
    .map((spot) =>
      path(shapePath(spot.shape, at(spot), turn), { fill: paint(spotColour(spot.look, brush)) }),
    );
  const under = [...plates, ...lines, ...spots];
  if (!isPierced) return { under, over: [] };
  const holes = geometry.spots
    .map((spot) => (spot.look === 'hole' ? shapePath(spot.shape, at(spot), turn) : ''))
    .join('');
  const lit = geometry.plates.map((plate) =>
    path(shapePath(plate.shape, at(plate), turn) + holes, {
      ...{ fill: paint('board-plate'), 'fill-rule': 'evenodd', stroke: paint('board-plate-edge') },
      'stroke-width': 0.03,
    }),
  );
  const rims = path(holes, { fill: 'none', stroke: paint('board-hole-rim'), 'stroke-width': 0.045 });
  return { under, over: [...lit, rims] };
}

const labelsOf = (geometry: Geometry, { paint, turn }: Brush): readonly Drawing[] =>
  geometry.labels.map((label) =>
    word(label.text, placeLabel(label, geometry, turn), {
      size: Math.min(0.42, geometry.labelSize ?? 0.42),
      fill: paint('board-label'),
    }),
  );

function plateColours(look: string): [fill: Colour, edge: Colour] {
  switch (look) {
    case 'grooves':
      return ['board-groove', 'board-groove'];
    case 'wood':
      return ['board-wood', 'board-wood-edge'];
    case 'tray':
      return ['board-tray', 'board-wood-edge'];
    case 'slate':
      return ['board-slate', 'board-slate-edge'];
    case 'pit':
      return ['board-hole', 'board-slate-edge'];
    default:
      return ['board-plate', 'board-plate-edge'];
  }
}

function lineLook(look: string, { paint, side }: Brush): [stroke: string, width: number] {
  if (look === 'ink') return [paint('board-ink'), 0.045];
  if (look === 'guide') return [paint('board-slate-edge'), 0.03];
  const goal = seatOfGoal(look);
  return goal === null ? [paint('board-line'), 0.04] : [side(goal, ''), 0.07];
}

function spotColour(look: string, { side, paint }: Brush): Colour {
  if (look === 'node') return 'board-ink';
  if (look === 'cell') return 'board-cell';
  const goal = seatOfGoal(look);
  if (goal === null) return 'board-hole';
  return side(goal, '') === paint('side-light') ? 'board-goal-light' : 'board-goal-dark';
}

const seatOfGoal = (look: string): Seat | null => (look === 'goal-0' ? 0 : look === 'goal-1' ? 1 : null);

function drawn(piece: Piece, { paint, side, turn }: Brush): readonly Drawing[] {
  const { seat, shape, text, look, storeys = 1 } = piece;
  const outline = shapePath(shape, MIDDLE, turn);
  const isDisc = look === 'disc';
  const isLight = seat !== null && side(seat, '') === paint('side-light');
  const fill = seat === null ? paint('board-line') : isDisc && isLight ? paint('disc-light') : side(seat, '');
  const edge = seat === null ? 'none' : side(seat, look === 'wall' ? '-mark' : '-edge');
  const body = { fill, stroke: edge, 'stroke-width': 0.035 };
  const rims = dropsOf(storeys).map((drop) =>
    path(outline, { ...body, transform: translate({ x: 0, y: drop }) }),
  );
  const r = innerRadius(shape);
  const hasMark = seat !== null && r >= THIN && look !== 'count';
  const ink = seat === null ? '' : isDisc && isLight ? paint('disc-light-mark') : side(seat, '-mark');
  const mark = hasMark
    ? [
        path(sideMark(piece, seat, r, turn), {
          ...{ fill: isMarkFull(piece) ? ink : 'none', stroke: ink },
          ...{ 'stroke-width': short(r * markWidth(piece)), 'stroke-linecap': 'round' },
        }),
      ]
    : [];
  const letter =
    text === undefined
      ? []
      : [
          word(text, MIDDLE, {
            size: r * letterSize(look, text),
            fill: paint(isLight ? 'side-dark' : 'side-light'),
            isBold: true,
          }),
        ];
  return [...rims, path(outline, body), ...mark, ...letter];
}

function markOf(
  { look, shape, ...point }: Mark,
  geometry: Geometry,
  { paint, turn }: Brush,
): readonly Drawing[] {
  const d = shapePath(shape, placePoint(point, geometry, turn), turn);
  switch (look) {
    case 'last':
      return [path(d, { fill: 'none', stroke: paint('mark-last'), 'stroke-width': 0.07 })];
    case 'origin':
      return [
        path(d, {
          ...{ fill: 'none', stroke: paint('mark-origin'), 'stroke-width': 0.05 },
          'stroke-dasharray': '0.1 0.08',
        }),
      ];
    case 'winning':
      return [
        path(d, { fill: 'none', stroke: paint('mark-best-edge'), 'stroke-width': 0.17 }),
        path(d, { fill: 'none', stroke: paint('mark-winning'), 'stroke-width': 0.09 }),
      ];
    case 'fault':
      return [
        path(d, {
          ...{ fill: 'none', stroke: paint('bad'), 'stroke-width': 0.08, 'stroke-dasharray': '0.14 0.1' },
        }),
      ];
    case 'hint':
    case 'link':
      return [
        path(d, {
          ...{ fill: 'none', stroke: paint('mark-hint'), 'stroke-width': 0.07, 'stroke-linecap': 'round' },
        }),
      ];
  }
}

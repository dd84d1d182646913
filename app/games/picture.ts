/**
 * A position as a picture: SVG that needs no window, no stylesheet and no font of its own. It has the colours of the window
 * in its two themes (renderer/styles/tokens.css).
 */
import type { Game, Mark, Piece, Point, Seat } from './game.ts';
import {
  innerRadius,
  MIDDLE,
  placePoint,
  shapePath,
  THIN,
  translate,
  type Board,
  type Turn,
} from './outline.ts';
import { COUNT_AT, countsOf, dropsOf, letterSize, sideMark } from './piece-drawing.ts';

export type Theme = 'light' | 'dark';

/** A ring around a spot, or an arrow from one spot to another, by the names of spots. */
export interface PictureMark {
  readonly color: 'green' | 'red' | 'blue' | 'yellow';
  readonly from: string;
  readonly to: string | null;
}

export interface PictureOptions {
  readonly theme?: Theme;
  /** In pixels; the height follows. */
  readonly width?: number;
  readonly coordinates?: boolean;
  /** As the window flips a board. */
  readonly flipped?: boolean;
  /** The move that led here. */
  readonly last?: { readonly before: unknown; readonly move: unknown } | null;
  readonly marks?: readonly PictureMark[];
}

type Palette = Readonly<Record<Colour, string>>;

const colours = {
  page: ['#ffffff', '#1d2126'],
  plate: ['#4080df', '#4176cc'],
  plateEdge: ['#1e4a93', '#1b3f7e'],
  hole: ['#eef0f3', '#16191d'],
  holeRim: ['#1a3f7d', '#163466'],
  groove: ['#8a6a44', '#7a5e3d'],
  cell: ['#efdfbe', '#dbc8a1'],
  goalLight: ['#fbf3e0', '#e9dcbd'],
  goalDark: ['#e0cba5', '#ccb68b'],
  wood: ['#dcbb8a', '#b8966a'],
  woodEdge: ['#a98557', '#8f7049'],
  tray: ['#c9a672', '#a18058'],
  ink: ['#4a351a', '#2d1f0e'],
  slate: ['#b9c6c2', '#8f9e99'],
  slateEdge: ['#7c8b86', '#64736e'],
  label: ['#535c67', '#a3acb7'],
  light: ['#fff8e8', '#faf0d8'],
  lightMark: ['#8a6d2f', '#86692b'],
  lightEdge: ['#4a3713', '#33260c'],
  dark: ['#1a212e', '#10151d'],
  darkMark: ['#a5b4c8', '#a9b8cc'],
  darkEdge: ['#05080d', '#04060a'],
  disc: ['#ffcf3a', '#f6c534'],
  discMark: ['#7a5600', '#6b4b00'],
  discDarkEdge: ['#05080d', '#8d9cb2'],
  last: ['#2a6bcb', '#2a6bcb'],
  origin: ['#174a9c', '#123a7d'],
  winning: ['#ffffff', '#ffffff'],
  winningEdge: ['#17386b', '#10294f'],
  green: ['#46c46f', '#46c46f'],
  red: ['#f2564a', '#f2564a'],
  blue: ['#4aa3ff', '#4aa3ff'],
  yellow: ['#ffd13d', '#ffd13d'],
  drawnEdge: ['#0d1520', '#05090e'],
} as const;
type Colour = keyof typeof colours;

const paletteOf = (theme: Theme): Palette =>
  Object.fromEntries(
    Object.entries(colours).map(([name, [light, dark]]) => [name, theme === 'light' ? light : dark]),
  ) as Palette;

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const path = (d: string, attributes: string): string => (d === '' ? '' : `<path d="${d}" ${attributes}/>`);
const filled = (fill: string, stroke = 'none', width = 0): string =>
  `fill="${fill}"${stroke === 'none' ? '' : ` stroke="${stroke}" stroke-width="${width}"`}`;
const stroked = (stroke: string, width: number, more = ''): string =>
  `fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round"${more}`;

const font = 'font-family="system-ui, sans-serif" text-anchor="middle" dominant-baseline="central"';

/** @throws RangeError if a mark names no spot of the board */
export function picture(game: Game, position: unknown, options: PictureOptions = {}): string {
  const {
    theme = 'light',
    width = 480,
    coordinates = true,
    flipped = false,
    last = null,
    marks = [],
  } = options;
  const drawing = new Drawing(game, position, paletteOf(theme), flipped ? game.flip : 'none');
  const { board } = drawing;
  const height = Math.round((width * board.height) / board.width);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${board.width} ${board.height}" role="img">`,
    `<title>${escaped(drawing.title(last))}</title>`,
    `<rect width="${board.width}" height="${board.height}" fill="${colours.page[theme === 'light' ? 0 : 1]}"/>`,
    drawing.ground(last),
    coordinates ? drawing.labels() : '',
    drawing.drawn(marks),
    '</svg>',
  ];
  return `${parts.filter((part) => part !== '').join('\n')}\n`;
}

class Drawing {
  readonly #game: Game;
  readonly #position: unknown;
  readonly #palette: Palette;
  readonly #turn: Turn;
  readonly #geometry;

  constructor(game: Game, position: unknown, palette: Palette, turn: Turn) {
    this.#game = game;
    this.#position = position;
    this.#palette = palette;
    this.#turn = turn;
    this.#geometry = game.geometry(game.setupOf(position));
  }

  get board(): Board {
    return this.#geometry;
  }

  title(last: PictureOptions['last']): string {
    return `${this.#game.name}. ${this.#view(last).spoken}`;
  }

  /** The board with its pieces; pieces that lie behind a pierced plate are drawn before it. */
  ground(last: PictureOptions['last']): string {
    const { plates, lines, spots } = this.#geometry;
    const { pieces, marks } = this.#view(last);
    const holes = spots
      .filter(({ look }) => look === 'hole')
      .map((spot) => this.#outline(spot))
      .join('');
    const parts: string[] = [];
    for (const plate of plates)
      parts.push(
        path(this.#outline(plate), holes === '' ? this.#plate(plate.look) : filled(this.#palette.hole)),
      );
    for (const line of lines) {
      const [from, to] = [this.#at(line.from), this.#at(line.to)];
      parts.push(path(`M${from.x} ${from.y}L${to.x} ${to.y}`, this.#line(line.look)));
    }
    for (const spot of spots)
      if (spot.look !== 'hole') parts.push(path(this.#outline(spot), filled(this.#spot(spot.look))));
    parts.push(...pieces.map((piece) => this.#piece(piece, this.#at(piece))));
    if (holes !== '') {
      for (const plate of plates) {
        parts.push(path(this.#outline(plate) + holes, `${this.#plate(plate.look)} fill-rule="evenodd"`));
      }
      parts.push(path(holes, stroked(this.#palette.holeRim, 0.045)));
    }
    parts.push(...marks.map((mark) => this.#mark(mark)));
    for (const count of countsOf(pieces)) {
      const { x, y } = this.#at(count);
      parts.push(this.#piece(count, { x: x + COUNT_AT.x, y: y + COUNT_AT.y }));
    }
    return parts.filter((part) => part !== '').join('\n');
  }

  labels(): string {
    const size = this.#geometry.labelSize ?? 0.42;
    return this.#geometry.labels
      .map((label) => {
        const { x, y } = this.#at(label);
        return `<text x="${x}" y="${y}" font-size="${size}" fill="${this.#palette.label}" ${font}>${escaped(label.text)}</text>`;
      })
      .join('\n');
  }

  /** Rings and arrows, each within an edge that holds on every board. @throws RangeError */
  drawn(marks: readonly PictureMark[]): string {
    const outlines = marks.map(({ color, from, to }) => {
      const [tail, head] = [this.#spotNamed(from), to === null ? null : this.#spotNamed(to)];
      return { color, d: head === null ? ring(tail) : arrow(tail, head) };
    });
    return [
      ...outlines.map(({ d }) => path(d, stroked(this.#palette.drawnEdge, 0.17, ' stroke-linejoin="round"'))),
      ...outlines.map(({ color, d }) =>
        path(d, stroked(this.#palette[color], 0.1, ' stroke-linejoin="round"')),
      ),
    ].join('\n');
  }

  #view(last: PictureOptions['last']) {
    return this.#game.view(this.#position, last ?? null);
  }

  #at(point: Point): Point {
    return placePoint(point, this.#geometry, this.#turn);
  }

  #outline(at: Point & { readonly shape: Piece['shape'] }): string {
    return shapePath(at.shape, this.#at(at), this.#turn);
  }

  #spotNamed(name: string): Point {
    const spot = this.#geometry.spots.find((each) => each.name === name || each.id === name);
    if (spot === undefined) throw new RangeError(`the board has no spot ${name.slice(0, 64)}`);
    return this.#at(spot);
  }

  #plate(look: string): string {
    const { plate, plateEdge, groove, wood, woodEdge, tray, slate, slateEdge, page } = this.#palette;
    const looks: Readonly<Record<string, string>> = {
      grooves: filled(groove, groove, 0.03),
      wood: filled(wood, woodEdge, 0.03),
      tray: filled(tray, woodEdge, 0.03),
      slate: filled(slate, slateEdge, 0.03),
      pit: filled(page, slateEdge, 0.03),
    };
    return looks[look] ?? filled(plate, plateEdge, 0.03);
  }

  #line(look: string): string {
    const { ink, slateEdge, label } = this.#palette;
    const looks: Readonly<Record<string, string>> = {
      ink: stroked(ink, 0.045),
      guide: stroked(slateEdge, 0.03),
      'goal-0': stroked(this.#side(0).body, 0.07),
      'goal-1': stroked(this.#side(1).body, 0.07),
    };
    return looks[look] ?? stroked(label, 0.04);
  }

  #spot(look: string): string {
    const { hole, ink, cell } = this.#palette;
    const looks: Readonly<Record<string, string>> = {
      node: ink,
      cell,
      'goal-0': this.#goal(0),
      'goal-1': this.#goal(1),
    };
    return looks[look] ?? hole;
  }

  #goal(seat: Seat): string {
    const { goalLight, goalDark } = this.#palette;
    return this.#game.seats[seat].colour === 'light' ? goalLight : goalDark;
  }

  #side(seat: Seat): { readonly body: string; readonly mark: string; readonly edge: string } {
    const { light, lightMark, lightEdge, dark, darkMark, darkEdge, disc, discMark, discDarkEdge } =
      this.#palette;
    const { colour, piece } = this.#game.seats[seat];
    const isDisc = piece === 'disc';
    return colour === 'light'
      ? { body: isDisc ? disc : light, mark: isDisc ? discMark : lightMark, edge: lightEdge }
      : { body: dark, mark: darkMark, edge: isDisc ? discDarkEdge : darkEdge };
  }

  #piece(piece: Piece, at: Point): string {
    const { seat, shape, text, storeys = 1, look } = piece;
    const r = innerRadius(shape);
    const outline = shapePath(shape, MIDDLE, this.#turn);
    const side = seat === null ? { body: this.#palette.label, mark: 'none', edge: 'none' } : this.#side(seat);
    // A wall has an edge of its owner's other tone, so that it stands out in the groove.
    const body = filled(side.body, look === 'wall' ? side.mark : side.edge, 0.035);
    const parts = dropsOf(storeys).map((drop) =>
      path(outline, `transform="${translate({ x: 0, y: drop })}" ${body}`),
    );
    parts.push(path(outline, body));
    if (seat !== null && r >= THIN && look !== 'count') {
      const fill = look === 'pawn' && seat === 1 ? side.mark : 'none';
      const width = r * (text === undefined ? 0.14 : 0.08);
      parts.push(
        path(
          sideMark(piece, seat, r, this.#turn),
          stroked(side.mark, width).replace('fill="none"', `fill="${fill}"`),
        ),
      );
    }
    if (text !== undefined && seat !== null) {
      const ink = this.#game.seats[seat].colour === 'light' ? this.#palette.dark : this.#palette.light;
      parts.push(
        `<text font-size="${r * letterSize(look, text)}" font-weight="600" fill="${ink}" ${font}>${escaped(text)}</text>`,
      );
    }
    return `<g transform="${translate(at)}">${parts.join('')}</g>`;
  }

  #mark(mark: Mark): string {
    const d = this.#outline(mark);
    const { last, origin, winning, winningEdge } = this.#palette;
    switch (mark.look) {
      case 'last':
        return path(d, stroked(last, 0.07));
      case 'origin':
        return path(d, stroked(origin, 0.05, ' stroke-dasharray="0.1 0.08"'));
      case 'winning':
        return path(d, stroked(winningEdge, 0.17)) + path(d, stroked(winning, 0.09));
      case 'hint':
      case 'link':
        return path(d, stroked(origin, 0.07));
    }
  }
}

const RING = 0.46;
const HEAD = 0.28;

const ring = (at: Point): string => shapePath({ kind: 'circle', r: RING }, at);

/** From near the middle of one spot to near the middle of the other, with a head of two strokes. */
function arrow(from: Point, to: Point): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length === 0) return ring(from);
  const [x, y] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const end = { x: to.x - 0.12 * x, y: to.y - 0.12 * y };
  const side = (sign: number): string =>
    `${round(end.x - HEAD * (x + sign * 0.6 * y))} ${round(end.y - HEAD * (y - sign * 0.6 * x))}`;
  const tip = `${round(end.x)} ${round(end.y)}`;
  return `M${round(from.x + 0.2 * x)} ${round(from.y + 0.2 * y)}L${tip}M${side(1)}L${tip}L${side(-1)}`;
}

const round = (value: number): number => Math.round(value * 1000) / 1000;

/** What a board consists of as it is drawn, picked from and spoken, whatever the game: plain data in board units. */

/** 0 is the side that moves first from the initial position. */
export type Seat = 0 | 1;

export const otherSeat = (seat: Seat): Seat => (seat === 0 ? 1 : 0);

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Outlines in board units, centred on their owner's point. */
export type Shape =
  | { readonly kind: 'circle'; readonly r: number }
  | { readonly kind: 'rect'; readonly width: number; readonly height: number; readonly radius?: number }
  | { readonly kind: 'polygon'; readonly points: readonly Point[] };

/** A place where a piece can stand. */
export interface Spot extends Point {
  readonly id: string;
  /** For notes, files and the screen reader: "d3". */
  readonly name: string;
  readonly shape: Shape;
  /** A look the stylesheet knows: 'hole', 'cell', 'node', 'goal-0' … */
  readonly look: string;
}

/** Anything that can be picked by pointer, key or screen reader. A move's path is a list of area ids. */
export interface Area extends Point {
  readonly id: string;
  readonly shape: Shape;
  /** For the screen reader and tooltips: "column 4". */
  readonly name: string;
  /** A key that picks the area, for example "4". */
  readonly key?: string;
  /**
   * For areas in a gap (a wall): the outline of the piece that would stand there. It is shown before anything is
   * picked, green if legal, otherwise red with the reason. On a touch screen, the first touch shows it and the second
   * picks it.
   */
  readonly ghost?: Shape;
  /** What rings and hatches of the area outline, if neither the area as a whole nor its ghost: the cell in it. */
  readonly outline?: Shape;
  /** In the plural: "vertical walls". Arrow keys stay within a layer; areas without a name form one layer. */
  readonly layer?: string;
  /** Keys that move the focus to another area, for example from a cell to the wall beside it. */
  readonly turns?: Readonly<Record<string, string>>;
  /**
   * An action without a place on the board (a pass): a button with this label, visible only while it can be picked. It
   * stays in place when the board is flipped.
   */
  readonly button?: string;
}

export interface BoardLine {
  readonly from: Point;
  readonly to: Point;
  readonly look: string;
}

export interface BoardLabel extends Point {
  readonly text: string;
  /** The edge of the board that it stays at when the board is turned: only the order along it changes. */
  readonly edge?: 'left' | 'below';
}

/**
 * The board as drawn, in board units (a spot is about one unit wide), y downwards. It depends on the setup alone.
 * Coordinates are those of the unflipped board; the renderer applies `Game.flip`.
 */
export interface Geometry {
  readonly width: number;
  readonly height: number;
  /** The point about which the board is turned, so that it stays in place; absent, the middle of all that is drawn. */
  readonly middle?: Point;
  /** Filled shapes under everything: the plate with its holes, a table. */
  readonly plates: readonly (Point & { readonly shape: Shape; readonly look: string })[];
  readonly lines: readonly BoardLine[];
  readonly spots: readonly Spot[];
  readonly areas: readonly Area[];
  readonly labels: readonly BoardLabel[];
  /** The largest label size, in board units. Labels shrink with the board only while they stay readable. */
  readonly labelSize?: number;
}

export interface Piece extends Point {
  /**
   * The same as long as the piece is on the board, so that a view can move its element instead of drawing a new one.
   */
  readonly id: string;
  readonly seat: Seat | null;
  /** A look the stylesheet knows: 'disc', 'pawn', 'wall', 'stone' … */
  readonly look: string;
  readonly shape: Shape;
  /** Where a new piece enters from (a disc falls from above its column). */
  readonly from?: Point;
  /** Drawn on the piece: a stone's letter. */
  readonly text?: string;
  /** How many pieces are stacked, 1 by default. Each has a rim; from 2 on the number is shown. */
  readonly storeys?: number;
}

/**
 * A highlight given by the rules: the last move and its origin, the winning four, men that form a mill, what is wrong
 * with a position that is edited.
 */
export interface Mark extends Point {
  readonly look: 'last' | 'origin' | 'winning' | 'hint' | 'link' | 'fault';
  readonly shape: Shape;
}

/** A count shown beside a seat: walls left, men in hand. */
export interface Gauge {
  readonly seat: Seat;
  /** What is counted: "walls left". */
  readonly label: string;
  readonly value: number;
  /** The maximum; small counts are drawn as a tally. */
  readonly most: number;
  /** One item, upright, at most one board unit tall or wide. */
  readonly shape: Shape;
  /** Drawn on it: a stone's letter. One item then represents all, with their number. */
  readonly text?: string;
  /** A warning of a word or two: "last". */
  readonly warning?: string;
}

/** A position drawn on the geometry of its setup. */
export interface View {
  readonly pieces: readonly Piece[];
  readonly marks: readonly Mark[];
  readonly gauges: readonly Gauge[];
  /** Where keyboard focus starts: the area of the piece most likely to move. */
  readonly home?: string | undefined;
  /** What stands on an area, by area id; spoken after the area's name: "Black's pawn". */
  readonly standing?: Readonly<Record<string, string>> | undefined;
  /** The position in a sentence or two for a screen reader, row by row if that helps. */
  readonly spoken: string;
}

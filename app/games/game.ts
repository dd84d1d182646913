/**
 * What a game is: data plus pure functions. Positions are immutable values; nothing here knows a
 * screen, a process or a protocol.
 *
 * `moves` and `play` speak of *actions*. In most games an action is a whole turn; where a turn is two
 * actions (Game of Stones), `seatToMove` says whose action is next and `beginsTurn` whether a new turn
 * begins with it.
 */

/** 0 is the side that moves first from the initial position, 1 the other one. */
export type Seat = 0 | 1;

export const otherSeat = (seat: Seat): Seat => (seat === 0 ? 1 : 0);

/** `play` was given a move that the rules forbid. `message` is the reason in words, fit for a screen. */
export class IllegalMove extends Error {
  override readonly name = 'IllegalMove';
}

/** A text could not be read as a move, a list of moves, a position or a setup. `message` says why. */
export class BadNotation extends Error {
  override readonly name = 'BadNotation';
}

/** How a finished game ended by its own rules; `reason` is the rule's name ("four in a row"). */
export type Result =
  | { readonly kind: 'win'; readonly winner: Seat; readonly reason: string }
  | { readonly kind: 'draw'; readonly reason: string };

/** The values of a game's setup fields by field id, for example `{ width: 7, height: 6 }`. */
export type Setup = Readonly<Record<string, number>>;

export interface SetupField {
  readonly id: string;
  readonly label: string;
  /** What the rules bear. */
  readonly min: number;
  readonly max: number;
  /** What the new-game dialog offers; a part of min..max. */
  readonly offered: { readonly min: number; readonly max: number };
  readonly step: number;
  /** Where it hangs on other fields, a function of those that are declared before this one. */
  readonly default: number | ((earlier: Setup) => number);
}

/** A command-line flag that fills setup fields: `--size 7x6` has fields `['width', 'height']`. */
export interface SetupFlag {
  readonly name: string;
  /** As shown in help: `WxH`, `N`. The values are integers joined by `x`. */
  readonly form: string;
  readonly fields: readonly string[];
}

/** What a side is called, and how it is told apart on the screen. */
export interface SeatNames {
  /** In sentences and headings: "Player 1", "White". */
  readonly name: string;
  /** One or two characters for dense places: "x", "W". */
  readonly token: string;
  /** Each game has one side of either colour. */
  readonly colour: 'light' | 'dark';
  /** A look of pieces: 'disc', 'pawn' … */
  readonly piece: string;
}

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
  readonly shape: Shape;
  /** A look the stylesheet knows: 'hole', 'cell', 'node', 'goal-0' … */
  readonly look: string;
}

/** Something that can be picked by pointer, key or screen reader; a move's path is made of area ids. */
export interface Area extends Point {
  readonly id: string;
  readonly shape: Shape;
  /** Spoken and shown in tooltips: "column 4". */
  readonly name: string;
  /** A key that picks the area at once, for example "4". */
  readonly key?: string;
  /**
   * What would stand there, for areas that a pointer hits by their gaps (a wall): shown in green or, with the
   * reason, in red before anything is picked. A first touch shows it and a second one picks.
   */
  readonly ghost?: Shape;
  /** In the plural: "vertical walls". The arrows keep to a layer; areas without a name are one layer too. */
  readonly layer?: string;
  /** Keys that lead from here to another area, for example from a cell to the wall beside it. */
  readonly turns?: Readonly<Record<string, string>>;
  /**
   * What is done at no place of the board (a pass): a button with this word, seen only while it can be picked.
   * It stays where it is when the board is turned.
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
}

/**
 * The board as drawn, in board units (a spot is about one unit wide), y downwards. Depends on the setup
 * alone. Coordinates are those of the unflipped board; whoever draws applies `Game.flip`.
 */
export interface Geometry {
  readonly width: number;
  readonly height: number;
  /** Filled shapes under everything: the plate with its holes, a table. */
  readonly plates: readonly (Point & { readonly shape: Shape; readonly look: string })[];
  readonly lines: readonly BoardLine[];
  readonly spots: readonly Spot[];
  readonly areas: readonly Area[];
  readonly labels: readonly BoardLabel[];
  /** How large labels may be, in board units; they shrink with the board only as far as they can be read. */
  readonly labelSize?: number;
}

/** One piece on the board. */
export interface Piece extends Point {
  /** Stable while the piece stands, so that a view can move it rather than draw it anew. */
  readonly id: string;
  readonly seat: Seat | null;
  /** A look the stylesheet knows: 'disc', 'pawn', 'wall', 'stone' … */
  readonly look: string;
  readonly shape: Shape;
  /** Where a new piece comes from, for its entrance (a disc falls from above its column). */
  readonly from?: Point;
  /** Drawn on the piece: a stone's letter. */
  readonly text?: string;
  /** How many lie on one another, one where it is left out: each has a rim, and from two on the number is shown. */
  readonly storeys?: number;
}

/** A highlight that the rules justify: the last move and where it came from, the winning four, men that hold together. */
export interface Mark extends Point {
  readonly look: 'last' | 'origin' | 'winning' | 'hint' | 'link';
  readonly shape: Shape;
}

/** A count of things at a seat's side: walls left, men in hand. */
export interface Gauge {
  readonly seat: Seat;
  /** What is counted: "walls left". */
  readonly label: string;
  readonly value: number;
  /** What there can be at most; as many are shown as a tally while they are few. */
  readonly most: number;
  /** One of them, upright, as tall or wide as a board unit at most. */
  readonly shape: Shape;
  /** Drawn on it: a stone's letter. Then one stands for all of them, with their number. */
  readonly text?: string;
  /** Why the side must look out, in a word or two: "last". */
  readonly warning?: string;
}

/** What a position looks like on the geometry of its setup. */
export interface View {
  readonly pieces: readonly Piece[];
  readonly marks: readonly Mark[];
  readonly gauges: readonly Gauge[];
  /** Where a keyboard begins: the area of the piece that is most likely to be moved. */
  readonly home?: string | undefined;
  /** What stands on an area, by area id, said after its name: "Black's pawn". */
  readonly standing?: Readonly<Record<string, string>> | undefined;
  /** The position in a sentence or two for a screen reader, row by row where that helps. */
  readonly spoken: string;
}

/** Drawn under the pieces, in the colour of the side to move; a wide one is a rim around what stands there. */
export interface Dot extends Point {
  readonly r?: number;
  /** What becomes of what stands there, each with a sign of its own upon it: it is taken, or it is joined. */
  readonly sign?: 'take' | 'join';
  /** What picking the area does, said after its name and shown while it is pointed at: "attack". */
  readonly words?: string;
}

/** A legal move as a person makes it on the board: the areas picked one after the other. */
export interface Choice<Move> {
  readonly move: Move;
  readonly path: readonly string[];
  /** The pieces as they would stand: drawn as a ghost while the path is hovered or half picked. */
  readonly preview: readonly Piece[];
  /** Where a chip about this move (its score) is drawn. */
  readonly chip: Point;
  /** Where the piece that moves stands now: an arrow leads from there to where it would stand. */
  readonly from?: Point;
  /** The pieces that it takes, as they stand. */
  readonly taken?: readonly Piece[];
  /** What holds together once its pieces stand as foretold, in place of the position's marks of that look. */
  readonly links?: readonly Mark[];
  /**
   * What says of the areas of the path, one by one, that they can be picked next: null where there are too many
   * such places to show.
   */
  readonly dots?: readonly (Dot | null)[];
}

/** Something about a position that a person can have drawn over the board: each side's shortest path. */
export interface Overlay<Position> {
  readonly id: string;
  /** Goes on from "Show": "the shortest paths". */
  readonly name: string;
  /** A key of the window, in capitals, that no command has. */
  readonly key?: string;
  lines(position: Position): readonly OverlayLine[];
}

export interface OverlayLine {
  readonly seat: Seat;
  readonly points: readonly Point[];
  /** At the line's end, a few characters: its number of steps. */
  readonly text: string;
  /** Where they stand, where a piece would hide them at the end. */
  readonly textAt?: Point;
  /** In full, for a screen reader: "Black needs 8 steps". */
  readonly spoken: string;
}

/**
 * How another program writes down a game from the initial position on. `Game.parseMoves` reads it too, where it has
 * more than one move.
 */
export interface MoveLog<Position, Move> {
  readonly id: string;
  /** Goes on from "Copy the moves as". */
  readonly name: string;
  text(start: Position, moves: readonly Move[]): string;
}

export interface Game<Position = unknown, Move = unknown> {
  readonly id: string;
  /** In full, as in headings: "Connect Four". */
  readonly name: string;
  readonly seats: readonly [SeatNames, SeatNames];
  readonly setupFields: readonly SetupField[];
  readonly setupFlags: readonly SetupFlag[];
  /** What turning the board means: a half turn, or left for right where gravity says so. */
  readonly flip: 'turn' | 'mirror';

  /** The initial position. @throws BadNotation where the rules cannot bear the setup. */
  initial(setup?: Setup): Position;
  setupOf(position: Position): Setup;
  seatToMove(position: Position): Seat;
  beginsTurn(position: Position): boolean;
  /** All legal actions, in a fixed order; empty when the game is over. */
  moves(position: Position): readonly Move[];
  /** @throws IllegalMove with the reason in words. */
  play(position: Position, move: Move): Position;
  /** Null while the game goes on. */
  result(position: Position): Result | null;
  /**
   * Reasons of endings that hang on the moves made and not on the position alone (a repetition). A position's
   * text does not hold them: from there the game goes on.
   */
  readonly endingsByHistory?: readonly string[];
  /** A position may come again for ever, and no rule ends that: a referee has to. */
  readonly endless?: true;

  moveText(position: Position, move: Move): string;
  /** Reads one move; says nothing of legality beyond what reading needs. @throws BadNotation */
  parseMove(position: Position, text: string): Move;
  /** The canonical text of a list of moves. */
  movesText(start: Position, moves: readonly Move[]): string;
  /** Reads a list of moves from `start` on, in every documented form. @throws BadNotation | IllegalMove naming the ply. */
  parseMoves(start: Position, text: string): readonly Move[];
  readonly logs?: readonly MoveLog<Position, Move>[];
  /** The canonical position text; `parsePosition` reads it back. */
  positionText(position: Position): string;
  /** Reads every documented form. @throws BadNotation */
  parsePosition(text: string): Position;

  geometry(setup: Setup): Geometry;
  /** `last` is the move that led here, if there was one. */
  view(position: Position, last: { readonly before: Position; readonly move: Move } | null): View;
  choices(position: Position): readonly Choice<Move>[];
  /** Why picking these areas leads to no legal move, in words. */
  refusal(position: Position, picks: readonly string[]): string;
  /**
   * What is to be picked after these picks, none or the beginning of a legal move, in words that fit a line. Empty
   * where there is no more to say than whose turn it is.
   */
  prompt?(position: Position, picks: readonly string[]): string;
  readonly overlays?: readonly Overlay<Position>[];
}

/** A text as it may be quoted in a sentence: cut where it is long. */
export function quote(text: string): string {
  return text.length > 24 ? `"${text.slice(0, 20)}…"` : `"${text}"`;
}

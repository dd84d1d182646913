/**
 * What a game is: data and pure functions. Positions are immutable values; nothing here depends on a screen, a process
 * or a protocol.
 *
 * `moves` and `play` work on *actions*. In most games an action is a whole turn. If a turn has two actions (Game of
 * Stones), `seatToMove` names the side of the next action and `beginsTurn` says whether it starts a new turn.
 */
import type { Geometry, Mark, Piece, Point, Seat, View } from './board.ts';
import type { Editor } from './editor.ts';

export * from './board.ts';

/** `play` was given a move that the rules forbid. `message` gives the reason, fit for the screen. */
export class IllegalMove extends Error {
  override readonly name = 'IllegalMove';
}

/** A text cannot be read as a move, a list of moves, a position or a setup. `message` says why. */
export class BadNotation extends Error {
  override readonly name = 'BadNotation';
}

/** How a game ended by its own rules; `reason` names the rule ("four in a row"). */
export type Result =
  | { readonly kind: 'win'; readonly winner: Seat; readonly reason: string }
  | { readonly kind: 'draw'; readonly reason: string };

/** The values of a game's setup by field id, for example `{ width: 7, height: 6 }`. */
export type Setup = Readonly<Record<string, number>>;

export interface SetupField {
  readonly id: string;
  readonly label: string;
  /** The range that the rules allow. */
  readonly min: number;
  readonly max: number;
  /** The range that the new-game dialog offers, within `min` and `max`. */
  readonly offered: { readonly min: number; readonly max: number };
  readonly step: number;
  /** If it depends on other fields: a function of those declared before this one. */
  readonly default: number | ((earlier: Setup) => number);
}

/** A start that people know, for one press. */
export interface Preset {
  readonly title: string;
  readonly setup: Setup;
}

/** A command-line flag that fills setup fields: `--size 7x6` has fields `['width', 'height']`. */
export interface SetupFlag {
  readonly name: string;
  /** As shown in help: `WxH`, `N`. The values are integers joined by `x`. */
  readonly form: string;
  readonly fields: readonly string[];
}

/** The names of a side, and its appearance. */
export interface SeatNames {
  /** For sentences and headings: "Player 1", "White". */
  readonly name: string;
  /** One or two characters for dense places: "x", "W". */
  readonly token: string;
  /** Each game has one light and one dark side. */
  readonly colour: 'light' | 'dark';
  /** A look of pieces: 'disc', 'pawn' … */
  readonly piece: string;
}

/** Drawn under the pieces, in the colour of the side to move; a wide one is a rim around the piece. */
export interface Dot extends Point {
  readonly r?: number;
  /** What happens to the piece there, drawn as a sign on it: it is taken, or it is joined. */
  readonly sign?: 'take' | 'join';
  /** What picking the area does, spoken after its name and shown on hover: "attack". */
  readonly words?: string;
}

/** A legal move as the user makes it on the board: the areas picked in order. */
export interface Choice<Move> {
  readonly move: Move;
  readonly path: readonly string[];
  /** The pieces after the move: drawn as ghosts while the path is hovered or half picked. */
  readonly preview: readonly Piece[];
  /** Where a chip about this move (its score) is drawn. */
  readonly chip: Point;
  /** Where the moving piece stands now: an arrow leads from here to its destination. */
  readonly from?: Point;
  /** The pieces that the move takes, at their places. */
  readonly taken?: readonly Piece[];
  /** The links between pieces after the move; they replace the position's marks of the same look. */
  readonly links?: readonly Mark[];
  /** For each area of the path, the dot that shows it can be picked next; null if there are too many to show. */
  readonly dots?: readonly (Dot | null)[];
}

/** Something that can be drawn over a position on request: each side's shortest path. */
export interface Overlay<Position> {
  readonly id: string;
  /** Continues "Show": "the shortest paths". */
  readonly name: string;
  /** A key, as a capital letter, that no command of the window uses. */
  readonly key?: string;
  lines(position: Position): readonly OverlayLine[];
}

export interface OverlayLine {
  readonly seat: Seat;
  readonly points: readonly Point[];
  /** At the end of the line, a few characters: its number of steps. */
  readonly text: string;
  /** Where the text goes if a piece would hide it at the end. */
  readonly textAt?: Point;
  /** In full, for a screen reader: "Black needs 8 steps". */
  readonly spoken: string;
}

/**
 * A number that the rules alone give for each side, without an engine: steps to the goal, men left. It is finite, also
 * once the game is over, and the same for a position's images, with the seats changed where a symmetry changes them.
 */
export interface GameMeasure<Position> {
  readonly id: string;
  /** For a curve and its legend: "Path length". */
  readonly name: string;
  /** What is counted, in the plural: "steps". */
  readonly unit: string;
  value(position: Position, seat: Seat): number;
}

/**
 * A symmetry of a game's rules: play from a position and from its image is the same, move by move. The symmetries of a
 * setup form a group.
 */
export interface Symmetry<Position, Move> {
  /** What the image is, for sentences: "mirrored"; empty for the identity. */
  readonly name: string;
  /** Whether each side plays the other's part in the image. */
  readonly swapsSeats: boolean;
  position(position: Position): Position;
  move(move: Move): Move;
}

/** The symmetry that changes nothing, which every game has. */
export const identity = <Position, Move>(): Symmetry<Position, Move> => ({
  ...{ name: '', swapsSeats: false },
  position: (position) => position,
  move: (move) => move,
});

/**
 * How another program writes a game from the initial position. `Game.parseMoves` reads it too if it has more than one
 * move.
 */
export interface MoveLog<Position, Move> {
  readonly id: string;
  /** Continues "Copy the moves as". */
  readonly name: string;
  text(start: Position, moves: readonly Move[]): string;
}

export interface Game<Position = unknown, Move = unknown> {
  readonly id: string;
  /** In full, as in headings: "Connect Four". */
  readonly name: string;
  /** Its number in the list of games of SGF; absent if it has none. */
  readonly sgfNumber?: number;
  readonly seats: readonly [SeatNames, SeatNames];
  readonly setupFields: readonly SetupField[];
  /** Absent if the game has one start. */
  readonly presets?: readonly Preset[];
  readonly setupFlags: readonly SetupFlag[];
  /** How the board is flipped: a half turn, or a mirror image if gravity fixes up and down. */
  readonly flip: 'turn' | 'mirror';

  /** The initial position. @throws BadNotation if the rules do not allow the setup */
  initial(setup?: Setup): Position;
  setupOf(position: Position): Setup;
  seatToMove(position: Position): Seat;
  beginsTurn(position: Position): boolean;
  /** All legal actions, in a fixed order; empty when the game is over. */
  moves(position: Position): readonly Move[];
  /** @throws IllegalMove with the reason in words. */
  play(position: Position, move: Move): Position;
  /**
   * As `play`, and also after a draw that counts plies or repetitions, which another program need not have declared: for
   * games that are read. Absent if the game has no such draw. @throws IllegalMove
   */
  playOn?(position: Position, move: Move): Position;
  /** Null until the game is over. */
  result(position: Position): Result | null;
  /**
   * Reasons for endings that depend on the moves made and not on the position alone (a repetition). A position's text
   * does not contain those moves, so a game set up from it goes on.
   */
  readonly endingsByHistory?: readonly string[];
  /** The symmetries of the rules on the board of a setup, the identity first. */
  symmetries(setup: Setup): readonly Symmetry<Position, Move>[];
  /**
   * Equal for positions from which the same play is possible, symmetric ones included: setup, pieces, side to move, and
   * the action within the turn. What only history knows, such as the number of quiet plies, is not part of it.
   */
  key(position: Position): string;
  /** As `key`, for this position alone: those of its images differ. */
  ownKey(position: Position): string;
  /** The plies that count towards a draw (without a capture, for example). Absent if the rules count none. */
  quietPlies?(position: Position): number;
  /** Positions may repeat for ever and no rule ends the game, so a referee must. */
  readonly endless?: true;

  moveText(position: Position, move: Move): string;
  /** Reads one move and checks legality only as far as reading needs it. @throws BadNotation */
  parseMove(position: Position, text: string): Move;
  /** The moves in one word of a list, where moves stand in a row; absent if a word is one move. */
  wordMoves?(position: Position, word: string): readonly string[];
  /** The canonical text of a list of moves. */
  movesText(start: Position, moves: readonly Move[]): string;
  /**
   * Reads a list of moves played from `start`, in every documented form. @throws BadNotation | IllegalMove naming the
   * ply
   */
  parseMoves(start: Position, text: string): readonly Move[];
  readonly logs?: readonly MoveLog<Position, Move>[];
  /** The canonical position text; `parsePosition` reads it back. */
  positionText(position: Position): string;
  /** Reads every documented form. @throws BadNotation */
  parsePosition(text: string): Position;

  geometry(setup: Setup): Geometry;
  /** @param last the move that led here, if any */
  view(position: Position, last: { readonly before: Position; readonly move: Move } | null): View;
  choices(position: Position): readonly Choice<Move>[];
  /** Why these picks lead to no legal move. */
  refusal(position: Position, picks: readonly string[]): string;
  /**
   * What to pick after these picks, which are empty or the beginning of a legal move; fits one line. Empty if there is
   * nothing to add to whose turn it is.
   */
  prompt?(position: Position, picks: readonly string[]): string;
  readonly overlays?: readonly Overlay<Position>[];
  /** Curves of the graph. The first one is shown until the user chooses. */
  readonly measures?: readonly GameMeasure<Position>[];
  /** Absent if positions cannot be set up by hand. */
  readonly editor?: Editor<Position>;
}

/** The moves that led to a position from the start of its game, the last one first. */
export interface MoveTrail {
  readonly move: number;
  readonly before: MoveTrail | null;
}

/** The trail with each move replaced by its image. */
export function trailImage(trail: MoveTrail | null, imageOf: (move: number) => number): MoveTrail | null {
  const moves: number[] = [];
  for (let step = trail; step !== null; step = step.before) moves.push(imageOf(step.move));
  return moves.reduceRight<MoveTrail | null>((before, move) => ({ move, before }), null);
}

/** Quotes a text for use in a sentence, shortened if it is long. */
export function quote(text: string): string {
  return text.length > 24 ? `"${text.slice(0, 20)}…"` : `"${text}"`;
}

/**
 * The parts of QTP's lines: reads and writes entities and commands, expresses positions as commands, and defines the
 * deviations from the text that a reader tolerates.
 */
import { otherSeat, type Seat } from '../../games/game.ts';
import type { Line } from '../../games/line.ts';
import {
  goalRow,
  moveAt,
  orientationOf,
  ownerOf,
  quoridor,
  readMove as readMoveNumber,
  rowOf,
  startCell,
  wallMove,
  wallsPlaced,
  type QuoridorPosition,
} from '../../games/quoridor/index.ts';
import type { Oddity } from '../../shapes/engines.ts';
import { oddityOf, type FaultOf } from '../conversation.ts';
import { copyOf, Remembered } from '../text.ts';

export { distinct } from '../conversation.ts';
export { briefly, quoted } from '../text.ts';

/** The largest int of the text. */
const MOST_INT = 2 ** 31 - 1;

/** The largest board of the text, in cells per side. */
const MOST_SIZE = 25;

/** A cell: the column counts from 0, the row from 1 at the bottom. */
export interface Vertex {
  readonly column: number;
  readonly row: number;
}

export type Orientation = 'horizontal' | 'vertical';

/** A pawn's target, or a wall. A wall's vertex is the cell north-west of its centre. */
export type Placement =
  | { readonly kind: 'pawn'; readonly vertex: Vertex }
  | { readonly kind: 'wall'; readonly vertex: Vertex; readonly orientation: Orientation };

/** A placement of one side. */
export interface Step {
  readonly seat: Seat;
  readonly placement: Placement;
}

/** No entity has more than 16 characters. */
const short = (word: string | undefined): string =>
  word === undefined || word.length > 16 ? '' : word.toLowerCase();

/** Reads the word in any case; null if the table does not have it. */
const wordReader =
  <Value>(values: Readonly<Record<string, Value>>) =>
  (word: string | undefined): Value | null => {
    const text = short(word);
    return Object.hasOwn(values, text) ? values[text]! : null;
  };

/** Black is seat 0: it moves first. */
export const readColor = wordReader<Seat>({ black: 0, b: 0, white: 1, w: 1 });

export const writeColor = (seat: Seat): string => (seat === 0 ? 'black' : 'white');

export const readOrientation = wordReader<Orientation>({
  horizontal: 'horizontal',
  h: 'horizontal',
  vertical: 'vertical',
  v: 'vertical',
});

export const readBoolean = wordReader<boolean>({ true: true, t: true, false: false, f: false });

/** Reads an unsigned integer up to 2^31 - 1. */
export function readInt(word: string | undefined): number | null {
  if (word === undefined || !/^\d{1,10}$/.test(word)) return null;
  const value = Number(word);
  return value <= MOST_INT ? value : null;
}

/** The vertices read so far, by their words: each one of a game is read several times, and there are few. */
const verticesRead = new Remembered<Vertex>();

export function readVertex(word: string | undefined): Vertex | null {
  const known = word === undefined ? undefined : verticesRead.get(word);
  if (known !== undefined) return known;
  const vertex = readVertexAnew(word);
  if (vertex !== null) verticesRead.keep(word!, vertex);
  return vertex;
}

function readVertexAnew(word: string | undefined): Vertex | null {
  const match = /^([a-z])(\d{1,2})$/.exec(short(word));
  if (!match) return null;
  const column = match[1]!.charCodeAt(0) - 97;
  const row = Number(match[2]);
  return column < MOST_SIZE && row >= 1 && row <= MOST_SIZE ? { column, row } : null;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXY';

/** Writes upper case, the only form that every engine reads. */
const writeVertex = ({ column, row }: Vertex): string => `${LETTERS[column]}${row}`;

/** Reads the arguments of `playmove`: a colour and a vertex. */
export function readMove(words: readonly string[]): Step | null {
  const seat = readColor(words[0]);
  const vertex = readVertex(words[1]);
  if (words.length !== 2 || seat === null || vertex === null) return null;
  return { seat, placement: { kind: 'pawn', vertex } };
}

/** Reads the arguments of `playwall`: a colour, a vertex and an orientation. */
export function readWall(words: readonly string[]): Step | null {
  const seat = readColor(words[0]);
  const vertex = readVertex(words[1]);
  const orientation = readOrientation(words[2]);
  if (words.length !== 3 || seat === null || vertex === null || orientation === null) return null;
  return { seat, placement: { kind: 'wall', vertex, orientation } };
}

/**
 * How an engine writes walls. `token` is the dialect of one engine family: one lower-case word with the row of the cell
 * south-west of the centre.
 */
export type WallForm = 'vertex+word' | 'token';

/** Writes a placement in the form that follows a colour. */
export function writePlacement(placement: Placement, form: WallForm): string {
  const { vertex } = placement;
  if (placement.kind === 'pawn') return writeVertex(vertex);
  if (form === 'vertex+word') return `${writeVertex(vertex)} ${placement.orientation}`;
  return `${LETTERS[vertex.column]!.toLowerCase()}${vertex.row - 1}${placement.orientation.charAt(0)}`;
}

/** Reads a wall of one word literally: `e2h` has the vertex E2. The dialect decides which cell that means. */
export function readJoinedWall(
  word: string | undefined,
): { readonly vertex: Vertex; readonly orientation: Orientation } | null {
  const match = /^([a-z]\d{1,2})([hv])$/.exec(short(word));
  const vertex = readVertex(match?.[1]);
  const orientation = readOrientation(match?.[2]);
  return vertex === null || orientation === null ? null : { vertex, orientation };
}

/** Reads a wall of the token dialect. */
export function readToken(word: string | undefined): (Placement & { readonly kind: 'wall' }) | null {
  const joined = readJoinedWall(word);
  if (joined === null) return null;
  const { vertex, orientation } = joined;
  return { kind: 'wall', vertex: { column: vertex.column, row: vertex.row + 1 }, orientation };
}

/** The most characters kept of a word: no command has a longer one. */
const WORD = 64;
/** The most words kept of a command: the longest command of the text has four. */
const WORDS = 8;

export interface Command {
  readonly name: string;
  readonly args: readonly string[];
}

/** By the text, both sides discard control characters except tabs. */
export const withoutControls = (line: string): string => line.replace(/[\0-\x08\n-\x1f\x7f]+/g, '');

/** By the text, an engine discards control characters and comments, and reads tabs as blanks. */
function preprocess(line: string): string {
  const plain = withoutControls(line);
  const hash = plain.indexOf('#');
  return (hash < 0 ? plain : plain.slice(0, hash)).replaceAll('\t', ' ');
}

/** A line that `preprocess` would leave as it is. */
const PLAIN = /^[^\0-\x1f\x7f#]*$/;

/** Commands read so far, by their lines: those of a game come again in the next one. */
const commandsRead = new Remembered<Command>();

/** Reads a line to an engine; null if it has no command. */
export function readCommand(line: string): Command | null {
  const known = commandsRead.get(line);
  if (known !== undefined) return known;
  const command = readCommandAnew(line);
  if (command !== null && line.length <= WORD) commandsRead.keep(line, command);
  return command;
}

function readCommandAnew(line: string): Command | null {
  const text = PLAIN.test(line) ? line : preprocess(line);
  const words: string[] = [];
  for (let from = 0; from < text.length && words.length < WORDS;) {
    const blank = text.indexOf(' ', from);
    const to = blank < 0 ? text.length : blank;
    if (to > from) words.push(copyOf(text.slice(from, to), WORD));
    from = to + 1;
  }
  const name = words.shift();
  return name === undefined ? null : { name, args: words };
}

/** A position as a sequence of commands. */
export interface Telling {
  readonly size: number;
  /** The number of walls that each side begins with. */
  readonly walls: number;
  readonly steps: readonly Step[];
  /** The side to move after the steps. */
  readonly mover: Seat;
}

/** Converts a legal move's number. */
export function placementOf(size: number, move: number): Placement {
  const meant = readMoveNumber(size, move);
  if (meant?.kind === 'wall') {
    const row = Math.floor(meant.centre / (size - 1)) + 2;
    const vertex = { column: meant.centre % (size - 1), row };
    return { kind: 'wall', vertex, orientation: meant.orientation === 0 ? 'horizontal' : 'vertical' };
  }
  const cell = meant?.kind === 'pawn' ? meant.cell : 0;
  return { kind: 'pawn', vertex: { column: cell % size, row: rowOf(size, cell) + 1 } };
}

/** The move's number. A vertex outside this board gives a number that the rules refuse. */
export function moveOf(size: number, placement: Placement): number {
  const { column, row } = placement.vertex;
  if (placement.kind === 'pawn') return moveAt(size, column, row, null);
  return moveAt(size, column, row, placement.orientation === 'horizontal' ? 0 : 1);
}

/** The last line that was asked about: each question asks several times, and the next one mostly goes on from there. */
let lastLine: Line | null = null;
let tellingOfLast: Telling | string = '';

/** The commands that lead to the end of a line, or a string that says why QTP cannot express that position. */
export function tellingOf(line: Line): Telling | string {
  if (line !== lastLine) {
    tellingOfLast = makeTelling(line);
    lastLine = line;
  }
  return tellingOfLast;
}

/** What `setupSteps` returned, by start position: each line of a game begins with the same one. */
const setups = new WeakMap<QuoridorPosition, ReturnType<typeof setupSteps>>();

function makeTelling(line: Line): Telling | string {
  if (line.game.id !== quoridor.id) return `QTP carries Quoridor only, not ${line.game.name}`;
  const start = line.start as QuoridorPosition;
  let setup = setups.get(start);
  if (setup === undefined) setups.set(start, (setup = setupSteps(start)));
  if (typeof setup === 'string') return setup;
  const { size } = start;
  const moves = line.moves as readonly number[];
  const before = typeof tellingOfLast !== 'string' && goesOn(line, lastLine!) ? tellingOfLast : null;
  const steps = [...(before ?? setup).steps];
  let seat = before?.mover ?? start.mover;
  for (const move of moves.slice(steps.length - setup.steps.length)) {
    steps.push(stepOf(size, seat, move));
    seat = otherSeat(seat);
  }
  return { size, walls: setup.walls, steps, mover: seat };
}

/** Whether a line begins with all of another one. */
function goesOn({ start, moves }: Line, before: Line): boolean {
  if (start !== before.start || moves.length < before.moves.length) return false;
  return before.moves.every((move, at) => move === moves[at]);
}

/** The steps of legal moves so far, by size, side and move: every question of a game has all of its steps. */
const stepsMade = new Map<number, readonly [Step[], Step[]]>();

function stepOf(size: number, seat: Seat, move: number): Step {
  let made = stepsMade.get(size);
  if (made === undefined) stepsMade.set(size, (made = [[], []]));
  return (made[seat][move] ??= { seat, placement: placementOf(size, move) });
}

/**
 * Steps from the empty board to a set-up position: the pawns walk to their cells, then the walls are placed. The text
 * allows moves of one colour in a row.
 */
function setupSteps(start: QuoridorPosition): { walls: number; steps: readonly Step[] } | string {
  const { size, pawns, walls, wallsLeft } = start;
  const placed = wallsPlaced(start);
  const [black, white] = [wallsLeft[0] + placed[0], wallsLeft[1] + placed[1]];
  if (black !== white) {
    const counts = `Black has ${black} walls in all and White ${white}`;
    return `QTP gives both sides the same number of walls to begin with; here ${counts}`;
  }
  if (black > MOST_INT) return `QTP has no number as large as that of the walls, ${black}`;
  const steps: Step[] = [];
  const at: [number, number] = [startCell(size, 0), startCell(size, 1)];
  for (const seat of [0, 1] as const) {
    const way = wayTo(size, seat, at[seat], pawns[seat], at[otherSeat(seat)]);
    if (way === null) return 'QTP can send this position only as moves, and no pawn can reach it';
    for (const cell of way) steps.push(stepOf(size, seat, cell));
    at[seat] = pawns[seat];
  }
  walls.forEach((wall, centre) => {
    if (wall === 0) return;
    steps.push(stepOf(size, ownerOf(wall), wallMove(size, centre, orientationOf(wall))));
  });
  return { walls: black, steps };
}

/** The cells of a shortest way on the empty board that avoids the other pawn and the pawn's own goal row. */
function wayTo(size: number, seat: Seat, from: number, to: number, other: number): readonly number[] | null {
  if (from === to) return [];
  const before = new Map<number, number>([[from, from]]);
  const queue = [from];
  for (let cell = queue.shift(); cell !== undefined; cell = queue.shift()) {
    for (const next of neighbours(size, cell)) {
      if (before.has(next) || next === other || rowOf(size, next) === goalRow(size, seat)) continue;
      before.set(next, cell);
      if (next === to) return wayBack(before, from, to);
      queue.push(next);
    }
  }
  return null;
}

function wayBack(before: ReadonlyMap<number, number>, from: number, to: number): readonly number[] {
  const way: number[] = [];
  for (let cell = to; cell !== from; cell = before.get(cell)!) way.push(cell);
  return way.reverse();
}

function neighbours(size: number, cell: number): readonly number[] {
  const column = cell % size;
  return [
    ...(cell >= size ? [cell - size] : []),
    ...(column > 0 ? [cell - 1] : []),
    ...(column < size - 1 ? [cell + 1] : []),
    ...(cell < size * (size - 1) ? [cell + size] : []),
  ];
}

/** The number of commands before the moves: `boardsize`, `clear_board` and `walls`. */
export const openingLength = 3;

export function commandsOf(telling: Telling, form: WallForm): readonly string[] {
  const { size, walls } = telling;
  return [`boardsize ${size}`, 'clear_board', `walls ${walls}`, ...stepsFrom(telling, 0, form)];
}

/** The commands of a telling that make its steps from `first` on. */
export const stepsFrom = ({ steps }: Telling, first: number, form: WallForm): readonly string[] =>
  steps.slice(first).map((step) => commandOfStep(step, form));

/** The commands of steps so far: a text that is looked up again need not be put together and hashed again. */
const commandsMade: Readonly<Record<WallForm, WeakMap<Step, string>>> = {
  'vertex+word': new WeakMap(),
  token: new WeakMap(),
};

function commandOfStep(step: Step, form: WallForm): string {
  const known = commandsMade[form].get(step);
  if (known !== undefined) return known;
  const { seat, placement } = step;
  const name = placement.kind === 'pawn' ? 'playmove' : 'playwall';
  const command = `${name} ${writeColor(seat)} ${writePlacement(placement, form)}`;
  commandsMade[form].set(step, command);
  return command;
}

/** The only board size of the engines that speak the token dialect. */
const TOKEN_SIZE = 9;

/** Why this cannot be told to an engine of the token dialect, in words; null if it can. */
export function tokenObjection({ size, steps, mover }: Telling): string | null {
  if (size !== TOKEN_SIZE) {
    return `this engine writes walls in one word; such engines know only the 9 by 9 board, and this one is ${size} by ${size}`;
  }
  const alternates = steps.every(({ seat }, index) => seat === index % 2) && mover === steps.length % 2;
  return alternates
    ? null
    : 'this engine writes walls in one word; such engines need Black and White to move in turn, which this position does not allow';
}

const CHARACTERS = 'QTP, Character set';
const RESPONSE = 'QTP, Responses';
const ORDER = 'QTP, Responses, one for each command in order';
const COMMANDS = 'QTP, Commands';
const LIST = 'QTP, Commands, list_commands';
const GENMOVE = 'QTP, Commands, genmove';
const WALL = 'QTP, Entities, wall';

const sentences = {
  'control-character': [CHARACTERS, 'Control characters other than a line end are not used on output'],
  'byte-order-mark': [CHARACTERS, 'A byte order mark stands before the line'],
  tab: [CHARACTERS, 'Blanks on output are spaces, not tabs'],
  'extra-blanks': [RESPONSE, 'The words of an answer are separated by single blanks, with none at the end'],
  'indented-mark': [RESPONSE, 'An answer begins with = or ?, but blanks precede it'],
  'missing-blank-line': [RESPONSE, 'An answer ends with two line ends, but only one came'],
  'blank-line-in-answer': [RESPONSE, 'A blank line ends an answer, but this one continued'],
  'text-before-mark': [RESPONSE, 'An answer begins with = or ?, but its text came first'],
  'unmarked-answer': [RESPONSE, 'An answer begins with = or ?, but this line has neither'],
  'stray-line': [RESPONSE, 'The line is not part of any answer'],
  'too-long-answer': [RESPONSE, 'The answer is longer than any board; the rest is ignored'],
  'doubled-answer': [ORDER, 'The answer came twice; only the first one counts'],
  'unasked-answer': [ORDER, 'No command is unanswered; the answer is ignored'],
  'missing-answer': [ORDER, 'A command was never answered, though a later one was'],
  'misplaced-answer': [ORDER, 'The answer does not fit the oldest command; the next line will show'],
  'unexpected-result': [COMMANDS, 'The answer does not have the content that the protocol requires'],
  'unexpected-failure': [COMMANDS, 'By the protocol, this command never fails'],
  'other-error': [COMMANDS, 'The protocol has another error message for this'],
  'misspelt-command': [LIST, 'A command of the text is misspelt'],
  'missing-command': [LIST, 'Every engine has this command, and it is not listed'],
  'no-list': [LIST, 'The engine lists no commands; it is assumed to have those of the protocol'],
  'token-wall': [WALL, 'A wall is a vertex and an orientation, not one word'],
  'no-move': [GENMOVE, 'genmove never fails; its answer is always a move'],
} as const;

export type OddityName = keyof typeof sentences;

export interface Fault extends FaultOf<OddityName> {
  /** The command whose clause the fault violates. */
  readonly command?: string;
}

export function oddity(fault: Fault): Oddity {
  const found = oddityOf(sentences, fault);
  return fault.command === undefined ? found : { ...found, clause: `${COMMANDS}, ${fault.command}` };
}

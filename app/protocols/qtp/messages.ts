/** The entities of QTP's text, read and written. What is read may be of any form that the text allows. */
import type { Seat } from '../../games/game.ts';
import { oddityOf, type FaultOf } from '../faults.ts';
import type { Oddity } from '../../shapes/engines.ts';

export { distinct } from '../faults.ts';
export { briefly, quoted } from '../text.ts';

/** The largest int of the text. */
export const MOST_INT = 2 ** 31 - 1;

/** Boards beyond 25x25 are not supported by the protocol. */
export const MOST_SIZE = 25;

/** A board coordinate: the column counted from 0, the row from 1 at the bottom. */
export interface Vertex {
  readonly column: number;
  readonly row: number;
}

export type Orientation = 'horizontal' | 'vertical';

/** Where a pawn goes, or where a wall stands: its vertex is the cell north-west of its centre. */
export type Placement =
  | { readonly kind: 'pawn'; readonly vertex: Vertex }
  | { readonly kind: 'wall'; readonly vertex: Vertex; readonly orientation: Orientation };

/** Long words are none of these, and are not looked at. */
const short = (word: string | undefined): string =>
  word === undefined || word.length > 16 ? '' : word.toLowerCase();

/** An unsigned integer up to 2^31 - 1; null where `word` is none. */
export function readInt(word: string | undefined): number | null {
  if (word === undefined || !/^\d{1,10}$/.test(word)) return null;
  const value = Number(word);
  return value <= MOST_INT ? value : null;
}

export function readVertex(word: string | undefined): Vertex | null {
  const match = /^([a-z])(\d{1,2})$/.exec(short(word));
  if (!match) return null;
  const column = match[1]!.charCodeAt(0) - 97;
  const row = Number(match[2]);
  return column < MOST_SIZE && row >= 1 && row <= MOST_SIZE ? { column, row } : null;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXY';

/** In upper case, the only form that every engine reads. */
export const writeVertex = ({ column, row }: Vertex): string => `${LETTERS[column]}${row}`;

const colors: Readonly<Record<string, Seat>> = { black: 0, b: 0, white: 1, w: 1 };

/** Black is seat 0: it moves first. */
export function readColor(word: string | undefined): Seat | null {
  const text = short(word);
  return Object.hasOwn(colors, text) ? colors[text]! : null;
}

export const writeColor = (seat: Seat): string => (seat === 0 ? 'black' : 'white');

const orientations: Readonly<Record<string, Orientation>> = {
  horizontal: 'horizontal',
  h: 'horizontal',
  vertical: 'vertical',
  v: 'vertical',
};

export function readOrientation(word: string | undefined): Orientation | null {
  const text = short(word);
  return Object.hasOwn(orientations, text) ? orientations[text]! : null;
}

const booleans: Readonly<Record<string, boolean>> = { true: true, t: true, false: false, f: false };

export function readBoolean(word: string | undefined): boolean | null {
  const text = short(word);
  return Object.hasOwn(booleans, text) ? booleans[text]! : null;
}

/** A colour and a vertex. */
export function readMove(
  words: readonly string[],
): { readonly seat: Seat; readonly placement: Placement } | null {
  const seat = readColor(words[0]);
  const vertex = readVertex(words[1]);
  if (words.length !== 2 || seat === null || vertex === null) return null;
  return { seat, placement: { kind: 'pawn', vertex } };
}

/** A colour, a vertex and an orientation. */
export function readWall(
  words: readonly string[],
): { readonly seat: Seat; readonly placement: Placement } | null {
  const seat = readColor(words[0]);
  const vertex = readVertex(words[1]);
  const orientation = readOrientation(words[2]);
  if (words.length !== 3 || seat === null || vertex === null || orientation === null) return null;
  return { seat, placement: { kind: 'wall', vertex, orientation } };
}

/**
 * How walls are written. `token` is the dialect of one engine family: one lower-case word, whose row is that of
 * the cell south-west of the centre.
 */
export type WallForm = 'vertex+word' | 'token';

/** A placement as it follows a colour. */
export function writePlacement(placement: Placement, form: WallForm): string {
  const { vertex } = placement;
  if (placement.kind === 'pawn') return writeVertex(vertex);
  if (form === 'vertex+word') return `${writeVertex(vertex)} ${placement.orientation}`;
  return `${LETTERS[vertex.column]!.toLowerCase()}${vertex.row - 1}${placement.orientation.charAt(0)}`;
}

/** A wall in one word, as it stands: `e2h` has the vertex E2. Which cell that means is for the dialect to say. */
export function readJoinedWall(
  word: string | undefined,
): { readonly vertex: Vertex; readonly orientation: Orientation } | null {
  const match = /^([a-z]\d{1,2})([hv])$/.exec(short(word));
  const vertex = readVertex(match?.[1]);
  const orientation = readOrientation(match?.[2]);
  return vertex === null || orientation === null ? null : { vertex, orientation };
}

/** A wall of the token dialect in the text's terms; null where `word` is none. */
export function readToken(word: string | undefined): (Placement & { readonly kind: 'wall' }) | null {
  const joined = readJoinedWall(word);
  if (joined === null) return null;
  const { vertex, orientation } = joined;
  return { kind: 'wall', vertex: { column: vertex.column, row: vertex.row + 1 }, orientation };
}

/** Departures from QTP's text that are tolerated: what they are called, where the text says otherwise. */

const CHARACTERS = 'QTP, Character set';
const RESPONSE = 'QTP, Responses';
const ORDER = 'QTP, Responses, one for each command in order';
const COMMANDS = 'QTP, Commands';
const LIST = 'QTP, Commands, list_commands';
const GENMOVE = 'QTP, Commands, genmove';
const WALL = 'QTP, Entities, wall';

const sentences = {
  'control-character': [CHARACTERS, 'Control characters other than a line end are not used on output'],
  tab: [CHARACTERS, 'Blanks on output are spaces, not tabs'],
  'extra-blanks': [RESPONSE, 'The words of an answer are separated by single blanks, with none at the end'],
  'indented-mark': [RESPONSE, 'An answer begins with its = or ?, and blanks stand before it'],
  'missing-blank-line': [RESPONSE, 'An answer ends with two line ends, and only one came'],
  'blank-line-in-answer': [RESPONSE, 'A blank line ends an answer, and this one went on'],
  'text-before-mark': [RESPONSE, 'An answer begins with = or ?, and its text came before'],
  'unmarked-answer': [RESPONSE, 'An answer begins with = or ?, and this line has neither'],
  'stray-line': [RESPONSE, 'The line is no part of any answer'],
  'too-long-answer': [RESPONSE, 'The answer is longer than any board; the rest of it is left out'],
  'doubled-answer': [ORDER, 'The answer came twice; only the first one counts'],
  'unasked-answer': [ORDER, 'No command is unanswered; the answer counts for nothing'],
  'missing-answer': [ORDER, 'A command was never answered, though a later one was'],
  'misplaced-answer': [ORDER, 'The answer cannot be one to the oldest command; the next line will tell'],
  'unexpected-result': [COMMANDS, 'The answer does not hold what the text says'],
  'unexpected-failure': [COMMANDS, 'The text says that this command never fails'],
  'other-error': [COMMANDS, 'The text has another error message for this'],
  'misspelt-command': [LIST, 'A command of the text is misspelt'],
  'missing-command': [LIST, 'Every engine has this command, and it is not listed'],
  'no-list': [LIST, 'The engine lists no commands; it is taken to have those of the text'],
  'token-wall': [WALL, 'A wall is a vertex and an orientation, not one word'],
  'no-move': [GENMOVE, 'genmove never fails, and there is no answer but a move'],
} as const;

export type OddityName = keyof typeof sentences;

export interface Fault extends FaultOf<OddityName> {
  /** The command whose description says otherwise. */
  readonly command?: string;
}

export function oddity(fault: Fault): Oddity {
  const found = oddityOf(sentences, fault);
  return fault.command === undefined ? found : { ...found, clause: `${COMMANDS}, ${fault.command}` };
}

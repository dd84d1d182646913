/** The commands of QTP, as they are written and read: one table for both halves. */
import { copyOf } from '../text.ts';

/** What a successful answer to a command holds. */
export type Shape =
  /** Nothing: `=` alone. */
  | 'none'
  /** One line of words. */
  | 'words'
  | 'boolean'
  /** Names, one a line. */
  | 'names'
  /** A drawing of any number of lines. */
  | 'drawing'
  /** A vertex, and an orientation where it is a wall. */
  | 'move'
  /** A boolean, and a colour where it is true. */
  | 'winner'
  /** A private extension: anything. */
  | 'anything';

interface Known {
  readonly shape: Shape;
  /** The fewest words that may follow; with fewer an engine waits for more, or crashes. */
  readonly words: number;
  /** The error messages of the text; null where the command never fails. */
  readonly errors: readonly string[] | null;
}

const none = (words: number, errors: readonly string[] | null): Known => ({ shape: 'none', words, errors });

/** In the order of the text. */
export const known = {
  name: { shape: 'words', words: 0, errors: null },
  known_command: { shape: 'boolean', words: 1, errors: null },
  list_commands: { shape: 'names', words: 0, errors: null },
  quit: none(0, null),
  boardsize: none(1, ['syntax error', 'unacceptable size']),
  clear_board: none(0, null),
  walls: none(1, null),
  playmove: none(2, ['syntax error', 'illegal move']),
  playwall: none(3, ['syntax error', 'illegal move']),
  genmove: { shape: 'move', words: 1, errors: null },
  undo: none(0, ['cannot undo']),
  winner: { shape: 'winner', words: 0, errors: null },
  showboard: { shape: 'drawing', words: 0, errors: null },
} as const satisfies Readonly<Record<string, Known>>;

export type CommandName = keyof typeof known;

export const commandNames = Object.keys(known) as readonly CommandName[];

/** Commands of the text are looked up by their exact name: they are case sensitive. */
export const commandOf = (name: string): Known | null =>
  Object.hasOwn(known, name) ? known[name as CommandName] : null;

export const shapeOf = (name: string): Shape => commandOf(name)?.shape ?? 'anything';

/** In characters: longer words are cut, and are no part of any command. */
const WORD = 64;
/** Words kept of a command; the text's longest has four. */
const WORDS = 8;

export interface Command {
  readonly name: string;
  readonly args: readonly string[];
}

/** What the text has either side do first: control characters but tabs are discarded. */
export const withoutControls = (line: string): string => line.replace(/[\0-\x08\n-\x1f\x7f]+/g, '');

/** What the text has an engine do before it parses a line: control characters, comment, tabs. */
export function preprocess(line: string): string {
  const plain = withoutControls(line);
  const hash = plain.indexOf('#');
  return (hash < 0 ? plain : plain.slice(0, hash)).replaceAll('\t', ' ');
}

/** A line that went to an engine; null where it holds no command. */
export function readCommand(line: string): Command | null {
  const words = preprocess(line)
    .split(' ', 4096)
    .filter((word) => word !== '')
    .slice(0, WORDS)
    .map((word) => copyOf(word, WORD));
  const [name, ...args] = words;
  return name === undefined ? null : { name, args };
}

/** The commands of QTP, as they are written and read: one table for both halves. */
import { copyOf } from '../text.ts';
import { quoridor, wallsPlaced, type QuoridorPosition } from '../../games/quoridor/index.ts';
import type { Line } from '../../games/line.ts';
import type { CommandHelp, Commands } from '../protocol.ts';
import {
  writeColor,
  writePlacement,
  readJoinedWall,
  quoted,
  readBoolean,
  readColor,
  readOrientation,
  readToken,
  readVertex,
  briefly,
  type WallForm,
  type Placement,
  type Fault,
} from './messages.ts';
import { placementOf } from './telling.ts';
import type { CommandArgument } from '../../shapes/engines.ts';

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

/** What a person who types commands of QTP is told of them. Any of them may be sent at any time. */

const color: CommandArgument = { name: 'color', choices: ['black', 'white'] };
const vertex: CommandArgument = { name: 'vertex' };

const told: Readonly<Record<CommandName, CommandHelp>> = {
  name: { args: [], help: 'asks for the name of the engine', example: 'name', harmless: true },
  known_command: {
    args: [{ name: 'command', takes: 'command' }],
    help: 'asks whether the engine knows a command; true or false answers it',
    example: 'known_command undo',
    harmless: true,
  },
  list_commands: {
    args: [],
    help: 'asks for all commands that the engine knows, one a line',
    example: 'list_commands',
    harmless: true,
  },
  quit: { args: [], help: 'has the engine answer and leave', example: 'quit' },
  boardsize: {
    args: [{ name: 'size' }],
    help: 'changes the size of the board; clear_board and walls are to follow',
    example: 'boardsize 9',
  },
  clear_board: {
    args: [],
    help: 'takes the walls off the board and puts both pawns back; walls is to follow',
    example: 'clear_board',
  },
  walls: {
    args: [{ name: 'number' }],
    help: 'gives each player so many walls',
    example: 'walls 10',
  },
  playmove: {
    args: [color, vertex],
    help: 'moves the pawn of a color to a vertex, whoever is to move',
    example: 'playmove white e8',
  },
  playwall: {
    args: [color, vertex, { name: 'orientation', choices: ['horizontal', 'vertical'] }],
    help: 'puts up a wall of a color; the vertex is the one northwest of its center',
    example: 'playwall black e3 horizontal',
  },
  genmove: {
    args: [color],
    help: 'has the engine choose a move for a color and make it; the move answers it',
    example: 'genmove white',
  },
  undo: {
    args: [{ name: 'times', optional: true }],
    help: 'takes back one move, or so many',
    example: 'undo 2',
  },
  winner: {
    args: [],
    help: 'asks whether the game is over; true and the color that has won, or false, answers it',
    example: 'winner',
    harmless: true,
  },
  showboard: {
    args: [],
    help: "asks for the engine's own drawing of its board",
    example: 'showboard',
    harmless: true,
  },
};

export const commands: Commands = {
  table: commandNames.map((word) => ({ word, clause: `QTP, Commands, ${word}`, ...told[word] })),
  find(line) {
    const command = readCommand(line);
    const known = command && commandOf(command.name);
    return known && command.args.length >= known.words ? command.name : null;
  },
};

/** What stands behind a command to bring the engine to a place, or on from there. @param form null: as the text has it */
export function offersAt(
  word: string,
  { game, position: shown }: Line,
  form: WallForm | null,
): readonly string[] {
  if (game.id !== quoridor.id) return [];
  const position = shown as QuoridorPosition;
  const { size, mover, wallsLeft } = position;
  switch (word) {
    case 'boardsize':
      return [`${size}`];
    case 'walls':
      return [`${wallsLeft[0] + wallsPlaced(position)[0]}`];
    case 'genmove':
      return [writeColor(mover)];
    case 'playmove':
    case 'playwall': {
      const kind = word === 'playmove' ? 'pawn' : 'wall';
      const placements = quoridor.moves(position).map((move) => placementOf(size, move));
      return placements
        .filter((placement) => placement.kind === kind)
        .map((placement) => `${writeColor(mover)} ${writePlacement(placement, form ?? 'vertex+word')}`);
    }
    default:
      return [];
  }
}

/** What is wrong with a line that a person typed, or that somebody else sent. */

/** In words, one sentence each; nothing for a line that every engine bears. */
export function misuseOf(line: string, listed: ReadonlySet<string> | null): readonly string[] {
  const command = readCommand(line);
  if (command === null) return ['a line without a command is ignored; some engines wait for more then'];
  const faults: string[] = [];
  if (line.includes('#')) faults.push('some engines cannot read comments, which begin with "#"');
  if (/[\0-\x1f\x7f]/.test(line)) faults.push('some engines cannot read tabs and control characters');
  const { name, args } = command;
  const known = commandOf(name);
  // The dialect with walls of one word has one word less.
  const words = readJoinedWall(args[1]) === null ? args.length : args.length + 1;
  if (known !== null && words < known.words) {
    const wanted = known.words === 1 ? '1 word' : `${known.words} words`;
    faults.push(`${name} wants ${wanted} behind it; some engines wait for them, or crash`);
  }
  if (listed !== null && !listed.has(name))
    faults.push(`the engine does not list the command ${quoted(name)}`);
  return faults;
}

/** What an answer holds: whether it fits the command that it is to answer, and what it says. */

/** An answer once it is complete. */
export interface Answered {
  /** It began with `=`, or would have. */
  readonly success: boolean;
  /** Without the mark and the blank behind it. */
  readonly lines: readonly string[];
}

/** Words in a short answer beyond which it is none. */
const MOST_WORDS = 8;
/** In characters: no short answer is as long. */
const LONG = 200;

export const wordsOf = (lines: readonly string[]): readonly string[] =>
  lines
    .slice(0, MOST_WORDS)
    .flatMap((line) => (line.length > LONG ? [line] : line.split(' ')))
    .filter((word) => word !== '');

/** Words by which an engine says that there is no move, against the text. */
const isNoMove = (word: string | undefined): boolean => /^(pass|resign|none|null)$/i.test(word ?? '');

/**
 * Whether the text behind `=` on an answer's first line fits: it is all, or more may follow, or it can be no
 * answer to this command.
 */
export function fitOf(shape: Shape, text: string): 'whole' | 'open' | 'unfit' {
  const words = wordsOf([text]);
  switch (shape) {
    case 'none':
      return words.length === 0 ? 'whole' : 'unfit';
    case 'words':
      return 'whole';
    case 'boolean':
      return words.length === 1 && readBoolean(words[0]) !== null ? 'whole' : 'unfit';
    case 'winner': {
      const ended = readBoolean(words[0]);
      if (ended === null) return 'unfit';
      return ended && words.length === 1 ? 'open' : 'whole';
    }
    case 'move':
      if (readVertex(words[0]) !== null) return words.length === 1 ? 'open' : 'whole';
      return readsAsMove(words) || isNoMove(words[0]) ? 'whole' : 'unfit';
    case 'names':
    case 'drawing':
    case 'anything':
      return 'open';
  }
}

const readsAsMove = (words: readonly string[]): boolean =>
  (readVertex(words[0]) !== null && (words.length === 1 || readOrientation(words[1]) !== null)) ||
  readJoinedWall(words[0]) !== null;

/** The rest of an open answer of few words. */
export function completes(shape: Shape, lines: readonly string[]): boolean {
  const words = wordsOf(lines);
  if (shape === 'winner') return readColor(words[1]) !== null;
  return shape === 'move' && readOrientation(words[1]) !== null;
}

/** Whether a line without `=` or `?` may be meant as the answer to a command. */
export function isLikelyAnswer(shape: Shape, text: string): boolean {
  if (isErrorText(text)) return true;
  const words = wordsOf([text]);
  switch (shape) {
    case 'boolean':
      return words.length === 1 && readBoolean(words[0]) !== null;
    case 'winner':
      return readBoolean(words[0]) !== null && (words.length === 1 || readColor(words[1]) !== null);
    case 'move':
      return words.length <= 2 && readsAsMove(words);
    default:
      return false;
  }
}

export const isErrorText = (text: string): boolean =>
  /^ *(error|illegal|invalid|unknown|unacceptable|cannot|can't|syntax)\b/i.test(text);

/** What departs from the text in a complete answer. */
export function answerFaults(name: string, { success, lines }: Answered): readonly Fault[] {
  const command = commandOf(name);
  if (command === null) return [];
  const text = (lines[0] ?? '').trim();
  if (!success) {
    // Whoever does not know a command says so, whatever the command.
    if (text === 'unknown command') return [];
    const detail = `${name}: ${quoted(text)}`;
    if (command.errors === null) return [{ name: 'unexpected-failure', detail, command: name }];
    return command.errors.includes(text) ? [] : [{ name: 'other-error', detail, command: name }];
  }
  const { shape } = command;
  if (shape === 'names' || shape === 'drawing' || shape === 'words') return [];
  if (shape === 'move' && isNoMove(wordsOf(lines)[0])) return [{ name: 'no-move', detail: quoted(text) }];
  return fitOf(shape, lines.join(' ')) === 'unfit'
    ? [{ name: 'unexpected-result', detail: `${name}: ${quoted(lines.join(' '))}`, command: name }]
    : [];
}

/** What `genmove` answered. */
export type Generated =
  | { readonly kind: 'placement'; readonly placement: Placement; readonly form: WallForm | null }
  /** The engine says that there is no move. */
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable'; readonly reason: string };

/**
 * Reads the answer to `genmove`.
 *
 * @param form how this engine is known to write walls; null where it is not known yet
 * @returns `form` is set where the answer shows it
 */
export function readGenerated(lines: readonly string[], form: WallForm | null, faults: Fault[]): Generated {
  const words = wordsOf(lines);
  const [first, second] = words;
  const vertex = readVertex(first);
  if (vertex !== null) {
    const orientation = readOrientation(second);
    if (orientation !== null) {
      return { kind: 'placement', placement: { kind: 'wall', vertex, orientation }, form: 'vertex+word' };
    }
    if (second !== undefined)
      faults.push({ name: 'unexpected-result', detail: quoted(second), command: 'genmove' });
    return { kind: 'placement', placement: { kind: 'pawn', vertex }, form: null };
  }
  const joined = readJoinedWall(first);
  if (joined !== null) {
    faults.push({ name: 'token-wall', detail: quoted(first!) });
    // The dialect writes lower case; an upper-case vertex before a letter is the text's own wall without its blank.
    const token = form === null ? first === first!.toLowerCase() : form === 'token';
    const placement = token ? readToken(first)! : ({ kind: 'wall', ...joined } as const);
    return { kind: 'placement', placement, form: token ? 'token' : null };
  }
  if (isNoMove(first)) return { kind: 'none' };
  const text = words.join(' ');
  return { kind: 'unreadable', reason: text === '' ? 'it is empty' : `${quoted(text)} is no vertex` };
}

/** Characters of a command's name that are kept. */
const isName = (text: string): boolean => text.length <= 64 && /^[A-Za-z_][\w.:-]*$/.test(text);
/** Commands of one engine that are kept; the longest known list has sixteen. */
const MOST_COMMANDS = 256;

/** The commands of a list, those of the text under their right names. */
export function readList(lines: readonly string[], faults: Fault[]): ReadonlySet<string> {
  const commands = new Set<string>();
  const others: string[] = [];
  for (const line of lines) {
    const name = line.trim();
    if (name === '') continue;
    if (!isName(name)) faults.push({ name: 'stray-line', detail: quoted(name) });
    else if (commandOf(name) !== null) commands.add(name);
    else if (others.length < MOST_COMMANDS) others.push(briefly(name));
  }
  for (const name of others) {
    const meant = commandNames.find((each) => !commands.has(each) && isSlip(name, each));
    if (meant === undefined) commands.add(name);
    else {
      commands.add(meant);
      faults.push({ name: 'misspelt-command', detail: `${quoted(name)} for ${meant}` });
    }
  }
  const missing = commandNames.filter((name: CommandName) => !commands.has(name));
  if (missing.length > 0) faults.push({ name: 'missing-command', detail: missing.join(', ') });
  return commands;
}

/** One letter too many, too few or wrong. */
function isSlip(written: string, meant: string): boolean {
  let start = 0;
  while (start < meant.length && written[start] === meant[start]) start++;
  let end = 0;
  const most = Math.min(written.length, meant.length) - start;
  while (end < most && written.at(-1 - end) === meant.at(-1 - end)) end++;
  return written.length - start - end <= 1 && meant.length - start - end <= 1;
}

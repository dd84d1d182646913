/** The commands of QTP: their arguments, their answers, and their help for the user. */
import type { Line } from '../../games/line.ts';
import { quoridor, wallsPlaced, type QuoridorPosition } from '../../games/quoridor/index.ts';
import type { CommandArgument } from '../../shapes/engines.ts';
import type { CommandHelp, Commands } from '../protocol.ts';
import { Remembered } from '../text.ts';
import {
  briefly,
  placementOf,
  quoted,
  readBoolean,
  readColor,
  readCommand,
  readJoinedWall,
  readOrientation,
  readToken,
  readVertex,
  writeColor,
  writePlacement,
  type Fault,
  type Placement,
  type WallForm,
} from './messages.ts';

/** The result of a successful answer. */
export type Shape =
  /** Nothing: `=` alone. */
  | 'none'
  /** One line of words. */
  | 'words'
  | 'boolean'
  /** Names, one per line. */
  | 'names'
  /** A drawing of any number of lines. */
  | 'drawing'
  /** A vertex, with an orientation for a wall. */
  | 'move'
  /** A boolean, with a colour after `true`. */
  | 'winner'
  /** Anything: the command is a private extension. */
  | 'anything';

interface CommandEntry {
  readonly shape: Shape;
  /** The fewest arguments. With fewer, some engines wait for more or crash. */
  readonly words: number;
  /** The error messages by the text; null if the command never fails. */
  readonly errors: readonly string[] | null;
  readonly manual: CommandHelp;
}

const entry = (
  shape: Shape,
  words: number,
  errors: CommandEntry['errors'],
  manual: CommandHelp,
): CommandEntry => ({ shape, words, errors, manual });

const color: CommandArgument = { name: 'color', choices: ['black', 'white'] };
const vertex: CommandArgument = { name: 'vertex' };
const playErrors = ['syntax error', 'illegal move'];

/** In the order of the text. */
const entries = {
  name: entry('words', 0, null, {
    args: [],
    help: 'asks for the name of the engine',
    example: 'name',
    harmless: true,
  }),
  known_command: entry('boolean', 1, null, {
    args: [{ name: 'command', takes: 'command' }],
    help: 'asks whether the engine knows a command; true or false answers it',
    example: 'known_command undo',
    harmless: true,
  }),
  list_commands: entry('names', 0, null, {
    args: [],
    help: 'asks for all commands of the engine, one per line',
    example: 'list_commands',
    harmless: true,
  }),
  quit: entry('none', 0, null, {
    args: [],
    help: 'ends the engine after its answer',
    example: 'quit',
  }),
  boardsize: entry('none', 1, ['syntax error', 'unacceptable size'], {
    args: [{ name: 'size' }],
    help: 'changes the board size; clear_board and walls must follow',
    example: 'boardsize 9',
  }),
  clear_board: entry('none', 0, null, {
    args: [],
    help: 'removes the walls and resets both pawns; walls must follow',
    example: 'clear_board',
  }),
  walls: entry('none', 1, null, {
    args: [{ name: 'number' }],
    help: 'gives each player this number of walls',
    example: 'walls 10',
  }),
  playmove: entry('none', 2, playErrors, {
    args: [color, vertex],
    help: 'moves the pawn of a color to a vertex, regardless of the side to move',
    example: 'playmove white e8',
  }),
  playwall: entry('none', 3, playErrors, {
    args: [color, vertex, { name: 'orientation', choices: ['horizontal', 'vertical'] }],
    help: 'places a wall of a color; the vertex is northwest of its center',
    example: 'playwall black e3 horizontal',
  }),
  genmove: entry('move', 1, null, {
    args: [color],
    help: 'makes the engine choose and play a move for a color; it answers with the move',
    example: 'genmove white',
  }),
  undo: entry('none', 0, ['cannot undo'], {
    args: [{ name: 'times', optional: true }],
    help: 'takes back one move, or this number of moves',
    example: 'undo 2',
  }),
  winner: entry('winner', 0, null, {
    args: [],
    help: 'asks whether the game is over; the answer is true and the color of the winner, or false',
    example: 'winner',
    harmless: true,
  }),
  showboard: entry('drawing', 0, null, {
    args: [],
    help: "asks for the engine's drawing of its board",
    example: 'showboard',
    harmless: true,
  }),
} as const satisfies Readonly<Record<string, CommandEntry>>;

export type CommandName = keyof typeof entries;

export const commandNames = Object.keys(entries) as readonly CommandName[];

/** Finds a command of the text by its exact name, since names are case sensitive. */
export const commandOf = (name: string): CommandEntry | null =>
  Object.hasOwn(entries, name) ? entries[name as CommandName] : null;

export const shapeOf = (name: string): Shape => commandOf(name)?.shape ?? 'anything';

/** The user may send any command at any time. */
export const commands: Commands = {
  table: commandNames.map((word) => ({ word, clause: `QTP, Commands, ${word}`, ...entries[word].manual })),
  find(line) {
    const command = readCommand(line);
    const known = command && commandOf(command.name);
    return known && command.args.length >= known.words ? command.name : null;
  },
};

/** Arguments that lead the engine to a position or on from there. @param form null for the text's form */
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

/**
 * What is wrong with a line that the driver did not propose, one sentence per fault; empty if every engine tolerates
 * the line.
 */
export function misuseOf(line: string, listed: ReadonlySet<string> | null): readonly string[] {
  const command = readCommand(line);
  if (command === null) return ['a line without a command is ignored, but some engines wait for more'];
  const faults: string[] = [];
  if (line.includes('#')) faults.push('some engines cannot read comments, which begin with "#"');
  if (/[\0-\x1f\x7f]/.test(line)) faults.push('some engines cannot read tabs and control characters');
  const { name, args } = command;
  const known = commandOf(name);
  // In the token dialect, a wall is one word instead of two.
  const words = readJoinedWall(args[1]) === null ? args.length : args.length + 1;
  if (known !== null && words < known.words) {
    const wanted = known.words === 1 ? '1 word' : `${known.words} words`;
    faults.push(`${name} needs ${wanted}; without, some engines wait or crash`);
  }
  if (listed !== null && !listed.has(name))
    faults.push(`the engine does not list the command ${quoted(name)}`);
  return faults;
}

/** A complete answer. */
export interface Answered {
  /** Whether the answer began with `=`, or should have. */
  readonly success: boolean;
  /** Without the mark and the blank after it. */
  readonly lines: readonly string[];
}

/** No short answer has more words. */
const MOST_WORDS = 8;
/** No short answer has more characters. */
const LONG = 200;

/** The last answer of one line, and its words: several questions are put to each answer. */
let lastLine = '';
let wordsOfLast: readonly string[] = [];

export function wordsOf(lines: readonly string[]): readonly string[] {
  const [only] = lines;
  if (lines.length !== 1 || only!.length > LONG) return splitWords(lines);
  if (only !== lastLine) {
    wordsOfLast = splitWords(lines);
    lastLine = only!;
  }
  return wordsOfLast;
}

function splitWords(lines: readonly string[]): readonly string[] {
  const words: string[] = [];
  for (const line of lines.slice(0, MOST_WORDS)) {
    if (line.length > LONG || (line !== '' && !line.includes(' '))) words.push(line);
    else for (const word of line.split(' ')) if (word !== '') words.push(word);
  }
  return words;
}

/** Contrary to the text, some engines report with such a word that there is no move. */
const isNoMove = (word: string | undefined): boolean => /^(pass|resign|none|null)$/i.test(word ?? '');

/**
 * Whether the text after `=` on an answer's first line fits: it is the whole answer, more may follow, or it cannot
 * answer this command.
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

/** Whether these lines are a whole answer, if its first line was open. */
export function completes(shape: Shape, lines: readonly string[]): boolean {
  const words = wordsOf(lines);
  if (shape === 'winner') return readColor(words[1]) !== null;
  return shape === 'move' && readOrientation(words[1]) !== null;
}

/** Whether a line without `=` or `?` may answer a command. */
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

/** The deviations of a complete answer from the text. */
export function answerFaults(name: string, { success, lines }: Answered): readonly Fault[] {
  const command = commandOf(name);
  if (command === null) return [];
  const text = (lines[0] ?? '').trim();
  if (!success) {
    // The text allows this error for every command.
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

/** The answer to `genmove`. */
export type Generated =
  /** `form` is null if the answer does not show how the engine writes walls. `text` is how the engine writes the move. */
  | {
      readonly kind: 'placement';
      readonly placement: Placement;
      readonly form: WallForm | null;
      readonly text: string;
    }
  /** The engine reports that there is no move. */
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** Moves as the text writes them, by their texts: those of a game come again in the next one. */
const generatedBefore = new Remembered<Generated>();

/** @param form how the engine writes walls; null if that is unknown */
export function readGenerated(lines: readonly string[], form: WallForm | null, faults: Fault[]): Generated {
  const [only] = lines;
  const known = lines.length === 1 ? generatedBefore.get(only!) : undefined;
  if (known !== undefined) return known;
  const before = faults.length;
  const generated = readGeneratedAnew(lines, form, faults);
  const isPlain = lines.length === 1 && faults.length === before && generated.kind === 'placement';
  if (isPlain && generated.text === only) generatedBefore.keep(only, generated);
  return generated;
}

function readGeneratedAnew(lines: readonly string[], form: WallForm | null, faults: Fault[]): Generated {
  const words = wordsOf(lines);
  const written = briefly(lines.join(' ').trim());
  const [first, second] = words;
  const vertex = readVertex(first);
  if (vertex !== null) {
    const orientation = readOrientation(second);
    if (orientation !== null) {
      const placement = { kind: 'wall', vertex, orientation } as const;
      return { kind: 'placement', placement, form: 'vertex+word', text: written };
    }
    if (second !== undefined)
      faults.push({ name: 'unexpected-result', detail: quoted(second), command: 'genmove' });
    return { kind: 'placement', placement: { kind: 'pawn', vertex }, form: null, text: written };
  }
  const joined = readJoinedWall(first);
  if (joined !== null) {
    faults.push({ name: 'token-wall', detail: quoted(first!) });
    // The dialect uses lower case; an upper-case vertex before a letter is a wall in the text's form without its blank.
    const token = form === null ? first === first!.toLowerCase() : form === 'token';
    const placement = token ? readToken(first)! : ({ kind: 'wall', ...joined } as const);
    return { kind: 'placement', placement, form: token ? 'token' : null, text: written };
  }
  if (isNoMove(first)) return { kind: 'none' };
  const text = words.join(' ');
  const wanted = 'moves are written like E8 or C4 horizontal';
  return { kind: 'unreadable', reason: text === '' ? wanted : `${quoted(text)} is not a move: ${wanted}` };
}

const isName = (text: string): boolean => text.length <= 64 && /^[A-Za-z_][\w.:-]*$/.test(text);
/** The most private commands of an engine that are kept; the longest known list has sixteen. */
const MOST_COMMANDS = 256;

/** The commands of a list, with misspelt commands of the text corrected. */
export function readList(lines: readonly string[], faults: Fault[]): ReadonlySet<string> {
  const listed = new Set<string>();
  const others: string[] = [];
  for (const line of lines) {
    const name = line.trim();
    if (name === '') continue;
    if (!isName(name)) faults.push({ name: 'stray-line', detail: quoted(name) });
    else if (commandOf(name) !== null) listed.add(name);
    else if (others.length < MOST_COMMANDS) others.push(briefly(name));
  }
  for (const name of others) {
    const meant = commandNames.find((each) => !listed.has(each) && isSlip(name, each));
    if (meant === undefined) listed.add(name);
    else {
      listed.add(meant);
      faults.push({ name: 'misspelt-command', detail: `${quoted(name)} for ${meant}` });
    }
  }
  const missing = commandNames.filter((name) => !listed.has(name));
  if (missing.length > 0) faults.push({ name: 'missing-command', detail: missing.join(', ') });
  return listed;
}

/** Whether a word has at most one letter too many, too few or wrong. */
function isSlip(written: string, meant: string): boolean {
  let start = 0;
  while (start < meant.length && written[start] === meant[start]) start++;
  let end = 0;
  const most = Math.min(written.length, meant.length) - start;
  while (end < most && written.at(-1 - end) === meant.at(-1 - end)) end++;
  return written.length - start - end <= 1 && meant.length - start - end <= 1;
}

/** What an answer holds: whether it fits the command that it is to answer, and what it says. */
import {
  readBoolean,
  readColor,
  readJoinedWall,
  readOrientation,
  readToken,
  readVertex,
  type Placement,
  type WallForm,
} from './entities.ts';
import { commandOf, commandNames, type CommandName, type Shape } from './commands.ts';
import { briefly, quoted, type Fault } from './oddities.ts';

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

/**
 * Reads the engine's messages from its lines and names their deviations from the text; reads and writes moves: `P4T15`,
 * `M1-4T9`. The text numbers the points, real engines name them (`Pe3Tc3`, `Md7-d6Ta7`). Both are read in either case,
 * with blanks anywhere.
 */
import type { Oddity } from '../../shapes/engines.ts';
import { oddityOf, type FaultOf } from '../conversation.ts';
import { briefly, quoted, copyOf, excerpt, Remembered } from '../text.ts';
import { PlainNumbers } from './plain-numbers.ts';
import { NAMES, packMove, pointOf, POINTS, readMove, type PointNotation } from '../../games/morris/index.ts';

export interface MoveRead {
  readonly move: number;
  readonly kind: 'place' | 'move';
  /** Null if some points are numbered and some are named. */
  readonly notation: PointNotation | null;
  /** As written, trimmed. */
  readonly text: string;
  /** Whether a letter is not in the text's case. */
  readonly letterCase: boolean;
  /** The text after the move. */
  readonly rest: string;
}

/** Matches both digits, so that a point out of range is reported as such. */
const POINT = String.raw`(\d{1,2}|[a-z]\d)`;
const MOVE = new RegExp(
  String.raw`^\s*(?:(p)\s*${POINT}|(m)\s*${POINT}\s*-\s*${POINT})(?:\s*t\s*${POINT})?(?=\s|$)`,
  'i',
);

/** The most characters that are read, far more than any move takes with its blanks. */
const LONGEST = 200;

/** The notation of a text that begins with a digit or a letter. */
const notationOf = (text: string): PointNotation => (text.charCodeAt(0) < 58 ? 'index' : 'name');

/** The moves read so far, by their texts: a match reads every move twice, and the same moves in every game. */
const readBefore = new Remembered<MoveRead>();

/** The move at the beginning of a text, or the reason why there is none. */
export function readMoveText(text: string): MoveRead | string {
  const known = readBefore.get(text);
  if (known !== undefined) return known;
  const read = readAnew(text);
  if (typeof read !== 'string' && text === read.text) readBefore.keep(text, read);
  return read;
}

function readAnew(text: string): MoveRead | string {
  const match = MOVE.exec(text.slice(0, LONGEST));
  if (!match) return `${excerpt(text.trim(), 30)} is not a move: moves are written like P4T15 or M1-4T9`;
  const [whole, place, placedOn, , from, to, taken] = match;
  for (const point of [placedOn, from, to, taken]) {
    if (point !== undefined && numberOf(point) === null) {
      return notationOf(point) === 'index'
        ? `there is no point ${point}: they are numbered from 0 to ${POINTS - 1}`
        : `the board has no point ${point.toLowerCase()}`;
    }
  }
  const at = (point: string | undefined): number | null => (point === undefined ? null : numberOf(point));
  const target = (placedOn ?? to)!;
  const notation = notationOf(target);
  const isPure = (point: string | undefined): boolean =>
    point === undefined || notationOf(point) === notation;
  const said = whole.trim();
  return {
    move: packMove({ from: at(from), to: at(target)!, taken: at(taken) }),
    kind: place === undefined ? 'move' : 'place',
    notation: isPure(from) && isPure(taken) ? notation : null,
    text: copyOf(said, LONGEST),
    letterCase: /[pmtA-G]/.test(said),
    rest: text.slice(whole.length),
  };
}

function numberOf(text: string): number | null {
  if (notationOf(text) === 'name') return pointOf(text.toLowerCase()) ?? null;
  const value = Number(text);
  return value < POINTS ? value : null;
}

/** `P4T15`, `M1-4T9`, or the same with the points' names. */
export function writeMove(move: number, notation: PointNotation): string {
  const { from, to, taken } = readMove(move);
  const point = (at: number): string => (notation === 'index' ? String(at) : NAMES[at]!);
  const start = from === null ? `P${point(to)}` : `M${point(from)}-${point(to)}`;
  return taken === null ? start : `${start}T${point(taken)}`;
}

const MESSAGES = 'NMM, Communication';
const TIMES = 'NMM, Communication, no messages at inappropriate times';
const MOVES = 'NMM, Notation, Moves';
const READY = 'NMM, Messages From Engine To GUI, ready';
const BESTMOVE = 'NMM, Messages From Engine To GUI, bestmove';
const INFO = 'NMM, Messages From Engine To GUI, info';
const NEWGAME = 'NMM, Messages From GUI To Engine, newgame';
const GO = 'NMM, Messages From GUI To Engine, go';
const STOP = 'NMM, Messages From GUI To Engine, stop';

/** Tolerated deviations: clause and sentence by name. */
const sentences = {
  'blank-line': [MESSAGES, 'A line without a token is not a message'],
  'noise-line': [MESSAGES, 'The line is none of the messages ready, bestmove and info'],
  'unknown-token': [MESSAGES, 'The protocol has no such token here; it is skipped'],
  'letter-case': [MESSAGES, 'The word has the wrong letter case'],
  'point-names': [MOVES, 'Points are numbered from 0 to 23, and these are named'],
  'mixed-notation': [MOVES, 'Some points of the move are numbered and some are named'],
  'unreadable-bestmove': [BESTMOVE, 'A bestmove needs a move or none'],
  'unasked-bestmove': [BESTMOVE, 'A bestmove without an unanswered go'],
  'unasked-info': [INFO, 'Info comes between a go and its bestmove'],
  'missing-time': [INFO, 'An info tells the time'],
  'missing-value': [INFO, 'A value is missing'],
  'unreadable-value': [INFO, 'A value is not a number and is ignored'],
  'unreadable-eval': [
    INFO,
    'The eval, whose form the text leaves to the engine, is not a number and is ignored',
  ],
  'repeated-value': [INFO, 'A value occurs twice; the first one counts'],
  'info-order': [INFO, 'The order is time, eval, nodes'],
  'unasked-ready': [READY, 'An engine says ready at the beginning only'],
  'talk-after-quit': [TIMES, 'After quit the engine leaves'],
  'late-bestmove': [STOP, 'After a stop the bestmove comes as quickly as possible'],
  'early-none': [GO, 'The bestmove is none only where the game is over'],
  'finished-move': [GO, 'The bestmove is none where the game is over'],
  'position-refused': [NEWGAME, 'The engine did not accept the position that it was sent'],
  'position-kept': [
    NEWGAME,
    'The answer is illegal in the position that was sent, but legal in the previous one: the engine kept that',
  ],
  'position-misread': [NEWGAME, 'The answer is illegal in the position that was sent'],
  'positions-unread': [
    NEWGAME,
    'The engine accepts no position, with numbered or named points; it gets games from the start',
  ],
} as const;

export { briefly, quoted } from '../text.ts';

export type OddityName = keyof typeof sentences;

export type Fault = FaultOf<OddityName>;

export const oddity = (fault: Fault): Oddity => oddityOf(sentences, fault);

/** A value is null if the engine leaves it out. */
export interface InfoMessage {
  readonly kind: 'info';
  /** In seconds since thinking began: the text names no unit, and all engines use seconds. */
  readonly time: number | null;
  /** The mover's advantage, on the engine's own scale. */
  readonly eval: number | null;
  readonly nodes: number | null;
}

export type EngineMessage =
  /** `isCertain`: it begins its line; behind other words, it may be one of theirs. */
  | { readonly kind: 'ready'; readonly isCertain: boolean }
  | { readonly kind: 'bestmove'; readonly read: MoveRead }
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable-bestmove'; readonly text: string; readonly reason: string }
  | InfoMessage
  | { readonly kind: 'other' };

export type BestmoveMessage = Extract<EngineMessage, { kind: 'bestmove' | 'none' | 'unreadable-bestmove' }>;

export interface DecodedMessage {
  readonly heard: EngineMessage;
  readonly faults: readonly Fault[];
}

/** The most tokens of a line that are read: no message has as many, even with other tokens in between. */
const MOST_TOKENS = 64;

interface Token {
  readonly text: string;
  readonly at: number;
}

/** Beyond ASCII, as `\s` of regular expressions. */
const RARE_BLANK = /\s/;

function isBlank(code: number): boolean {
  if (code <= 32) return code === 32 || (code >= 9 && code <= 13);
  return code >= 0xa0 && RARE_BLANK.test(String.fromCharCode(code));
}

/** By hand: this is done for every line, of which a search may print thousands. */
function tokensOf(line: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < line.length && tokens.length < MOST_TOKENS; at++) {
    if (isBlank(line.charCodeAt(at))) continue;
    const from = at;
    while (at < line.length && !isBlank(line.charCodeAt(at))) at++;
    tokens.push({ text: line.slice(from, at), at: from });
  }
  return tokens;
}

const keywords = ['ready', 'bestmove', 'info'] as const;
const values = ['time', 'eval', 'nodes'] as const;
type Value = (typeof values)[number];

/** No known token is longer, so the case of a longer one does not matter. */
const LONGEST_KNOWN = 16;
const folded = (text: string): string => (text.length > LONGEST_KNOWN ? text : text.toLowerCase());

/** The known word that this is, in any letter case; null if it is none. */
function knownOf<Known extends string>(text: string, known: readonly Known[]): Known | null {
  if ((known as readonly string[]).includes(text)) return text as Known;
  const small = folded(text);
  return known.find((each) => each === small) ?? null;
}

const unknown = (text: string): Fault => ({ name: 'unknown-token', detail: quoted(text) });

const ANSWER = 'bestmove ';
const none: readonly Fault[] = [];

/** A bestmove just as the text writes it, with a move that was read before; null for any other line. */
export function plainBestmove(line: string): Extract<EngineMessage, { kind: 'bestmove' }> | null {
  if (!line.startsWith(ANSWER)) return null;
  const read = readBefore.get(line.slice(ANSWER.length));
  return read === undefined || read.letterCase || read.notation !== 'index'
    ? null
    : { kind: 'bestmove', read };
}

const INFO_START = 'info time ';
const EVAL = ' eval ';
const NODES = ' nodes ';

/** An info just as the text writes it, with numbers of few digits; null for any other line. */
export function plainInfo(line: string): InfoMessage | null {
  const numbers = new PlainNumbers(line, 0);
  const info = nextInfo(numbers);
  return numbers.at === line.length ? info : null;
}

/** As `plainInfo`, for the line at which `numbers` stands. */
function nextInfo(numbers: PlainNumbers): InfoMessage | null {
  if (!numbers.skip(INFO_START)) return null;
  const time = numbers.next(false);
  const advantage = numbers.skip(EVAL) ? numbers.next(true) : null;
  const nodes = numbers.skip(NODES) ? numbers.nextWhole() : null;
  return numbers.isWhole ? { kind: 'info', time, eval: advantage, nodes } : null;
}

/**
 * Reads all plain infos from the line that begins at `from`.
 * @param text lines, with LF between them
 * @returns `until`: where the line behind them begins, one character beyond the text if there is none
 */
export function plainInfos(
  text: string,
  from: number,
): { readonly infos: readonly InfoMessage[]; readonly until: number } {
  const numbers = new PlainNumbers(text, from);
  const infos: InfoMessage[] = [];
  for (let until = from; ; until = numbers.at) {
    const info = nextInfo(numbers);
    if (info === null) return { infos, until };
    infos.push(info);
    numbers.nextLine();
  }
}

/** Reads most lines of most engines at once: a search prints thousands of them. Null if more than that is needed. */
function decodePlain(line: string): DecodedMessage | null {
  const heard = plainBestmove(line) ?? plainInfo(line);
  return heard === null ? null : { heard, faults: none };
}

/**
 * Reads an engine's line. Unknown tokens are skipped, even before the message.
 * @param awaitsReady whether the engine has not said `ready` yet, so that one behind other words counts
 */
export function decodeMessage(line: string, awaitsReady = false): DecodedMessage {
  const plain = decodePlain(line);
  if (plain !== null) return plain;
  const tokens = tokensOf(line);
  if (tokens.length === 0) return { heard: { kind: 'other' }, faults: [{ name: 'blank-line' }] };
  for (const [index, token] of tokens.entries()) {
    const keyword = knownOf(token.text, keywords);
    if (keyword === null) continue;
    const faults = tokens.slice(0, index).map(({ text }) => unknown(text));
    if (keyword !== token.text) faults.push({ name: 'letter-case', detail: quoted(token.text) });
    const isFirst = index === 0;
    const message = readBehind(keyword, isFirst, line, tokens.slice(index + 1), faults);
    // Among other words, a keyword may be an ordinary word.
    if (isFirst || isWhole(message, awaitsReady)) return message;
  }
  return { heard: { kind: 'other' }, faults: [{ name: 'noise-line', detail: quoted(line) }] };
}

function isWhole({ heard }: DecodedMessage, awaitsReady: boolean): boolean {
  if (heard.kind === 'ready') return awaitsReady;
  return heard.kind === 'info' ? heard.time !== null : heard.kind === 'bestmove' || heard.kind === 'none';
}

function readBehind(
  keyword: (typeof keywords)[number],
  isFirst: boolean,
  line: string,
  tokens: readonly Token[],
  faults: Fault[],
): DecodedMessage {
  switch (keyword) {
    case 'ready':
      faults.push(...tokens.map(({ text }) => unknown(text)));
      return { heard: { kind: 'ready', isCertain: isFirst }, faults };
    case 'bestmove':
      return { heard: readBestmove(line, tokens, faults), faults };
    case 'info':
      return { heard: readInfo(tokens, faults), faults };
  }
}

function readBestmove(line: string, tokens: readonly Token[], faults: Fault[]): EngineMessage {
  let reason: string | null = null;
  for (const [index, { text, at }] of tokens.entries()) {
    const skipped = tokens.slice(0, index).map((token) => unknown(token.text));
    if (folded(text) === 'none') {
      faults.push(...skipped, ...tokens.slice(index + 1).map((token) => unknown(token.text)));
      if (text !== 'none') faults.push({ name: 'letter-case', detail: quoted(text) });
      return { kind: 'none' };
    }
    const read = readMoveText(line.slice(at));
    if (typeof read === 'string') {
      reason ??= read;
      continue;
    }
    faults.push(...skipped);
    if (read.rest !== '') faults.push(...tokensOf(read.rest).map((token) => unknown(token.text)));
    if (read.letterCase) faults.push({ name: 'letter-case', detail: quoted(read.text) });
    if (read.notation === 'name') faults.push({ name: 'point-names', detail: quoted(read.text) });
    if (read.notation === null) faults.push({ name: 'mixed-notation', detail: quoted(read.text) });
    return { kind: 'bestmove', read };
  }
  const text = tokens.length === 0 ? '' : line.slice(tokens[0]!.at).trim();
  faults.push({ name: 'unreadable-bestmove', detail: quoted(text) });
  return { kind: 'unreadable-bestmove', text: briefly(text), reason: reason ?? 'nothing follows bestmove' };
}

function readInfo(tokens: readonly Token[], faults: Fault[]): InfoMessage {
  const told = new Map<Value, number | null>();
  const order: number[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const { text } = tokens[index]!;
    const value = valueOf(text);
    if (value === null) {
      faults.push(unknown(text));
      continue;
    }
    if (value !== text) faults.push({ name: 'letter-case', detail: quoted(text) });
    const next = tokens[index + 1]?.text;
    if (next === undefined || valueOf(next) !== null) {
      faults.push({ name: 'missing-value', detail: value });
      continue;
    }
    index++;
    if (told.has(value)) {
      faults.push({ name: 'repeated-value', detail: value });
      continue;
    }
    const number = readNumber(next, value);
    if (number === null) {
      const name = value === 'eval' ? 'unreadable-eval' : 'unreadable-value';
      faults.push({ name, detail: `${value} ${quoted(next)}` });
    }
    told.set(value, number);
    order.push(values.indexOf(value));
  }
  if (!told.has('time')) faults.push({ name: 'missing-time' });
  if (order.some((place, at) => at > 0 && place < order[at - 1]!)) faults.push({ name: 'info-order' });
  const [time, advantage, nodes] = values.map((value) => told.get(value) ?? null);
  return { kind: 'info', time: time ?? null, eval: advantage ?? null, nodes: nodes ?? null };
}

const valueOf = (text: string): Value | null => knownOf(text, values);

/** A decimal number; time is not negative, nodes is a natural number. */
function readNumber(text: string, value: Value): number | null {
  if (text.length > 40 || !/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text)) return null;
  const number = Number(text);
  if (!Number.isFinite(number)) return null;
  if (value === 'nodes') return Number.isSafeInteger(number) && number >= 0 ? number : null;
  return value === 'time' && number < 0 ? null : number;
}

/**
 * The words of a CFSI line and their values (numbers, scores, lists of columns, cells and scored columns), and the names of
 * deviations from the text.
 */
import type { Oddity } from '../../shapes/engines.ts';
import { oddityOf, type FaultOf } from '../conversation.ts';
import { quoted } from '../text.ts';
import type { Score } from '../../shapes/games.ts';

// The words of a line, and faults of form, in both directions.

export interface Words {
  readonly words: readonly string[];
  readonly faults: readonly Fault[];
}

const [tab, lineFeed, carriageReturn, blank] = [9, 10, 13, 32];

/** Splits at runs of blanks, and reports runs that the text does not allow: all but single spaces between words. */
export function splitWords(line: string): Words {
  const words: string[] = [];
  let isEven = true;
  // By hand: this is done for every line, and `split` takes twice as long.
  for (let from = 0, at = 0; at <= line.length; at++) {
    const code = at === line.length ? blank : line.charCodeAt(at);
    if (code !== blank && code !== tab && code !== lineFeed && code !== carriageReturn) continue;
    if (code !== blank || (at === from && line !== '')) isEven = false;
    if (at > from) words.push(line.slice(from, at));
    from = at + 1;
  }
  return { words, faults: isEven ? [] : [{ name: 'extra-blanks' }] };
}

/** The known word that equals `word` in any letter case; a wrong case is a fault. Null if there is none. */
export function recognise<Known extends string>(
  word: string,
  known: readonly Known[],
  faults: Fault[],
): Known | null {
  if ((known as readonly string[]).includes(word)) return word as Known;
  // No known word is long, and changing the case of a long word takes time.
  if (word.length > 32) return null;
  const found = known.find((candidate) => candidate.toLowerCase() === word.toLowerCase()) ?? null;
  if (found !== null) faults.push({ name: 'letter-case', detail: quoted(word) });
  return found;
}

/** A whole number without an exponent, not negative unless `signed`; null if `text` is not one. */
export function wholeNumber(text: string, signed = false): number | null {
  if (text.length > 16 || !(signed ? /^[+-]?\d+$/ : /^\d+$/).test(text)) return null;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : null;
}

// CFSI scores, from wire to meaning and back.
//
// A score is the mover's view of a leaf. A leaf at ply p is worth v/10^(p-1), where v = 1 is a four and 0 < v < 1 a
// static estimate, negative if the opponent moved last. Hence **a score is decisive if and only if its size is exactly
// 10^-(k-1) for a ply k no greater than the depth asked**; every other score is static.
//
// The mover's fours have odd plies and positive scores, the opponent's even plies and negative scores. A power of ten
// with the other sign (`0.1`, `-0.01`) is therefore no four at ply k but a static v = 0.1 one ply earlier, and is read
// as static.
//
// "Exactly" refers to the decimal digits as written, never to a binary fraction.

/** The longest number that is read, in characters, and its largest exponent: a 12 x 12 board needs 10^-143. */
const MAX_NUMBER = 400;

/** Significant digits of a static score that we send: as many as a real server sends. */
const SENT_DIGITS = 8;

/** The factor for a static score that would otherwise be read as a four. */
const NUDGE = 1 - 1e-7;

/** An exact decimal number: sign, digits without leading and trailing zeros, power of ten of the last digit. */
interface Decimal {
  readonly negative: boolean;
  /** Empty for zero. */
  readonly digits: string;
  readonly exponent: number;
}

/** The exponent's mark is `e`, or `d`, `f`, `s` or `l` in Lisp, in which a real server is written. */
const NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?(?:[edfsl]([+-]?\d+))?$/i;

function parseDecimal(text: string): Decimal | null {
  if (text.length > MAX_NUMBER) return null;
  const match = NUMBER.exec(text);
  if (!match) return null;
  const [, sign = '', whole = '', fraction = '', power = '0'] = match;
  if (whole === '' && fraction === '') return null;
  const exponent = Number(power);
  if (Math.abs(exponent) > MAX_NUMBER) return null;
  const all = whole + fraction;
  let from = 0;
  while (from < all.length && all[from] === '0') from++;
  let to = all.length;
  while (to > from && all[to - 1] === '0') to--;
  return {
    negative: sign === '-',
    digits: all.slice(from, to),
    exponent: exponent - fraction.length + (all.length - to),
  };
}

function decimalText({ negative, digits, exponent }: Decimal): string {
  if (digits === '') return '0.0';
  const padded = exponent < 0 ? digits.padStart(1 - exponent, '0') : digits + '0'.repeat(exponent);
  const point = exponent < 0 ? padded.length + exponent : padded.length;
  return `${negative ? '-' : ''}${padded.slice(0, point)}.${padded.slice(point) || '0'}`;
}

/**
 * The form in which we write numbers: no exponent, no plus, a digit on both sides of the point (`0.000021`, `1.0`).
 * Null if `text` is not a number.
 */
export function canonicalNumber(text: string): string | null {
  const decimal = parseDecimal(text);
  return decimal && decimalText(decimal);
}

/** @param depth of the play, in plies @returns null if `text` is not a number */
export function readScore(text: string, depth: number): Score | null {
  const decimal = parseDecimal(text);
  if (!decimal) return null;
  const plies = 1 - decimal.exponent;
  const moverMovesLast = plies % 2 === 1;
  if (decimal.digits === '1' && plies >= 1 && plies <= depth && decimal.negative !== moverMovesLast) {
    return { type: 'decisive', winner: moverMovesLast ? 'mover' : 'opponent', plies };
  }
  const value = Number(decimalText(decimal));
  return { type: 'static', value: value === 0 ? 0 : value };
}

/**
 * A score for the wire: the inverse of `readScore` up to eight significant digits. A static value is sent unchanged, so
 * it must already be divided by ten for each ply. A value outside -1 < v < 1, or one that would be read as a four at
 * this depth, is changed by the smallest step that we write.
 */
export function writeScore(score: Score, depth: number): string {
  if (score.type === 'decisive') {
    const plies = Math.min(Math.max(Math.trunc(score.plies) || 1, 1), MAX_NUMBER);
    return decimalText({ negative: score.winner === 'opponent', digits: '1', exponent: 1 - plies });
  }
  const bounded = Number.isFinite(score.value) ? Math.min(Math.max(score.value, -NUDGE), NUDGE) : 0;
  const text = roundedText(bounded);
  return readScore(text, depth)?.type === 'decisive' ? roundedText(bounded * NUDGE) : text;
}

const roundedText = (value: number): string => canonicalNumber(value.toPrecision(SENT_DIGITS)) ?? '0.0';

/** Whether a number lies outside -1..1, which the text allows. */
export function isOutOfRange(text: string): boolean {
  const value = Number(canonicalNumber(text) ?? NaN);
  return Math.abs(value) > 1;
}

/** Whether a number has an exponent, which some readers do not understand. */
export const hasExponent = (text: string): boolean => /\d[edfsl][+-]?\d/i.test(text);

// The values of a bestmove's parameters: numbers, and lists of columns, cells and scored columns.

export interface Cell {
  /** From the left, 0 first. */
  readonly column: number;
  /** From the bottom, 0 first. */
  readonly row: number;
}

export interface ColumnScore {
  readonly column: number;
  /** In canonical decimal form, see `canonicalNumber`. */
  readonly score: string;
}

/** The most entries of a list that are read: more than the 144 cells of the largest board. */
const MAX_ENTRIES = 256;

export const readNumber = canonicalNumber;

export const readColumn = (text: string): number | null => wholeNumber(text, true);

export function readCell(text: string): Cell | null {
  const [first = '', second = '', extra] = text.split(';', 3);
  const column = readColumn(first);
  const row = readColumn(second);
  return column === null || row === null || extra !== undefined ? null : { column, row };
}

export function readScored(text: string, faults: Fault[]): ColumnScore | null {
  const [first = '', second = '', extra] = text.split(';', 3);
  const column = readColumn(first);
  const score = readNumber(second);
  if (column === null || score === null || extra !== undefined) return null;
  oddityOfNumber(second, faults);
  return { column, score };
}

/** Reports an exponent, once per line. */
export function oddityOfNumber(text: string, faults: Fault[]): void {
  if (hasExponent(text) && !faults.some((fault) => fault.name === 'exponent')) {
    faults.push({ name: 'exponent', detail: quoted(text) });
  }
}

/** The readable entries of a list; null if the parameter is absent or none of it could be read. */
export function readList<Entry>(
  values: ReadonlyMap<string, string>,
  flag: string,
  read: (text: string) => Entry | null,
  faults: Fault[],
): readonly Entry[] | null {
  const text = values.get(flag);
  if (text === undefined) return null;
  const parts = text.split('/', MAX_ENTRIES + 1);
  if (parts.length > MAX_ENTRIES) {
    parts.length = MAX_ENTRIES;
    faults.push({ name: 'too-many-entries', detail: flag });
  }
  const entries: Entry[] = [];
  let bad: string | null = null;
  for (const part of parts) {
    const entry = read(part);
    if (entry === null) bad ??= part;
    else entries.push(entry);
  }
  if (bad !== null) faults.push({ name: 'unreadable-value', detail: `${flag} ${quoted(bad)}` });
  return entries.length > 0 ? entries : null;
}

// Deviations of the engine that are tolerated, each with its clause.

const START = 'CFSI, Commands, start';
const STOP = 'CFSI, Commands, stop';
const PING = 'CFSI, Commands, ping';
const PLAY = 'CFSI, Commands, play';
const RESPONSES = 'CFSI, Responses';
const BESTMOVE = 'CFSI, Responses, bestmove';
const INFO = 'CFSI, Responses, info';

const sentences = {
  'extra-blanks': [RESPONSES, 'Words are separated by single blanks and a line has none at its ends'],
  'letter-case': [RESPONSES, 'The word has the wrong letter case'],
  'blank-line': [RESPONSES, 'A line without a word is not a response'],
  'noise-line': [RESPONSES, 'The line is none of the responses started, pong, bestmove, info and debug'],
  'unknown-response': [RESPONSES, 'No response begins with this word'],
  'unknown-word': [RESPONSES, 'The protocol has no such word here; it is skipped'],
  'unknown-flag': [BESTMOVE, 'The protocol has no such parameter; it is skipped'],
  'repeated-flag': [BESTMOVE, 'A parameter is given twice; the first one counts'],
  'missing-value': [BESTMOVE, 'A parameter has no value'],
  'missing-column': [BESTMOVE, 'A bestmove names a column or NULL'],
  'unreadable-value': [BESTMOVE, 'A value could not be read and is ignored'],
  'too-many-entries': [BESTMOVE, 'A list has more entries than any board has cells; the rest is ignored'],
  exponent: [BESTMOVE, 'The numbers of the text have no exponent'],
  'score-out-of-range': [BESTMOVE, 'A score is from -1 to 1'],
  'impossible-score': [BESTMOVE, 'The mover cannot lose by its own move; the score is read as static'],
  'column-off-board': [BESTMOVE, 'A column lies outside the board'],
  'repeated-column': [BESTMOVE, 'A column has two scores; the first one counts'],
  'line-off-board': [BESTMOVE, 'The line of connected pieces has a cell outside the board'],
  'line-too-short': [BESTMOVE, 'A line of connected pieces has at least four cells'],
  'four-without-column': [BESTMOVE, 'The sequence of a four begins with the column that is played'],
  'other-column': [PLAY, 'The answer is not the column that --column asked for'],
  'unreadable-plies': [INFO, '--plies takes a whole number'],
  'unasked-bestmove': [PLAY, 'A bestmove without an unanswered play'],
  'unasked-pong': [PING, 'A pong without an unanswered ping'],
  'unasked-started': [START, 'The response started without an unanswered start'],
  'talk-after-stop': [STOP, 'After stop the server sends nothing more'],
} as const;

export type OddityName = keyof typeof sentences;

export type Fault = FaultOf<OddityName>;

export const oddity = (fault: Fault): Oddity => oddityOf(sentences, fault);

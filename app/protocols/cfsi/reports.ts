/** What a bestmove tells: its departures from the text, and the report it makes for the search that asked. */
import { connect4, type Connect4Board, type Connect4Position } from '../../games/connect4/index.ts';
import { bareReport, type Answer, type Report } from '../report.ts';
import { pliesLeft, wholeNumber, type BestmoveResponse, type Heard } from './messages.ts';
import { quoted, type Fault } from './states.ts';
import type { Score } from '../../shapes/games.ts';

export type BestmoveHeard = Extract<Heard, { kind: 'bestmove' | 'unreadable-bestmove' }>;

/** What the play asked for, as far as its answer is measured by it. */
export interface Asked {
  readonly board: Connect4Board | null;
  readonly column: number | null;
}

const onBoard = (column: number, board: Pick<Connect4Board, 'width'>): boolean =>
  column >= 0 && column < board.width;

/** The faults of an answer that only the question shows. */
export function answerFaults(heard: BestmoveResponse, { board, column }: Asked): readonly Fault[] {
  const faults: Fault[] = [];
  const scores = heard.scores ?? [];
  const numbers = [...(heard.score === null ? [] : [heard.score]), ...scores.map((entry) => entry.score)];
  const outside = numbers.find(isOutOfRange);
  if (outside !== undefined) faults.push({ name: 'score-out-of-range', detail: quoted(outside) });
  if (numbers.includes('-1.0')) faults.push({ name: 'impossible-score', detail: '"-1.0"' });
  if (column !== null && heard.column !== null && heard.column !== column) {
    faults.push({ name: 'other-column', detail: `asked ${column}, answered ${heard.column}` });
  }
  if (new Set(scores.map((entry) => entry.column)).size < scores.length) {
    faults.push({ name: 'repeated-column' });
  }
  if (heard.four && heard.column !== null && heard.four[0] !== heard.column) {
    faults.push({ name: 'four-without-column', detail: quoted(heard.four.join('/')) });
  }
  if (heard.line && heard.line.length < 4) faults.push({ name: 'line-too-short' });
  if (!board) return faults;
  const named = [
    ...(heard.column === null ? [] : [heard.column]),
    ...(heard.four ?? []),
    ...scores.map((entry) => entry.column),
  ];
  const off = named.find((candidate) => !onBoard(candidate, board));
  if (off !== undefined) faults.push({ name: 'column-off-board', detail: String(off) });
  if (heard.line?.some((cell) => !onBoard(cell.column, board) || cell.row < 0 || cell.row >= board.height)) {
    faults.push({ name: 'line-off-board' });
  }
  return faults;
}

/** What it is as an answer to the play. */
export function answerOf(heard: BestmoveHeard): Answer {
  if (heard.kind === 'unreadable-bestmove') {
    return { kind: 'unreadable', text: heard.text, reason: heard.reason };
  }
  if (heard.column === null) return { kind: 'none', text: 'NULL' };
  // A column off the board is for the rules to refuse, like a full one.
  return { kind: 'move', move: heard.column, text: String(heard.column) };
}

/** The report of a round in which `depth` plies were asked from `position`. */
export function reportOf(
  heard: BestmoveHeard,
  position: Connect4Position,
  depth: number,
  round: Pick<Report, 'nodes' | 'seconds' | 'truncated'>,
): Report {
  const bare = { ...bareReport(answerOf(heard), round.seconds), depth, ...round };
  if (heard.kind === 'unreadable-bestmove') return bare;
  const scores = new Map<string, Score>();
  for (const entry of heard.scores ?? []) {
    const score = readScore(entry.score, depth);
    if (!score || !onBoard(entry.column, position)) continue;
    const text = connect4.moveText(position, entry.column);
    if (!scores.has(text)) scores.set(text, score);
  }
  const four = heard.four?.filter((column) => onBoard(column, position)) ?? [];
  return {
    ...bare,
    score: heard.score === null ? null : readScore(heard.score, depth),
    scores: scores.size > 0 ? scores : null,
    // A leaf at ply p is worth v/10^(p-1), and none lies beyond a full board. How deep an answer that was cut
    // short really looked is not said.
    staticScale: round.truncated ? 1 : 10 ** (Math.min(depth, Math.max(pliesLeft(position), 1)) - 1),
    winningMoves: four.length > 0 ? four.map((column) => connect4.moveText(position, column)) : null,
    exhaustive: !round.truncated && depth >= pliesLeft(position),
  };
}

// CFSI scores, from wire to meaning and back.
//
// A score is the mover's view of the leaf that the search leads to: a leaf at ply p is worth v/10^(p-1),
// where v = 1 is a four and 0 < v < 1 a static estimate, with a minus when the opponent moved last. Hence
// **a score is decisive if and only if its size is exactly 10^-(k-1) for a ply k no greater than the depth
// asked**; everything else is static, whatever its sign.
//
// The mover's fours come at odd plies with a plus, the opponent's at even plies with a minus. A power of
// ten with the other sign (`0.1`, `-0.01`) can therefore be no four at ply k; it is what a static v = 0.1 a
// ply earlier looks like, whose sign is just that one. It is read as static.
//
// "Exactly" is decided on the decimal digits as they were written, never on a binary fraction.

/** The longest number that is read, in characters, and its largest exponent: a 12 x 12 board needs 10^-143. */
const MAX_NUMBER = 400;

/** Significant digits of a static score that we send, as many as a real server writes. */
const SENT_DIGITS = 8;

/** How much a static score gives way that would else read as a four. */
const NUDGE = 1 - 1e-7;

/** A decimal number without loss: sign, digits without outer zeros, power of ten of the last digit. */
interface Decimal {
  readonly negative: boolean;
  /** Empty for zero. */
  readonly digits: string;
  readonly exponent: number;
}

/** Exponents are marked `e` by most and `d`, `f`, `s` or `l` by Lisp, in which a real server is written. */
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
 * The one form in which we write a number: no exponent, no plus, a digit on both sides of the point
 * (`0.000021`, `1.0`). Null where `text` is not a number.
 */
export function canonicalNumber(text: string): string | null {
  const decimal = parseDecimal(text);
  return decimal && decimalText(decimal);
}

/**
 * What a number on the wire means where `depth` plies were asked. Null where it is not a number.
 */
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
 * A score as it goes on the wire, the exact inverse of `readScore` up to eight significant digits. A static
 * value is sent as it is, so it must have been divided by ten a ply already; one that would read as a four
 * at this depth, or that lies outside -1 < v < 1, gives way by the least that we write.
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

/** Whether a number is written with an exponent, which not every reader understands. */
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

/** Entries of one list that are read: more than the 144 cells of the largest board. */
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

/** Names an exponent once a line, however many numbers have one. */
export function oddityOfNumber(text: string, faults: Fault[]): void {
  if (hasExponent(text) && !faults.some((fault) => fault.name === 'exponent')) {
    faults.push({ name: 'exponent', detail: quoted(text) });
  }
}

/** The readable entries of a list; null where the parameter is absent or none of it could be read. */
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

/** Tags of PGN, and how they are called as headers of a game: `White` is `white`, `TimeControl` is `timeControl`. */
import { capital, uncapital } from '../../games/sentences.ts';

/** The most tags of one game. */
export const mostTags = 500;

/** In characters. */
const mostValue = 65_536;

/** Tags that the game itself tells: they never stand among the headers. */
export const reservedTags: ReadonlySet<string> = new Set(['FEN', 'SetUp', 'Variant', 'FirstSide']);

/** Tags that every game of PGN has, in this order, with what they say if nothing is known. */
export const usualTags: readonly (readonly [tag: string, unknown: string])[] = [
  ['Event', '?'],
  ['Site', '?'],
  ['Date', '????.??.??'],
  ['Round', '?'],
  ['White', '?'],
  ['Black', '?'],
  ['Result', '*'],
];

const headerOfTag = (tag: string): string => (/^[A-Z]{2}/.test(tag) ? tag : uncapital(tag));

/** Null if it cannot be written: no tag can have the name, the game itself has the tag, or another header has. */
export function tagOfHeader(header: string, headers: Readonly<Record<string, string>>): string | null {
  if (!/^[A-Za-z0-9_]{1,64}$/.test(header)) return null;
  const tag = capital(header);
  const reader = headerOfTag(tag);
  return reservedTags.has(tag) || (reader !== header && Object.hasOwn(headers, reader)) ? null : tag;
}

export interface Tags {
  readonly values: ReadonlyMap<string, string>;
  /** Where the moves begin. */
  readonly end: number;
  /** What was read in part or not at all, in the order of the text. */
  readonly faults: readonly { readonly at: number; readonly why: string }[];
  /** What stands before and between them. */
  readonly comments: readonly string[];
}

const blanks = /\s*/y;
const tagBegin = /\[\s*([A-Za-z0-9_]{1,64})\s*"/y;
const tagEnd = /"\s*\]/y;

/** The index after the match of a sticky expression at an index; null if it does not match there. */
function after(expression: RegExp, text: string, at: number): number | null {
  expression.lastIndex = at;
  return expression.test(text) ? expression.lastIndex : null;
}

/**
 * Behind blanks, lines of notes and comments.
 * @param comments gets what is said there to readers of the game; `%` and `#` speak to programs
 */
export function behindNotes(text: string, from: number, comments?: string[]): number {
  for (let at = after(blanks, text, from)!; ; at = after(blanks, text, at)!) {
    const sign = text.charAt(at);
    const ending = sign === '{' ? '}' : /[;%#]/.test(sign) ? '\n' : null;
    const end = ending === null ? -1 : text.indexOf(ending, at);
    if (end < 0) return at;
    if (sign === '{' || sign === ';') comments?.push(text.slice(at + 1, end));
    at = end + 1;
  }
}

/** Whether tags stand before the moves of a text. */
export function beginsWithTag(text: string): boolean {
  return text.includes('[') && after(tagBegin, text, behindNotes(text, 0)) !== null;
}

/** The quote that ends a value; -1 if none does. A loop, since expressions fail at values of millions of characters. */
function endOfValue(text: string, begin: number): number {
  for (let at = begin; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10) return -1;
    if (code === 34) return at;
    if (code === 92 && text.charCodeAt(++at) === 10) return -1;
  }
  return -1;
}

/** Values whose quotes are not escaped end before the next tag or the end of the line, else at the last quote of a tag. */
const looseValues = [/^([^]*?)"[ \t]*\](?=[ \t]*(?:\[|$))/, /^([^]*)"[ \t]*\]/];

/** A value from its first character on; null if it does not end. */
function valueAt(text: string, begin: number): { value: string; end: number; isLoose: boolean } | null {
  const quote = endOfValue(text, begin);
  const end = quote < 0 ? null : after(tagEnd, text, quote);
  if (end !== null) return { value: text.slice(begin, quote), end, isLoose: false };
  const found = text.indexOf('\n', begin);
  const line = text.slice(begin, found < 0 ? text.length : found);
  for (const each of looseValues) {
    const match = each.exec(line);
    if (match !== null) return { value: match[1]!, end: begin + match[0].length, isLoose: true };
  }
  return null;
}

/**
 * The beginning of a tag that cannot be read, on its line: no form has moves in brackets. It goes on to its
 * bracket, if a tag, a move or the end of the line is behind it, else to the end of the line.
 */
const damagedBegin = /\[[ \t]*([A-Za-z][A-Za-z0-9_]{0,63})(?=[\s"\]]|$)/y;
const damagedEnd = /\][ \t]*(?=\[[ \t]*[A-Za-z]|\d{1,5}\.|$)/;

/** Such a tag from its bracket on; null if there is none. */
function damagedAt(text: string, at: number): { readonly end: number; readonly why: string } | null {
  damagedBegin.lastIndex = at;
  const tag = damagedBegin.exec(text)?.[1];
  if (tag === undefined) return null;
  const begin = damagedBegin.lastIndex;
  const found = text.indexOf('\n', begin);
  const line = text.slice(begin, found < 0 ? text.length : found);
  const bracket = damagedEnd.exec(line)?.index ?? -1;
  const end = begin + (bracket < 0 ? line.length : bracket + 1);
  const isQuoted = line.trimStart().startsWith('"');
  return { end, why: isQuoted ? `the value of ${tag} does not end` : `${tag} has no value in quotes` };
}

/** Whether a line is a tag that cannot be read. */
export const isDamagedTag = (line: string): boolean => damagedAt(line, line.search(/\S/)) !== null;

/** The tags at the beginning of a text. Of tags that are one header, such as `White` and `white`, the first counts. */
export function readTags(text: string): Tags {
  const values = new Map<string, string>();
  const faults: { at: number; why: string }[] = [];
  const known = new Map<string, string>();
  const comments: string[] = [];
  let end = 0;
  for (let count = 0; count < mostTags; count++) {
    // Comments behind the last tag belong to the moves.
    const before: string[] = [];
    const at = behindNotes(text, end, before);
    tagBegin.lastIndex = at;
    const tag = tagBegin.exec(text)?.[1];
    const found = tag === undefined ? null : valueAt(text, tagBegin.lastIndex);
    if (tag === undefined || found === null) {
      const damaged = damagedAt(text, at);
      if (damaged === null) break;
      comments.push(...before);
      ({ end } = damaged);
      faults.push({ at, why: damaged.why });
      continue;
    }
    comments.push(...before);
    ({ end } = found);
    if (found.isLoose) faults.push({ at, why: `a quote in the value of ${tag} has no \\ before it` });
    const whole = found.value.replace(/\\(.)/g, '$1');
    const value = whole.slice(0, mostValue);
    if (value !== whole) faults.push({ at, why: `the value of ${tag} is too long, and was cut` });
    const header = headerOfTag(tag);
    const first = known.get(header);
    if (first === undefined) {
      known.set(header, value);
      values.set(tag, value);
    } else if (first !== value) faults.push({ at, why: `${tag} has a second value here; the first is read` });
  }
  return { values, end, faults, comments };
}

const unknownValues = new Map(usualTags);

/** A result as PGN has it: some programs write a draw short. */
export const wholeResult = (text: string): string => (text === '1/2' ? '1/2-1/2' : text);

/** Whether a tag says something. */
const isTelling = (tag: string, value: string): boolean => value !== '' && unknownValues.get(tag) !== value;

/** Those that say something, as headers. */
export function headersOf(values: ReadonlyMap<string, string>): Record<string, string> {
  const telling = [...values].filter(([tag, value]) => !reservedTags.has(tag) && isTelling(tag, value));
  // Not by assignment, which loses `__proto__`.
  return Object.fromEntries(
    telling.map(([tag, value]) => {
      const header = headerOfTag(tag);
      return [header, header === 'result' ? wholeResult(value) : value];
    }),
  );
}

/** Line ends and the like are written as blanks. */
const controls = /[\u0000-\u001f\u007f]+/g;

/** Whether a header that is written as a tag is read as the same header with the same value. */
export const isReadAgain = (header: string, tag: string, value: string): boolean =>
  headerOfTag(tag) === header &&
  isTelling(tag, value) &&
  value.length <= mostValue &&
  value.search(controls) < 0;

export const tagText = (tag: string, value: string): string =>
  `[${tag} "${value.slice(0, mostValue).replace(controls, ' ').replace(/["\\]/g, '\\$&')}"]`;

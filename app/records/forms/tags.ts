/** Tags of PGN, and how they are called as headers of a game: `White` is `white`, `TimeControl` is `timeControl`. */
import { capital, uncapital } from '../../games/capital.ts';

/** Of one game. */
const mostTags = 500;

/** In characters. */
const mostValue = 65_536;

/** Told by the game itself, and no headers. */
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

export const headerOfTag = (tag: string): string => (/^[A-Z]{2}/.test(tag) ? tag : uncapital(tag));

/** Null if no tag can have the name. */
export const tagOfHeader = (header: string): string | null =>
  /^[A-Za-z0-9_]{1,64}$/.test(header) ? capital(header) : null;

export interface Tags {
  readonly values: ReadonlyMap<string, string>;
  /** Where the moves begin. */
  readonly end: number;
}

const oneTag = /\s*(?:[;%#][^\n]*\n\s*)*\[\s*([A-Za-z0-9_]{1,64})\s*"((?:[^"\\\n]|\\.)*)"\s*\]/y;

/** The tags at the beginning of a text. */
export function readTags(text: string): Tags {
  const values = new Map<string, string>();
  oneTag.lastIndex = 0;
  let end = 0;
  for (let count = 0; count < mostTags; count++) {
    const match = oneTag.exec(text);
    if (match === null) break;
    end = oneTag.lastIndex;
    const value = match[2]!.replace(/\\(.)/g, '$1').slice(0, mostValue);
    if (!values.has(match[1]!)) values.set(match[1]!, value);
  }
  return { values, end };
}

/** Those that say something, as headers. */
export function headersOf(values: ReadonlyMap<string, string>): Record<string, string> {
  const unknown = new Map(usualTags);
  const telling = [...values].filter(
    ([tag, value]) => !reservedTags.has(tag) && value !== '' && unknown.get(tag) !== value,
  );
  // Not by assignment, which loses `__proto__`.
  return Object.fromEntries(telling.map(([tag, value]) => [headerOfTag(tag), value]));
}

export const tagText = (tag: string, value: string): string =>
  `[${tag} "${value.replace(/[\u0000-\u001f\u007f]+/g, ' ').replace(/["\\]/g, '\\$&')}"]`;

/** The filters and searches of lines. Pure: regular expressions run in the worker `matcher.ts`, which calls `match`. */
import type { Direction, LineQuery } from '../../app/api/contract.ts';
import { uncapital } from '../../app/games/sentences.ts';
import { isError, type ConsoleLine } from './lines.ts';

export interface Query {
  readonly text: string;
  /** Whether `text` is a regular expression, in JavaScript's syntax without the flags `u` and `v`. */
  readonly regex: boolean;
  /** Whether upper and lower case differ. */
  readonly exact: boolean;
}

/** Where a query matches in a line: start and end offsets in turn, in UTF-16 code units. */
export type Places = readonly number[];

export const noPlaces: Places = [];

/** A request to the worker. */
export interface Question {
  readonly id: number;
  readonly query: Query;
  readonly texts: readonly string[];
}

/** The worker's answer: for each text the places where the expression matches; null where it does not. */
export interface Matches {
  readonly id: number;
  readonly places: readonly (Places | null)[];
}

/** The most matches highlighted in one line. */
const mostPlaces = 50;

/** Returns a test of whether a line contains the text. */
export function textTest({ text, exact }: Query): (line: string) => boolean {
  if (exact) return (line) => line.includes(text);
  const wanted = text.toLowerCase();
  return (line) => line.toLowerCase().includes(wanted);
}

/** Returns where the text occurs in a line. */
export function textPlaces(line: string, { text, exact }: Query): Places {
  if (text === '') return noPlaces;
  const all = exact ? line : line.toLowerCase();
  const wanted = exact ? text : text.toLowerCase();
  // If converting to lower case changes the length of a text, offsets do not carry over, and nothing is highlighted.
  if (all.length !== line.length) return noPlaces;
  const places: number[] = [];
  for (let at = all.indexOf(wanted); at !== -1; at = all.indexOf(wanted, at + wanted.length)) {
    places.push(at, at + wanted.length);
  }
  return places;
}

/** Splits a text into the parts that match and those between them; at least one part. */
export function partsAt(
  text: string,
  places: Places,
): readonly { readonly text: string; readonly found: boolean }[] {
  const parts: { readonly text: string; readonly found: boolean }[] = [];
  let from = 0;
  for (let at = 0; at < places.length; at += 2) {
    const [start, end] = [places[at]!, Math.min(places[at + 1]!, text.length)];
    if (start >= end) continue;
    if (start > from) parts.push({ text: text.slice(from, start), found: false });
    parts.push({ text: text.slice(start, end), found: true });
    from = end;
  }
  if (from < text.length || parts.length === 0) parts.push({ text: text.slice(from), found: false });
  return parts;
}

/**
 * Returns where a regular expression matches in each text; null where it does not.
 * @throws SyntaxError if the query is not a regular expression
 */
export function match({ text, exact }: Query, texts: readonly string[]): readonly (Places | null)[] {
  const expression = new RegExp(text, exact ? 'g' : 'gi');
  return texts.map((line) => {
    expression.lastIndex = 0;
    const places: number[] = [];
    let found = false;
    for (let count = 0; count < mostPlaces; count++) {
      const match = expression.exec(line);
      if (match === null) break;
      found = true;
      const end = match.index + match[0].length;
      // An empty match counts as found but has nothing to highlight.
      if (end === match.index) expression.lastIndex++;
      else places.push(match.index, end);
    }
    return found ? places : null;
  });
}

/**
 * Returns why the regular expression of a query is invalid, as a sentence; null if it is valid or if the query has
 * none.
 */
export function faultOf({ text, regex }: Query): string | null {
  if (!regex) return null;
  try {
    new RegExp(text);
    return null;
  } catch (thrown) {
    const { message } = thrown as Error;
    const reason = /^Invalid regular expression: \/[^]*\/[a-z]*: ([^]*)$/.exec(message)?.[1] ?? message;
    return `Invalid regular expression: ${uncapital(reason)}`;
  }
}

/** The search options with shortcuts while the search field has the focus. */
export type SearchOption = 'exact' | 'regex' | 'filter';

const options: Readonly<Record<string, SearchOption>> = { KeyC: 'exact', KeyR: 'regex', KeyF: 'filter' };

/**
 * Returns the option of a shortcut. It uses the position of the key, since some keyboards write another letter with
 * Alt.
 */
export function searchKey({
  altKey,
  ctrlKey,
  metaKey,
  code,
}: Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'metaKey' | 'code'>): SearchOption | null {
  return altKey && !ctrlKey && !metaKey ? (options[code] ?? null) : null;
}

export const directions: readonly Direction[] = ['sent', 'heard', 'stderr', 'note'];

export const kinds = ['request', 'answer', 'info', 'oddity', 'error', 'typed'] as const;
export type Kind = (typeof kinds)[number];

/** The criteria of a filter. A group without a choice lets every line through. */
export interface Filter {
  readonly directions: readonly Direction[];
  readonly kinds: readonly Kind[];
  /** What a line must contain; an empty text lets every line through. */
  readonly query: Query;
}

export const openFilter: Filter = {
  directions: [],
  kinds: [],
  query: { text: '', regex: false, exact: false },
};

export const isOpen = (filter: Filter): boolean =>
  filter.directions.length === 0 && filter.kinds.length === 0 && filter.query.text === '';

type Line = Pick<ConsoleLine, 'direction' | 'text' | 'byHand' | 'oddities' | 'asks' | 'answers'>;

const isKind: Readonly<Record<Kind, (line: Line) => boolean>> = {
  request: ({ asks }) => asks,
  answer: ({ direction, answers }) => direction === 'heard' && answers.length > 0,
  info: ({ direction, answers }) => direction === 'heard' && answers.length === 0,
  oddity: ({ oddities }) => oddities.length > 0,
  error: isError,
  typed: ({ byHand }) => byHand,
};

/** Returns a test of whether a line passes a filter, apart from its regular expression. */
export function passer({ directions: wanted, kinds: ofKinds, query }: Filter): (line: Line) => boolean {
  const holds = query.text === '' || query.regex ? null : textTest(query);
  return (line) =>
    (wanted.length === 0 || wanted.some((one) => one === line.direction)) &&
    (ofKinds.length === 0 || ofKinds.some((kind) => isKind[kind](line))) &&
    (holds === null || holds(line.text));
}

/**
 * Returns the directions of a journal's lines that a filter lets through; null if only the view can apply it, since the
 * host's search knows neither the filter's text nor any kind but typed lines.
 */
export function journalDirections({
  directions: wanted,
  kinds: ofKinds,
  query,
}: Filter): LineQuery['directions'] | null {
  if (query.text !== '' || ofKinds.some((kind) => kind !== 'typed')) return null;
  const chosen = wanted.length === 0 ? directions : wanted;
  if (ofKinds.length > 0) return chosen.includes('sent') ? ['typed'] : null;
  return [...chosen, ...(chosen.includes('sent') ? (['typed'] as const) : [])];
}

/** Returns the group with one value added, or removed if it is there. */
export function toggled<T>(group: readonly T[], one: T): readonly T[] {
  return group.includes(one) ? group.filter((other) => other !== one) : [...group, one];
}

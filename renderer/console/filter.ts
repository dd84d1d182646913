/** Which lines of a console are to be seen. */
import type { ConsoleLine } from './lines.ts';
import { textTest, type Query } from './query.ts';
import { tellsOfFault } from './words.ts';

export const directions = ['sent', 'heard', 'stderr', 'note'] as const;
export type Direction = (typeof directions)[number];

export const kinds = ['request', 'answer', 'info', 'oddity', 'error', 'typed'] as const;
export type Kind = (typeof kinds)[number];

/** Of a group of which nothing is chosen, everything is seen. */
export interface Filter {
  readonly directions: readonly Direction[];
  readonly kinds: readonly Kind[];
  /** What a line is to hold; an empty text is in every line. */
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

/**
 * A note that says how an engine failed. What engines write to stderr is text for people: a driver marks what its
 * protocol reads there as an oddity, and the note quotes it where the engine died of it.
 */
export const isError = ({ direction, text }: Pick<Line, 'direction' | 'text'>): boolean =>
  direction === 'note' && tellsOfFault(text);

/** Where the search for what went wrong stops. */
export const isTrouble = (line: Line): boolean => line.oddities.length > 0 || isError(line);

const isKind: Readonly<Record<Kind, (line: Line) => boolean>> = {
  request: ({ asks }) => asks,
  answer: ({ direction, answers }) => direction === 'heard' && answers.length > 0,
  info: ({ direction, answers }) => direction === 'heard' && answers.length === 0,
  oddity: ({ oddities }) => oddities.length > 0,
  error: isError,
  typed: ({ byHand }) => byHand,
};

/** Whether a line is seen, as far as that can be told without trying a regular expression on it. */
export function passer({ directions: wanted, kinds: ofKinds, query }: Filter): (line: Line) => boolean {
  const holds = query.text === '' || query.regex ? null : textTest(query);
  return (line) =>
    (wanted.length === 0 || wanted.some((one) => one === line.direction)) &&
    (ofKinds.length === 0 || ofKinds.some((kind) => isKind[kind](line))) &&
    (holds === null || holds(line.text));
}

/** The same filter with one of a group chosen or not. */
export function toggled<T>(group: readonly T[], one: T): readonly T[] {
  return group.includes(one) ? group.filter((other) => other !== one) : [...group, one];
}

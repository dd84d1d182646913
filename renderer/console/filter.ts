/** Which lines of a console are to be seen. */
import type { TrafficLine } from '../../app/api/contract.ts';
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

type Line = Pick<TrafficLine, 'direction' | 'text' | 'byHand' | 'oddities' | 'asks' | 'answers'>;

/** Something went wrong: what an engine complains of, and how it failed. */
export const isError = ({ direction, text }: Line): boolean =>
  direction === 'stderr' || (direction === 'note' && tellsOfFault(text));

/**
 * Where a person looking for what went wrong is to stop: at oddities and at errors, of what an engine pours out on
 * stderr at the first line.
 * @param goesOn the line before it, of the same session, is of stderr
 */
export const isTrouble = (line: Line, goesOn: boolean): boolean =>
  line.oddities.length > 0 || (line.direction === 'stderr' ? !goesOn : isError(line));

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
    (wanted.length === 0 || wanted.includes(line.direction)) &&
    (ofKinds.length === 0 || ofKinds.some((kind) => isKind[kind](line))) &&
    (holds === null || holds(line.text));
}

/** The same filter with one of a group chosen or not. */
export function toggled<T>(group: readonly T[], one: T): readonly T[] {
  return group.includes(one) ? group.filter((other) => other !== one) : [...group, one];
}

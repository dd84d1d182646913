/** What is looked for in lines: a text, or a regular expression, which a thread of its own tries (`matcher.ts`). */

export interface Query {
  readonly text: string;
  /** A regular expression, as JavaScript reads it without flags. */
  readonly regex: boolean;
  /** Capital letters count. */
  readonly exact: boolean;
}

/** Where in a line it fits: beginnings and ends in turn, in characters. */
export type Places = readonly number[];

export const noPlaces: Places = [];

/** Whether lines hold a text. */
export function textTest({ text, exact }: Query): (line: string) => boolean {
  if (exact) return (line) => line.includes(text);
  const wanted = text.toLowerCase();
  return (line) => line.toLowerCase().includes(wanted);
}

/** Where in a line a text stands; no more than is marked anyway. */
export function textPlaces(line: string, { text, exact }: Query): Places {
  if (text === '') return noPlaces;
  const all = exact ? line : line.toLowerCase();
  const wanted = exact ? text : text.toLowerCase();
  // Where lower case changes the length of a text, offsets do not carry over: then nothing is marked.
  if (all.length !== line.length) return noPlaces;
  const places: number[] = [];
  for (let at = all.indexOf(wanted); at !== -1; at = all.indexOf(wanted, at + wanted.length)) {
    places.push(at, at + wanted.length);
  }
  return places;
}

/** What keeps a text from being a regular expression, in a sentence; null where nothing does. */
export function faultOf({ text, regex }: Query): string | null {
  if (!regex) return null;
  try {
    new RegExp(text);
    return null;
  } catch (thrown) {
    const { message } = thrown as Error;
    const reason = /^Invalid regular expression: \/[^]*\/[a-z]*: ([^]*)$/.exec(message)?.[1] ?? message;
    return `Invalid regular expression: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`;
  }
}

/** The options of a search that have keys while its field has the focus. */
export type SearchOption = 'exact' | 'regex' | 'filter';

const options: Readonly<Record<string, SearchOption>> = { KeyC: 'exact', KeyR: 'regex', KeyF: 'filter' };

/** By where the key is: with Alt some keyboards write another letter. */
export function searchKey({
  altKey,
  ctrlKey,
  metaKey,
  code,
}: Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'metaKey' | 'code'>): SearchOption | null {
  return altKey && !ctrlKey && !metaKey ? (options[code] ?? null) : null;
}

/**
 * Reads JSON as bots write it, from text that may be incomplete, contain other text, or not be JSON at all. Unlike
 * `JSON.parse`, the reader keeps repeated names and the digits of numbers.
 */
import { quoted } from '../text.ts';

export type Json =
  | JsonObject
  | { readonly kind: 'array'; readonly items: readonly Json[] }
  | { readonly kind: 'string'; readonly text: string }
  /** `NaN` and `Infinity` are not JSON, but several languages write them. */
  | { readonly kind: 'number'; readonly value: number; readonly text: string }
  | { readonly kind: 'literal'; readonly value: boolean | null };

export interface JsonObject {
  readonly kind: 'object';
  /** The last member of a repeated name counts, as for most readers. */
  readonly members: ReadonlyMap<string, Json>;
  readonly repeated: readonly string[];
}

export type Outcome =
  /** `end` is the index after the value. */
  | { readonly kind: 'value'; readonly value: Json; readonly end: number }
  /** The text is valid so far but incomplete. */
  | { readonly kind: 'more' }
  | { readonly kind: 'wrong'; readonly reason: string };

/** Far deeper than any message, and shallow enough for any stack. */
const DEEPEST = 16;

/** In characters. */
const LONGEST_NUMBER = 400;

const WORDS = ['true', 'false', 'null', 'NaN', 'Infinity', '-Infinity'] as const;
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

class More extends Error {}
class Wrong extends Error {}

/** Reads the value at `at`. Blanks and line ends may stand between all tokens. */
export function readJson(text: string, at: number): Outcome {
  const reader = new Reader(text, at);
  try {
    return { kind: 'value', value: reader.value(0), end: reader.at };
  } catch (error) {
    if (error instanceof More) return { kind: 'more' };
    if (error instanceof Wrong) return { kind: 'wrong', reason: error.message };
    throw error;
  }
}

class Reader {
  readonly #text: string;
  at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.at = at;
  }

  value(depth: number): Json {
    if (depth > DEEPEST) throw new Wrong('it is nested too deeply');
    switch (this.#next()) {
      case '{':
        return this.#object(depth);
      case '[':
        return this.#array(depth);
      case '"':
        return { kind: 'string', text: this.#string() };
      default:
        return this.#word() ?? this.#number();
    }
  }

  /** The next character that is not a blank. */
  #next(): string {
    while (' \t\r\n'.includes(this.#text[this.at] ?? 'x')) this.at++;
    const next = this.#text[this.at];
    if (next === undefined) throw new More();
    return next;
  }

  #object(depth: number): JsonObject {
    const members = new Map<string, Json>();
    const repeated: string[] = [];
    this.at++;
    if (this.#next() === '}') this.at++;
    else {
      for (let last = false; !last; last = this.#isLast('}')) {
        if (this.#next() !== '"') throw new Wrong('a name in double quotes is missing');
        const name = this.#string();
        if (this.#next() !== ':') throw new Wrong('a colon is missing behind a name');
        this.at++;
        if (members.has(name)) repeated.push(name);
        members.set(name, this.value(depth + 1));
      }
    }
    return { kind: 'object', members, repeated };
  }

  #array(depth: number): Json {
    const items: Json[] = [];
    this.at++;
    if (this.#next() === ']') this.at++;
    else for (let last = false; !last; last = this.#isLast(']')) items.push(this.value(depth + 1));
    return { kind: 'array', items };
  }

  /** Reads the comma or the end after a member or an item. */
  #isLast(end: '}' | ']'): boolean {
    const next = this.#next();
    if (next !== end && next !== ',') throw new Wrong(`a comma or ${end} is missing`);
    this.at++;
    return next === end;
  }

  #string(): string {
    const parts: string[] = [];
    let from = ++this.at;
    for (;;) {
      const next = this.#text[this.at];
      // The text arrives line by line, and no string spans lines.
      if (next === undefined || next < ' ') throw new Wrong('a string has no end');
      if (next === '"') break;
      if (next !== '\\') {
        this.at++;
        continue;
      }
      parts.push(this.#text.slice(from, this.at), this.#escape());
      from = this.at;
    }
    parts.push(this.#text.slice(from, this.at));
    this.at++;
    return parts.join('');
  }

  #escape(): string {
    const letter = this.#text[this.at + 1] ?? '';
    if (letter === 'u') {
      const code = this.#text.slice(this.at + 2, this.at + 6);
      if (!/^[0-9a-f]{4}$/i.test(code)) throw new Wrong('\\u stands before four hexadecimal digits');
      this.at += 6;
      return String.fromCharCode(Number.parseInt(code, 16));
    }
    const meant = Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : undefined;
    if (meant === undefined) throw new Wrong('a string has an escape that there is not');
    this.at += 2;
    return meant;
  }

  #word(): Json | null {
    const word = WORDS.find((each) => this.#text.startsWith(each, this.at));
    if (word === undefined) return null;
    this.at += word.length;
    this.#endWord();
    switch (word) {
      case 'true':
      case 'false':
        return { kind: 'literal', value: word === 'true' };
      case 'null':
        return { kind: 'literal', value: null };
      default:
        return { kind: 'number', value: Number(word), text: word };
    }
  }

  #number(): Json {
    const [text] =
      /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/.exec(
        this.#text.slice(this.at, this.at + LONGEST_NUMBER),
      ) ?? [];
    if (text === undefined) throw new Wrong('a value is missing');
    this.at += text.length;
    this.#endWord();
    return { kind: 'number', value: Number(text), text };
  }

  #endWord(): void {
    if (/^[\w.+-]/.test(this.#text[this.at] ?? '')) throw new Wrong('a value cannot be read');
  }
}

/** Whether two names are equal without letter case: `type` is `Type`. */
export const isSameName = (name: string, wanted: string): boolean =>
  name.length === wanted.length && name.toLowerCase() === wanted.toLowerCase();

/** A member by its name, in any letter case if the exact name is missing. */
export function memberOf({ members }: JsonObject, wanted: string): Json | undefined {
  const exact = members.get(wanted);
  if (exact !== undefined) return exact;
  for (const [name, value] of members) if (isSameName(name, wanted)) return value;
  return undefined;
}

export interface IntegerRead {
  readonly value: number;
  readonly isString: boolean;
  /** Whether it was written as `3.0` or `3e0`. */
  readonly isFraction: boolean;
}

/** Reads an integer, also one in a string; null for anything else. */
export function readInteger(json: Json): IntegerRead | null {
  if (json.kind === 'number') {
    if (!Number.isSafeInteger(json.value)) return null;
    // Adding 0 turns -0 into 0.
    return { value: json.value + 0, isString: false, isFraction: /[.e]/i.test(json.text) };
  }
  if (json.kind !== 'string' || !/^\s{0,8}[+-]?\d{1,9}(?:\.0{1,9})?\s{0,8}$/.test(json.text)) return null;
  return { value: Number(json.text) + 0, isString: true, isFraction: json.text.includes('.') };
}

/** Describes a value, for use in a sentence. */
export function valueText(json: Json): string {
  switch (json.kind) {
    case 'object':
      return 'an object';
    case 'array':
      return 'an array';
    case 'string':
      return quoted(json.text);
    case 'number':
      return quoted(json.text).slice(1, -1);
    case 'literal':
      return String(json.value);
  }
}

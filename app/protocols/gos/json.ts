/**
 * JSON as bots write it, read from text that may break off, hold other things as well, or be no JSON at all. What
 * `JSON.parse` forgets is kept: names that come twice, and how a number was written.
 */
import { quoted } from '../text.ts';

export type Json =
  | JsonObject
  | { readonly kind: 'array'; readonly items: readonly Json[] }
  | { readonly kind: 'string'; readonly text: string }
  /** `NaN` and `Infinity` are no JSON, and several languages write them all the same. */
  | { readonly kind: 'number'; readonly value: number; readonly text: string }
  | { readonly kind: 'literal'; readonly value: boolean | null };

export interface JsonObject {
  readonly kind: 'object';
  /** Of names that come twice the last one counts, as it does for most readers. */
  readonly members: ReadonlyMap<string, Json>;
  readonly repeated: readonly string[];
}

export type Outcome =
  /** `end` is the index behind it. */
  | { readonly kind: 'value'; readonly value: Json; readonly end: number }
  /** All is well as far as it goes, and more has to come. */
  | { readonly kind: 'more' }
  | { readonly kind: 'wrong'; readonly reason: string };

/** Far deeper than any message, and shallow enough for any stack. */
const DEEPEST = 16;

/** In characters: longer than any number that means something. */
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

/** Reads one value, which begins at `at`. Blanks and line ends may stand between all its parts. */
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

  /** The character that is up, past any blanks. */
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

  /** Passes what stands behind a member or an item: a comma, or the end. */
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
      // What is read comes line by line, and no string goes on over the end of one.
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

/** A name of the text and one that is another only in its case: `Type` and `type`. */
export const isSameName = (name: string, wanted: string): boolean =>
  name.length === wanted.length && name.toLowerCase() === wanted.toLowerCase();

/** A member, by its name as the text has it, or in another case where that is not there. */
export function memberOf({ members }: JsonObject, wanted: string): Json | undefined {
  const exact = members.get(wanted);
  if (exact !== undefined) return exact;
  for (const [name, value] of members) if (isSameName(name, wanted)) return value;
  return undefined;
}

export interface IntegerRead {
  readonly value: number;
  /** It was written as a string. */
  readonly isString: boolean;
  /** It was written as `3.0` or `3e0`. */
  readonly isFraction: boolean;
}

/** Null where it is no integer, be it as a string. */
export function readInteger(json: Json): IntegerRead | null {
  if (json.kind === 'number') {
    if (!Number.isSafeInteger(json.value)) return null;
    // -0 is no other integer than 0.
    return { value: json.value + 0, isString: false, isFraction: /[.e]/i.test(json.text) };
  }
  if (json.kind !== 'string' || !/^\s{0,8}[+-]?\d{1,9}(?:\.0{1,9})?\s{0,8}$/.test(json.text)) return null;
  return { value: Number(json.text) + 0, isString: true, isFraction: json.text.includes('.') };
}

/** What stands there, as it may stand in a sentence. */
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

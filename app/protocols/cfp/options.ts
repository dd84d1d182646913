/**
 * The words of a CFP line, and the options of an engine: converts `option` lines (Engine to GUI, option) to a typed
 * model and back, and checks values. Keywords may stand anywhere, in any order and case; names and values may contain
 * blanks.
 */
import { isFit, excerpt } from '../text.ts';
import type { EngineOption, Oddity } from '../../shapes/engines.ts';

/** A word of a line; `start` and `end` are offsets in the line. */
export interface Word {
  readonly text: string;
  /** In lower case, for comparisons without letter case. */
  readonly lower: string;
  readonly start: number;
  readonly end: number;
}

/** The longest quotation of a line, in characters: enough to recognise it, short enough for a row. */
const QUOTE_LENGTH = 80;

/** A blank, a tab, or a stray carriage return, vertical tab or form feed. */
const isBlank = (code: number): boolean => code === 32 || code === 9 || (code >= 11 && code <= 13);

/** Splits at blanks. By hand: this is done for every line that is not prose. Linear in the line's length. */
export function wordsOf(line: string): Word[] {
  const words: Word[] = [];
  for (let at = 0; at < line.length; at++) {
    if (isBlank(line.charCodeAt(at))) continue;
    const start = at;
    while (at < line.length && !isBlank(line.charCodeAt(at))) at++;
    const text = line.slice(start, at);
    words.push({ text, lower: text.toLowerCase(), start, end: at });
  }
  return words;
}

/** The text from the first to the last of these words, with its blanks. */
export function spanOf(line: string, words: readonly Word[]): string {
  const first = words[0];
  const last = words[words.length - 1];
  return first && last ? line.slice(first.start, last.end) : '';
}

/** An engine's text for use in a sentence. */
export const quote = (text: string): string => excerpt(text, QUOTE_LENGTH);

/** Collects deviations from the text while a line is read. */
export type Note = (name: string, clause: string, text: string) => void;

/** The most deviations reported for one line. */
const MAX_ODDITIES = 16;

/** Collects each deviation once. */
export function noteInto(oddities: Oddity[]): Note {
  return (name, clause, text) => {
    if (oddities.length >= MAX_ODDITIES) return;
    if (oddities.some((one) => one.name === name && one.text === text)) return;
    oddities.push({ name, clause, text });
  };
}

/** The empty string is written `""` (Engine to GUI, option, string). */
const EMPTY_VALUE = '""';
export const readValue = (text: string): string => (text === EMPTY_VALUE ? '' : text);
export const writeValue = (value: string): string => (value === '' ? EMPTY_VALUE : value);

const CLAUSE = 'CFP, Engine to GUI, option';
const INTEGER = /^[+-]?\d{1,15}$/;

type Type = Exclude<EngineOption['type'], 'unreadable'>;
type Keyword = 'name' | 'type' | 'default' | 'min' | 'max' | 'var';

const TYPES: readonly Type[] = ['check', 'spin', 'combo', 'button', 'string'];

/** The keywords of each type: `min` in the default of a string is plain text. */
const KEYWORDS: Readonly<Record<Type, readonly Keyword[]>> = {
  check: ['name', 'type', 'default', 'min', 'max', 'var'],
  spin: ['name', 'type', 'default', 'min', 'max', 'var'],
  combo: ['name', 'type', 'default', 'var'],
  button: ['name', 'type', 'default', 'min', 'max', 'var'],
  string: ['name', 'type', 'default'],
};

/** The keywords with a meaning for each type; others are reported and dropped. */
const MEANINGFUL: Readonly<Record<Type, readonly Keyword[]>> = {
  check: ['name', 'type', 'default'],
  spin: ['name', 'type', 'default', 'min', 'max'],
  combo: ['name', 'type', 'default', 'var'],
  button: ['name', 'type'],
  string: ['name', 'type', 'default'],
};

const isType = (word: Word | undefined): boolean => TYPES.includes(word?.lower as Type);
const isInteger = (word: Word | undefined): boolean => word !== undefined && INTEGER.test(word.text);
const isTruth = (word: Word | undefined): boolean => word?.lower === 'true' || word?.lower === 'false';

/**
 * The index of a keyword that occurs once. A name may contain the same word (`Max Depth`), so the text's letter case
 * and a fitting next word take precedence over the first occurrence.
 */
function placeOf(words: readonly Word[], keyword: Keyword, fits: ((next?: Word) => boolean) | null): number {
  const spelt = (word: Word): boolean => word.text === keyword;
  const alike = (word: Word): boolean => word.lower === keyword;
  const fitting = (index: number): boolean => fits !== null && fits(words[index + 1]);
  for (const test of [
    (word: Word, index: number) => spelt(word) && fitting(index),
    (word: Word, index: number) => alike(word) && fitting(index),
    spelt,
    alike,
  ]) {
    const index = words.findIndex(test);
    if (index >= 0) return index;
  }
  return -1;
}

/** The keywords, by the index of their word. */
function keywordsOf(words: readonly Word[], type: Type, typeAt: number): Map<number, Keyword> {
  const places = new Map<number, Keyword>([[typeAt, 'type']]);
  for (const keyword of KEYWORDS[type]) {
    if (keyword === 'type') continue;
    if (keyword === 'var') {
      const exact = words.some((word) => word.text === 'var');
      words.forEach((word, index) => {
        if (exact ? word.text === 'var' : word.lower === 'var') places.set(index, 'var');
      });
      continue;
    }
    const numeric = type === 'spin' || keyword === 'min' || keyword === 'max';
    const fits = keyword === 'name' ? null : numeric ? isInteger : type === 'check' ? isTruth : null;
    const at = placeOf(words, keyword, fits);
    if (at >= 0 && !places.has(at)) places.set(at, keyword);
  }
  return places;
}

interface Fields {
  readonly single: ReadonlyMap<Keyword, string>;
  readonly vars: readonly string[];
}

function fieldsOf(line: string, words: readonly Word[], type: Type, typeAt: number, note: Note): Fields {
  const places = keywordsOf(words, type, typeAt);
  const starts = [...places.keys()].sort((a, b) => a - b);
  const single = new Map<Keyword, string>();
  const vars: string[] = [];
  if (starts[0]! > 0) {
    note('unknown-word', CLAUSE, `${quote(spanOf(line, words.slice(0, starts[0])))} is skipped.`);
  }
  starts.forEach((start, order) => {
    const keyword = places.get(start)!;
    const spelling = words[start]!.text;
    if (spelling !== keyword) note('letter-case', CLAUSE, `${quote(spelling)} is read as ${keyword}.`);
    if (!MEANINGFUL[type].includes(keyword)) {
      note('pointless-keyword', CLAUSE, `${keyword} means nothing for an option of type ${type}.`);
      return;
    }
    const value = spanOf(line, words.slice(start + 1, starts[order + 1]));
    if (keyword === 'var') vars.push(readValue(value));
    else single.set(keyword, value);
  });
  return { single, vars };
}

/** Reads what follows the word `option`. Never throws: an invalid line becomes an option of type `unreadable`. */
export function readOption(line: string, words: readonly Word[], note: Note): EngineOption {
  const typeAt = placeOf(words, 'type', isType);
  const type = words[typeAt + 1]?.lower as Type;
  if (typeAt < 0 || !TYPES.includes(type)) {
    const nameAt = placeOf(words, 'name', null);
    const name = nameAt < 0 ? [] : words.slice(nameAt + 1, typeAt > nameAt ? typeAt : undefined);
    const fault =
      typeAt < 0
        ? 'it has no type'
        : `its type is ${quote(words[typeAt + 1]?.text ?? '')}; known types: ${TYPES.join(', ')}`;
    return { type: 'unreadable', name: spanOf(line, name), line, fault };
  }
  if (words[typeAt + 1]!.text !== type) {
    note('letter-case', CLAUSE, `${quote(words[typeAt + 1]!.text)} is read as ${type}.`);
  }
  const { single, vars } = fieldsOf(line, words, type, typeAt, note);
  const name = single.get('name') ?? '';
  const unreadable = (fault: string): EngineOption => ({ type: 'unreadable', name, line, fault });
  if (name === '') return unreadable('it has no name');
  // Such a name or value cannot be sent back unchanged.
  if (!isFit(line)) return unreadable('it holds control characters');
  if (wordsOf(name).some(({ lower }) => lower === 'name' || lower === 'value')) {
    note('ambiguous-name', 'CFP, GUI to Engine, setoption', `${quote(name)} holds the word name or value.`);
  }
  const text = single.get('default');
  if (text === undefined && type !== 'button') {
    if (type !== 'string') return unreadable('it has no default');
    note('missing-default', CLAUSE, `${quote(name)} has no default; it is taken to be empty.`);
  }
  return build(type, name, readValue(text ?? ''), single, vars, unreadable);
}

function build(
  type: Type,
  name: string,
  text: string,
  single: ReadonlyMap<Keyword, string>,
  vars: readonly string[],
  unreadable: (fault: string) => EngineOption,
): EngineOption {
  switch (type) {
    case 'button':
      return { type, name };
    case 'string':
      return { type, name, default: text };
    case 'check': {
      const lower = text.toLowerCase();
      if (lower !== 'true' && lower !== 'false') {
        return unreadable(`its default is ${quote(text)} and not true or false`);
      }
      return { type, name, default: lower === 'true' };
    }
    case 'combo': {
      if (vars.length === 0) return unreadable('it offers no var to choose from');
      const value = vars.find((one) => one.toLowerCase() === text.toLowerCase());
      if (value === undefined) return unreadable(`its default ${quote(text)} is not among its vars`);
      return { type, name, default: value, vars };
    }
    case 'spin': {
      for (const field of ['default', 'min', 'max'] as const) {
        const given = single.get(field);
        if (given === undefined) return unreadable(`it has no ${field}`);
        if (!INTEGER.test(given)) return unreadable(`its ${field} is ${quote(given)} and not an integer`);
      }
      const [value, min, max] = [Number(text), Number(single.get('min')), Number(single.get('max'))];
      if (min > max) return unreadable(`its min ${min} is above its max ${max}`);
      if (value < min || value > max) return unreadable(`its default ${value} is not in ${min}..${max}`);
      return { type, name, default: value, min, max };
    }
  }
}

/** The canonical line, in the order of the text's examples; for an unreadable option, its original line. */
export function writeOption(option: EngineOption): string {
  if (option.type === 'unreadable') return option.line;
  const head = `option name ${option.name} type ${option.type}`;
  switch (option.type) {
    case 'button':
      return head;
    case 'check':
      return `${head} default ${option.default}`;
    case 'string':
      return `${head} default ${writeValue(option.default)}`;
    case 'spin':
      return `${head} default ${option.default} min ${option.min} max ${option.max}`;
    case 'combo':
      return `${head} default ${writeValue(option.default)}${option.vars.map((one) => ` var ${writeValue(one)}`).join('')}`;
  }
}

/**
 * The form in which names are compared: without letter case (GUI to Engine, setoption), and with runs of blanks as one.
 */
export function optionKey(name: string): string {
  return wordsOf(name)
    .map(({ lower }) => lower)
    .join(' ');
}

/** The value before the first `setoption`; null if an option has none. */
export function defaultValue(option: EngineOption): string | null {
  return option.type === 'button' || option.type === 'unreadable' ? null : String(option.default);
}

export type Checked = { readonly value: string } | { readonly fault: string };

/** A value in its canonical spelling, or the reason why the option does not accept it. */
export function checkValue(option: EngineOption, given: string): Checked {
  const text = readValue(given.trim());
  switch (option.type) {
    case 'button':
      return { fault: `${quote(option.name)} is a button and has no value` };
    case 'unreadable':
      return { fault: `the engine's line for ${quote(option.name)} could not be read: ${option.fault}` };
    case 'string':
      if (!isFit(text)) {
        return { fault: `a value of ${quote(option.name)} cannot hold line breaks or control characters` };
      }
      return { value: text };
    case 'check': {
      const lower = text.toLowerCase();
      if (lower === 'true' || lower === 'false') return { value: lower };
      return { fault: `${quote(option.name)} is true or false, not ${quote(text)}` };
    }
    case 'combo': {
      const found = option.vars.find((one) => one.toLowerCase() === text.toLowerCase());
      if (found !== undefined) return { value: found };
      return { fault: `${quote(option.name)} is one of ${option.vars.join(', ')}, not ${quote(text)}` };
    }
    case 'spin': {
      const number = Number(text);
      const { name, min, max } = option;
      if (!INTEGER.test(text)) return { fault: `${quote(name)} is an integer, not ${quote(text)}` };
      if (number < min || number > max) return { fault: `${quote(name)} is ${min} to ${max}, not ${number}` };
      return { value: String(number) };
    }
  }
}

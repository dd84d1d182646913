/**
 * The grammar of SGF (FF[4], and the long property names of FF[3]): nodes in the order of the text, each with the number of
 * its parent. One pass without recursion; what is held is bounded by the length of the text. After a property that cannot be
 * read, the reading goes on at the next node or variation.
 */
import type { SgfProperty } from '../../games/form.ts';
import { mostNodes } from '../../shapes/tree.ts';
import { mostFaults } from './reading.ts';
import type { Unit } from './unit.ts';

export interface SgfNode {
  /** The number of a node before it; -1 for the root. */
  readonly parent: number;
  /** Where it begins in the text. */
  readonly at: number;
  readonly properties: SgfProperty[];
}

export interface SgfFault {
  readonly at: number;
  readonly why: string;
}

export interface SgfReading {
  readonly nodes: readonly SgfNode[];
  /** In the order of the text; at most `mostFaults`. */
  readonly faults: readonly SgfFault[];
}

/** The values of a property, and the properties of a node. */
const mostValues = 10_000;

/** In characters. */
const mostName = 64;

const isBlank = (code: number): boolean => code === 32 || (code >= 9 && code <= 13) || code === 0xfeff;
const isUpper = (code: number): boolean => (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
const isLetter = (code: number): boolean => isUpper(code) || (code >= 97 && code <= 122);

/**
 * The unit read last, which the form of each game asks for in turn. It goes with its unit: a `WeakRef` would keep every
 * reading of a long text until the turn of the event loop ends.
 */
let last = new WeakMap<Unit, SgfReading>();

/** Reads one game tree, which must be the whole text of the unit. The reading may be shared: it is not to be changed. */
export function readSgf(unit: Unit): SgfReading {
  const known = last.get(unit);
  if (known !== undefined) return known;
  const reading = parsed(unit.text);
  last = new WeakMap([[unit, reading]]);
  return reading;
}

function parsed(text: string): SgfReading {
  const nodes: SgfNode[] = [];
  const faults: SgfFault[] = [];
  /** The last node before each open bracket. */
  const open: number[] = [];
  let last = -1;
  let at = 0;
  let closed = false;
  const blame = (where: number, why: string): void => {
    if (faults.length < mostFaults) faults.push({ at: where, why });
  };
  const stopped = (why: string): SgfReading => {
    blame(at, why);
    return { nodes, faults };
  };
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (isBlank(code)) at++;
    else if (closed) return stopped('this stands after the end of the game');
    else if (code === 40) {
      if (open.length >= mostNodes) return stopped('the variations are too deep');
      if (nodes.length > 0 && !isAt(variation, text, at)) {
        blame(at, 'a variation begins with (;');
        at = soundFrom(text, at + 1);
        continue;
      }
      open.push(last);
      at++;
    } else if (open.length === 0) return stopped('a game begins with (;');
    else if (code === 41) {
      last = open.pop()!;
      closed = open.length === 0;
      at++;
    } else if (code === 59) {
      if (nodes.length >= mostNodes) return stopped(`a game holds at most ${mostNodes} nodes`);
      nodes.push({ parent: last, at, properties: [] });
      last = nodes.length - 1;
      at++;
    } else if (isLetter(code)) {
      const node = nodes[last];
      if (node === undefined) return stopped('a property stands before the first ;');
      const begin = at;
      let name = '';
      for (; isLetter(text.charCodeAt(at)); at++) if (isUpper(text.charCodeAt(at))) name += text[at]!;
      if (name === '' || at - begin > mostName) {
        blame(begin, 'this is not the name of a property');
        at = soundFrom(text, at);
        continue;
      }
      const isCapital = name.length === at - begin;
      const values: string[] = [];
      for (;;) {
        while (at < text.length && isBlank(text.charCodeAt(at))) at++;
        if (text.charCodeAt(at) !== 91) break;
        if (values.length >= mostValues) return stopped(`a property has at most ${mostValues} values`);
        const end = endOfValue(text, at + 1);
        // No value after it has an end either.
        if (end < 0) return stopped('a value has no ] at its end');
        values.push(unescaped(text.slice(at + 1, end)));
        at = end + 1;
      }
      if (values.length === 0) {
        blame(begin, `the property ${name} has no value`);
        // Words of a comment that ended too early are seldom followed by a property at once.
        if (!isCapital || !isAt(property, text, at)) at = soundFrom(text, at);
        continue;
      }
      if (node.properties.length >= mostValues) return stopped(`a node has at most ${mostValues} properties`);
      node.properties.push([name, values]);
    } else {
      const why = 'this is neither a node, a property nor a bracket';
      if (nodes.length === 0) return stopped(why);
      blame(at, why);
      at = soundFrom(text, at + 1);
    }
  }
  if (!closed) return stopped('the game has no ) at its end');
  if (nodes.length === 0) blame(0, 'the game has no node');
  return { nodes, faults };
}

const property = /[A-Z0-9]{1,64}\s*\[/y;

/** Other signs may be between the bracket and its node, but no words. */
const variation = /\(\s*(?:[;()]|[A-Za-z0-9]{1,64}\s*\[)/y;

/** @param pattern a sticky one */
function isAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

/**
 * What begins or ends a node or a variation: a comment that ended too early, at a `]` that was not escaped, has brackets and
 * semicolons as well. A value, whose own are not looked at, is the last alternative.
 */
const sound = /;\s*[A-Z][A-Za-z0-9]{0,63}\[|\(\s*;|\)\s*(?:\(\s*;|\)|$)|\[/g;

/** Where the reading of a damaged node goes on: at the next node or variation, else at the end of the text. */
function soundFrom(text: string, from: number): number {
  sound.lastIndex = from;
  for (let match = sound.exec(text); match !== null; match = sound.exec(text)) {
    if (match[0] !== '[') return match.index;
    const end = endOfValue(text, sound.lastIndex);
    if (end < 0) break;
    sound.lastIndex = end + 1;
  }
  return text.length;
}

/** The index of the bracket that ends a value; -1 if there is none. */
function endOfValue(text: string, from: number): number {
  for (let at = text.indexOf(']', from); at >= 0; at = text.indexOf(']', at + 1)) {
    let slashes = 0;
    while (at - 1 - slashes >= from && text.charCodeAt(at - 1 - slashes) === 92) slashes++;
    if (slashes % 2 === 0) return at;
  }
  return -1;
}

/** Line ends are `\n`; an escaped line end is none. */
function unescaped(text: string): string {
  const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  return lines.includes('\\')
    ? lines.replace(/\\(\n|[^])/g, (_all, next: string) => (next === '\n' ? '' : next))
    : lines;
}

export const escaped = (text: string): string => text.replace(/[\\\]]/g, '\\$&');

export const propertyText = (name: string, values: readonly string[]): string =>
  `${name}${values.map((value) => `[${escaped(value)}]`).join('')}`;

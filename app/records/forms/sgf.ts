/**
 * The grammar of SGF (FF[4], and the long property names of FF[3]): nodes in the order of the text, each with the number of
 * its parent. One pass without recursion; what is held is bounded by the length of the text.
 */
import type { SgfProperty } from '../../games/form.ts';
import { mostNodes } from '../../shapes/tree.ts';
import type { Unit } from './units.ts';

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
  /** What stopped the reading; the nodes before it are read. */
  readonly fault: SgfFault | null;
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
  /** The last node before each open bracket. */
  const open: number[] = [];
  let last = -1;
  let at = 0;
  let closed = false;
  const fault = (why: string): SgfReading => ({ nodes, fault: { at, why } });
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (isBlank(code)) at++;
    else if (closed) return fault('this stands after the end of the game');
    else if (code === 40) {
      if (open.length >= mostNodes) return fault('the variations are too deep');
      open.push(last);
      at++;
    } else if (open.length === 0) return fault('a game begins with (;');
    else if (code === 41) {
      last = open.pop()!;
      closed = open.length === 0;
      at++;
    } else if (code === 59) {
      if (nodes.length >= mostNodes) return fault(`a game holds at most ${mostNodes} nodes`);
      nodes.push({ parent: last, at, properties: [] });
      last = nodes.length - 1;
      at++;
    } else if (isLetter(code)) {
      const node = nodes[last];
      if (node === undefined) return fault('a property stands before the first ;');
      const begin = at;
      let name = '';
      for (; isLetter(text.charCodeAt(at)); at++) if (isUpper(text.charCodeAt(at))) name += text[at]!;
      if (name === '' || at - begin > mostName) return fault('this is not the name of a property');
      const values: string[] = [];
      for (;;) {
        while (at < text.length && isBlank(text.charCodeAt(at))) at++;
        if (text.charCodeAt(at) !== 91) break;
        if (values.length >= mostValues) return fault(`a property has at most ${mostValues} values`);
        const end = endOfValue(text, at + 1);
        if (end < 0) return fault('a value has no ] at its end');
        values.push(unescaped(text.slice(at + 1, end)));
        at = end + 1;
      }
      if (values.length === 0) return fault(`the property ${name} has no value`);
      if (node.properties.length >= mostValues) return fault(`a node has at most ${mostValues} properties`);
      node.properties.push([name, values]);
    } else return fault('this is neither a node, a property nor a bracket');
  }
  if (open.length > 0 || !closed) return fault('the game has no ) at its end');
  if (nodes.length === 0) return { nodes, fault: { at: 0, why: 'the game has no node' } };
  return { nodes, fault: null };
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

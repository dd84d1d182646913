/** Elements of SVG, and their text. */
import type { Point } from '../games/game.ts';
import { short } from '../games/outline.ts';

/** Text inside an element or an attribute in quotes. */
export const escaped = (text: string): string => (needsEscape.test(text) ? escape(text) : text);

const needsEscape =
  /[&<>"'\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/;

const escape = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    // Not allowed in XML, and invisible in HTML.
    .replaceAll(
      /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/g,
      '\ufffd',
    );

/**
 * An element of a picture, from which SVG text, elements of a page and a drawing on a canvas are made. `translate` is the
 * only transform.
 */
export interface Drawing {
  readonly name: 'svg' | 'g' | 'path' | 'rect' | 'text' | 'title';
  /** Those of SVG; lengths in board units. */
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly content: readonly Drawing[] | string;
}

const empty: readonly Drawing[] = [];

export const group = (
  attributes: Drawing['attributes'],
  content: readonly Drawing[],
  name: 'g' | 'svg' = 'g',
): Drawing => ({ name, attributes, content });

export const path = (d: string, attributes: Drawing['attributes']): Drawing => ({
  ...{ name: 'path', attributes: { d, ...attributes }, content: empty },
});

export const rect = (attributes: Drawing['attributes']): Drawing => ({
  ...{ name: 'rect', attributes, content: empty },
});

/** The whole in words. */
export const titled = (text: string): Drawing => ({ name: 'title', attributes: {}, content: text });

/** Fonts that every system has one of; a picture embeds none. */
const FONTS = 'system-ui, sans-serif';

interface WordLook {
  /** In board units. */
  readonly size: number;
  readonly fill: string;
  readonly isBold?: boolean;
}

/** A text whose middle is at a point. */
export const word = (text: string, { x, y }: Point, { size, fill, isBold = false }: WordLook): Drawing => ({
  name: 'text',
  attributes: {
    ...{ x: short(x), y: short(y), 'font-family': FONTS, 'font-size': short(size) },
    ...(isBold && { 'font-weight': 600 }),
    ...{ 'text-anchor': 'middle', 'dominant-baseline': 'central', fill },
  },
  content: text,
});

const isEmptyElement = ({ name }: Drawing): boolean => name === 'path' || name === 'rect';

/** A drawing as SVG text. */
export function svgText(drawing: Drawing): string {
  const { name, attributes, content } = drawing;
  const all = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(String(value))}"`);
  if (isEmptyElement(drawing)) return `<${name}${all.join('')}/>`;
  const inner = typeof content === 'string' ? escaped(content) : svgTexts(content);
  return `<${name}${all.join('')}>${inner}</${name}>`;
}

export const svgTexts = (drawings: readonly Drawing[]): string => drawings.map(svgText).join('');

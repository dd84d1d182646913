/** Elements of SVG as text. */
import type { Point } from '../games/game.ts';
import { short } from '../games/outline.ts';

/** Text inside an element or an attribute in quotes. */
export const escaped = (text: string): string =>
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

export function path(d: string, attributes: Readonly<Record<string, string | number>>): string {
  const all = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
  return `<path d="${d}"${all.join('')}/>`;
}

/** Fonts that every system has one of; a picture embeds none. */
const FONTS = 'system-ui, sans-serif';

interface WordLook {
  /** In board units. */
  readonly size: number;
  readonly fill: string;
  readonly isBold?: boolean;
}

/** A text whose middle is at a point. */
export const word = (text: string, { x, y }: Point, { size, fill, isBold = false }: WordLook): string =>
  `<text x="${short(x)}" y="${short(y)}" font-family="${FONTS}" font-size="${short(size)}"` +
  `${isBold ? ' font-weight="600"' : ''} text-anchor="middle" dominant-baseline="central" fill="${fill}">` +
  `${escaped(text)}</text>`;

/**
 * Places that something drawn is moved to, as rules of a style sheet: what a browser has worked out for a rule it
 * keeps, and for an element's own style it begins anew. A board has some hundreds of them.
 */
import type { Point } from '../../app/games/game.ts';

/** The class of what is out of sight while nothing needs it. */
const SPARE = 'spare';
/** In board units, both ways: beyond the edge of any board. */
const OUT_OF_SIGHT = -1000;

/** A class, and what it is together with others: a text that the browser knows is read faster than a new one. */
export class PlaceClass {
  readonly #name: string;
  readonly #joined = new Map<string, string>();

  constructor(name: string) {
    this.#name = name;
  }

  /** The classes, separated by blanks, with the place's own. */
  with(classes: string): string {
    let joined = this.#joined.get(classes);
    if (joined === undefined) this.#joined.set(classes, (joined = `${classes} ${this.#name}`.trimStart()));
    return joined;
  }
}

/** A ten-thousandth of a board unit is nothing that is seen. */
const fine = (value: number): number => Math.round(value * 10_000) / 10_000;

let sheet: CSSStyleSheet | null = null;

/** Adds a rule for the class. */
function rule(name: string, { x, y }: Point, scale: number): PlaceClass {
  if (sheet === null) {
    sheet = new CSSStyleSheet();
    document.adoptedStyleSheets.push(sheet);
  }
  const size = scale === 1 ? '' : ` scale(${scale})`;
  sheet.insertRule(`.${name} { transform: translate(${fine(x)}px, ${fine(y)}px)${size} }`);
  return new PlaceClass(name);
}

const places = new Map<number, Map<number, Map<number, PlaceClass>>>();
let count = 0;
let nowhere: PlaceClass | null = null;

/** Where what is spare is. */
export const spare = (): PlaceClass => (nowhere ??= rule(SPARE, { x: OUT_OF_SIGHT, y: OUT_OF_SIGHT }, 1));

/** A point as drawn, where something is drawn so many times as large. */
export function placeOf({ x, y }: Point, scale: number): PlaceClass {
  let columns = places.get(scale);
  if (columns === undefined) places.set(scale, (columns = new Map()));
  let column = columns.get(x);
  if (column === undefined) columns.set(x, (column = new Map()));
  let place = column.get(y);
  if (place === undefined) column.set(y, (place = rule(`at-${count++}`, { x, y }, scale)));
  return place;
}

/**
 * Places that elements are moved to, as rules of a style sheet: the browser caches the computed style of a rule, but
 * not that of an inline style. A board has some hundreds of places.
 */
import type { Point } from '../../app/games/game.ts';

/** The class of elements that are out of sight while they are not needed. */
const SPARE = 'spare';
/** Both coordinates of a point beyond the edge of any board, in board units. */
const OUT_OF_SIGHT = -1000;

/** The class of a place. It keeps its combinations with other classes, because browsers parse a known text faster. */
export class PlaceClass {
  readonly #name: string;
  readonly #joined = new Map<string, string>();

  constructor(name: string) {
    this.#name = name;
  }

  /** These classes, separated by blanks, followed by the place's own. */
  with(classes: string): string {
    let joined = this.#joined.get(classes);
    if (joined === undefined) this.#joined.set(classes, (joined = `${classes} ${this.#name}`.trimStart()));
    return joined;
  }
}

/** Rounded to a ten-thousandth of a board unit, which is invisible. */
const fine = (value: number): number => Math.round(value * 10_000) / 10_000;

let sheet: CSSStyleSheet | null = null;

/** Adds a rule for a class with this name. */
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

/** The place of spare elements. */
export const spare = (): PlaceClass => (nowhere ??= rule(SPARE, { x: OUT_OF_SIGHT, y: OUT_OF_SIGHT }, 1));

/** The place of a point as drawn, for elements enlarged by `scale`. */
export function placeOf({ x, y }: Point, scale: number): PlaceClass {
  let columns = places.get(scale);
  if (columns === undefined) places.set(scale, (columns = new Map()));
  let column = columns.get(x);
  if (column === undefined) columns.set(x, (column = new Map()));
  let place = column.get(y);
  if (place === undefined) column.set(y, (place = rule(`at-${count++}`, { x, y }, scale)));
  return place;
}

/**
 * Elements of an SVG that are drawn by hand. A write costs the browser a style and mostly a layout of the element,
 * even of a value that it has already: each remembers what it was given last.
 */
import type { Point } from '../../app/games/game.ts';
import { placeOf, spare, type PlaceClass } from './places.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** An element whose attributes are written only where they change. */
export class Written<Kind extends Element = Element> {
  readonly element: Kind;
  readonly #written = new Map<string, string>();
  #text = '';

  constructor(element: Kind) {
    this.element = element;
  }

  set(attribute: string, value: string): void {
    if (this.#written.get(attribute) === value) return;
    this.#written.set(attribute, value);
    this.element.setAttribute(attribute, value);
  }

  /** Its text, which is all that is in it. */
  say(text: string): void {
    if (this.#text === text) return;
    this.#text = text;
    this.element.textContent = text;
  }
}

/** One with a place of its own. */
export class Drawn<Kind extends SVGGraphicsElement = SVGGraphicsElement> extends Written<Kind> {
  #classes: string;
  #place: PlaceClass | null = null;

  constructor(element: Kind) {
    super(element);
    this.#classes = element.getAttribute('class') ?? '';
  }

  override set(attribute: string, value: string): void {
    if (attribute !== 'class') super.set(attribute, value);
    else if (this.#classes !== value) {
      this.#classes = value;
      super.set('class', this.#place === null ? value : this.#place.with(value));
    }
  }

  /** Moves its origin to a point as drawn, and back in sight; drawn so many times as large. */
  place(point: Point, scale = 1): void {
    this.#to(placeOf(point, scale));
  }

  /**
   * Takes it out of sight while nothing needs it, where it is `.spare`: to move it is less work than to remove it and
   * to make another one later.
   */
  spare(): void {
    this.#to(spare());
  }

  #to(place: PlaceClass): void {
    if (this.#place === place) return;
    this.#place = place;
    super.set('class', place.with(this.#classes));
  }
}

/** What is told apart by its order alone: the nth is drawn by the nth element, and what is left over is spare. */
export class Row<Item extends { readonly root: Drawn }> {
  readonly #make: () => Item;
  readonly #items: Item[] = [];
  #taken = 0;
  #before = 0;

  /** @param make draws one more, where it belongs in the document */
  constructor(make: () => Item) {
    this.#make = make;
  }

  /** Begins anew with the first one. */
  begin(): void {
    this.#before = this.#taken;
    this.#taken = 0;
  }

  /** The next one, to be placed. */
  take(): Item {
    return (this.#items[this.#taken++] ??= this.#make());
  }

  /** Takes those out of sight that were not taken this time. */
  end(): void {
    for (let index = this.#taken; index < this.#before; index++) this.#items[index]!.root.spare();
  }
}

export interface Stroke {
  readonly root: Drawn<SVGGElement>;
  readonly path: Written<SVGPathElement>;
}

/**
 * Paths, each in a group of the class that is moved in its stead: the rules of a path, with the variables in them,
 * are not looked up again then.
 */
export const strokes = (layer: SVGGElement, name: string): Row<Stroke> =>
  new Row(() => {
    const [group, path] = [make('g', { class: name }), make('path')];
    group.append(path);
    layer.append(group);
    return { root: new Drawn(group), path: new Written(path) };
  });

/** An element with attributes; numbers are in board units. */
export function make<Name extends 'svg' | 'g' | 'path' | 'circle' | 'rect' | 'text'>(
  name: Name,
  attributes: Readonly<Record<string, string | number>> = {},
): SVGElementTagNameMap[Name] {
  const element = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, String(value));
  return element;
}

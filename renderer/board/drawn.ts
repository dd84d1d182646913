/**
 * SVG elements that are updated without Svelte. A write makes the browser restyle and mostly lay out the element, even
 * if the value is unchanged, so each element remembers what was written last.
 */
import type { Point } from '../../app/games/game.ts';
import { placeOf, spare, type PlaceClass } from './places.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** An element whose attributes are written only if they change. */
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

  /** Sets the text, which is its only content. */
  say(text: string): void {
    if (this.#text === text) return;
    this.#text = text;
    this.element.textContent = text;
  }
}

/** An element that can be moved. */
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

  /** Moves its origin to a point as drawn, enlarged by `scale`. Brings a spare element back into sight. */
  place(point: Point, scale = 1): void {
    this.#to(placeOf(point, scale));
  }

  /**
   * Moves it out of sight while it is not needed, with the class `spare`. That costs less than removing it and making
   * another one later.
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

/** A list of items without identity: the nth element draws the nth item, and leftover elements become spare. */
export class Row<Item extends { readonly root: Drawn }> {
  readonly #make: () => Item;
  readonly #items: Item[] = [];
  #taken = 0;
  #before = 0;

  /** @param make makes one more item and adds it to the document */
  constructor(make: () => Item) {
    this.#make = make;
  }

  /** Starts again with the first item. */
  begin(): void {
    this.#before = this.#taken;
    this.#taken = 0;
  }

  /** The next item; the caller places it. */
  take(): Item {
    return (this.#items[this.#taken++] ??= this.#make());
  }

  /** Moves the items that were not taken since `begin` out of sight. */
  end(): void {
    for (let index = this.#taken; index < this.#before; index++) this.#items[index]!.root.spare();
  }
}

export interface Stroke {
  readonly root: Drawn<SVGGElement>;
  readonly path: Written<SVGPathElement>;
}

/**
 * Paths, each in a group with the class. The group is moved, not the path, so that the browser need not resolve the
 * path's rules and their variables again.
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

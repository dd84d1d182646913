/**
 * Draws the areas of a board into a group of an SVG, by hand: a large board has well over a thousand, and between
 * two positions few of them change. What an area says of itself is written only where it is another thing.
 */
import type { Area, Point } from '../../app/games/game.ts';
import type { Chip } from './overlay.ts';
import { shapePath, type Turn } from './place.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** What areas say of themselves. What is one and the same object as before is taken to hold the same. */
export interface AreaStates {
  /** Those that go on with what is picked. */
  readonly open: ReadonlySet<string>;
  readonly picks: readonly string[];
  /** What stands on an area, by its id, in words. */
  readonly standing: Readonly<Record<string, string>>;
  /** What is said about the move that an area completes. */
  readonly about: ReadonlyMap<string, string>;
  /** The area that Tab comes to. */
  readonly tabbed: string | null;
  /** The area under the pointer or with the focus. */
  readonly hovered: string | null;
}

/** What there is to say of areas besides what stands there: what picking one does, and what its move is worth. */
export function aboutAreas(
  words: ReadonlyMap<string, string>,
  chips: readonly Chip[],
): ReadonlyMap<string, string> {
  // One and the same each time, so that it is no change.
  if (chips.length === 0) return words;
  const told = new Map(words);
  for (const { area, words: worth } of chips) {
    const does = words.get(area);
    told.set(area, does === undefined ? worth : `${does}; ${worth}`);
  }
  return told;
}

export class AreaLayer {
  readonly #areas: ReadonlyMap<string, Area>;
  readonly #elements: ReadonlyMap<string, SVGGElement>;
  /** Of the area that is hovered: a tip is seen nowhere else. */
  readonly #tip = document.createElementNS(SVG, 'title');
  #hot: string | null = null;
  #states: AreaStates = {
    open: new Set(),
    picks: [],
    standing: {},
    about: new Map(),
    tabbed: null,
    hovered: null,
  };

  /** @param layer a group that nothing else draws into; what is in it is removed */
  constructor(layer: SVGGElement, areas: ReadonlyMap<string, Area>, at: (point: Point) => Point, turn: Turn) {
    this.#areas = areas;
    const first = blank();
    const elements = new Map<string, SVGGElement>();
    for (const area of areas.values()) {
      const element = first.cloneNode(true) as SVGGElement;
      element.setAttribute('data-area', area.id);
      element.setAttribute('aria-label', area.name);
      const touch = element.firstElementChild!;
      if (area.ghost === undefined) touch.setAttribute('class', 'touch plain');
      touch.setAttribute('d', shapePath(area.shape, at(area), turn));
      elements.set(area.id, element);
    }
    this.#elements = elements;
    layer.replaceChildren(...elements.values());
  }

  elementOf(id: string): SVGGElement | undefined {
    return this.#elements.get(id);
  }

  /** The area that an event's target is a part of. */
  areaAt(target: EventTarget | null): Area | null {
    const id = target instanceof Element ? target.closest('[data-area]')?.getAttribute('data-area') : null;
    return this.#areas.get(id ?? '') ?? null;
  }

  show(states: AreaStates): void {
    const before = this.#states;
    this.#states = states;
    if (before.open !== states.open) this.#open(before.open, states.open);
    if (before.picks !== states.picks) this.#press(before.picks, states.picks);
    if (before.standing !== states.standing || before.about !== states.about) this.#name(before);
    if (before.tabbed !== states.tabbed) {
      this.#set(before.tabbed, 'tabindex', '-1');
      this.#set(states.tabbed, 'tabindex', '0');
    }
    this.#hover();
  }

  /** Marks the area that would answer a click, and gives it its tip. */
  #hover(): void {
    const { open, about, hovered } = this.#states;
    const hot = hovered !== null && open.has(hovered) ? hovered : null;
    if (this.#hot !== hot) {
      this.#set(this.#hot, 'class', 'area');
      this.#set(hot, 'class', 'area hot');
      this.#hot = hot;
    }
    const area = hovered !== null && about.has(hovered) ? this.#areas.get(hovered) : undefined;
    if (area === undefined) {
      if (this.#tip.isConnected) this.#tip.remove();
      return;
    }
    const words = this.#wordsOf(area);
    if (this.#tip.textContent !== words) this.#tip.textContent = words;
    const element = this.#elements.get(area.id)!;
    if (this.#tip.parentNode !== element) element.append(this.#tip);
  }

  #open(before: ReadonlySet<string>, now: ReadonlySet<string>): void {
    for (const id of before) if (!now.has(id)) this.#set(id, 'aria-disabled', 'true');
    for (const id of now) if (!before.has(id)) this.#set(id, 'aria-disabled', 'false');
  }

  /** Areas can be pressed only while something is picked. */
  #press(before: readonly string[], now: readonly string[]): void {
    if (now.length === 0) {
      for (const element of this.#elements.values()) element.removeAttribute('aria-pressed');
    } else if (before.length === 0) {
      for (const [id, element] of this.#elements) {
        element.setAttribute('aria-pressed', String(now.includes(id)));
      }
    } else {
      for (const id of before) if (!now.includes(id)) this.#set(id, 'aria-pressed', 'false');
      for (const id of now) if (!before.includes(id)) this.#set(id, 'aria-pressed', 'true');
    }
  }

  #name(before: AreaStates): void {
    const { standing, about } = this.#states;
    for (const id in before.standing) if (!(id in standing)) this.#rename(id);
    for (const id in standing) if (standing[id] !== before.standing[id]) this.#rename(id);
    for (const id of before.about.keys()) if (!about.has(id)) this.#rename(id);
    for (const [id, words] of about) if (words !== before.about.get(id)) this.#rename(id);
  }

  #rename(id: string): void {
    const area = this.#areas.get(id);
    if (area !== undefined) this.#set(id, 'aria-label', this.#wordsOf(area));
  }

  /** An area's name with all that there is to say of it. */
  #wordsOf({ id, name }: Area): string {
    const stands = this.#states.standing[id];
    const words = this.#states.about.get(id);
    return `${name}${stands === undefined ? '' : `, ${stands}`}${words === undefined ? '' : `: ${words}`}`;
  }

  #set(id: string | null, attribute: string, value: string): void {
    if (id !== null) this.#elements.get(id)?.setAttribute(attribute, value);
  }
}

/** An area that is not open, with nothing yet that tells it from another one. */
function blank(): SVGGElement {
  const group = document.createElementNS(SVG, 'g');
  group.setAttribute('class', 'area');
  group.setAttribute('role', 'button');
  group.setAttribute('tabindex', '-1');
  group.setAttribute('aria-disabled', 'true');
  const touch = document.createElementNS(SVG, 'path');
  touch.setAttribute('class', 'touch');
  group.append(touch);
  return group;
}

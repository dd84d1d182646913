/**
 * Draws the areas of a board into an SVG group without Svelte: a large board has well over a thousand, and few of them
 * change between two positions. The attributes of an area are written only if they change.
 */
import type { Area, Point } from '../../app/games/game.ts';
import type { Chip } from './overlay.ts';
import { shapePath, type Turn } from '../../app/games/outline.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** The states of all areas. A member that is the same object as before is taken as unchanged. */
export interface AreaStates {
  /** The areas that continue the picks; an area may occur more than once. */
  readonly open: Iterable<string>;
  readonly picks: readonly string[];
  /** What stands on each area, in words, by the area's id. */
  readonly standing: Readonly<Record<string, string>>;
  /** What picking an area does and what its move is worth, by the area's id. */
  readonly about: ReadonlyMap<string, string>;
  /** The area that Tab reaches. */
  readonly tabbed: string | null;
  /** The area under the pointer or with the focus. */
  readonly hovered: string | null;
}

const nothing: ReadonlyMap<string, string> = new Map();

/** The words about areas, by id: what picking one does, and what its move is worth. */
export function aboutAreas(
  words: ReadonlyMap<string, string>,
  chips: readonly Chip[],
): ReadonlyMap<string, string> {
  // The same object, so that the layer sees no change.
  if (chips.length === 0) return words;
  const told = new Map(words);
  for (const { area, words: worth } of chips) {
    const does = words.get(area);
    told.set(area, does === undefined ? worth : `${does}; ${worth}`);
  }
  return told;
}

/** An area with its element and its present state. */
interface Entry {
  readonly area: Area;
  readonly element: SVGGElement;
  open: boolean;
  stands: string | undefined;
  about: string | undefined;
  /** The numbers of the last `show` that found it open, and of the last that had words about it. */
  opened: number;
  told: number;
}

export class AreaLayer {
  readonly #entries = new Map<string, Entry>();
  /** The tooltip of the hovered area. */
  readonly #tip = document.createElementNS(SVG, 'title');
  #open: Entry[] = [];
  /** The areas whose label has more than their name. */
  #told: Entry[] = [];
  #showing = 0;
  #hot: Entry | undefined;
  #states: AreaStates = {
    open: [],
    picks: [],
    standing: {},
    about: nothing,
    tabbed: null,
    hovered: null,
  };

  /** @param layer a group that nothing else may draw into; its content is removed */
  constructor(layer: SVGGElement, areas: ReadonlyMap<string, Area>, at: (point: Point) => Point, turn: Turn) {
    const first = blank();
    for (const area of areas.values()) {
      const element = first.cloneNode(true) as SVGGElement;
      element.setAttribute('data-area', area.id);
      element.setAttribute('aria-label', area.name);
      const touch = element.firstElementChild!;
      if (area.ghost === undefined) touch.setAttribute('class', 'touch plain');
      touch.setAttribute('d', shapePath(area.shape, at(area), turn));
      const closed = { open: false, stands: undefined, about: undefined, opened: 0, told: 0 };
      this.#entries.set(area.id, { area, element, ...closed });
    }
    layer.replaceChildren(...Array.from(this.#entries.values(), ({ element }) => element));
  }

  elementOf(id: string): SVGGElement | undefined {
    return this.#entries.get(id)?.element;
  }

  /** The area that contains the target of an event. */
  areaAt(target: EventTarget | null): Area | null {
    const id = target instanceof Element ? target.closest('[data-area]')?.getAttribute('data-area') : null;
    return this.#entries.get(id ?? '')?.area ?? null;
  }

  show(states: AreaStates): void {
    const before = this.#states;
    this.#states = states;
    this.#showing++;
    if (before.open !== states.open) this.#unlock(states.open);
    if (before.picks !== states.picks) this.#press(before.picks, states.picks);
    if (before.standing !== states.standing || before.about !== states.about) this.#tell();
    if (before.tabbed !== states.tabbed) {
      this.#set(before.tabbed, 'tabindex', '-1');
      this.#set(states.tabbed, 'tabindex', '0');
    }
    if (states.hovered !== null || before.hovered !== null) this.#hover(states.hovered);
  }

  /** Removes the words about picks and their worth from all labels until the next `show`. */
  hush(): void {
    if (this.#states.about.size === 0) return;
    this.#states = { ...this.#states, about: nothing };
    this.#showing++;
    this.#tell();
  }

  /** Marks the area if a click would pick it, and moves the tooltip to it. */
  #hover(id: string | null): void {
    const entry = id === null ? undefined : this.#entries.get(id);
    const hot = entry?.open === true ? entry : undefined;
    if (this.#hot !== hot) {
      this.#hot?.element.setAttribute('class', 'area');
      hot?.element.setAttribute('class', 'area hot');
      this.#hot = hot;
    }
    if (entry?.about === undefined) {
      if (this.#tip.isConnected) this.#tip.remove();
      return;
    }
    const words = wordsOf(entry);
    if (this.#tip.textContent !== words) this.#tip.textContent = words;
    if (this.#tip.parentNode !== entry.element) entry.element.append(this.#tip);
  }

  #unlock(open: Iterable<string>): void {
    const before = this.#open;
    this.#open = [];
    for (const id of open) {
      const entry = this.#entries.get(id);
      if (entry === undefined || entry.opened === this.#showing) continue;
      entry.opened = this.#showing;
      this.#open.push(entry);
      if (!entry.open) entry.element.setAttribute('aria-disabled', 'false');
      entry.open = true;
    }
    for (const entry of before) {
      if (entry.opened === this.#showing) continue;
      entry.open = false;
      entry.element.setAttribute('aria-disabled', 'true');
    }
  }

  /** Sets `aria-pressed`, which areas have only while something is picked. */
  #press(before: readonly string[], now: readonly string[]): void {
    if (now.length === 0) {
      for (const { element } of this.#entries.values()) element.removeAttribute('aria-pressed');
    } else if (before.length === 0) {
      for (const [id, { element }] of this.#entries) {
        element.setAttribute('aria-pressed', String(now.includes(id)));
      }
    } else {
      for (const id of before) if (!now.includes(id)) this.#set(id, 'aria-pressed', 'false');
      for (const id of now) if (!before.includes(id)) this.#set(id, 'aria-pressed', 'true');
    }
  }

  #tell(): void {
    const { standing, about } = this.#states;
    const before = this.#told;
    this.#told = [];
    for (const id in standing) this.#name(id);
    for (const id of about.keys()) this.#name(id);
    for (const entry of before) if (entry.told !== this.#showing) this.#rename(entry);
  }

  #name(id: string): void {
    const entry = this.#entries.get(id);
    if (entry === undefined || entry.told === this.#showing) return;
    entry.told = this.#showing;
    this.#told.push(entry);
    this.#rename(entry);
  }

  #rename(entry: Entry): void {
    const { id } = entry.area;
    const [stands, about] = [this.#states.standing[id], this.#states.about.get(id)];
    if (entry.stands === stands && entry.about === about) return;
    entry.stands = stands;
    entry.about = about;
    entry.element.setAttribute('aria-label', wordsOf(entry));
  }

  #set(id: string | null, attribute: string, value: string): void {
    if (id !== null) this.#entries.get(id)?.element.setAttribute(attribute, value);
  }
}
/** The label of an area: its name, what stands on it, and the words about it. */
const wordsOf = ({ area, stands, about }: Entry): string =>
  `${area.name}${stands === undefined ? '' : `, ${stands}`}${about === undefined ? '' : `: ${about}`}`;

/** The element of a closed area, without what differs between areas: a template to clone. */
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

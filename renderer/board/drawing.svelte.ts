/** Drawing rings and arrows on the board by pointer or key: which press draws, in which color, and what it draws. */
import type { Mark, MarkColor } from '../../app/api/contract.ts';
import type { Area, Choice, Point, Spot } from '../../app/games/game.ts';

type Keys = Pick<MouseEvent, 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

const hasModifier = ({ shiftKey, ctrlKey, metaKey, altKey }: Keys): boolean =>
  shiftKey || ctrlKey || metaKey || altKey;

/** Ctrl (or the command key) for red, Alt for blue, both for yellow. */
export function colorOf({ ctrlKey, metaKey, altKey }: Keys): MarkColor {
  const isCtrl = ctrlKey || metaKey;
  if (isCtrl) return altKey ? 'yellow' : 'red';
  return altKey ? 'blue' : 'green';
}

/** The right button draws; the left button does with a modifier key, since not every pointer has a right button. */
export const drawsBy = (event: Keys & Pick<MouseEvent, 'button'>): boolean =>
  event.button === 2 || (event.button === 0 && hasModifier(event));

/** Enter with a modifier key draws at the focused area. */
export const drawsByKey = (event: Keys & Pick<KeyboardEvent, 'key'>): boolean =>
  event.key === 'Enter' && hasModifier(event);

/** In board units: a pointer that is farther from every spot draws nothing. */
const reach = 0.75;

export function spotNear(spots: readonly Spot[], { x, y }: Point, within = reach): Spot | null {
  let [nearest, least] = [null as Spot | null, within];
  for (const spot of spots) {
    const distance = Math.hypot(spot.x - x, spot.y - y);
    if (distance < least) [nearest, least] = [spot, distance];
  }
  return nearest;
}

/** The spot that an area stands for; of a column it is the one that a piece dropped there would take. */
export function spotOfArea(
  spots: readonly Spot[],
  area: Area,
  choices: readonly Choice<unknown>[],
): Spot | null {
  const landing = choices.find(({ path }) => path.length === 1 && path[0] === area.id)?.preview[0];
  return spotNear(spots, landing ?? area);
}

/** The marks after one was drawn: drawing a mark again removes it, or gives it the new color. */
export function withMark(marks: readonly Mark[], { color, from, to }: Mark): readonly Mark[] {
  const others = marks.filter((mark) => mark.from !== from || mark.to !== to);
  const isDrawn = marks.some((mark) => mark.from === from && mark.to === to && mark.color === color);
  return isDrawn ? others : [...others, { color, from, to }];
}

/** `green ring on d3, red arrow from a1 to c3` */
export const markWords = (marks: readonly Mark[]): string =>
  marks
    .map(({ color, from, to }) =>
      to === null ? `${color} ring on ${from}` : `${color} arrow from ${from} to ${to}`,
    )
    .join(', ');

/** The mark that is being drawn. */
export class Drawing {
  /** A ring until the pointer reaches another spot. */
  pending = $state.raw<Mark | null>(null);

  begin(from: string, color: MarkColor): void {
    this.pending = { color, from, to: null };
  }

  moveTo(spot: string | null): void {
    const { pending } = this;
    if (pending === null) return;
    const to = spot === null || spot === pending.from ? null : spot;
    if (to !== pending.to) this.pending = { ...pending, to };
  }

  /** The mark drawn; null if none was begun. */
  end(): Mark | null {
    const mark = this.pending;
    this.pending = null;
    return mark;
  }
}

/** The pointer and the keys that draw rings and arrows on a board. */
import type { Mark } from '../../app/api/contract.ts';
import type { Spot } from '../../app/games/game.ts';
import { colorOf, drawsBy, drawsByKey, type Drawing } from './drawing.svelte.ts';

/** The board, as far as drawing needs it. */
export interface DrawingPorts {
  /** Whether anything can be drawn. */
  readonly isOpen: () => boolean;
  /** Whether the left button, touches and Enter draw without a modifier key. */
  readonly hasPencil: () => boolean;
  /** The name of the spot at the pointer. */
  readonly spotUnder: (event: PointerEvent) => string | null;
  /** The spot that an area stands for, by the area's id. */
  readonly spotOf: (area: string) => Spot | null;
  readonly draw: (mark: Mark) => void;
}

/** @returns an attachment for the board's element, which listens before the areas do */
export function drawingInput(
  drawing: Drawing,
  { isOpen, hasPencil, spotUnder, spotOf, draw }: DrawingPorts,
): (board: SVGSVGElement) => () => void {
  const press = (board: SVGSVGElement, event: PointerEvent): void => {
    if (!isOpen() || (!drawsBy(event) && !(hasPencil() && event.button === 0))) return;
    const from = spotUnder(event);
    if (from === null) return;
    event.preventDefault();
    event.stopPropagation();
    board.setPointerCapture(event.pointerId);
    drawing.begin(from, colorOf(event));
  };

  const release = (event: PointerEvent): void => {
    if (drawing.pending === null) return;
    drawing.moveTo(spotUnder(event));
    const mark = drawing.end();
    if (mark !== null) draw(mark);
  };

  /** The first press begins a mark at the focused area; the second ends it there, as a ring, or at another one. */
  const key = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && drawing.pending !== null) {
      drawing.end();
      return event.stopPropagation();
    }
    if (!isOpen() || (!drawsByKey(event) && !(hasPencil() && event.key === 'Enter'))) return;
    const area = event.target instanceof Element ? event.target.getAttribute('data-area') : null;
    const spot = area === null ? null : spotOf(area);
    if (spot === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (drawing.pending === null) return drawing.begin(spot.name, colorOf(event));
    drawing.moveTo(spot.name);
    draw(drawing.end()!);
  };

  return (board) => {
    const listening = new AbortController();
    const on = <K extends keyof SVGElementEventMap>(
      type: K,
      handle: (event: SVGElementEventMap[K]) => void,
    ): void => board.addEventListener(type, handle, { capture: true, signal: listening.signal });
    on('pointerdown', (event) => press(board, event));
    on('pointermove', (event) => drawing.pending !== null && drawing.moveTo(spotUnder(event)));
    on('pointerup', release);
    on('pointercancel', () => drawing.end());
    on('keydown', key);
    on('click', (event) => {
      if (isOpen() && (hasPencil() || drawsBy(event))) event.stopPropagation();
    });
    on('contextmenu', (event) => isOpen() && event.preventDefault());
    return () => listening.abort();
  };
}

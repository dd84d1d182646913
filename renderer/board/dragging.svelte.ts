/**
 * Moving by dragging: a press on an area or a stock, and the release on another area. A drag is the same picks that
 * two presses make, so that it needs no rule of a game: where the first area begins a move it is picked as the drag
 * starts, and the area of the release is picked last.
 */
import type { Area, Piece, Point, Seat } from '../../app/games/game.ts';
import type { Picked } from './picks.ts';

/** The board, as far as a drag needs it. */
export interface DragPorts {
  /** Whether this press may drag; false while nothing can be moved, or if it draws. */
  readonly mayDrag: (event: PointerEvent) => boolean;
  /** The area at a point of the page. */
  readonly areaAt: (x: number, y: number) => Area | null;
  /** The same point on the game's board, in board units. */
  readonly pointAt: (x: number, y: number) => Point | null;
  /** The piece of the side to move at a point of the board. */
  readonly pieceAt: (point: Point) => Piece | null;
  /** The side to move; null if nothing can be moved. */
  readonly mover: () => Seat | null;
  /** What picking the area does: it begins a move, completes one, or neither. */
  readonly outcome: (area: Area) => Picked<unknown>['kind'];
  /** The area of a layer that is nearest to a point, within a piece's reach. */
  readonly nearest: (layer: string | undefined, point: Point) => Area | null;
  readonly picks: () => readonly string[];
  readonly pick: (area: Area) => void;
  readonly restore: (picks: readonly string[]) => void;
  readonly hover: (area: string | null) => void;
  /** A drag leads from one area to another; false if it is nothing more than the two picks. */
  readonly carry: (from: Area, to: Area) => boolean;
  /** A drag from an area ends at a point where there is none. */
  readonly throwOff: (from: Area, point: Point) => void;
}

interface Press {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  readonly area: Area | null;
  readonly piece: Piece | null;
  /** The press is on a stock beside the board. */
  readonly isStock: boolean;
  /** Pixels that the pointer must move before the press is a drag: a finger is less steady than a mouse. */
  readonly slack: number;
}

const SLACK = { mouse: 6, touch: 12 };

export class Dragging {
  readonly #ports: DragPorts;
  #press: Press | null = null;
  /** The picks before the drag; null while no drag is under way. */
  #before: readonly string[] | null = null;
  #pressed: AbortController | null = null;
  /** The piece that follows the pointer, where it is; null if none does. */
  piece = $state.raw<Piece | null>(null);

  constructor(ports: DragPorts) {
    this.#ports = ports;
  }

  get isActive(): boolean {
    return this.#before !== null;
  }

  /** Listens for presses on a board, and on stocks: elements that `data-stock` gives the number of a seat. */
  readonly listen = (board: Element): (() => void) => {
    const listening = new AbortController();
    const { signal } = listening;
    board.addEventListener('pointerdown', (event) => this.#begin(event as PointerEvent, false), { signal });
    addEventListener(
      'pointerdown',
      (event) => {
        if (!(event.target instanceof Element)) return;
        const stock = event.target.closest<HTMLElement>('[data-stock]');
        if (stock === null || Number(stock.dataset['stock']) !== this.#ports.mover()) return;
        // Otherwise the words of the stock would be selected.
        event.preventDefault();
        this.#begin(event, true);
      },
      { signal },
    );
    return () => {
      this.cancel();
      listening.abort();
    };
  };

  /** Takes back what the drag has picked. */
  cancel(): void {
    const before = this.#before;
    this.#end();
    if (before === null) return;
    this.#ports.restore(before);
    this.#ports.hover(null);
  }

  #begin(event: PointerEvent, isStock: boolean): void {
    const { mayDrag, areaAt, pointAt, pieceAt, outcome } = this.#ports;
    if (this.#press !== null || !event.isPrimary || !mayDrag(event)) return;
    const { clientX: x, clientY: y, pointerId: id } = event;
    const point = pointAt(x, y);
    const slack = event.pointerType === 'mouse' ? SLACK.mouse : SLACK.touch;
    const piece = point === null ? null : pieceAt(point);
    const area = isStock ? null : areaAt(x, y);
    const isHeld = isStock || piece !== null || (area !== null && outcome(area) !== 'refused');
    if (!isHeld) return;
    this.#press = { id, x, y, area, piece, isStock, slack };
    this.#pressed = new AbortController();
    const { signal } = this.#pressed;
    addEventListener('pointermove', (event) => this.#move(event), { signal });
    addEventListener('pointerup', (event) => this.#drop(event), { signal });
    addEventListener('pointercancel', () => this.cancel(), { signal });
    addEventListener('blur', () => this.cancel(), { signal });
    addEventListener('keydown', (event) => this.#key(event), { signal, capture: true });
  }

  #move(event: PointerEvent): void {
    const press = this.#press;
    if (press === null || event.pointerId !== press.id) return;
    // A second button calls the drag off.
    if (event.buttons !== 1) return this.cancel();
    const { pointAt, outcome, picks, pick, hover } = this.#ports;
    const { clientX: x, clientY: y } = event;
    if (this.#before === null) {
      if (Math.hypot(x - press.x, y - press.y) < press.slack) return;
      this.#before = picks();
      if (press.area !== null && outcome(press.area) === 'begun') pick(press.area);
    }
    const point = pointAt(x, y);
    this.piece = press.piece === null || point === null ? null : { ...press.piece, ...point };
    hover(this.#areaUnder(press, event)?.id ?? null);
  }

  /** A piece goes to areas like its own, so that a pawn is not dropped on a groove; a stock gives what has a ghost. */
  #areaUnder({ area: from, piece, isStock }: Press, { clientX: x, clientY: y }: PointerEvent): Area | null {
    const { areaAt, pointAt, nearest } = this.#ports;
    const area = areaAt(x, y);
    if (isStock) return area?.ghost === undefined ? null : area;
    if (piece === null || from === null || area === null || area.layer === from.layer) return area;
    return nearest(from.layer, pointAt(x, y)!);
  }

  #drop(event: PointerEvent): void {
    const press = this.#press;
    if (press === null || event.pointerId !== press.id) return;
    const before = this.#before;
    if (before === null) return this.#end();
    swallowClick();
    const { pick, picks, restore, hover, pointAt, carry, throwOff } = this.#ports;
    const area = this.#areaUnder(press, event);
    const point = pointAt(event.clientX, event.clientY);
    if (area === null && press.area !== null && point !== null) {
      this.cancel();
      throwOff(press.area, point);
      return;
    }
    if (area === null || area.id === press.area?.id) return this.cancel();
    this.#end();
    if (press.area !== null && carry(press.area, area)) return restore(before);
    const begun = picks();
    pick(area);
    // A refused drop leaves nothing picked; the reason is told.
    if (picks() === begun) restore(before);
    if (event.pointerType !== 'mouse') hover(null);
  }

  #key(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || this.#before === null) return;
    event.preventDefault();
    event.stopPropagation();
    this.cancel();
  }

  #end(): void {
    this.#pressed?.abort();
    this.#pressed = null;
    this.#press = null;
    this.#before = null;
    this.piece = null;
  }
}

/** A release where the press was makes a click, which would pick the area again. */
function swallowClick(): void {
  const swallow = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', swallow, { capture: true }));
}

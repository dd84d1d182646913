/**
 * Draws pieces into an SVG group without Svelte: while a key is held, the position changes many times a second, and
 * most pieces stay. Elements are matched with pieces by id and kept, moved or reused.
 */
import type { Piece, Point, Shape } from '../../app/games/game.ts';
import { dropsOf, isMarkFull, letterSize, markWidth, sideMark } from '../../app/games/piece-drawing.ts';
import { Drawn, make } from './drawn.ts';
import {
  innerRadius,
  outlines,
  placePoint,
  THIN,
  translate,
  type Board,
  type Turn,
} from '../../app/games/outline.ts';

interface Standing {
  piece: Piece;
  readonly form: Form;
  readonly drawn: Drawn<SVGGElement>;
  /** The number of the last `draw` that had this piece. */
  drawing: number;
}

/** Pieces that look alike; round ones may differ in size. */
interface Form {
  /** A piece of this form at the origin; the others are clones of it. */
  readonly first: SVGGElement;
  /** The inner radius of `first`. */
  readonly radius: number;
  /** Elements that no piece needs now. */
  readonly spare: Drawn<SVGGElement>[];
}

/** One piece that entered or moved while at most one other disappeared: a move that can be animated. */
export interface Entrance {
  readonly piece: Piece;
  readonly element: SVGGElement;
  /** Where it stood before, or where the game says it comes from. */
  readonly from: Point | undefined;
  /** The factor by which its element is enlarged. */
  readonly scale: number;
  /** The piece that it has taken; null if none. */
  readonly taken: Piece | null;
}

export class PieceLayer {
  readonly #layer: SVGGElement;
  readonly #board: Board;
  readonly #turn: Turn;
  readonly #name: (piece: Piece) => string;
  readonly #standing = new Map<string, Standing>();
  readonly #forms = new Map<string, Map<string, Form>>();
  /** Elements freed in this `draw`; those not reused are moved out of sight at its end. */
  readonly #released = new Set<Drawn>();
  readonly #outlineOf: (shape: Shape) => string;
  #drawing = 0;

  /**
   * @param layer a group that nothing else may draw into; its content is removed
   * @param name the class of a piece
   */
  constructor(layer: SVGGElement, board: Board, turn: Turn, name: (piece: Piece) => string) {
    this.#layer = layer;
    this.#board = board;
    this.#turn = turn;
    this.#name = name;
    this.#outlineOf = outlines(turn);
    layer.replaceChildren();
  }

  /** Shows these pieces. Null at the first call, or if more changed than one piece that moved and one taken. */
  draw(pieces: readonly Piece[]): Entrance | null {
    const drawing = ++this.#drawing;
    const before = this.#standing.size;
    const came: Piece[] = [];
    const moved: Omit<Entrance, 'taken'>[] = [];
    let changed = 0;
    for (const piece of pieces) {
      const known = this.#standing.get(piece.id);
      if (known === undefined || !sameForm(known.piece, piece)) {
        if (known !== undefined) changed++;
        came.push(piece);
        continue;
      }
      if (!samePlace(known.piece, piece)) {
        const { drawn, form, piece: from } = known;
        moved.push({ piece, element: drawn.element, from, scale: scaleOf(piece, form) });
        this.#place(drawn, piece, form);
      }
      known.piece = piece;
      known.drawing = drawing;
    }
    const kept = pieces.length - came.length;
    // Before new pieces are drawn, so that they can reuse the freed elements.
    const left = kept < before ? this.#release(drawing) : null;
    for (const piece of came) this.#bring(piece, drawing);
    for (const drawn of this.#released) drawn.spare();
    this.#released.clear();
    // A piece that moves or changes may take one other.
    const gone = before - kept - changed;
    const taken = moved.length + changed === 1 ? 1 : 0;
    if (drawing === 1 || gone > taken || came.length + moved.length !== 1) return null;
    // A piece that changes its form is released too, but not taken.
    const one = gone === 1 ? left : null;
    const [first] = came;
    if (first === undefined) return { ...moved[0]!, taken: one };
    const { drawn, form } = this.#standing.get(first.id)!;
    return {
      piece: first,
      element: drawn.element,
      from: first.from,
      scale: scaleOf(first, form),
      taken: one,
    };
  }

  /** A piece as it is drawn, in an element of its own. */
  copyOf(piece: Piece): SVGGElement {
    const form = this.#formOf(piece);
    const drawn = new Drawn(form.first.cloneNode(true) as SVGGElement);
    this.#place(drawn, piece, form);
    return drawn.element;
  }

  /** Whether the same element still draws the piece of an entrance. */
  holds({ piece, element }: Entrance): boolean {
    return this.#standing.get(piece.id)?.drawn.element === element;
  }

  /** @returns a piece that is not drawn any more */
  #release(drawing: number): Piece | null {
    let left: Piece | null = null;
    for (const [id, { piece, drawn, form, drawing: last }] of this.#standing) {
      if (last === drawing) continue;
      left = piece;
      this.#standing.delete(id);
      form.spare.push(drawn);
      this.#released.add(drawn);
    }
    return left;
  }

  #bring(piece: Piece, drawing: number): void {
    const form = this.#formOf(piece);
    let drawn = form.spare.pop();
    if (drawn !== undefined) this.#released.delete(drawn);
    else {
      drawn = new Drawn(form.first.cloneNode(true) as SVGGElement);
      this.#layer.append(drawn.element);
    }
    this.#place(drawn, piece, form);
    this.#standing.set(piece.id, { piece, form, drawn, drawing });
  }

  #place(drawn: Drawn, piece: Piece, form: Form): void {
    drawn.place(placePoint(piece, this.#board, this.#turn), scaleOf(piece, form));
  }

  #formOf(piece: Piece): Form {
    const outline = this.#outlineOf(piece.shape);
    const kind = piece.shape.kind === 'circle' ? 'circle' : outline;
    // Two maps instead of one: joining a long outline into the key would take longer than drawing the piece.
    let forms = this.#forms.get(kind);
    if (forms === undefined) this.#forms.set(kind, (forms = new Map()));
    const key = `${side(piece)} ${piece.look} ${piece.text ?? ''} ${piece.storeys ?? 1}`;
    let form = forms.get(key);
    if (form === undefined) {
      const first = drawPiece(piece, outline, this.#name(piece), this.#turn);
      form = { first, radius: innerRadius(piece.shape), spare: [] };
      forms.set(key, form);
    }
    return form;
  }
}

/** Shows an element in a group while it fades. @param duration in milliseconds */
export function fadeOut(element: SVGElement, group: SVGGElement, duration: number): void {
  group.append(element);
  const animation = element.animate([{ opacity: 1 }, { opacity: 0 }], { duration, easing: 'ease-out' });
  // Also if it is cancelled, as when the board is removed.
  const remove = (): void => element.remove();
  animation.finished.then(remove, remove);
}

const side = ({ seat }: Piece): string => (seat === null ? 'none' : `seat-${seat}`);

function drawPiece(piece: Piece, outline: string, name: string, turn: Turn): SVGGElement {
  const { seat, shape, text, storeys = 1 } = piece;
  const r = innerRadius(shape);
  const group = make('g', { class: `${name} ${side(piece)}` });
  for (const drop of dropsOf(storeys)) {
    group.append(make('path', { class: 'body', d: outline, transform: translate({ x: 0, y: drop }) }));
  }
  group.append(make('path', { class: 'body', d: outline }));
  if (seat !== null && r >= THIN && piece.look !== 'count') {
    const full = isMarkFull(piece) ? ' full' : '';
    const width = r * markWidth(piece);
    group.append(
      make('path', { class: `mark${full}`, d: sideMark(piece, seat, r, turn), 'stroke-width': width }),
    );
  }
  if (text !== undefined) group.append(word(text, r * letterSize(piece.look, text)));
  return group;
}

function word(text: string, size: number): SVGTextElement {
  const element = make('text', { class: 'text', 'font-size': size });
  element.textContent = text;
  return element;
}

/** Only round pieces of one form differ in size. */
const scaleOf = ({ shape }: Piece, { radius }: Form): number =>
  shape.kind === 'circle' ? shape.r / radius : 1;

const samePlace = (one: Piece, other: Piece): boolean =>
  one === other || (one.x === other.x && one.y === other.y && sameShape(one.shape, other.shape));

const sameForm = (one: Piece, other: Piece): boolean =>
  one === other ||
  (one.seat === other.seat &&
    one.look === other.look &&
    one.text === other.text &&
    one.storeys === other.storeys &&
    (one.shape.kind === 'circle' ? other.shape.kind === 'circle' : sameShape(one.shape, other.shape)));

function sameShape(one: Shape, other: Shape): boolean {
  if (one === other) return true;
  if (one.kind === 'circle') return other.kind === 'circle' && one.r === other.r;
  if (one.kind === 'rect') {
    return (
      other.kind === 'rect' &&
      one.width === other.width &&
      one.height === other.height &&
      one.radius === other.radius
    );
  }
  return other.kind === 'polygon' && one.points === other.points;
}

/**
 * Draws pieces into a group of an SVG, by hand: a game goes from position to position many times a second while
 * a key is held, and between two of them most pieces stay. What is drawn is matched, kept, or removed.
 */
import type { Piece, Point, Seat, Shape } from '../../app/games/game.ts';
import { innerRadius, MIDDLE, placePoint, shapePath, THIN, translate, type Turn } from './place.ts';

const SVG = 'http://www.w3.org/2000/svg';
/** In board units: beyond the edge of any board. */
const OUT_OF_SIGHT = translate({ x: -1000, y: -1000 });

interface Board {
  readonly width: number;
  readonly height: number;
}

interface Drawn {
  piece: Piece;
  readonly form: Form;
  readonly element: SVGGElement;
  /** The drawing that it was found in last. */
  drawing: number;
}

/** Pieces that look alike. */
interface Form {
  /** One of them, at the origin: the others are copies. */
  readonly first: SVGGElement;
  /** Those that no piece needs now. They stay, out of sight: to move one is less work than to make or remove it. */
  readonly spare: SVGGElement[];
}

/** A piece that has come in or gone elsewhere as the only change: a move, which may be shown as one. */
export interface Entrance {
  readonly piece: Piece;
  readonly element: SVGGElement;
  /** Where it stood before, or where the game says that it comes from. */
  readonly from: Point | undefined;
}

export class PieceLayer {
  readonly #layer: SVGGElement;
  readonly #board: Board;
  readonly #turn: Turn;
  readonly #name: (piece: Piece) => string;
  readonly #drawn = new Map<string, Drawn>();
  readonly #forms = new Map<string, Form>();
  #drawing = 0;

  /**
   * @param layer a group that nothing else draws into; what is in it is removed
   * @param name the class of a piece
   */
  constructor(layer: SVGGElement, board: Board, turn: Turn, name: (piece: Piece) => string) {
    this.#layer = layer;
    this.#board = board;
    this.#turn = turn;
    this.#name = name;
    layer.replaceChildren();
  }

  /** Shows these pieces. Null where none was shown before, or where more has changed than one piece. */
  draw(pieces: readonly Piece[]): Entrance | null {
    const drawing = ++this.#drawing;
    const before = this.#drawn.size;
    const came: Piece[] = [];
    const moved: Entrance[] = [];
    for (const piece of pieces) {
      const known = this.#drawn.get(piece.id);
      if (known === undefined || !sameForm(known.piece, piece)) {
        came.push(piece);
        continue;
      }
      if (known.piece.x !== piece.x || known.piece.y !== piece.y) {
        moved.push({ piece, element: known.element, from: known.piece });
        this.#place(known.element, piece);
      }
      known.piece = piece;
      known.drawing = drawing;
    }
    const kept = pieces.length - came.length;
    // Before others come, who may take the place of those that go.
    if (kept < before) this.#hideOthers(drawing);
    for (const piece of came) this.#bring(piece, drawing);
    if (drawing === 1 || kept !== before || came.length + moved.length !== 1) return null;
    const [first] = came;
    if (first === undefined) return moved[0]!;
    return { piece: first, element: this.#drawn.get(first.id)!.element, from: first.from };
  }

  /** Whether the piece that came in still stands, drawn by the same element. */
  holds({ piece, element }: Entrance): boolean {
    return this.#drawn.get(piece.id)?.element === element;
  }

  #hideOthers(drawing: number): void {
    for (const [id, drawn] of this.#drawn) {
      if (drawn.drawing === drawing) continue;
      this.#drawn.delete(id);
      drawn.element.setAttribute('transform', OUT_OF_SIGHT);
      drawn.element.setAttribute('data-spare', '');
      drawn.form.spare.push(drawn.element);
    }
  }

  #bring(piece: Piece, drawing: number): void {
    const form = this.#formOf(piece);
    let element = form.spare.pop();
    if (element !== undefined) {
      element.removeAttribute('data-spare');
      this.#place(element, piece);
    } else {
      element = form.first.cloneNode(true) as SVGGElement;
      this.#place(element, piece);
      this.#layer.append(element);
    }
    this.#drawn.set(piece.id, { piece, form, element, drawing });
  }

  #place(element: SVGGElement, piece: Piece): void {
    element.setAttribute('transform', translate(placePoint(piece, this.#board, this.#turn)));
  }

  #formOf(piece: Piece): Form {
    const outline = shapePath(piece.shape, MIDDLE, this.#turn);
    const key = `${side(piece)} ${piece.look} ${outline} ${piece.text ?? ''}`;
    let form = this.#forms.get(key);
    if (form === undefined) {
      form = { first: drawPiece(piece, outline, this.#name(piece)), spare: [] };
      this.#forms.set(key, form);
    }
    return form;
  }
}

const side = ({ seat }: Piece): string => (seat === null ? 'none' : `seat-${seat}`);

function drawPiece(piece: Piece, outline: string, name: string): SVGGElement {
  const { seat, shape, text } = piece;
  const r = innerRadius(shape);
  const group = make('g', { class: `${name} ${side(piece)}` });
  group.append(make('path', { class: 'body', d: outline }));
  if (text !== undefined) {
    const words = make('text', { class: 'text', 'font-size': r * 0.9 });
    words.textContent = text;
    group.append(words);
  } else if (seat !== null && r >= THIN) {
    const full = piece.look === 'pawn' && seat === 1 ? ' full' : '';
    const d = sideMark(seat, piece.look, r);
    group.append(make('path', { class: `mark${full}`, d, 'stroke-width': r * 0.14 }));
  }
  return group;
}

/** A cross and a ring, a ring and a dot, or two grooves and one: the sides hold in grey and for colour-blind eyes. */
function sideMark(seat: Seat, look: string, r: number): string {
  const circle = (part: number): string => shapePath({ kind: 'circle', r: r * part }, MIDDLE);
  if (look === 'pawn') return circle(seat === 0 ? 0.45 : 0.25);
  if (look === 'man') return seat === 0 ? circle(0.62) + circle(0.28) : circle(0.5);
  const arm = r * 0.3;
  return seat === 0
    ? `M${-arm} ${-arm}l${2 * arm} ${2 * arm}M${arm} ${-arm}l${-2 * arm} ${2 * arm}`
    : circle(0.4);
}

function make<Name extends 'g' | 'path' | 'text'>(
  name: Name,
  attributes: Readonly<Record<string, string | number>>,
): SVGElementTagNameMap[Name] {
  const element = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, String(value));
  return element;
}

const sameForm = (one: Piece, other: Piece): boolean =>
  one.seat === other.seat &&
  one.look === other.look &&
  one.text === other.text &&
  sameShape(one.shape, other.shape);

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

/**
 * Draws pieces into a group of an SVG, by hand: a game goes from position to position many times a second while
 * a key is held, and between two of them most pieces stay. What is drawn is matched, kept, or removed.
 */
import type { Piece, Point, Seat, Shape } from '../../app/games/game.ts';
import {
  halfHeight,
  innerRadius,
  MIDDLE,
  placePoint,
  shapePath,
  THIN,
  translate,
  type Turn,
} from './place.ts';

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

/** A piece that has come in or gone elsewhere, and at most another one gone: a move, which may be shown as one. */
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

  /** Shows these pieces. Null where none was shown before, or where more has changed than one piece and one taken. */
  draw(pieces: readonly Piece[]): Entrance | null {
    const drawing = ++this.#drawing;
    const before = this.#drawn.size;
    const came: Piece[] = [];
    const moved: Entrance[] = [];
    let changed = 0;
    for (const piece of pieces) {
      const known = this.#drawn.get(piece.id);
      if (known === undefined || !sameForm(known.piece, piece)) {
        if (known !== undefined) changed++;
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
    // Whoever moves may take another one's place.
    const gone = before - kept - changed;
    const taken = moved.length + changed === 1 ? 1 : 0;
    if (drawing === 1 || gone > taken || came.length + moved.length !== 1) return null;
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
    const key = `${side(piece)} ${piece.look} ${outline} ${piece.text ?? ''} ${piece.storeys ?? 1}`;
    let form = this.#forms.get(key);
    if (form === undefined) {
      form = { first: drawPiece(piece, outline, this.#name(piece), this.#turn), spare: [] };
      this.#forms.set(key, form);
    }
    return form;
  }
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
    const full = piece.look === 'pawn' && seat === 1 ? ' full' : '';
    const fine = text === undefined ? 0.14 : 0.08;
    group.append(
      make('path', { class: `mark${full}`, d: sideMark(piece, seat, r, turn), 'stroke-width': r * fine }),
    );
  }
  if (text !== undefined) group.append(word(text, r * letterSize(piece.look, text)));
  return group;
}

/** In board units: how far a storey reaches out below the one upon it, and how far all do. */
const STOREY = 0.062;
const ALL_STOREYS = 0.2;
/** As many rims can be told from one another; the number says of more. */
const MOST_RIMS = 4;
/** The light side's rim within the outline, and the dark one's notch, in board units. */
const RIM = 0.055;
const NOTCH = 0.1;

/** Where the number of storeys stands, from the middle of its piece and however the board is turned. */
export const COUNT_AT: Point = { x: 0.32, y: 0.27 };
const COUNT: Shape = { kind: 'circle', r: 0.17 };

/** The numbers of storeys of pieces that have several, as what is drawn over them and over what marks them. */
export const countsOf = (pieces: readonly Piece[]): readonly Piece[] =>
  pieces.flatMap(({ id, x, y, seat, storeys = 1 }) =>
    storeys === 1 ? [] : [{ id, x, y, seat, look: 'count', shape: COUNT, text: String(storeys) }],
  );

/** How far below the top each of the storeys under it is seen, the lowest first. */
function dropsOf(storeys: number): number[] {
  const rims = Math.min(storeys - 1, MOST_RIMS);
  const step = Math.min(STOREY, ALL_STOREYS / Math.max(1, rims));
  return Array.from({ length: rims }, (_, index) => (rims - index) * step);
}

/** A short stroke inwards from the outline's top. */
function notch(shape: Shape): string {
  const top = halfHeight(shape);
  return `M0 ${-top}v${NOTCH}`;
}

/** By the room inside the outline: a letter keeps off the rim, a number may fill all of it. */
const letterSize = (look: string, text: string): number =>
  look !== 'count' ? 1.02 : text.length === 1 ? 1.45 : 1.2;

function word(text: string, size: number): SVGTextElement {
  const element = make('text', { class: 'text', 'font-size': size });
  element.textContent = text;
  return element;
}

/**
 * A cross and a ring, a ring and a dot, two grooves and one, a rim and a notch: the sides hold in grey and for
 * colour-blind eyes.
 */
function sideMark({ look, shape }: Piece, seat: Seat, r: number, turn: Turn): string {
  const circle = (part: number): string => shapePath({ kind: 'circle', r: r * part }, MIDDLE);
  if (look === 'pawn') return circle(seat === 0 ? 0.45 : 0.25);
  if (look === 'man') return seat === 0 ? circle(0.62) + circle(0.28) : circle(0.5);
  if (look === 'stone') return seat === 0 ? shapePath(shape, MIDDLE, turn, -RIM) : notch(shape);
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
  one.storeys === other.storeys &&
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

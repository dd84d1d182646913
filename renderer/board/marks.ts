/**
 * Draws the marks that the rules give into SVG groups without Svelte, because they change with the pieces. A new look
 * needs only a rule in Marks.svelte.
 */
import type { Mark, Shape } from '../../app/games/game.ts';
import { make, strokes, Written, type Row, type Stroke } from './drawn.ts';
import { outlines, placePoint, shapePath, type Board, type Turn } from '../../app/games/outline.ts';

/** Looks that every move has: each mark is an element that is moved. The marks of any other look share one path. */
const MOVED: ReadonlySet<Mark['look']> = new Set<Mark['look']>(['last', 'origin']);

interface Joined {
  readonly path: Written<SVGPathElement>;
  /** Under the path, if the look must contrast with any ground. */
  readonly edge: Written<SVGPathElement> | null;
  outlines: string;
}

export class MarkLayer {
  readonly #edges: SVGGElement;
  readonly #marks: SVGGElement;
  readonly #moved = new Map<Mark['look'], Row<Stroke>>();
  readonly #joined = new Map<Mark['look'], Joined>();
  readonly #board: Board;
  readonly #turn: Turn;
  readonly #outlineOf: (shape: Shape) => string;

  /**
   * Empties both groups; nothing else may draw into them.
   * @param edges holds the edges under marks that must contrast with any ground
   */
  constructor(edges: SVGGElement, marks: SVGGElement, board: Board, turn: Turn) {
    edges.replaceChildren();
    marks.replaceChildren();
    this.#edges = edges;
    this.#marks = marks;
    this.#board = board;
    this.#turn = turn;
    this.#outlineOf = outlines(turn);
  }

  /** @returns the outline of a winning line that is new on the board; null otherwise */
  draw(marks: readonly Mark[]): SVGPathElement | null {
    const won = this.#joined.get('winning')?.outlines ?? '';
    for (const row of this.#moved.values()) row.begin();
    for (const joined of this.#joined.values()) joined.outlines = '';
    for (const mark of marks) {
      if (MOVED.has(mark.look)) this.#move(mark);
      else this.#join(mark);
    }
    for (const row of this.#moved.values()) row.end();
    for (const { path, edge, outlines } of this.#joined.values()) {
      edge?.set('d', outlines);
      path.set('d', outlines);
    }
    const winning = this.#joined.get('winning');
    return won === '' && winning !== undefined && winning.outlines !== '' ? winning.path.element : null;
  }

  #move(mark: Mark): void {
    let row = this.#moved.get(mark.look);
    if (row === undefined) {
      const look = make('g', { class: `mark ${mark.look}` });
      this.#marks.append(look);
      this.#moved.set(mark.look, (row = strokes(look, 'place')));
    }
    const { root, path } = row.take();
    path.set('d', this.#outlineOf(mark.shape));
    root.place(placePoint(mark, this.#board, this.#turn));
  }

  #join({ look, shape, ...point }: Mark): void {
    let joined = this.#joined.get(look);
    if (joined === undefined) {
      const edge = look === 'winning' || look === 'fault' ? outlineIn(this.#edges, 'mark-edge') : null;
      joined = { path: outlineIn(this.#marks, `mark ${look}`), edge, outlines: '' };
      this.#joined.set(look, joined);
    }
    joined.outlines += shapePath(shape, placePoint(point, this.#board, this.#turn), this.#turn);
  }
}

/**
 * A path that inherits its style from a group with the class, so that the browser need not resolve the group's rules
 * and their variables again when the path changes.
 */
function outlineIn(layer: SVGGElement, name: string): Written<SVGPathElement> {
  const [group, path] = [make('g', { class: name }), make('path')];
  group.append(path);
  layer.append(group);
  return new Written(path);
}

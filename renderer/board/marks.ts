/**
 * Draws what the rules mark into groups of an SVG, by hand, for it goes along with the pieces. A mark of a look is
 * one path, told apart by its order; another look needs no more than its rule in Marks.svelte.
 */
import type { Mark } from '../../app/games/game.ts';
import { strokes, type Row, type Stroke } from './drawn.ts';
import { outlines, placePoint, type Board, type Turn } from './place.ts';

export class MarkLayer {
  readonly #edges: Row<Stroke>;
  readonly #group: SVGGElement;
  readonly #rows = new Map<Mark['look'], Row<Stroke>>();
  readonly #board: Board;
  readonly #turn: Turn;
  readonly #outline: (shape: Mark['shape']) => string;

  /**
   * Both groups are emptied, and nothing else draws into them.
   * @param edges for what is under the marks that have to be told from any ground
   */
  constructor(edges: SVGGElement, marks: SVGGElement, board: Board, turn: Turn) {
    edges.replaceChildren();
    marks.replaceChildren();
    this.#edges = strokes(edges, 'mark-edge');
    this.#group = marks;
    this.#board = board;
    this.#turn = turn;
    this.#outline = outlines(turn);
  }

  draw(marks: readonly Mark[]): void {
    this.#edges.begin();
    for (const row of this.#rows.values()) row.begin();
    for (const mark of marks) {
      if (mark.look === 'winning') this.#stroke(this.#edges, mark);
      this.#stroke(this.#rowOf(mark.look), mark);
    }
    this.#edges.end();
    for (const row of this.#rows.values()) row.end();
  }

  #stroke(row: Row<Stroke>, mark: Mark): void {
    const { root, path } = row.take();
    path.set('d', this.#outline(mark.shape));
    root.place(placePoint(mark, this.#board, this.#turn));
  }

  #rowOf(look: Mark['look']): Row<Stroke> {
    let row = this.#rows.get(look);
    if (row === undefined) this.#rows.set(look, (row = strokes(this.#group, `mark ${look}`)));
    return row;
  }
}

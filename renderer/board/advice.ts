/** Draws recommended moves into SVG groups without Svelte, because they change while an engine thinks. */
import type { Point } from '../../app/games/game.ts';
import { strokes, type Row, type Stroke } from './drawn.ts';
import { arrowPath, crossPath, type Ring } from './overlay.ts';
import { innerRadius, MIDDLE, shapePath, THIN, type Turn } from './place.ts';

export class AdviceLayer {
  readonly #edges: Row<Stroke>;
  readonly #strokes: Row<Stroke>;
  readonly #at: (point: Point) => Point;
  readonly #turn: Turn;

  /**
   * Empties both groups; nothing else may draw into them.
   * @param at maps a point of the game's board to where it is drawn
   */
  constructor(edges: SVGGElement, over: SVGGElement, at: (point: Point) => Point, turn: Turn) {
    edges.replaceChildren();
    over.replaceChildren();
    this.#edges = strokes(edges, 'edge');
    this.#strokes = strokes(over, '');
    this.#at = at;
    this.#turn = turn;
  }

  draw(rings: readonly Ring[]): void {
    this.#edges.begin();
    this.#strokes.begin();
    for (const { piece, weight, from, taken = [] } of rings) {
      const reach = innerRadius(piece.shape);
      const place = this.#at(piece);
      // The ring lies inside the piece's outline, or around it if the piece is thin.
      const d = shapePath(piece.shape, MIDDLE, this.#turn, reach < THIN ? 0.05 : -0.04);
      this.#stroke('ring', d, place, weight);
      if (from) this.#stroke('arrow', arrowPath(this.#at(from), place, reach), MIDDLE, weight);
      for (const each of taken) {
        this.#stroke('cross', crossPath(innerRadius(each.shape)), this.#at(each), weight);
      }
    }
    this.#edges.end();
    this.#strokes.end();
  }

  #stroke(look: 'ring' | 'arrow' | 'cross', d: string, place: Point, weight: number): void {
    const edge = this.#edges.take();
    edge.path.set('d', d);
    edge.path.set('stroke-width', String(0.05 + 0.09 * weight));
    edge.root.place(place);
    const stroke = this.#strokes.take();
    stroke.root.set('class', look);
    stroke.path.set('d', d);
    stroke.path.set('stroke-width', String(0.01 + 0.07 * weight));
    stroke.root.place(place);
  }
}

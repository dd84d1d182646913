/** Draws a line to come into an SVG group without Svelte: much of it stays from one position to the next. */
import type { Mark, Point, Seat } from '../../app/games/game.ts';
import { Drawn, make, Row, strokes, Written, type Stroke } from './drawn.ts';
import type { LineGhost } from './overlay.ts';
import { innerRadius, MIDDLE, outlines, shapePath, THIN, type Turn } from '../../app/games/outline.ts';

interface Ghost {
  readonly root: Drawn<SVGGElement>;
  readonly body: Written;
  readonly rim: Written;
  /** A disc under the number, drawn if the piece is too thin to hold it. */
  readonly seal: Written;
  readonly text: Written<SVGTextElement>;
}

const side = (seat: Seat | null): string => (seat === null ? 'none' : `seat-${seat}`);

export class LineLayer {
  readonly #ghosts: Row<Ghost>;
  readonly #edges: Row<Stroke>;
  readonly #ends: Row<Stroke>;
  readonly #at: (point: Point) => Point;
  readonly #turn: Turn;
  readonly #outline: (shape: Mark['shape']) => string;

  /**
   * @param layer a group that nothing else may draw into; its content is removed
   * @param at maps a point of the game's board to where it is drawn
   */
  constructor(layer: SVGGElement, at: (point: Point) => Point, turn: Turn) {
    const [ghosts, edges, ends] = [make('g'), make('g'), make('g')];
    layer.replaceChildren(ghosts, edges, ends);
    this.#ghosts = new Row(() => drawGhost(ghosts));
    this.#edges = strokes(edges, 'edge');
    this.#ends = strokes(ends, 'end');
    this.#at = at;
    this.#turn = turn;
    this.#outline = outlines(turn);
  }

  draw(ghosts: readonly LineGhost[], marks: readonly Mark[]): void {
    this.#ghosts.begin();
    for (const ghost of ghosts) this.#ghost(ghost);
    this.#ghosts.end();
    for (const row of [this.#edges, this.#ends]) {
      row.begin();
      for (const mark of marks) {
        const { root, path } = row.take();
        path.set('d', this.#outline(mark.shape));
        root.place(this.#at(mark));
      }
      row.end();
    }
  }

  #ghost({ piece, ply }: LineGhost): void {
    const thin = innerRadius(piece.shape) < THIN;
    const r = thin ? THIN : innerRadius(piece.shape);
    const { root, body, rim, seal, text } = this.#ghosts.take();
    root.set('class', `line-ghost ${side(piece.seat)}`);
    root.set('data-ply', String(ply));
    root.place(this.#at(piece));
    body.set('d', shapePath(piece.shape, MIDDLE, this.#turn, thin ? 0 : -0.05));
    rim.set('d', shapePath(piece.shape, MIDDLE, this.#turn, thin ? 0.02 : -0.07));
    seal.set('r', thin ? String(r) : '0');
    text.set('font-size', String(r * (ply > 9 ? 0.85 : 1)));
    text.say(String(ply));
  }
}

function drawGhost(layer: SVGGElement): Ghost {
  const [body, rim] = [make('path', { class: 'body' }), make('path', { class: 'rim' })];
  const [seal, text] = [make('circle', { class: 'seal' }), make('text')];
  const group = make('g');
  group.append(body, rim, seal, text);
  layer.append(group);
  return {
    root: new Drawn(group),
    body: new Written(body),
    rim: new Written(rim),
    seal: new Written(seal),
    text: new Written(text),
  };
}

/** Draws recommended moves into SVG groups without Svelte, because they change while an engine thinks. */
import type { Point } from '../../app/games/game.ts';
import { Drawn, make, Row, strokes, Written, type Stroke } from './drawn.ts';
import { arrowPath, crossPath, type Ring } from './overlay.ts';
import { innerRadius, MIDDLE, shapePath, THIN, type Turn } from '../../app/games/outline.ts';

/** The letters beside one move; those of further engines are a plus sign. */
const MOST_LETTERS = 4;

/** The height of the plate under the letters, in board units. */
const LABEL = 0.32;

/** The room of one letter in it. */
const LETTER = 0.22;

interface Label {
  readonly root: Drawn<SVGGElement>;
  readonly plate: Written;
  readonly texts: readonly Written<SVGTextElement>[];
}

export class AdviceLayer {
  readonly #edges: Row<Stroke>;
  readonly #strokes: Row<Stroke>;
  readonly #labels: Row<Label>;
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
    const [lines, labels] = [make('g'), make('g')];
    over.append(lines, labels);
    this.#strokes = strokes(lines, '');
    this.#labels = new Row(() => drawLabel(labels));
    this.#at = at;
    this.#turn = turn;
  }

  draw(rings: readonly Ring[]): void {
    this.#edges.begin();
    this.#strokes.begin();
    this.#labels.begin();
    for (const { piece, weight, from, taken = [], labels = [] } of rings) {
      const own = labels[0] === undefined ? '' : ` engine-${labels[0].colour}`;
      const reach = innerRadius(piece.shape);
      const place = this.#at(piece);
      // The ring lies inside the piece's outline, or around it if the piece is thin.
      const d = shapePath(piece.shape, MIDDLE, this.#turn, reach < THIN ? 0.05 : -0.04);
      this.#stroke(`ring${own}`, d, place, weight);
      if (from) this.#stroke(`arrow${own}`, arrowPath(this.#at(from), place, reach), MIDDLE, weight);
      for (const each of taken) {
        this.#stroke(`cross${own}`, crossPath(innerRadius(each.shape)), this.#at(each), weight);
      }
      if (labels.length > 0) this.#label(labels, place, reach);
    }
    this.#edges.end();
    this.#strokes.end();
    this.#labels.end();
  }

  /** Over the upper edge of the destination: scores are written at its middle or below. */
  #label(labels: NonNullable<Ring['labels']>, place: Point, reach: number): void {
    const { root, plate, texts } = this.#labels.take();
    const shown = labels.slice(0, MOST_LETTERS);
    const more = labels.length - shown.length;
    const letters = more > 0 ? [...shown, { letter: '+', colour: 0 }] : shown;
    const wide = Math.max(LABEL, LETTER * letters.length + 0.12);
    plate.set('x', String(-wide / 2));
    plate.set('width', String(wide));
    for (const [at, text] of texts.entries()) {
      const label = letters[at];
      text.set('class', label === undefined ? '' : `letter-${label.colour}`);
      text.set('x', String(LETTER * (at - (letters.length - 1) / 2)));
      text.say(label?.letter ?? '');
    }
    root.place({ x: place.x, y: place.y - Math.max(reach, THIN) - 0.02 });
  }

  #stroke(look: string, d: string, place: Point, weight: number): void {
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

function drawLabel(layer: SVGGElement): Label {
  const group = make('g', { class: 'letters' });
  const plate = make('rect', { y: -LABEL / 2, height: LABEL, rx: LABEL / 3 });
  const texts = Array.from({ length: MOST_LETTERS + 1 }, () => make('text', { 'font-size': 0.27 }));
  group.append(plate, ...texts);
  layer.append(group);
  return {
    root: new Drawn(group),
    plate: new Written(plate),
    texts: texts.map((text) => new Written(text)),
  };
}

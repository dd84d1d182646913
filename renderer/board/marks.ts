/**
 * Draws what the rules mark into groups of an SVG, by hand, for it goes along with the pieces: all marks of a look
 * are one outline. Another look needs no more than its rule in Marks.svelte.
 */
import type { Mark } from '../../app/games/game.ts';
import { make, Written } from './drawn.ts';
import { placePoint, shapePath, type Board, type Turn } from './place.ts';

interface Look {
  readonly path: Written<SVGPathElement>;
  /** Under the path, where the look has to be told from any ground. */
  readonly edge: Written<SVGPathElement> | null;
  outlines: string;
}

export class MarkLayer {
  readonly #edges: SVGGElement;
  readonly #marks: SVGGElement;
  readonly #looks = new Map<Mark['look'], Look>();
  readonly #board: Board;
  readonly #turn: Turn;

  /**
   * Both groups are emptied, and nothing else draws into them.
   * @param edges for what is under the marks that have to be told from any ground
   */
  constructor(edges: SVGGElement, marks: SVGGElement, board: Board, turn: Turn) {
    edges.replaceChildren();
    marks.replaceChildren();
    this.#edges = edges;
    this.#marks = marks;
    this.#board = board;
    this.#turn = turn;
  }

  draw(marks: readonly Mark[]): void {
    for (const look of this.#looks.values()) look.outlines = '';
    for (const mark of marks) {
      const look = this.#looks.get(mark.look) ?? this.#begin(mark.look);
      look.outlines += shapePath(mark.shape, placePoint(mark, this.#board, this.#turn), this.#turn);
    }
    for (const { path, edge, outlines } of this.#looks.values()) {
      edge?.set('d', outlines);
      path.set('d', outlines);
    }
  }

  #begin(name: Mark['look']): Look {
    const edge = name === 'winning' ? outlineIn(this.#edges, 'mark-edge') : null;
    const look: Look = { path: outlineIn(this.#marks, `mark ${name}`), edge, outlines: '' };
    this.#looks.set(name, look);
    return look;
  }
}

/**
 * A path in a group of the class, which it inherits all from: the group's rules, with the variables in them, are not
 * looked up again when the path changes.
 */
function outlineIn(layer: SVGGElement, name: string): Written<SVGPathElement> {
  const [group, path] = [make('g', { class: name }), make('path')];
  group.append(path);
  layer.append(group);
  return new Written(path);
}

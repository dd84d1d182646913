/** What the board shows of the move that is being picked: pieces already moved, ghosts, marks and dots. */
import type { Area, Choice, Piece, View } from '../../app/games/game.ts';
import type { Picking } from './picking.svelte.ts';
import { dotsOf, marksWith, piecesWith, previewOf, settledOf } from './picks.ts';

/** The board, as far as the preview needs it. */
export interface PreviewPorts<Move> {
  readonly view: () => View;
  readonly choices: () => readonly Choice<Move>[];
  readonly area: (id: string) => Area | undefined;
  /** Whether a line of play is shown. */
  readonly hasLine: () => boolean;
  /** Whether a piece is carried, which comes as it is, whatever a press would place there. */
  readonly isCarrying: () => boolean;
}

// Constant objects, so that derived values do not change.
const nothing: readonly Piece[] = [];
const none: readonly Choice<never>[] = [];

export class Preview<Move> {
  readonly #picking: Picking<Move>;
  readonly #ports: PreviewPorts<Move>;

  constructor(picking: Picking<Move>, ports: PreviewPorts<Move>) {
    this.#picking = picking;
    this.#ports = ports;
  }

  readonly #settled = $derived.by(() =>
    settledOf(this.#ports.choices(), this.#picking.picks, (id) => this.#ports.area(id)),
  );

  readonly pieces = $derived.by(() => piecesWith(this.#ports.view().pieces, this.#settled));

  /** No ghost is drawn on an occupied place, where it would be illegible: a sign shows what happens to the piece. */
  readonly ghosts = $derived.by((): readonly Piece[] => {
    const [picking, { view, choices, hasLine, isCarrying }] = [this.#picking, this.#ports];
    const foreseen =
      hasLine() || picking.foretold !== null || isCarrying()
        ? nothing
        : previewOf(choices(), picking.picks, picking.pointed);
    if (foreseen.length === 0 || this.#settled.length > 0) return nothing;
    return foreseen.filter((ghost) => !view().pieces.some(({ x, y }) => x === ghost.x && y === ghost.y));
  });

  readonly marks = $derived.by(() =>
    marksWith(this.#ports.view().marks, this.#ports.choices(), this.#picking.picks, this.#settled),
  );

  /** No dots while a line of play is shown. */
  readonly dots = $derived.by(() =>
    dotsOf(this.#ports.hasLine() ? none : this.#ports.choices(), this.#picking.picks),
  );
}

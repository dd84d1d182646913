/**
 * What stands on the engine's own board, by what it has obeyed and by the moves that it generated: so that it is told
 * what is new, and never a move that it made itself.
 *
 * | what happened                                        | the next position is told                  |
 * |------------------------------------------------------|--------------------------------------------|
 * | it moved, and the game goes on from there            | by the moves since                         |
 * | its move was refused by the rules, or nobody wanted  | anew, unless it was made in the end        |
 * | a move was taken back, or another line is looked at  | anew                                       |
 * | it refused a command, or answered none               | anew                                       |
 * | somebody else changed its board                      | anew                                       |
 * | answers and commands were out of step                | anew, unless an answer merely came twice   |
 */
import type { Placement } from './entities.ts';
import { openingLength, type Step, type Telling } from './telling.ts';

/** What a command of ours does on the engine's board. */
export type Told =
  | { readonly kind: 'opening'; readonly at: number; readonly telling: Telling }
  | { readonly kind: 'step'; readonly step: Step };

export class EngineBoard {
  /** Null where it is not known. */
  #steps: Step[] | null = null;
  #size = 0;
  #walls = 0;
  /** Commands of the opening that were obeyed in a row. */
  #opened = 0;

  /** It obeyed. */
  obeyed(told: Told): void {
    if (told.kind === 'step') {
      if (this.#opened === openingLength) this.#steps?.push(told.step);
      else this.lose();
      return;
    }
    const { at, telling } = told;
    if (at === 0) {
      this.#steps = [];
      this.#size = telling.size;
      this.#walls = telling.walls;
      this.#opened = 1;
    } else if (this.#opened === at) this.#opened++;
    else this.lose();
  }

  /** It moved by itself. */
  generated(step: Step): void {
    this.obeyed({ kind: 'step', step });
  }

  /** Nobody knows what stands there. */
  lose(): void {
    this.#steps = null;
    this.#opened = 0;
  }

  /** How many moves of a telling stand there, and nothing else; null where it is to be told from its beginning. */
  sharedWith({ size, walls, steps }: Telling): number | null {
    const there = this.#steps;
    if (there === null || this.#opened < openingLength) return null;
    if (size !== this.#size || walls !== this.#walls || there.length > steps.length) return null;
    return there.every((step, index) => isSameStep(step, steps[index]!)) ? there.length : null;
  }
}

const isSameStep = (one: Step, other: Step): boolean =>
  one.seat === other.seat && isSamePlacement(one.placement, other.placement);

function isSamePlacement(one: Placement, other: Placement): boolean {
  if (one.vertex.column !== other.vertex.column || one.vertex.row !== other.vertex.row) return false;
  if (one.kind === 'pawn' || other.kind === 'pawn') return one.kind === other.kind;
  return one.orientation === other.orientation;
}

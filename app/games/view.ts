/**
 * A view whose spoken parts are computed on first use: a replay shows positions much faster than they can be spoken.
 */
import type { View } from './game.ts';

/** The parts of a view for screen readers and the keyboard. */
export type SpokenView = Pick<View, 'home' | 'standing' | 'spoken'>;

export class PositionView implements View {
  readonly pieces: View['pieces'];
  readonly marks: View['marks'];
  readonly gauges: View['gauges'];
  readonly #tell: () => SpokenView;
  #told: SpokenView | null = null;

  constructor({ pieces, marks, gauges }: Pick<View, 'pieces' | 'marks' | 'gauges'>, tell: () => SpokenView) {
    this.pieces = pieces;
    this.marks = marks;
    this.gauges = gauges;
    this.#tell = tell;
  }

  get home(): string | undefined {
    return this.#all().home;
  }

  get standing(): View['standing'] {
    return this.#all().standing;
  }

  get spoken(): string {
    return this.#all().spoken;
  }

  #all(): SpokenView {
    return (this.#told ??= this.#tell());
  }
}

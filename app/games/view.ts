/** A view of which what is heard is put together only once it is asked for. */
import type { View } from './game.ts';

/** What a screen reader and a keyboard are told of a position. */
export type Told = Pick<View, 'home' | 'standing' | 'spoken'>;

/**
 * A game goes by many times faster than anything can be said of it: what is seen is there at once, what is told is
 * made where it is asked for first.
 */
export class PositionView implements View {
  readonly pieces: View['pieces'];
  readonly marks: View['marks'];
  readonly gauges: View['gauges'];
  readonly #tell: () => Told;
  #told: Told | null = null;

  constructor({ pieces, marks, gauges }: Pick<View, 'pieces' | 'marks' | 'gauges'>, tell: () => Told) {
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

  #all(): Told {
    return (this.#told ??= this.#tell());
  }
}

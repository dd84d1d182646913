/** How long a bot may take for a move: the rules of its match, which it is not told. */

/** By the settings' ids, in seconds. */
export interface LimitSettings {
  readonly 'first-move'?: string;
  readonly move?: string;
}

export const FIRST_MOVE = '5';
export const MOVE = '3';

/** What can be chosen, in seconds. */
export const SECONDS = ['1', '2', '3', '5', '10', '20', '30', '60'] as const;

export class Limits {
  /** In ms. */
  readonly #first: number;
  readonly #later: number;

  constructor(settings: LimitSettings) {
    this.#first = milliseconds(settings['first-move'], FIRST_MOVE);
    this.#later = milliseconds(settings.move, MOVE);
  }

  of({ isFirst }: { readonly isFirst: boolean }): number {
    return isFirst ? this.#first : this.#later;
  }
}

function milliseconds(chosen: string | undefined, otherwise: string): number {
  const seconds = SECONDS.find((each) => each === chosen) ?? otherwise;
  return Number(seconds) * 1000;
}

/** A board that the page measures: it shows the positions of one recorded game, one after the other. */
export interface Contender {
  /** The number of its game's plies. */
  readonly plies: number;
  /**
   * Everything of a moment that is prepared before a board is given it: `overlays` of them, other ones for each
   * `variant`, over the position after `ply` plies. @throws RangeError where the game has not as many
   */
  moment(ply: number, overlays: number, variant: number): Moment;
}

export interface Moment {
  /** Gives it to the board as a caller does, who leaves it to the board when to draw. */
  show(): void;
  /** Has the board do at once what it would do before the next frame. */
  settle(): void;
}

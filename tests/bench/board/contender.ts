/** A board to measure: it shows the positions of one recorded game in order. */
export interface Contender {
  /** The number of its game's plies. */
  readonly plies: number;
  /**
   * Everything prepared before a board is given a moment: `overlays` of them, different for each `variant`, over the
   * position after `ply` plies. @throws RangeError if the game is shorter
   */
  moment(ply: number, overlays: number, variant: number): Moment;
}

export interface Moment {
  /** Passes it to the board, which decides when to draw. */
  show(): void;
  /** Makes the board do at once what it would do before the next frame. */
  settle(): void;
}

/**
 * When a referee ends play that the rules would not end. A game whose rules end it by themselves is ended by nobody
 * else, unless it is asked for.
 */
import type { Game } from '../games/game.ts';
import type { Line } from '../games/line.ts';
import type { GameLimits } from '../library/shapes.ts';
import type { GameEnding } from '../shapes/games.ts';

/** What holds for a game: `chosen` for this one in any case, and `usual` where its rules set no end. */
export const limitsFor = (
  game: Game,
  usual: GameLimits,
  chosen: Partial<GameLimits> = {},
): Partial<GameLimits> => (game.endless ? { ...usual, ...chosen } : chosen);

const adjudicated = (reason: string): GameEnding => ({
  word: 'adjudicated',
  winner: null,
  fault: null,
  reason,
  advice: '',
});

/** Watches a game grow. Where it is told of another line of play, it looks at that one from the start. */
export class Adjudicator {
  #gameKey: string | null = null;
  /** Of the line that was looked at last. */
  #texts: readonly string[] = [];
  /** The positions of that line, the start position first. */
  #positions: string[] = [];

  /**
   * How play ends at the end of `line`; null where it goes on.
   * @param texts of its moves, canonical
   */
  endingAt(line: Line, texts: readonly string[], limits: Partial<GameLimits>): GameEnding | null {
    const { plies, repetitions } = limits;
    if (repetitions !== undefined && texts.length > 0) {
      this.#follow(line, texts);
      const last = this.#positions.at(-1);
      const times = this.#positions.filter((text) => text === last).length;
      if (times >= repetitions) return adjudicated(`the position has stood on the board ${times} times`);
    }
    if (plies !== undefined && texts.length >= plies) {
      return adjudicated(`${texts.length} plies were played, and ${plies} is the limit`);
    }
    return null;
  }

  #follow(line: Line, texts: readonly string[]): void {
    const { game, start, moves, position, gameKey } = line;
    const other = this.#gameKey === gameKey ? texts.findIndex((text, ply) => text !== this.#texts[ply]) : 0;
    const known = other === -1 ? texts.length : other;
    if (known === texts.length || (known > 0 && known === texts.length - 1)) {
      this.#positions.length = known + 1;
      if (known < texts.length) this.#positions.push(game.positionText(position));
    } else {
      this.#positions = [game.positionText(start)];
      let reached = start;
      for (const move of moves) {
        reached = game.play(reached, move);
        this.#positions.push(game.positionText(reached));
      }
    }
    this.#gameKey = gameKey;
    this.#texts = [...texts];
  }
}

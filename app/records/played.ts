/**
 * The line that was played last, kept ply by ply. The next line is nearly always the same one, a step longer, shorter
 * or another way at its end: what both begin with is not played again. Moves are compared by their texts, so a line
 * that was taken back, undone, edited or is of another game is never answered by positions that are not its own.
 */
import { BadNotation, IllegalMove, type Game } from '../games/game.ts';
import type { Line } from '../games/line.ts';

/** What a line begins from: `text` tells it from every other beginning in that game. */
export interface Beginning {
  readonly text: string;
  position(): unknown;
}

export class Played {
  #game: Game | null = null;
  #beginning = '';
  #texts: string[] = [];
  #moves: unknown[] = [];
  /** The start position first, so that there is one more than there are moves. */
  #positions: unknown[] = [];

  /** The line of these move texts. @throws BadNotation naming the ply, counted from 1 */
  line(game: Game, beginning: Beginning, texts: readonly string[]): Omit<Line, 'gameKey'> {
    if (this.#game !== game || this.#beginning !== beginning.text) this.#begin(game, beginning);
    const known = this.#sharedPlies(texts);
    if (known < texts.length) this.#playOn(game, texts, known);
    return {
      game,
      start: this.#positions[0],
      moves: this.#moves.slice(0, texts.length),
      position: this.#positions[texts.length],
    };
  }

  #begin(game: Game, beginning: Beginning): void {
    this.#positions = [beginning.position()];
    this.#game = game;
    this.#beginning = beginning.text;
    this.#texts = [];
    this.#moves = [];
  }

  /** How many of `texts` were played already. */
  #sharedPlies(texts: readonly string[]): number {
    const other = texts.findIndex((text, ply) => text !== this.#texts[ply]);
    return other === -1 ? texts.length : other;
  }

  /** Plays what is new of `texts` after `known` plies, in the place of what followed. */
  #playOn(game: Game, texts: readonly string[], known: number): void {
    this.#texts.length = known;
    this.#moves.length = known;
    this.#positions.length = known + 1;
    for (const text of texts.slice(known)) {
      const position = this.#positions.at(-1);
      try {
        const move = game.parseMove(position, text);
        this.#positions.push(game.play(position, move));
        this.#texts.push(text);
        this.#moves.push(move);
      } catch (error) {
        if (!(error instanceof IllegalMove || error instanceof BadNotation)) throw error;
        throw new BadNotation(`ply ${this.#moves.length + 1}: ${error.message}`);
      }
    }
  }
}

/**
 * The last line played, cached ply by ply. The next line is nearly always the same with moves added, removed or
 * replaced at its end, and the common part is not played again. Moves are compared by their texts, so a line that was
 * undone or edited, or belongs to another game, never gets positions of another line.
 */
import { BadNotation, IllegalMove, type Game } from '../games/game.ts';
import { playOn, type Line } from '../games/line.ts';

/** The start of a line; `text` identifies it within the game. */
export interface LineStart {
  readonly text: string;
  position(): unknown;
}

export class LineCache {
  #game: Game | null = null;
  #beginning = '';
  #texts: string[] = [];
  #moves: unknown[] = [];
  /** Starts with the start position, so there is one more than there are moves. */
  #positions: unknown[] = [];

  /** The line of these move texts. @throws BadNotation naming the ply, counted from 1 */
  line(game: Game, beginning: LineStart, texts: readonly string[]): Omit<Line, 'gameKey'> {
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

  #begin(game: Game, beginning: LineStart): void {
    this.#positions = [beginning.position()];
    this.#game = game;
    this.#beginning = beginning.text;
    this.#texts = [];
    this.#moves = [];
  }

  /** How many of `texts` have been played already. */
  #sharedPlies(texts: readonly string[]): number {
    const other = texts.findIndex((text, ply) => text !== this.#texts[ply]);
    return other === -1 ? texts.length : other;
  }

  /** Plays the part of `texts` after `known` plies, replacing what followed. */
  #playOn(game: Game, texts: readonly string[], known: number): void {
    this.#texts.length = known;
    this.#moves.length = known;
    this.#positions.length = known + 1;
    for (const text of texts.slice(known)) {
      const position = this.#positions.at(-1);
      try {
        const move = game.parseMove(position, text);
        this.#positions.push(playOn(game, position, move));
        this.#texts.push(text);
        this.#moves.push(move);
      } catch (error) {
        if (!(error instanceof IllegalMove || error instanceof BadNotation)) throw error;
        throw new BadNotation(`ply ${this.#moves.length + 1}: ${error.message}`);
      }
    }
  }
}

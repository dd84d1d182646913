/** The board that the engine's side keeps: its size, its walls, its moves. */
import { IllegalMove, type Seat } from '../../games/game.ts';
import { quoridor, wallsPlaced, winnerOf, type QuoridorPosition } from '../../games/quoridor/index.ts';
import type { Placement } from './entities.ts';
import { moveOf } from './telling.ts';

/** The sizes of the rules: odd, 3 to 25. */
const isSize = (size: number): boolean => size >= 3 && size <= 25 && size % 2 === 1;

/** Moves that can be taken back; a game has a hundred or two. */
const MAX_HISTORY = 4096;

/**
 * Everything fails by `false` and then has changed nothing. What the text leaves arbitrary is as in a new game:
 * `boardsize` clears the board, and both it and `clear_board` give the walls that the rules give by default.
 */
export class Desk {
  #position: QuoridorPosition = quoridor.initial();
  /** The positions before each move, the oldest first. */
  readonly #before: QuoridorPosition[] = [];

  get position(): QuoridorPosition {
    return this.#position;
  }

  /** The position with this side to move, whoever it was before. */
  for(seat: Seat): QuoridorPosition {
    return { ...this.#position, mover: seat };
  }

  resize(size: number): boolean {
    if (!isSize(size)) return false;
    this.#begin(quoridor.initial({ size }));
    return true;
  }

  clear(): void {
    this.#begin(quoridor.initial({ size: this.#position.size }));
  }

  /** What each side has at the beginning; what it has put up since counts against that. */
  setWalls(count: number): void {
    this.#position = withWalls(this.#position, count);
    for (const [index, before] of this.#before.entries()) this.#before[index] = withWalls(before, count);
  }

  play(seat: Seat, placement: Placement): boolean {
    return this.playMove(seat, moveOf(this.#position.size, placement));
  }

  playMove(seat: Seat, move: number): boolean {
    const before = this.#position;
    try {
      this.#position = quoridor.play(this.for(seat), move);
    } catch (error) {
      if (error instanceof IllegalMove) return false;
      throw error;
    }
    this.#before.push(before);
    if (this.#before.length > MAX_HISTORY) this.#before.shift();
    return true;
  }

  undo(times: number): boolean {
    const made = this.#before.length;
    if (made === 0 || times > made) return false;
    if (times > 0) this.#position = this.#before.splice(made - times)[0]!;
    return true;
  }

  get winner(): Seat | null {
    return winnerOf(this.#position);
  }

  #begin(position: QuoridorPosition): void {
    this.#before.length = 0;
    this.#position = position;
  }
}

function withWalls(position: QuoridorPosition, count: number): QuoridorPosition {
  const [black, white] = wallsPlaced(position);
  return { ...position, wallsLeft: [Math.max(0, count - black), Math.max(0, count - white)] };
}

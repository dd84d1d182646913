/**
 * The board in the search, made and unmade move by move. Each stone knows its neighbours, the first stone in each of
 * the six directions. A move takes one stone off a place and changes another, so neighbours are linked past the place
 * that was left and, when moves are taken back in order, linked to it again.
 *
 * Stones, squares and moves are numbered as in the game; so are directions, with `d ^ 1` opposite to `d`.
 */
import {
  DIRECTIONS,
  END,
  PASS,
  PLACES,
  RAYS,
  RAY_STRIDE,
  SQUARES,
  type StonesPosition,
} from '../../app/games/stones/index.ts';
import { seededRandom } from '../../app/games/random.ts';

/** A stone's number in one byte, for either owner. */
const stoneKinds = 256;
const stones = SQUARES * stoneKinds;

/** The key of a stone on a square. */
const stoneKey = (square: number, stone: number): number => square * stoneKinds + (stone & 0xff);
const blackKey = stones;
const secondKey = stones + 1;
const openingKey = stones + 2;

const random = seededRandom(60);
const word = (): number => (random() * 4_294_967_296) | 0;

/** Zobrist hash words, two of 32 bits for every feature of a position. */
const lowWords = Int32Array.from({ length: stones + 3 }, word);
const highWords = Int32Array.from({ length: stones + 3 }, word);

/** The places, in the game's order. */
export const squares = Uint8Array.from(PLACES);

/** Each stone has at most six destinations, plus a pass. */
export const mostMoves = squares.length * DIRECTIONS + 1;

/** In plies, which are actions: every turn takes a stone off the board, and there are sixty. */
export const longestLine = 124;

/** The game's phases. */
const OPENING = 0;
export const FIRST = 1;
export const SECOND = 2;

export const heightOf = (stone: number): number => (stone < 0 ? -stone : stone) >> 2;
export const typeOf = (stone: number): number => (stone < 0 ? -stone : stone) & 3;

/** The offset of a side's counts of visible stones, to which the type is added. @param side 1 White, -1 Black */
export const countsOf = (side: number): number => (side > 0 ? 0 : 4);

export class StonesBoard {
  /** By square; one extra square, always empty, represents places off the board. */
  readonly stones = new Int8Array(SQUARES + 1);
  /** By square and direction, the square of the next stone; END for none. Valid for squares with a stone. */
  readonly next = new Uint8Array((SQUARES + 1) * DIRECTIONS).fill(END);
  /** See `countsOf`. */
  readonly visible = new Int32Array(8);
  /** 1 White, -1 Black. */
  side: number;
  phase: number;
  hashLow = 0;
  hashHigh = 0;
  // The state before each move.
  readonly #moves = new Int16Array(longestLine + 1);
  readonly #from = new Int8Array(longestLine + 1);
  readonly #to = new Int8Array(longestLine + 1);
  readonly #phases = new Uint8Array(longestLine + 1);
  readonly #low = new Int32Array(longestLine + 1);
  readonly #high = new Int32Array(longestLine + 1);
  #at = 0;

  constructor({ stones, mover, phase }: StonesPosition) {
    this.side = mover === 0 ? 1 : -1;
    this.phase = phase === 'opening' ? OPENING : phase === 'first' ? FIRST : SECOND;
    for (const square of squares) {
      const stone = stones[square];
      this.stones[square] = stone;
      if (stone === 0) continue;
      this.visible[countsOf(stone) + typeOf(stone)]++;
      this.#toggle(stoneKey(square, stone));
    }
    for (const square of squares) {
      if (stones[square] === 0) continue;
      for (let direction = 0; direction < DIRECTIONS; direction++) {
        let ray = (square * DIRECTIONS + direction) * RAY_STRIDE;
        while (RAYS[ray] !== END && stones[RAYS[ray]] === 0) ray++;
        this.next[square * DIRECTIONS + direction] = RAYS[ray];
      }
    }
    if (this.side < 0) this.#toggle(blackKey);
    if (this.phase === SECOND) this.#toggle(secondKey);
    if (this.phase === OPENING) this.#toggle(openingKey);
  }

  #toggle(key: number): void {
    this.hashLow ^= lowWords[key];
    this.hashHigh ^= highWords[key];
  }

  /** The move must be legal; it may end the game. */
  make(move: number): void {
    const at = this.#at++;
    this.#moves[at] = move;
    this.#phases[at] = this.phase;
    this.#low[at] = this.hashLow;
    this.#high[at] = this.hashHigh;
    if (move !== PASS) this.#carry(move, at);
    if (this.phase === FIRST) {
      this.phase = SECOND;
      this.#toggle(secondKey);
    } else {
      this.#toggle(this.phase === SECOND ? secondKey : openingKey);
      this.#toggle(blackKey);
      this.phase = FIRST;
      this.side = -this.side;
    }
  }

  #carry(move: number, at: number): void {
    const { stones, next } = this;
    const from = (move / SQUARES) | 0;
    const to = move - from * SQUARES;
    const own = stones[from];
    const other = stones[to];
    this.#from[at] = own;
    this.#to[at] = other;
    const strengthens = own > 0 === other > 0;
    const added = strengthens ? (heightOf(other) << 2) * this.side : 0;
    stones[from] = 0;
    stones[to] = own + added;
    this.visible[countsOf(other) + typeOf(other)]--;
    this.#toggle(stoneKey(from, own));
    this.#toggle(stoneKey(to, other));
    this.#toggle(stoneKey(to, own + added));
    const links = from * DIRECTIONS;
    for (let direction = 0; direction < DIRECTIONS; direction += 2) {
      const one = next[links + direction];
      const two = next[links + direction + 1];
      next[one * DIRECTIONS + direction + 1] = two;
      next[two * DIRECTIONS + direction] = one;
    }
  }

  unmake(): void {
    const at = --this.#at;
    const move = this.#moves[at];
    if (this.phase === FIRST) this.side = -this.side;
    this.phase = this.#phases[at];
    this.hashLow = this.#low[at];
    this.hashHigh = this.#high[at];
    if (move === PASS) return;
    const { stones, next } = this;
    const from = (move / SQUARES) | 0;
    const to = move - from * SQUARES;
    const other = this.#to[at];
    stones[from] = this.#from[at];
    stones[to] = other;
    this.visible[countsOf(other) + typeOf(other)]++;
    const links = from * DIRECTIONS;
    for (let direction = 0; direction < DIRECTIONS; direction += 2) {
      next[next[links + direction] * DIRECTIONS + direction + 1] = from;
      next[next[links + direction + 1] * DIRECTIONS + direction] = from;
    }
  }

  /**
   * Writes the legal moves to `out`, except those that cost the mover its own last visible stone of a type: if such a
   * move is legal, so is a pass. Neither side may have lost a type already.
   *
   * @returns how many; none if the mover has lost because it must attack and cannot
   */
  moves(out: Int16Array): number {
    const { stones, next, side, visible } = this;
    const counts = countsOf(side);
    const any = this.phase === SECOND;
    let end = 0;
    for (let i = 0; i < squares.length; i++) {
      const from = squares[i];
      const own = stones[from] * side;
      if (own <= 0) continue;
      const links = from * DIRECTIONS;
      for (let at = links; at < links + DIRECTIONS; at++) {
        const to = next[at];
        const other = stones[to] * side;
        if (other < 0) {
          if (-other >> 2 <= own >> 2) out[end++] = from * SQUARES + to;
        } else if (any && other > 0 && visible[counts + (other & 3)] > 1) {
          out[end++] = from * SQUARES + to;
        }
      }
    }
    if (any) out[end++] = PASS;
    return end;
  }

  /** Whether this move, made now, captures the last visible stone of a type. */
  wins(move: number): boolean {
    if (move === PASS) return false;
    const other = this.stones[move % SQUARES];
    return other > 0 !== this.side > 0 && this.visible[countsOf(other) + typeOf(other)] === 1;
  }
}

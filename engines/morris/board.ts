/**
 * The board in the search: the men of the mover and of the other side as ring masks, made and unmade move by move.
 * Colours make no difference.
 *
 * A move is a number: the bits of the point left, the point entered and the point captured, five binary digits each,
 * with 24 for none.
 */
import { otherSeat, type MoveTrail } from '../../app/games/game.ts';
import { MAX_QUIET, MEN, menOf, packMove, pliesPlayed, readMove } from '../../app/games/morris/index.ts';
import type { MorrisPosition } from '../../app/games/morris/index.ts';
import {
  ALL,
  BIT_OF_POINT,
  closable,
  closers,
  count,
  lowest,
  neighbours,
  NONE,
  POINT_OF_BIT,
  takeable,
  toRings,
} from './rings.ts';

/** No list of moves is longer: three men who fly to one of eighteen points and capture one of nine. */
export const mostMoves = 512;

/** In plies: the most a search may play from its root. */
export const longestLine = 96;

const pack = (from: number, to: number, taken: number): number => (from << 10) | (to << 5) | taken;
/** `NONE` for a placing. */
export const fromOf = (move: number): number => move >> 10;
export const toOf = (move: number): number => (move >> 5) & 31;
export const takenOf = (move: number): number => move & 31;
export const takes = (move: number): boolean => (move & 31) !== NONE;

/** The game's own number of a move. */
export const toGame = (move: number): number => {
  const point = (bit: number): number | null => (bit === NONE ? null : POINT_OF_BIT[bit]);
  return packMove({ from: point(fromOf(move)), to: POINT_OF_BIT[toOf(move)], taken: point(takenOf(move)) });
};
export const fromGame = (gameMove: number): number => {
  const { from, to, taken } = readMove(gameMove);
  return pack(BIT_OF_POINT[from ?? NONE], BIT_OF_POINT[to], BIT_OF_POINT[taken ?? NONE]);
};

export class MorrisBoard {
  own: number;
  enemy: number;
  /** Plies of placing left, including the mover's next; 0 or less once men move. */
  placing: number;
  /** Plies since the last capture. */
  quiet: number;
  // The state before each move, back to the last irreversible one.
  readonly #own: Int32Array;
  readonly #enemy: Int32Array;
  readonly #quiet: Int32Array;
  /** By move: the first position with the same number of men, all on the board. */
  readonly #since: Int32Array;
  #at = 0;
  /** Where the search began. */
  readonly #root: number;

  constructor(position: MorrisPosition) {
    const { mover, quiet, trail } = position;
    this.own = toRings(menOf(position, mover));
    this.enemy = toRings(menOf(position, otherSeat(mover)));
    this.placing = Math.max(0, 2 * MEN - pliesPlayed(position));
    // A text may contain more than the game counts.
    this.quiet = Math.min(quiet, MAX_QUIET);
    const before = moversBefore(trail);
    const room = before.length + longestLine + 1;
    this.#own = new Int32Array(room);
    this.#enemy = new Int32Array(room);
    this.#quiet = new Int32Array(room);
    this.#since = new Int32Array(room);
    this.#at = this.#root = before.length;
    let [own, enemy] = [this.own, this.enemy];
    before.forEach((move, back) => {
      [own, enemy] = [(enemy & ~(1 << toOf(move))) | (1 << fromOf(move)), own];
      this.#own[this.#root - back - 1] = own;
      this.#enemy[this.#root - back - 1] = enemy;
    });
  }

  /** Whether the mover has lost: with two men, or without a move. */
  get lost(): boolean {
    if (this.placing > 0) return false;
    const men = count(this.own);
    if (men < 3) return true;
    return men > 3 && (neighbours(this.own) & ~(this.own | this.enemy)) === 0;
  }

  /**
   * How often the position occurred before, at most two. An occurrence within the search counts twice: a side that
   * could repeat it could have done so before.
   */
  get stood(): number {
    const { own, enemy } = this;
    let times = 0;
    for (let at = this.#at - 4; at >= this.#since[this.#at]; at -= 2) {
      if (this.#own[at] !== own || this.#enemy[at] !== enemy) continue;
      if (at >= this.#root || ++times === 2) return 2;
    }
    return times;
  }

  make(move: number): void {
    const at = this.#at++;
    this.#own[at] = this.own;
    this.#enemy[at] = this.enemy;
    this.#quiet[at] = this.quiet;
    const from = fromOf(move);
    const men = (this.own & ~(1 << from)) | (1 << toOf(move));
    this.own = this.enemy & ~(1 << takenOf(move));
    this.enemy = men;
    const still = from !== NONE && takenOf(move) === NONE;
    this.#since[at + 1] = still ? this.#since[at] : at + 1;
    this.quiet = takenOf(move) === NONE ? this.quiet + 1 : 0;
    this.placing--;
  }

  unmake(): void {
    const at = --this.#at;
    this.own = this.#own[at];
    this.enemy = this.#enemy[at];
    this.quiet = this.#quiet[at];
    this.placing++;
  }

  /** Writes the legal moves to `out`; the game must not be over. @returns how many */
  moves(out: Int16Array): number {
    const { own } = this;
    const empty = ALL & ~(own | this.enemy);
    if (this.placing > 0) return this.#to(out, 0, NONE, own, empty);
    const flying = count(own) <= 3;
    let end = 0;
    for (let left = own; left !== 0; left &= left - 1) {
      const man = left & -left;
      end = this.#to(out, end, lowest(left), own & ~man, flying ? empty : neighbours(man) & empty);
    }
    return end;
  }

  /** The legal moves that capture. */
  captures(out: Int16Array): number {
    const { own, enemy } = this;
    if (enemy === 0) return 0;
    const empty = ALL & ~(own | enemy);
    if (this.placing > 0) return this.#to(out, 0, NONE, own, closers(own) & empty);
    const flying = count(own) <= 3;
    const closing = flying ? closers(own) & empty : closable(own, empty, own);
    if (closing === 0) return 0;
    let end = 0;
    for (let left = flying ? own : own & neighbours(closing); left !== 0; left &= left - 1) {
      const man = left & -left;
      const rest = own & ~man;
      const reach = flying ? closing : closing & neighbours(man);
      end = this.#to(out, end, lowest(left), rest, reach & closers(rest));
    }
    return end;
  }

  /** Adds the moves of one man, who has left `rest`, to each of `reach`. */
  #to(out: Int16Array, end: number, from: number, rest: number, reach: number): number {
    const closing = this.enemy === 0 ? 0 : reach & closers(rest);
    for (let left = closing; left !== 0; left &= left - 1) {
      const to = lowest(left);
      for (let targets = takeable(this.enemy); targets !== 0; targets &= targets - 1) {
        out[end++] = pack(from, to, lowest(targets));
      }
    }
    for (let left = reach & ~closing; left !== 0; left &= left - 1)
      out[end++] = pack(from, lowest(left), NONE);
    return end;
  }
}

/** The moves before a position, the last one first, back to the last placing or capture. */
function moversBefore(trail: MoveTrail | null): number[] {
  const found: number[] = [];
  for (let step = trail; step !== null; step = step.before) {
    const move = fromGame(step.move);
    if (fromOf(move) === NONE || takes(move)) break;
    found.push(move);
  }
  return found;
}

/**
 * Proof-number search: whether one side can force a win, however far away (Allis, van der Meulen and van den Herik,
 * "Proof-number search", 1994; depth first with a table: Nagai, 2002). It looks first where the fewest positions are
 * left to prove or to disprove, so that it follows forced lines much further than a search by depth.
 *
 * Only proofs are certain. A draw counts as not won, and so does a position that comes back on the way, which may hide a
 * win where another way led to it; "not won" is "won by the other side" only while the search has met neither
 * (`hasOneWinner`). A proof is not always the shortest way, so that it has no distance.
 */
import type { Seat } from '../games/game.ts';
import type { Rules } from './search.ts';

/** What is known of a position: the least numbers of positions left to prove, and to disprove, that the attacker wins. */
interface Entry {
  proof: number;
  disproof: number;
}

/** More than any sum of numbers. */
const infinite = 1e9;

const won: Entry = { proof: 0, disproof: infinite };
const notWon: Entry = { proof: infinite, disproof: 0 };

/** Entries of the table; a Map of a million short keys takes about 150 MB. */
const mostEntries = 1_000_000;

/** How much worse than the next best a position may get before the search turns to that one. */
const stay = 1.25;

/** Plies of the longest line that is followed. */
const deepest = 400;

/** Nodes between two looks at the clock. */
const patience = 256;

interface Child<Position> {
  readonly position: Position;
  readonly key: string | number;
  readonly entry: Entry;
}

export class ProofNumberSearch<Position, Move> {
  readonly #rules: Rules<Position, Move>;
  readonly #attacker: Seat;
  readonly #shouldStop: () => boolean;
  readonly #table = new Map<string | number, Entry>();
  readonly #path = new Set<string | number>();
  #nodes = 0;
  /** The node at which to look at the clock next. */
  #lookAt = 0;
  /** The node at which this part of the search ends. */
  #end = 0;
  #stopped = false;
  #hasOneWinner = true;

  /** @param attacker whose win is to be proven */
  constructor(rules: Rules<Position, Move>, attacker: Seat, shouldStop: () => boolean) {
    this.#rules = rules;
    this.#attacker = attacker;
    this.#shouldStop = shouldStop;
  }

  /**
   * Whether all lines that were followed to their end were won by one side or the other, so that what the attacker does not
   * win the other side does.
   */
  get hasOneWinner(): boolean {
    return this.#hasOneWinner;
  }

  /**
   * Searches on until it is stopped, or for so many nodes. Can be called again, and goes on where it ended.
   * @returns whether the attacker can force a win; null if that is not known yet
   */
  search(position: Position, nodes = Infinity): boolean | null {
    const key = this.#rules.key(position);
    const entry = this.#entryOf(position, key);
    this.#end = this.#nodes + nodes;
    this.#stopped = false;
    this.#path.clear();
    if (entry.proof > 0 && entry.disproof > 0) this.#examine(position, key, entry, infinite, infinite, 0);
    return entry.proof === 0 ? true : entry.disproof === 0 ? false : null;
  }

  /** The entry of the table, or a new one, which is not kept yet. */
  #entryOf(position: Position, key: string | number): Entry {
    const known = this.#table.get(key);
    if (known !== undefined) return known;
    const over = this.#rules.result(position);
    if (over?.kind === 'draw') return this.#notWonByEither();
    if (over !== null) return over.winner === this.#attacker ? won : notWon;
    const decided = this.#rules.decided?.(position);
    if (decided !== undefined && decided !== null) return decided === this.#attacker ? won : notWon;
    return { proof: 1, disproof: 1 };
  }

  #notWonByEither(): Entry {
    this.#hasOneWinner = false;
    return notWon;
  }

  /** Examines a position until one of its numbers reaches its threshold. */
  #examine(
    position: Position,
    key: string | number,
    entry: Entry,
    mostProof: number,
    mostDisproof: number,
    depth: number,
  ): void {
    const attacks = this.#rules.seatToMove(position) === this.#attacker;
    this.#path.add(key);
    const children = this.#childrenOf(position);
    this.#count(children.length);
    for (;;) {
      this.#sum(entry, children, attacks, depth);
      if (entry.proof === 0 || entry.disproof === 0) break;
      if (entry.proof >= mostProof || entry.disproof >= mostDisproof || this.#stopped) break;
      const [best, next] = this.#bestOf(children, attacks);
      const beside = Math.ceil(next * stay);
      const [proof, disproof] = attacks
        ? [Math.min(mostProof, beside), mostDisproof - entry.disproof + best.entry.disproof]
        : [mostProof - entry.proof + best.entry.proof, Math.min(mostDisproof, beside)];
      this.#examine(best.position, best.key, best.entry, proof, disproof, depth + 1);
    }
    this.#path.delete(key);
    this.#keep(key, entry);
  }

  #childrenOf(position: Position): Child<Position>[] {
    const rules = this.#rules;
    return rules.moves(position).map((move) => {
      const next = rules.play(position, move);
      const key = rules.key(next);
      // A line that comes back is not a way to win.
      const entry = this.#path.has(key) ? this.#notWonByEither() : this.#entryOf(next, key);
      return { position: next, key, entry };
    });
  }

  #count(nodes: number): void {
    this.#nodes += nodes;
    if (this.#nodes >= this.#end) this.#stopped = true;
    if (this.#nodes < this.#lookAt) return;
    this.#lookAt = this.#nodes + patience;
    if (this.#shouldStop()) this.#stopped = true;
  }

  /** Works out a position's numbers from those of the positions after its moves. */
  #sum(entry: Entry, children: readonly Child<Position>[], attacks: boolean, depth: number): void {
    let [least, sum] = [infinite, 0];
    for (const { entry: child } of children) {
      const [own, other] = attacks ? [child.proof, child.disproof] : [child.disproof, child.proof];
      if (own < least) least = own;
      sum += other;
    }
    sum = Math.min(sum, infinite);
    if (depth >= deepest && least > 0 && sum > 0) {
      this.#hasOneWinner = false;
      [least, sum] = attacks ? [infinite, 0] : [0, infinite];
    }
    entry.proof = attacks ? least : sum;
    entry.disproof = attacks ? sum : least;
  }

  /** The child to examine next, and the number of the one after it. */
  #bestOf(
    children: readonly Child<Position>[],
    attacks: boolean,
  ): readonly [best: Child<Position>, next: number] {
    let best = children[0]!;
    let [least, next] = [Infinity, infinite];
    for (const child of children) {
      const number = attacks ? child.entry.proof : child.entry.disproof;
      if (number < least) {
        if (least < infinite) next = least;
        least = number;
        best = child;
      } else if (number < next) next = number;
    }
    return [best, next];
  }

  #keep(key: string | number, entry: Entry): void {
    if (this.#table.size >= mostEntries && !this.#table.has(key)) this.#forget();
    this.#table.set(key, entry);
  }

  /** Keeps what is proven or disproven. */
  #forget(): void {
    for (const [key, { proof, disproof }] of this.#table) {
      if (proof > 0 && disproof > 0) this.#table.delete(key);
    }
    if (this.#table.size > mostEntries / 2) this.#table.clear();
  }
}

/**
 * Proof by search: whether a side can force the end of the game within so many plies, one ply deeper each time, so that
 * the first answer has the exact distance. Each depth asks once for either side: a question about one side alone leaves
 * a position of the other at the first move that holds. It knows nothing of history: a win by the shortest way never
 * comes back to a position, so that no repetition can spoil it.
 */
import { type Game, otherSeat, type Seat } from '../games/game.ts';
import { ofMove, ofMoves, type PositionTruth, proven, unknown, verdictOfResult } from './verdict.ts';

/** What a search needs to know of a game. */
export interface Rules<Position, Move> extends Pick<
  Game<Position, Move>,
  'moves' | 'play' | 'result' | 'seatToMove'
> {
  /** Equal for positions with the same future. */
  key(position: Position): string | number;
  /** The side that surely wins, where that is known without a search; its distance is not. */
  decided?(position: Position): Seat | null;
  /** The moves in the order in which to try them; by default as they are. */
  ordered?(moves: readonly Move[]): readonly Move[];
  /** Whether this side surely does not win within so many plies. */
  isFar?(position: Position, plies: number, seat: Seat): boolean;
  /** Whether sides take turns move by move, and a side wins by moves of its own alone. */
  readonly alternates?: boolean;
}

/** Entries of each of the two tables; a Map of as many short keys takes about 75 MB. */
const mostEntries = 500_000;
/** Nodes between two looks at the clock. */
const patience = 256;

/** Whether the attacker can force a win. */
const OPEN = 0;
const WIN = 1;
/** Every line ends, and the other side can choose one that the attacker does not win. */
const NEVER = 2;
type Outcome = typeof OPEN | typeof WIN | typeof NEVER;

/** What is known of a node, for one attacker. */
interface Entry {
  /** Proven to be won within so many plies; Infinity without a proof. */
  won: number;
  /** Not won within so many plies; Infinity for `NEVER`. */
  open: number;
  /** The index of the move to try first. */
  best: number;
}

export interface SearchOptions {
  /**
   * Whether to look for a draw at every depth, and not only where all lines end: each position is then searched in full.
   */
  readonly findsDraws?: boolean;
}

class Stopped extends Error {}

/** Finds wins and losses by iterative deepening. */
export class ProofSearch<Position, Move> {
  #nodes = 0;
  readonly #rules: Rules<Position, Move>;
  readonly #shouldStop: () => boolean;
  readonly #findsDraws: boolean;
  /** By attacker. */
  readonly #tables = [new Map<string | number, Entry>(), new Map<string | number, Entry>()] as const;
  /** By attacker and plies left: the move that decided a position last. */
  readonly #deciding: readonly [(Move | undefined)[], (Move | undefined)[]] = [[], []];

  constructor(
    rules: Rules<Position, Move>,
    shouldStop: () => boolean,
    { findsDraws = false }: SearchOptions = {},
  ) {
    this.#rules = rules;
    this.#shouldStop = shouldStop;
    this.#findsDraws = findsDraws;
  }

  /**
   * Finds out about the position and each of its moves until all is proven, the depth is reached, or it is stopped.
   * @param deepest in plies
   */
  prove(position: Position, deepest = Infinity): PositionTruth<Move> {
    const rules = this.#rules;
    const seat = rules.seatToMove(position);
    const over = rules.result(position);
    if (over !== null) return { verdict: verdictOfResult(over, seat), moves: [] };
    const moves = rules.moves(position).map((move) => {
      const next = rules.play(position, move);
      const turns = rules.seatToMove(next) !== seat;
      const result = rules.result(next);
      const verdict =
        result === null ? unknown : ofMove(verdictOfResult(result, rules.seatToMove(next)), turns);
      return { move, next, verdict };
    });
    try {
      for (let plies = 1; plies < deepest && moves.some(({ verdict }) => verdict === unknown); plies++) {
        for (const each of moves) {
          if (each.verdict !== unknown) continue;
          const own = this.#wins(each.next, plies, seat);
          const others = own === WIN ? NEVER : this.#wins(each.next, plies, otherSeat(seat));
          if (own === WIN) each.verdict = proven('win', 'search', plies + 1);
          else if (others === WIN) each.verdict = proven('loss', 'search', plies + 1);
          else if (own === NEVER && others === NEVER) each.verdict = proven('draw', 'search', null);
        }
      }
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
    }
    return {
      verdict: ofMoves(moves.map(({ verdict }) => verdict)),
      moves: moves.map(({ move, verdict }) => ({ move, verdict })),
    };
  }

  #wins(position: Position, plies: number, attacker: Seat): Outcome {
    if (++this.#nodes % patience === 0 && this.#shouldStop()) throw new Stopped();
    const rules = this.#rules;
    const result = rules.result(position);
    if (result !== null) return result.kind === 'win' && result.winner === attacker ? WIN : NEVER;
    const attacks = rules.seatToMove(position) === attacker;
    // The last ply of a win is then the winner's.
    const left = rules.alternates === true && (plies % 2 === 0) === attacks ? plies - 1 : plies;
    if (left <= 0 || rules.isFar?.(position, left, attacker) === true) return OPEN;
    const key = rules.key(position);
    const table = this.#tables[attacker];
    const known = table.get(key);
    if (known !== undefined) {
      if (known.won <= left) return WIN;
      if (known.open >= left) return known.open === Infinity ? NEVER : OPEN;
    }
    const legal = rules.moves(position);
    const moves = rules.ordered?.(legal) ?? legal;
    const decided = attacks ? WIN : NEVER;
    let outcome: Outcome = attacks ? NEVER : WIN;
    const deciding = this.#deciding[attacker];
    const first = Math.min(known?.best ?? 0, moves.length - 1);
    const second = moves.indexOf(deciding[left]!);
    let best = first;
    for (let tried = -2; tried < moves.length; tried++) {
      const at = tried === -2 ? first : tried === -1 ? second : tried;
      if (at < 0 || (tried > -2 && at === first) || (tried >= 0 && at === second)) continue;
      const after = this.#wins(rules.play(position, moves[at]!), left - 1, attacker);
      if (after !== decided && after !== OPEN) continue;
      outcome = after;
      if (after === OPEN && (attacks || this.#findsDraws)) continue;
      best = at;
      deciding[left] = moves[at];
      break;
    }
    this.#store(table, key, known, outcome, left, best);
    return outcome;
  }

  #store(
    table: Map<string | number, Entry>,
    key: string | number,
    known: Entry | undefined,
    outcome: Outcome,
    left: number,
    best: number,
  ): void {
    if (known === undefined) {
      if (table.size >= mostEntries) table.clear();
      const won = outcome === WIN ? left : Infinity;
      table.set(key, { won, open: outcome === WIN ? 0 : outcome === OPEN ? left : Infinity, best });
      return;
    }
    known.best = best;
    if (outcome === WIN) known.won = Math.min(known.won, left);
    else known.open = outcome === OPEN ? Math.max(known.open, left) : Infinity;
  }
}

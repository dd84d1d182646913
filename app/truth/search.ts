/**
 * Proof by search: whether a side can force the end of the game within so many plies, one ply deeper each time, so that
 * the first answer has the exact distance. It knows nothing of history: a win by the shortest way never comes back to a
 * position, so that no repetition can spoil it.
 */
import type { Game, Seat } from '../games/game.ts';
import { ofMove, ofMoves, type PositionTruth, proven, unknown, verdictOfResult } from './verdict.ts';

/** What a search needs to know of a game. */
export interface Rules<Position, Move> extends Pick<
  Game<Position, Move>,
  'moves' | 'play' | 'result' | 'seatToMove'
> {
  /** Equal for positions with the same future. */
  key(position: Position): string;
  /** The side that surely wins, where that is known without a search; its distance is not. */
  decided?(position: Position): Seat | null;
  /** The moves in the order in which to try them; by default as they are. */
  ordered?(moves: readonly Move[]): readonly Move[];
  /** Whether no line from here ends within so many plies. */
  isFar?(position: Position, plies: number): boolean;
}

/** Entries of the table; a Map of a million short keys takes about 150 MB. */
const mostEntries = 1_000_000;
/** Nodes between two looks at the clock. */
const patience = 256;

/** The outcomes of a node within a number of plies, for its mover. */
const OPEN = 0;
const WIN = 1;
const LOSS = 2;
/** Every line ends, and neither side can force a win. */
const DRAW = 3;
type Outcome = typeof OPEN | typeof WIN | typeof LOSS | typeof DRAW;

const values = { [WIN]: 'win', [LOSS]: 'loss', [DRAW]: 'draw' } as const;

/** What is known of a node. */
interface Entry {
  /** Of a proof, within `plies`; `OPEN` without one. */
  outcome: Outcome;
  plies: number;
  /** Within that many plies, nothing can be forced. */
  openPlies: number;
  /** The index of the move to try first. */
  best: number;
}

class Stopped extends Error {}

export class ProofSearch<Position, Move> {
  #nodes = 0;
  readonly #rules: Rules<Position, Move>;
  readonly #shouldStop: () => boolean;
  readonly #table = new Map<string, Entry>();

  constructor(rules: Rules<Position, Move>, shouldStop: () => boolean) {
    this.#rules = rules;
    this.#shouldStop = shouldStop;
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
      return { move, next, turns, verdict };
    });
    try {
      for (let plies = 1; plies < deepest && moves.some(({ verdict }) => verdict === unknown); plies++) {
        for (const each of moves) {
          if (each.verdict !== unknown) continue;
          const outcome = this.#within(each.next, plies);
          if (outcome !== OPEN) each.verdict = ofMove(proven(values[outcome], 'search', plies), each.turns);
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

  #within(position: Position, plies: number): Outcome {
    if (++this.#nodes % patience === 0 && this.#shouldStop()) throw new Stopped();
    const rules = this.#rules;
    const seat = rules.seatToMove(position);
    const result = rules.result(position);
    if (result !== null) {
      return result.kind === 'draw' ? DRAW : result.winner === seat ? WIN : LOSS;
    }
    if (plies === 0 || rules.isFar?.(position, plies) === true) return OPEN;
    const key = rules.key(position);
    const known = this.#table.get(key);
    if (known !== undefined) {
      if (known.outcome !== OPEN && (known.outcome === DRAW || known.plies <= plies)) return known.outcome;
      if (known.openPlies >= plies) return OPEN;
    }
    const legal = rules.moves(position);
    const moves = rules.ordered?.(legal) ?? legal;
    const first = Math.min(known?.best ?? 0, moves.length - 1);
    let outcome: Outcome = LOSS;
    let best = 0;
    for (let tried = 0; tried < moves.length; tried++) {
      // The best move of before, and then the others.
      const at = tried === 0 ? first : tried <= first ? tried - 1 : tried;
      const next = rules.play(position, moves[at]!);
      let after = this.#within(next, plies - 1);
      if (rules.seatToMove(next) !== seat) after = after === WIN ? LOSS : after === LOSS ? WIN : after;
      if (after === WIN) {
        outcome = WIN;
        best = at;
        break;
      }
      if (after === OPEN && outcome !== OPEN) {
        outcome = OPEN;
        best = at;
      } else if (after === DRAW && outcome === LOSS) outcome = DRAW;
    }
    this.#store(key, known, outcome, plies, best);
    return outcome;
  }

  #store(key: string, known: Entry | undefined, outcome: Outcome, plies: number, best: number): void {
    if (known === undefined) {
      if (this.#table.size >= mostEntries) this.#table.clear();
      const openPlies = outcome === OPEN ? plies : 0;
      this.#table.set(key, { outcome, plies, openPlies, best });
      return;
    }
    known.best = best;
    if (outcome === OPEN) known.openPlies = Math.max(known.openPlies, plies);
    else {
      known.outcome = outcome;
      known.plies = plies;
    }
  }
}

/**
 * What a search by depth and one by proof numbers find together. The first has exact distances and finds draws; the second
 * follows forced lines much further. They take turns, each with twice the time of its turn before.
 */
import { otherSeat } from '../games/game.ts';
import { ProofNumberSearch } from './proof-number.ts';
import { ProofSearch, type Rules } from './search.ts';
import { ofMoves, type PositionTruth, proven, unknown, type Verdict } from './verdict.ts';

export interface Ways {
  /**
   * Whether every game ends with a winner and no position comes back: one search then answers for both sides. If it is set
   * where that does not hold, losses stay unproven.
   */
  readonly oneSideWins: boolean;
  /** Whether to search by depth too. */
  readonly byDepth?: boolean;
}

/** A search for proofs of a position and of each of its moves that goes on where it ended. */
export class FurtherProof<Position, Move> {
  readonly #rules: Rules<Position, Move>;
  readonly #position: Position;
  readonly #nearby: ProofSearch<Position, Move> | null;
  readonly #searches: readonly {
    readonly wins: boolean;
    readonly search: ProofNumberSearch<Position, Move>;
  }[];
  readonly #shouldStop: () => boolean;
  /** Looks at the clock left to the search that is running. */
  #left = 0;
  /** By numbers, of the position. */
  #whole: Verdict = unknown;
  #truth: PositionTruth<Move>;

  /** @param position that is not over */
  constructor(
    rules: Rules<Position, Move>,
    position: Position,
    shouldStop: () => boolean,
    { oneSideWins, byDepth = true }: Ways,
  ) {
    this.#rules = rules;
    this.#position = position;
    this.#shouldStop = shouldStop;
    const stop = (): boolean => shouldStop() || --this.#left < 0;
    this.#nearby = byDepth ? new ProofSearch(rules, stop) : null;
    const seat = rules.seatToMove(position);
    this.#searches = (oneSideWins ? [seat] : [seat, otherSeat(seat)]).map((attacker) => ({
      wins: attacker === seat,
      search: new ProofNumberSearch(rules, attacker, stop),
    }));
    const moves = rules.moves(position).map((move) => ({ move, verdict: unknown }));
    this.#truth = { verdict: unknown, moves };
  }

  /** Whether nothing is left to find out. */
  get isDone(): boolean {
    return this.#truth.moves.every(({ verdict }) => verdict !== unknown);
  }

  /**
   * Searches on.
   * @param looks at the clock: so many by depth and over the moves, and twice as many for the position by numbers
   * @returns what is known now
   */
  advance(looks: number): PositionTruth<Move> {
    this.#deepen(looks);
    if (this.#truth.verdict === unknown) {
      this.#whole = this.#find(this.#position, 2 * looks);
      this.#conclude(this.#truth.moves);
    }
    const open = this.#truth.moves.filter(({ verdict }) => verdict === unknown).length;
    const moves = this.#truth.moves.map((each) => {
      if (each.verdict !== unknown || this.#shouldStop()) return each;
      // `#find` answers for the same side throughout.
      const verdict = this.#find(this.#rules.play(this.#position, each.move), looks / open);
      return { move: each.move, verdict };
    });
    this.#conclude(moves);
    return this.#truth;
  }

  #deepen(looks: number): void {
    if (this.#nearby === null) return;
    this.#left = looks;
    const { moves } = this.#nearby.prove(this.#position);
    this.#conclude(this.#truth.moves.map((each, at) => (moves[at]!.verdict === unknown ? each : moves[at]!)));
  }

  /** The side to move at the position that was asked about wins or loses at another one. */
  #find(at: Position, looks: number): Verdict {
    const answers = this.#searches.map(({ wins, search }) => {
      this.#left = looks / this.#searches.length;
      return { wins, answer: search.search(at) };
    });
    const certain = answers.find(({ answer }) => answer === true);
    if (certain !== undefined) return far(certain.wins);
    const isLost = answers[0]!.answer === false && this.#searches[0]!.search.hasOneWinner;
    return isLost ? far(false) : unknown;
  }

  #conclude(moves: PositionTruth<Move>['moves']): void {
    // A lost position is lost by every move.
    const lost = this.#whole.value === 'loss';
    const known = lost
      ? moves.map((each) => (each.verdict === unknown ? { ...each, verdict: this.#whole } : each))
      : moves;
    const followed = ofMoves(known.map(({ verdict }) => verdict));
    this.#truth = { verdict: followed === unknown ? this.#whole : followed, moves: known };
  }
}

const far = (wins: boolean): Verdict => proven(wins ? 'win' : 'loss', 'search', null);

/** Looks at the clock in the first turns: a tenth of a second where positions are costly, as in Quoridor. */
export const firstLooks = 30;

/** Proves what it can about a position, which may be over, and each of its moves until it is stopped. */
export function proveFar<Position, Move>(
  rules: Rules<Position, Move>,
  position: Position,
  shouldStop: () => boolean,
  ways: Ways,
): PositionTruth<Move> {
  if (rules.result(position) !== null) return new ProofSearch(rules, shouldStop).prove(position);
  const proof = new FurtherProof(rules, position, shouldStop, ways);
  for (let looks = firstLooks; ; looks *= 2) {
    const truth = proof.advance(looks);
    if (proof.isDone || shouldStop()) return truth;
  }
}

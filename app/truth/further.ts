/** What a search by depth leaves open, by proof numbers: wins further away, without their exact distance. */
import { otherSeat } from '../games/game.ts';
import { ProofNumberSearch } from './proof-number.ts';
import { ProofSearch, type Rules } from './search.ts';
import { ofMoves, type PositionTruth, proven, unknown, type Verdict } from './verdict.ts';

/** Nodes of the first turn of each search; every further turn has twice as many. */
const firstTurn = 20_000;

export interface Ways {
  /** How often the search by depth looks at the clock before it ends; about 300 times a second. */
  readonly looks: number;
  /** Whether a position may come back, so that "not won by one side" is not "won by the other". */
  readonly returns: boolean;
}

/** Ends a search after so many looks at the clock, if it is not stopped before. */
export function within(looks: number, shouldStop: () => boolean): () => boolean {
  let looked = 0;
  return () => shouldStop() || ++looked > looks;
}

/** Proves what it can about a position and each of its moves until it is stopped. */
export function proveFar<Position, Move>(
  rules: Rules<Position, Move>,
  position: Position,
  shouldStop: () => boolean,
  { looks, returns }: Ways,
): PositionTruth<Move> {
  const near = new ProofSearch(rules, within(looks, shouldStop)).prove(position);
  if (near.moves.length === 0 || near.moves.every(({ verdict }) => verdict !== unknown)) return near;
  const seat = rules.seatToMove(position);
  const searches = (returns ? [seat, otherSeat(seat)] : [seat]).map((attacker) => ({
    wins: attacker === seat,
    search: new ProofNumberSearch(rules, attacker, shouldStop),
  }));
  /** For the side to move at the position that was asked about. */
  const find = (at: Position): Verdict => {
    for (let nodes = firstTurn; ; nodes *= 2) {
      const answers = searches.map(({ wins, search }) => ({ wins, answer: search.search(at, nodes) }));
      for (const { wins, answer } of answers) {
        if (answer === true) return far(wins);
        if (answer === false && !returns) return far(!wins);
      }
      if (answers.every(({ answer }) => answer !== null) || shouldStop()) return unknown;
    }
  };
  const whole = near.verdict.value === 'unknown' ? find(position) : near.verdict;
  const moves = near.moves.map(({ move, verdict }) => {
    if (verdict !== unknown) return { move, verdict };
    // `find` answers for the same side throughout.
    return { move, verdict: find(rules.play(position, move)) };
  });
  const followed = ofMoves(moves.map(({ verdict }) => verdict));
  return { verdict: followed.value === 'unknown' ? whole : followed, moves };
}

const far = (wins: boolean): Verdict => proven(wins ? 'win' : 'loss', 'search', null);

/** Sums a report up: each side's errors, and the moves at which the game turned. */
import type { ReportedMove, ReportSide, Weight } from '../../shapes/report.ts';

/** The most turning points that are shown. */
const mostTurningPoints = 12;

export const sidesOf = (moves: readonly ReportedMove[]): readonly [ReportSide, ReportSide] => [
  sideOf(moves.filter(({ seat }) => seat === 0)),
  sideOf(moves.filter(({ seat }) => seat === 1)),
];

function sideOf(moves: readonly ReportedMove[]): ReportSide {
  const count = (is: (move: ReportedMove) => boolean): number => moves.filter(is).length;
  const known = moves.filter(({ was, is }) => was !== null && is !== null);
  const couldLose = known.filter(({ was }) => was!.outcome !== 'loss');
  const marked = (kind: string) => (move: ReportedMove) => move.weight !== null && kindOf(move) === kind;
  const changed = (change: string) => (move: ReportedMove) =>
    move.verdicts.some((verdict) => verdict.kind === 'proven' && verdict.change === change);
  return {
    moves: moves.length,
    inaccuracies: count(({ weight }) => weight === 'inaccuracy'),
    mistakes: count(({ weight }) => weight === 'mistake'),
    blunders: count(({ weight }) => weight === 'blunder'),
    proven: count(marked('proven')),
    claimed: count(marked('claimed')),
    judged: count(marked('judged')),
    couldLose: couldLose.length,
    kept: couldLose.filter((move) => move.weight === null).length,
    known: known.length,
    unassessed: count(({ isAssessed }) => !isAssessed),
    slowerWins: count(changed('slower win')),
    fasterLosses: count(changed('faster loss')),
  };
}

/** How the error of a move is known, by the verdict that gives it its weight; null if it is not an error. */
export function kindOf({ weight, verdicts }: ReportedMove): ReportedMove['verdicts'][number]['kind'] | null {
  return weight === null ? null : (verdicts.find((each) => each.weight === weight)?.kind ?? null);
}

const weights: Readonly<Record<Weight, number>> = { inaccuracy: 0, mistake: 1, blunder: 2 };
const kinds = { judged: 0, claimed: 1, proven: 2 } as const;

/**
 * The nodes of the errors that changed the game most, in the order of the game: proven ones before claimed ones before
 * judged ones, the heavier first, and inaccuracies not at all.
 */
export function turningPointsOf(moves: readonly ReportedMove[]): readonly number[] {
  const heaviness = (move: ReportedMove): number => kinds[kindOf(move)!] * 3 + weights[move.weight!];
  return moves
    .filter(({ weight }) => weight !== null && weight !== 'inaccuracy')
    .toSorted((one, other) => heaviness(other) - heaviness(one) || one.ply - other.ply)
    .slice(0, mostTurningPoints)
    .toSorted((one, other) => one.ply - other.ply || one.node - other.node)
    .map(({ node }) => node);
}

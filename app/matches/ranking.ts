/** The order of the players of a match. Pure. */
import type { Standing } from './standing.ts';

export interface RankedPlayer {
  readonly player: number;
  readonly points: number;
  /** Points of those it has beaten, and half of those it drew with. */
  readonly sonnebornBerger: number;
  /** Points of all that it has met. */
  readonly buchholz: number;
}

/**
 * The players by points, then by their direct encounter, then by Sonneborn-Berger, in a Swiss tournament by Buchholz
 * first.
 */
export function ranked(standing: Standing, isSwiss: boolean): readonly RankedPlayer[] {
  const { rows, met } = standing;
  const players = rows.map((row, player): RankedPlayer => {
    let sonnebornBerger = 0;
    let buchholz = 0;
    for (const [other, { wins, draws }] of met.get(player) ?? []) {
      const theirs = rows[other]!.points;
      sonnebornBerger += theirs * (wins + draws / 2);
      buchholz += theirs;
    }
    return { player, points: row.points, sonnebornBerger, buchholz };
  });
  const direct = (one: number, other: number): number => {
    const cell = met.get(one)?.get(other);
    return cell === undefined ? 0 : cell.losses - cell.wins;
  };
  const tied = (one: RankedPlayer): number => players.filter(({ points: own }) => own === one.points).length;
  return [...players].sort(
    (one, other) =>
      other.points - one.points ||
      (isSwiss ? other.buchholz - one.buchholz : 0) ||
      // Among three or more, the direct encounter may go in a circle.
      (tied(one) === 2 ? direct(one.player, other.player) : 0) ||
      other.sonnebornBerger - one.sonnebornBerger ||
      one.player - other.player,
  );
}

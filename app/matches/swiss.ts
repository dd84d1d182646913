/** The pairings of a Swiss round: players of like points who have not met. Pure. */

export interface SwissStanding {
  readonly player: number;
  readonly points: number;
  /** Those that it has met. */
  readonly met: readonly number[];
  /** How many games it moved first in, less those in which it moved second. */
  readonly first: number;
  /** Whether it has rested in a round. */
  readonly rested: boolean;
}

/** Attempts before a rematch is allowed: enough for 256 players, a moment's work. */
const mostAttempts = 200_000;

/** Meetings of a round; the one who moves first comes first. Of an odd number, the last one who has not rested rests. */
export function swissRound(standings: readonly SwissStanding[]): readonly (readonly [number, number])[] {
  const ranked = [...standings].sort((one, other) => other.points - one.points || one.player - other.player);
  if (ranked.length % 2 === 0) return paired(ranked) ?? neighbours(ranked);
  // The one who rests must leave the others pairings without a rematch.
  const candidates = [...ranked].reverse().filter(({ rested }) => !rested);
  for (const rests of candidates) {
    const found = paired(ranked.filter((standing) => standing !== rests));
    if (found) return found;
  }
  const rests = candidates[0] ?? ranked.at(-1);
  return neighbours(ranked.filter((standing) => standing !== rests));
}

/** The one who rests in a round; null if all play. */
export function restingIn(standings: readonly SwissStanding[]): number | null {
  const playing = new Set(swissRound(standings).flat());
  return standings.find(({ player }) => !playing.has(player))?.player ?? null;
}

/** Each player from the top meets the nearest one below that it has not met; null if there are no such pairings. */
function paired(ranked: readonly SwissStanding[]): readonly (readonly [number, number])[] | null {
  const taken = new Set<SwissStanding>();
  const found: (readonly [number, number])[] = [];
  let attempts = 0;
  const pairFrom = (from: number): boolean => {
    let top = from;
    while (top < ranked.length && taken.has(ranked[top]!)) top++;
    if (top === ranked.length) return true;
    const one = ranked[top]!;
    taken.add(one);
    for (const other of ranked.slice(top + 1)) {
      if (taken.has(other) || one.met.includes(other.player)) continue;
      if (++attempts > mostAttempts) break;
      taken.add(other);
      found.push(coloured(one, other));
      if (pairFrom(top + 1)) return true;
      found.pop();
      taken.delete(other);
    }
    taken.delete(one);
    return false;
  };
  return pairFrom(0) ? found : null;
}

const neighbours = (ranked: readonly SwissStanding[]): readonly (readonly [number, number])[] =>
  Array.from({ length: ranked.length / 2 }, (_, at) => coloured(ranked[2 * at]!, ranked[2 * at + 1]!));

/** The one who has moved first less often moves first. */
const coloured = (one: SwissStanding, other: SwissStanding): readonly [number, number] =>
  one.first <= other.first ? [one.player, other.player] : [other.player, one.player];

/** What a match adds to the histories of its engines' builds. */
import type { Core } from '../api/core.ts';
import type { MatchRecord } from '../matches/match-record.ts';
import type { summaryObject } from '../matches/report/summary.ts';
import type { Build } from '../shapes/builds.ts';

/** Adds a match of two, as far as it was played, to what was measured of their builds. */
export function recordMatch(
  core: Core,
  { standing, players }: MatchRecord,
  summary: ReturnType<typeof summaryObject>,
  builds: readonly (Build | null)[],
  folder: string,
): void {
  if (players.length !== 2 || standing.games === 0) return;
  const { elo, eloLow, eloHigh, verdict } = summary as {
    readonly elo?: number;
    readonly eloLow?: number | null;
    readonly eloHigh?: number | null;
    readonly verdict?: 'H0' | 'H1' | 'continue';
  };
  const turned = (value: number | null | undefined): number | null =>
    value === null || value === undefined ? null : -value;
  const repeated = 2 * standing.repeats - standing.repeatedSingles;
  for (const at of [0, 1] as const) {
    const build = builds[at];
    if (build === null || build === undefined) continue;
    // One program with different arguments: the view of the engine named first.
    if (at === 1 && build.id === builds[0]?.id) continue;
    // It was built anew in the middle of the match.
    const { program } = players[at]!;
    if (program !== null && !build.files.some(({ sha256 }) => sha256 === program)) continue;
    const { wins, draws, losses, faults } = standing.rows[at]!;
    const own = at === 0;
    core.builds.record({
      ...{ kind: 'match', at: Date.now(), build: build.id, folder, wins, draws, losses },
      ...{ opponent: players[1 - at]!.name, against: builds[1 - at]?.id ?? null },
      ...(repeated > 0 && { repeated }),
      elo: own ? (elo ?? null) : turned(elo),
      eloLow: own ? (eloLow ?? null) : turned(eloHigh),
      eloHigh: own ? (eloHigh ?? null) : turned(eloLow),
      verdict: own ? (verdict ?? null) : null,
      faults: Object.fromEntries(faults),
    });
  }
}

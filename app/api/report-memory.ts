/** What engines said before, for reports. */
import type { Memory } from '../analysis/report/lane.ts';
import type { Line } from '../games/line.ts';
import type { JudgedReport } from '../shapes/analysis.ts';
import type { Limit } from '../shapes/engines.ts';
import type { Teller } from '../shapes/evaluations.ts';

export function reportMemory(): Memory {
  const known = new Map<string, JudgedReport>();
  const keyOf = ({ game, position }: Line, { id }: Teller, limit: Limit): string =>
    JSON.stringify([game.id, game.positionText(position), id, limit]);
  return {
    find: (line, teller, limit) => known.get(keyOf(line, teller, limit)) ?? null,
    keep: (line, teller, limit, report) => void known.set(keyOf(line, teller, limit), report),
  };
}

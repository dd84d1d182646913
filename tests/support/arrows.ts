/** How the keyboard moves about a board. */
import type { Area } from '../../app/games/game.ts';
import { areaTowards, type Heading } from '../../renderer/board/picks.ts';

const arrows: readonly (readonly [string, Heading])[] = [
  ['ArrowLeft', 'left'],
  ['ArrowRight', 'right'],
  ['ArrowUp', 'up'],
  ['ArrowDown', 'down'],
];

/** The shortest sequence of arrows from one area to another on a board that is not turned. */
export function wayTo(areas: readonly Area[], from: string, to: string): string[] {
  const byId = new Map(areas.map((area) => [area.id, area]));
  const ways = new Map<string, string[]>([[from, []]]);
  for (const [at, way] of ways) {
    if (at === to) return way;
    for (const [key, direction] of arrows) {
      const next = areaTowards(areas, byId.get(at)!, direction, (point) => point);
      if (next !== null && !ways.has(next.id)) ways.set(next.id, [...way, key]);
    }
  }
  throw new Error(`no arrows lead from ${from} to ${to}`);
}

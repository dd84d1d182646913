/** The keys that a game gives the areas of its board, in words. Pure. */
import type { Area, Geometry } from '../../app/games/game.ts';

/** Each key with what it does on this board; a row of keys is told by its first and its last. */
export function boardKeys({ areas }: Pick<Geometry, 'areas'>): readonly (readonly [string, string])[] {
  const rows: [string, string][] = [];
  const picked = areas.filter(({ key }) => key !== undefined);
  const [first, last] = [picked[0], picked.at(-1)];
  if (first?.key !== undefined && last?.key !== undefined) {
    const more = first === last ? '' : `, and so on to ${last.key} for ${last.name}`;
    rows.push([first.key.toUpperCase(), `Pick ${first.name}${more}`]);
  }
  const names = new Map(areas.map(({ id, name }) => [id, name]));
  const turned = new Map<string, Area>();
  for (const area of areas) {
    for (const key of Object.keys(area.turns ?? {})) if (!turned.has(key)) turned.set(key, area);
  }
  for (const [key, area] of turned) {
    const to = names.get(area.turns?.[key] ?? '');
    if (to !== undefined)
      rows.push([key.toUpperCase(), `Go from an area to the one beside it: ${area.name} to ${to}`]);
  }
  return rows;
}

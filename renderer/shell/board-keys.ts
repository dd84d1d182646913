/** The keys that a game assigns to the areas of its board, in words. Pure. */
import type { Geometry } from '../../app/games/game.ts';

/** Each key with its action on this board; a row of keys is described by its first and last. */
export function boardKeys({ areas }: Pick<Geometry, 'areas'>): readonly (readonly [string, string])[] {
  const rows: [string, string][] = [];
  for (const { key, name, button } of areas) {
    if (key !== undefined && button !== undefined) {
      rows.push([key.toUpperCase(), name[0]!.toUpperCase() + name.slice(1)]);
    }
  }
  const picked = areas.filter(({ key, button }) => key !== undefined && button === undefined);
  const [first, last] = [picked[0], picked.at(-1)];
  if (first?.key !== undefined && last?.key !== undefined) {
    const more = first === last ? '' : ` … ${last.key} for ${last.name}`;
    rows.push([first.key.toUpperCase(), `Pick ${first.name}${more}`]);
  }
  const layers = new Map(areas.map(({ id, layer }) => [id, layer]));
  const led = new Map<string, string | undefined>();
  for (const { turns = {} } of areas) {
    for (const [key, to] of Object.entries(turns)) led.set(key, layers.get(to));
  }
  for (const [key, layer = 'areas beside'] of led) {
    rows.push([key.toUpperCase(), `Switch to the ${layer}, or between them`]);
  }
  return rows;
}
